"""Two systems side by side: what each document adds, or which units changed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from cranfield.core.arguments import checked, instance
from cranfield.core.explain import Explanation
from cranfield.core.overview import Overview
from cranfield.core.shown import Shown
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.core.measure import Measure

__all__ = ["Added", "Changes", "Difference", "changes", "difference"]

_EXPLANATION = instance("be-explanation", Explanation, error=MeasureError)
_OVERVIEW = instance("be-overview", Overview, error=MeasureError)
_NEAR = 1e-9  # what rounding can make of a sum


@dataclass(frozen=True)
class Added:
    """What one row adds to the value of each system, and where it stands there; None where it is not returned."""

    name: str
    ranks: tuple[int | None, int | None]
    adds: tuple[float, float]

    @property
    def change(self) -> float:
        """What the second system gains by it."""
        return self.adds[1] - self.adds[0]


@dataclass(frozen=True, repr=False)
class Difference(Shown):
    """One unit in two systems."""

    first: Explanation
    second: Explanation
    added: tuple[Added, ...] | None  # what changed most first; None where the value is no sum over rows
    rounding: float = 0.0  # with it, the changes add up to the difference, to the last bit

    @property
    def value(self) -> float:
        """What the second system has more."""
        return self.second.value - self.first.value

    def __repr__(self) -> str:
        return f"<Difference in {self.first.measure} of {self.first.noun} {self.first.unit}: {self.value:+.4f}>"


@checked(first=_EXPLANATION, second=_EXPLANATION)
def difference(first: Explanation, second: Explanation) -> Difference:
    """Two explanations of the same unit, row by row where the value is a sum over rows."""
    _require_same("difference", first, second)
    if first.unit != second.unit:
        raise MeasureError("difference-units", one=first.unit, other=second.unit, noun=first.noun)
    one, other = _shares(first), _shares(second)
    if one is None or other is None:
        return Difference(first, second, None)
    rows = []
    for key in dict.fromkeys((*one, *other)):
        name, rank, share = one.get(key, ("", None, 0.0))
        also, beside, theirs = other.get(key, ("", None, 0.0))
        rows.append(Added(name or also, (rank, beside), (share, theirs)))
    rows = [each for each in rows if any(each.adds)]
    # all in fractions: what is left is what the sums of the two values rounded
    exact = Fraction(second.value) - Fraction(first.value)
    left = exact - sum((Fraction(each.adds[1]) - Fraction(each.adds[0]) for each in rows), Fraction(0))
    rows.sort(key=lambda each: (-abs(each.change), [rank or math.inf for rank in each.ranks]))
    return Difference(first, second, tuple(rows), float(left))


def _shares(told: Explanation) -> dict[Any, tuple[str, int, float]] | None:
    """What each row adds to the value; None if the rows do not add up to it."""
    step = next((each for each in told.steps if each.key == told.measure.adds_up and each.per_row), None)
    context = told.context
    if step is None or context is None or len(step.values) != len(context.rows):
        return None
    last = [each for each in told.steps if not each.per_row][-1]
    below = last.of[0][1] if last.of else 1.0
    shares = [value / below if below else 0.0 for value in step.values]
    if not math.isclose(math.fsum(shares), told.value, rel_tol=_NEAR, abs_tol=_NEAR):
        return None
    names = context.columns.get("document") or [str(row) for row in context.rows]
    listed = zip(context.rows, names, context.rank, shares, strict=True)
    return {row: (str(name), int(rank), share) for row, name, rank, share in listed}


@dataclass(frozen=True, repr=False)
class Changes(Shown):
    """All units in two systems."""

    first: Overview
    second: Overview

    @property
    def measure(self) -> Measure:
        """What was measured."""
        return self.first.measure

    @property
    def both(self) -> Mapping[str, tuple[float, float]]:
        """The values of the units that have one in both systems, what changed most first."""
        mine, theirs = self.first.known, self.second.known
        found = {unit: (value, theirs[unit]) for unit, value in mine.items() if unit in theirs}
        return dict(sorted(found.items(), key=lambda each: -abs(each[1][1] - each[1][0])))

    @property
    def alone(self) -> int:
        """How many units have a value in one system only."""
        return len({*self.first.known} ^ {*self.second.known})

    @property
    def value(self) -> float:
        """What the second system has more."""
        return self.second.value - self.first.value

    def counts(self) -> tuple[int, int, int]:
        """On how many units the second system is better, worse and the same."""
        sign = -1 if self.measure.better == "lower" else 1
        apart = [sign * (new - old) for old, new in self.both.values()]
        up, down = sum(each > 0 for each in apart), sum(each < 0 for each in apart)
        return up, down, len(apart) - up - down

    def __repr__(self) -> str:
        return f"<Changes in {self.measure}, {self.second.system} against {self.first.system}: {self.value:+.4f}>"


@checked(first=_OVERVIEW, second=_OVERVIEW)
def changes(first: Overview, second: Overview) -> Changes:
    """Two systems, unit by unit."""
    _require_same("changes", first, second)
    return Changes(first, second)


def _require_same(who: str, first: Explanation | Overview, second: Explanation | Overview) -> None:
    """Refuse numbers of different measures, whose difference says nothing."""
    # defaults that the data decides, such as the smallest probability, may differ
    one, other = ((type(each), vars(each).get(each.at or "")) for each in (first.measure, second.measure))
    if one != other:
        raise MeasureError("difference-measures", who=who, one=first.measure, other=second.measure)
