"""The store of a study: one SQLite file or one PostgreSQL database, and nothing of the web.

study       the one class that others use                    settings, facts   plain values
items, people, assignment, choice, answers, disputes, progress, export   what it does, one file each
steps       what a page asks at once, in one transaction
database, turns   engines, transactions, sentences for what goes wrong    schema, migrations   the tables
leases, counted, consensus, checked   places of items, answers as numbers, what comes from outside
"""

from __future__ import annotations

from cranfield.judge.store.facts import Answer, Item, Output
from cranfield.judge.store.settings import Choice, Dimension, Settings, read_scale
from cranfield.judge.store.study import Study

__all__ = ["Answer", "Choice", "Dimension", "Item", "Output", "Settings", "Study", "read_scale"]
