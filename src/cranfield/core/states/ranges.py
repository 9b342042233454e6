"""What AUC and average precision need of rows that are cut by their score: pairs won inside each range."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cranfield.core.states.exact import exact_sum
from cranfield.core.states.state import require_alike
from cranfield.core.states.undrawn import Undrawn
from cranfield.core.states.write import write_ranges
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy

__all__ = ["Range", "Ranges", "Won"]


class Range(NamedTuple):
    """Rows whose scores lie between two numbers, as those of no other rows do."""

    low: float
    high: float
    twice: int  # the pairs won, a tie counting half, times two
    positives: int
    negatives: int
    area: tuple[float, ...] = ()  # numbers whose exact sum is that of the precisions at the positives
    above: tuple[int, int] | None = None  # the positives and negatives of all higher ranges, if the area knew them


@dataclass(frozen=True)
class Won:
    """Of all rows together: twice the pairs won, positives and negatives, and the sum of precisions, rounded once."""

    measure: Measure
    policy: Policy
    twice: int
    positives: int
    negatives: int
    area: float


@dataclass(frozen=True, eq=False, repr=False)
class Ranges(Undrawn):
    """Ranges of the score that do not overlap: every positive wins against all negatives of lower ranges."""

    measure: Measure
    policy: Policy
    ranges: tuple[Range, ...]

    def __repr__(self) -> str:
        return f"<{self.measure}: pairs of {len(self.ranges):,} ranges>"

    @property
    def units(self) -> Sequence[str]:
        """What the measure says that has a value."""
        return self.measure.about(self.total())[0]

    @property
    def undefined(self) -> NDArray[np.bool_]:
        """Which of them have no value."""
        return self.measure.about(self.total())[1]

    def together(self, others: Sequence[Ranges]) -> Ranges:
        """Merge partitions; equal scores in two of them would be pairs that nobody counted."""
        for other in others:
            require_alike(self, other)
        found = sorted((each for state in (self, *others) for each in state.ranges), key=itemgetter(0, 1))
        for one, two in pairwise(found):
            if two.low <= one.high:
                raise MeasureError("ranges-overlap", measure=str(self.measure), low=two.low, high=one.high)
        return replace(self, ranges=tuple(found))

    def total(self, units: NDArray[Any] | None = None) -> Won:
        """The pairs of all rows, in Python's whole numbers, which cannot overflow."""
        if units is not None:
            raise MeasureError("groups-of-labels")
        twice = positives = negatives = 0
        for each in sorted(self.ranges, key=itemgetter(0, 1)):
            twice += each.twice + 2 * each.positives * negatives
            positives, negatives = positives + each.positives, negatives + each.negatives
        area = exact_sum(np.array([part for each in self.ranges for part in each.area], np.float64))
        self._require_above(positives, negatives)
        return Won(self.measure, self.policy, twice, positives, negatives, area)

    def _require_above(self, positives: int, negatives: int) -> None:
        """What was said to be above each range must be what is there."""
        for each in sorted(self.ranges, key=itemgetter(0, 1)):
            positives, negatives = positives - each.positives, negatives - each.negatives
            if each.above is not None and each.above != (positives, negatives):
                raise MeasureError("ranges-miscounted", measure=str(self.measure), low=each.low, high=each.high)

    def each(self) -> Won:
        """The same: what has a value is inside."""
        return self.total()

    def drawn(self, weights: NDArray[Any]) -> Any:
        """Nothing can be drawn."""
        _ = weights
        raise MeasureError("draw-from-sums", measure=str(self.measure))

    def by_group(self) -> Ranges:
        """Nothing can be drawn."""
        raise MeasureError("draw-from-sums", measure=str(self.measure))

    def to_arrow(self) -> pa.Table:
        """A row for each range."""
        return write_ranges(self)
