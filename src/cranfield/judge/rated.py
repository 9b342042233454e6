"""The grades of a study as batches of ratings: one for each dimension, of what annotators say now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow.compute as pc

from cranfield.core.finding import Finding
from cranfield.errors import InputError
from cranfield.io.ratings import ratings
from cranfield.judge.agreeing import standing

if TYPE_CHECKING:
    import pyarrow as pa

    from cranfield.core.batch import Batch
    from cranfield.judge.store import Study
    from cranfield.judge.store.settings import Dimension

__all__ = ["rated_batches"]


def rated_batches(study: Study, *, name: str, again: str = "first") -> list[Batch]:
    """A batch for each dimension with grades; what was taken back, decided or known before is left out and told."""
    table = study.judgments()
    several = len(study.settings.dimensions) > 1
    found = []
    for dimension in study.settings.dimensions:
        # an answer without a value has no dimension
        rows = table.filter(pc.fill_null(pc.equal(table["dimension"], dimension.name), True))
        if not pc.any(pc.and_(standing(rows), pc.is_null(rows["gold"]))).as_py():  # also where there are no rows
            continue
        batch = _batch(rows, dimension, again)
        told = {"dimension": dimension.name} if several else {}
        found.append(
            replace(batch, system=dimension.name if several else name, facts={**batch.facts, **told}, inputs=())
        )
    if not found:
        raise InputError("no-grades-yet", source=name)
    return found


def _batch(rows: pa.Table, dimension: Dimension, again: str) -> Batch:
    """The ratings of one dimension; documents are told by query and id, as runs know them."""
    known = pc.is_valid(rows["gold"])
    left = pc.sum(pc.and_(known, standing(rows))).as_py() or 0
    rows = rows.filter(pc.or_(pc.invert(known), pc.invert(standing(rows))))
    documents = not rows["query"].null_count and not rows["doc"].null_count and rows["other"].null_count == len(rows)
    batch = ratings(
        rows, item="doc" if documents else "item", rater="rater", value="value" if dimension.ordered else "label",
        query=None if rows["query"].null_count else "query", again=again,
    )  # fmt: skip
    more = (Finding("left-out-gold", left),) if left else ()
    return replace(batch, findings=(*batch.findings, *more))
