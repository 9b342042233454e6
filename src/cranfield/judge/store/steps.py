"""What a page asks at once, in one transaction: an answer or an undo, what comes next, and how far one is.

Three transactions would each wait for their turn and for the disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.judge.store.answers import record_in, undo_in
from cranfield.judge.store.assignment import next_in
from cranfield.judge.store.checked import checked_answer
from cranfield.judge.store.database import now_ms
from cranfield.judge.store.facts import Ahead
from cranfield.judge.store.leases import lapse
from cranfield.judge.store.people import checked_annotator
from cranfield.judge.store.progress import progress_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    import sqlalchemy as sa

    from cranfield.judge.store.facts import Answer, Item, Receipt
    from cranfield.judge.store.study import Study

__all__ = ["answered", "asked", "undone"]


def asked(study: Study, annotator: int, count: int, have: Sequence[str], now: int | None) -> Ahead:
    """What comes next, beside what the page has."""
    now = now_ms() if now is None else now
    with study.database.writing(for_good=False) as connection:
        checked_annotator(connection, annotator)
        lapse(connection, now)
        return _ahead(study, connection, annotator, count, have, now)


def answered(
    study: Study, annotator: int, answer: Answer, count: int, have: Sequence[str], now: int | None
) -> Ahead:  # fmt: skip
    """Keep an answer; then what comes next."""
    now = now_ms() if now is None else now
    kept = checked_answer(study.settings, answer)
    with study.database.writing() as connection:
        receipt = record_in(study, connection, annotator, answer, kept, now)
        return _ahead(study, connection, annotator, count, have, now, receipt=receipt)


def undone(
    study: Study, annotator: int, event: str | None, count: int, have: Sequence[str], now: int | None
) -> Ahead:  # fmt: skip
    """Take back the newest answer; then what comes behind it."""
    now = now_ms() if now is None else now
    with study.database.writing() as connection:
        item = undo_in(study, connection, annotator, event, now)
        held = [*have, *([item.id] if item is not None else [])]
        return _ahead(study, connection, annotator, count, held, now, undone=item)


def _ahead(
    study: Study, connection: sa.Connection, annotator: int, count: int, have: Sequence[str], now: int, *,
    receipt: Receipt | None = None, undone: Item | None = None,
) -> Ahead:  # fmt: skip
    # what the page has is leased to this annotator already, and comes first
    items = next_in(study, connection, annotator, min(max(count + len(have), 1), 50), now, have=have)
    return Ahead(tuple(items[:count]), progress_in(connection, study.settings, annotator), receipt, undone)
