"""The answers of a study as batches of ratings, of what annotators say now: for each dimension, and for each system."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from cranfield.core.finding import Finding
from cranfield.errors import InputError
from cranfield.io.ratings import each_rated, ratings
from cranfield.judge.agreeing import counted_rows, standing

if TYPE_CHECKING:
    from cranfield.core.batch import Batch
    from cranfield.judge.store import Study
    from cranfield.judge.store.settings import Dimension

__all__ = ["rated_batches", "rated_systems"]

_SIDES = {1.0: "left", 0.0: "tie", -1.0: "right"}


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


def rated_systems(study: Study, *, name: str, again: str = "first") -> list[Batch]:
    """A batch for each system in each dimension; texts of several systems for one source are compared."""
    kind = study.settings.kind
    if kind == "grade":
        raise InputError("study-of-documents", source=name)
    table = counted_rows(study.judgments())
    if not len(table):
        raise InputError("no-grades-yet", source=name)
    unordered = [] if kind == "prefer" else [each.name for each in study.settings.dimensions if not each.ordered]
    table = table.filter(pc.invert(pc.is_in(table["dimension"], pa.array(unordered, pa.string()))))
    if not len(table):
        raise InputError("study-of-names", source=name)
    columns = {each: table[each].to_pylist() for each in ("query", "rater", "dimension", "system")}
    columns["value"] = table["value"].to_pylist()
    named: dict[str, Any] = {each: each for each in ("rater", "value", "system")}
    if len(study.settings.dimensions) > 1:
        named["dimension"] = "dimension"
    if kind == "prefer":
        columns["value"] = [_SIDES[each] for each in table["value"].to_pylist()]
        columns["other"], named["other"] = table["other_system"].to_pylist(), "other"
    if not all(columns[each][at] for each in ("system", "other") if each in columns for at in range(len(table))):
        raise InputError("study-without-systems", source=name)
    found = each_rated(columns, item="query", again=again, name=name, **named)
    more = (Finding("left-out-unordered", len(unordered), {"names": unordered}),) if unordered else ()
    return [replace(batch, inputs=(), findings=(*batch.findings, *more)) for batch in found]


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
