"""Whether the annotators of a study agree, in each dimension, by the measures of ratings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow.compute as pc

from cranfield.core.evaluate import evaluate
from cranfield.io.ratings import ratings

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pyarrow as pa

    from cranfield.core.finding import Finding
    from cranfield.judge.store import Study

__all__ = ["Agreeing", "agreement_of", "counted_rows", "standing"]

_ORDERED = ("Agreement", "Alpha(level='ordinal')", "AC2")
_NAMES = ("Agreement", "Alpha(level='nominal')", "AC1")


@dataclass(frozen=True)
class Agreeing:
    """How far people agree in one dimension: values by measure, nan where there is none, which the findings explain."""

    dimension: str
    items: int  # with answers of several people
    values: Mapping[str, float]
    findings: tuple[Finding, ...]


def standing(table: pa.Table) -> Any:
    """Which of all judgments are grades that were not taken back; decisions are none."""
    return pc.and_(pc.equal(table["state"], "current"), pc.equal(table["kind"], "grade"))


def counted_rows(table: pa.Table) -> pa.Table:
    """Of all judgments those that stand, also of repeats, without items with a known answer."""
    return table.filter(pc.and_(standing(table), pc.is_null(table["gold"])))


def agreement_of(study: Study) -> list[Agreeing]:
    """The agreement in each dimension in which several people judged the same item."""
    table = counted_rows(study.judgments())
    found = []
    for dimension in study.settings.dimensions:
        rows = table.filter(pc.equal(table["dimension"], dimension.name))
        pairs = set(zip(rows["item"].to_pylist(), rows["rater"].to_pylist(), strict=True))
        several = sum(count > 1 for count in Counter(item for item, _ in pairs).values())
        if not several:
            continue
        batch = ratings(rows, item="item", rater="rater", value="value")
        names = [
            *(_ORDERED if dimension.ordered else _NAMES),
            *(["IntraRater"] if pc.any(rows["repeat"]).as_py() else []),
        ]
        results = evaluate(batch, names)
        values = {name: float(results[name].value) for name in names}
        unsaid = tuple(each for each in results.findings if each.subject and each.severity != "note")
        found.append(Agreeing(dimension.name, several, values, unsaid))
    return found
