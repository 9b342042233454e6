"""Pairs of rows whose sessions are drawn by their names, counted in whole numbers by ranges of the score.

What is drawn are sessions, but what is cut are scores: a row is weighed by the name of its session, which gives the
same in every range, so that no range has to know of another.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cranfield.core.states.drawn import Drawn, Draws, packed, unpacked
from cranfield.core.states.ranges import Won
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy

__all__ = ["DrawnPairs", "DrawnRange", "read_drawn"]

_WHOLE = 1 << 64


class DrawnRange(NamedTuple):
    """Of the rows between two scores, for each draw: twice the pairs won, the positives and the negatives."""

    low: float
    high: float
    counts: NDArray[np.int64]  # [draw, 3]


@dataclass(frozen=True, eq=False)
class DrawnPairs:
    """For each draw the pairs won inside each range of the score.

    `units` are rows here, and `digest` is the sum of the numbers of their sessions: that of two systems on the same
    rows is the same.
    """

    draws: Draws
    units: int
    digest: int
    ranges: tuple[DrawnRange, ...]

    def together(self, others: Sequence[DrawnPairs]) -> DrawnPairs:
        """Merge ranges of the score; rows of one and the same score may come in several parts."""
        found: list[DrawnRange] = []
        units, digest = self.units, self.digest
        for other in others:
            if other.draws != self.draws:
                raise MeasureError("merge-other-draws")
            units, digest = units + other.units, (digest + other.digest) % _WHOLE
        every = sorted((each for part in (self, *others) for each in part.ranges), key=lambda each: each[:2])
        for each in every:
            if found and each.low == each.high == found[-1].low == found[-1].high:
                found[-1] = found[-1]._replace(counts=found[-1].counts + each.counts)
            else:
                found.append(each)
        return replace(self, units=units, digest=digest, ranges=tuple(found))

    def values(self, measure: Measure, policy: Policy) -> NDArray[np.float64]:
        """The value of the measure in each draw; nan where a draw has none."""
        for one, two in pairwise(self.ranges):
            if two.low <= one.high:
                raise MeasureError("ranges-overlap", measure=str(measure), low=two.low, high=one.high)
        found = []
        for draw in range(self.draws.resamples):
            twice = positives = negatives = 0  # Python's whole numbers, which cannot overflow
            for each in self.ranges:
                won, above, below = each.counts[draw].tolist()
                if each.low == each.high:  # of rows that came in several parts, each part knew its own pairs only
                    won = above * below
                twice += won + 2 * above * negatives
                positives, negatives = positives + above, negatives + below
            total = Won(measure, policy, twice, positives, negatives, 0.0)
            found.append(float(np.asarray(measure.finish(total))))
        return np.array(found)

    def to_json(self) -> bytes:
        """Bytes that any engine can carry."""
        ranges = [[each.low, each.high, packed(each.counts)] for each in self.ranges]
        told = {"draws": list(self.draws), "units": self.units, "digest": self.digest, "ranges": ranges}
        return json.dumps(told).encode()

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> DrawnPairs:
        """What `to_json` wrote."""
        draws = Draws(*told["draws"])
        ranges = [DrawnRange(low, high, unpacked(text, (draws.resamples, 3))) for low, high, text in told["ranges"]]
        return cls(draws, told["units"], told["digest"], tuple(ranges))


def read_drawn(data: bytes) -> Drawn | DrawnPairs:
    """Draws of either kind that came from elsewhere."""
    told = json.loads(data)
    return DrawnPairs.from_json(told) if isinstance(told, dict) else Drawn.from_json(data)
