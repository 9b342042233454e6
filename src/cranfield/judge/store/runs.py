"""Which systems returned the items of a study, and where: their runs, as far as the study has their documents."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import sqlalchemy as sa

from cranfield.judge.store.schema import items

if TYPE_CHECKING:
    from cranfield.judge.store.study import Study

    Scored = dict[str, dict[str, float]]  # query and document to a number

__all__ = ["runs_of"]


def runs_of(study: Study, depth: int) -> tuple[dict[str, Scored], Scored]:
    """Each system as a run whose scores fall with the rank, down to a depth; and documents that nobody will judge.

    Where the study does not have the document of a rank, another takes its place, with the grade 0: what is outside
    the pool counts for nothing. A system with an item whose rank is not known is left out.
    """
    found: dict[str, dict[str, dict[int, str]]] = {}
    unknown = set()
    with study.database.reading() as connection:
        own = items.c.repeat_of.is_(None)
        rows = connection.execute(sa.select(items.c.query, items.c.doc, items.c.systems).where(own))
        for query, doc, systems in rows:
            for system, rank in json.loads(systems).items():
                if rank is None:
                    unknown.add(system)
                elif rank <= depth:
                    found.setdefault(system, {}).setdefault(query, {})[rank] = doc
    runs: dict[str, Scored] = {}
    outside: Scored = {}
    for system, queries in found.items():
        if system in unknown:
            continue
        for query, ranks in queries.items():
            scored = runs.setdefault(system, {}).setdefault(query, {})
            for rank in range(1, max(ranks) + 1):
                doc = ranks.get(rank)
                if doc is None:
                    doc = f"(not in the study) {system} {rank}"
                    outside.setdefault(query, {})[doc] = 0.0
                scored[doc] = -float(rank)
    return runs, outside
