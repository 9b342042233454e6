"""Which systems returned the items of a study, and where: their runs, as far down as the pool went."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import sqlalchemy as sa

from cranfield.judge.store.schema import items

if TYPE_CHECKING:
    from cranfield.judge.store.study import Study

__all__ = ["runs_of"]


def runs_of(study: Study) -> dict[str, dict[str, dict[str, float]]]:
    """System, query and document to a score that falls with the rank; nothing for items whose rank nobody knows."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    with study.database.reading() as connection:
        own = items.c.repeat_of.is_(None)
        rows = connection.execute(sa.select(items.c.query, items.c.doc, items.c.systems).where(own))
        for query, doc, systems in rows:
            for system, rank in json.loads(systems).items():
                if rank is not None:
                    found.setdefault(system, {}).setdefault(query, {})[doc] = -float(rank)
    return found
