"""What a measure could be if somebody judged the documents that nobody has judged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.completions import Unjudged, extreme
from cranfield.core.arguments import is_number, items
from cranfield.core.evaluate import ready, require_batch
from cranfield.core.order import places_in_order
from cranfield.core.spec import parse
from cranfield.errors import MeasureError
from cranfield.words import say, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure

__all__ = ["Bounds", "bounds", "require_separate", "scale_from", "scale_of"]

_LONGEST = 1000  # grades; on a longer scale only those that somebody gave are tried


@dataclass(frozen=True)
class Bounds:
    """The value as it is, and the lowest and highest that it could be; `units` are those of each query."""

    measure: Measure
    system: str
    value: float
    low: float
    high: float
    unjudged: int  # documents that were returned, that nobody judged, and whose grades can matter to the measure
    units: dict[str, tuple[float, float, float]]  # value, low, high
    reached: bool = True  # whether some grades give both ends; else no grades go beyond them

    def table(self) -> list[dict[str, Any]]:
        """Tidy rows: one for each query."""
        return [
            {
                "measure": str(self.measure),
                "system": self.system,
                "unit": unit,
                "value": value,
                "low": low,
                "high": high,
            }
            for unit, (value, low, high) in self.units.items()
        ]

    def to_arrow(self) -> pa.Table:
        """The tidy rows for any dataframe library."""
        import pyarrow as pa  # noqa: PLC0415 (only needed here)

        return pa.Table.from_pylist(self.table())

    def told(self, *, language: str = "en") -> str:
        """What it says, in a sentence."""
        return say(
            "bounds-told" if self.reached else "bounds-told-outer",
            {**vars(self), "measure": str(self.measure)},
            language=language,
        )

    def __str__(self) -> str:
        return self.told()


def bounds(batch: Batch, measure: str | Measure, *, grades: Sequence[float] | None = None) -> Bounds:
    """The lowest and highest value that a measure could have if all returned documents had been judged.

    `grades` are those that a document can get; without them, whole numbers up to the highest of the judgments. With
    `reached`, both ends are reached by some grades; else no grades go beyond them, but they may be too far apart. For
    measures of subtopics, an unjudged document may be relevant to any of the subtopics of its query. A document that
    was not returned stays as it is. What is not proved about a measure is refused.
    """
    require_batch(batch, "bounds")
    used = ready(parse(measure, batch.family), batch)
    require_separate(used, batch)
    scale = scale_of(batch, used, grades)
    given = Unjudged.of(batch, used, scale, np.zeros(len(batch), np.int64))
    now: Any = used.stats(batch)
    one, other = extreme(given, best=False), extreme(given, best=True)
    low, high = (one, other) if used.better != "lower" else (other, one)
    ends = [used.finish(rows) for rows in (now.each(), low, high)]
    units = {
        now.units[at]: (float(ends[0][at]), float(ends[1][at]), float(ends[2][at]))
        for at in places_in_order(now.units)
    }  # fmt: skip
    matter = len(given.ranks.values) + (int(given.elsewhere.sum()) if given.sees_all else 0)
    states = (now, replace(now, rows=low), replace(now, rows=high))
    value, least, most = (float(used.finish(each.total())) for each in states)
    return Bounds(used, batch.system, value, least, most, matter, units, given.way not in ("between", "apart"))


def require_separate(measure: Measure, batch: Batch) -> None:
    """Refuse data of which a batch does not tell where unjudged documents stand."""
    if "num_ret" not in batch:
        raise MeasureError("bounds-no-ranking", family=batch.family.name)
    if batch.policy.ties == "expected":
        raise MeasureError("bounds-ties", measure=str(measure))
    if batch.policy.judged_only:
        raise MeasureError("bounds-judged-only", measure=str(measure))


def scale_of(batch: Batch, measure: Measure, grades: Sequence[float] | None) -> NDArray[np.float64]:
    """The grades that a document can get, ascending."""
    known = np.unique(batch.ragged("ideal").values)
    return scale_from(known, float(batch.facts.get("max_grade", 0.0)), measure, grades)


def scale_from(
    known: NDArray[np.float64], highest: float, measure: Measure, grades: Sequence[float] | None
) -> NDArray[np.float64]:
    """The same from the grades that documents have, ascending, and the highest of the collection."""
    if grades is not None:
        listed = items("bounds", "grades", grades, error=MeasureError)
        if not all(is_number(each) for each in listed):
            raise MeasureError("bounds-grades", given=[shown(each) for each in listed[:6]])
        scale = np.unique(np.asarray(listed, np.float64))
        if len(scale) < 2 or scale[0] != 0 or not np.isfinite(scale).all():
            raise MeasureError("bounds-grades", given=listed)
        top = getattr(measure, "max_grade", None)
        if top is not None and scale[-1] > top:
            raise MeasureError("bounds-above-scale", measure=str(measure), top=top, given=float(scale[-1]))
        return scale
    top = getattr(measure, "max_grade", None) or max(highest, 1.0)
    if float(top).is_integer() and (known == np.floor(known)).all() and top <= _LONGEST:
        return np.arange(float(top) + 1)
    return np.unique(np.concatenate(([0.0], known, [float(top)])))
