"""How far the differences of pairs of systems on one query can still go, and what each unjudged document can do.

A query is seen as what known documents add to each system, and what each unjudged one would add with each grade. Where
a measure divides by an ideal gain, both systems of a pair are divided by the same one: their difference is a sum over
documents divided by a sum that depends only on how many documents have which grade. So the most favourable documents
for each number are known, and the numbers are found as in `compare/gain_bounds.py`, here for all pairs at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.gain_bounds import ideal_base, ideal_levels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.pools.worth import Ideal

    Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]  # the first systems of the pairs, and the second ones
    Ends = tuple[NDArray[np.float64], NDArray[np.float64]]  # the least difference of each pair, and the largest

__all__ = ["Quotients", "Sums"]

_MOST_ROUNDS = 100  # a handful is enough; each one is a better quotient
_CELLS = 1 << 21  # numbers that are held at once


def _stretches(pairs: Pairs, cells: int) -> list[tuple[slice, NDArray[np.int64], NDArray[np.int64]]]:
    """Some pairs at a time, so that memory is bounded."""
    step = max(_CELLS // max(cells, 1), 1)
    some = [slice(begin, begin + step) for begin in range(0, len(pairs[0]), step)]
    return [(each, pairs[0][each], pairs[1][each]) for each in some]


@dataclass(frozen=True, eq=False)
class Sums:
    """A query of a measure that adds up: what each system has, and `adds[system, document, grade]` of unjudged ones."""

    known: NDArray[np.float64]
    adds: NDArray[np.float64]

    @property
    def values(self) -> NDArray[np.float64]:
        """The value of each system as it is."""
        return self.known

    def ends(self, pairs: Pairs) -> Ends:
        """How small and how large each difference can be, whatever grades the unjudged documents get."""
        low = self.known[pairs[0]] - self.known[pairs[1]]
        high = low.copy()
        for some, one, two in _stretches(pairs, self.adds[0].size):
            moves = self.adds[one] - self.adds[two]
            low[some] += moves.min(axis=2, initial=np.inf).sum(axis=1)
            high[some] += moves.max(axis=2, initial=-np.inf).sum(axis=1)
        return low, high

    def changes(self, pairs: Pairs) -> NDArray[np.float64]:
        """How far apart two differences of a pair can be that differ in the grade of one unjudged document."""
        found = np.empty((len(pairs[0]), self.adds.shape[1]))
        for some, one, two in _stretches(pairs, self.adds[0].size):
            found[some] = np.ptp(self.adds[one] - self.adds[two], axis=2)
        return found


@dataclass(frozen=True, eq=False)
class Quotients:
    """A query of a measure that divides by an ideal gain: `weights[system, document]` are those of unjudged documents.

    `gains` is what all judged documents of the query are worth, and `steps` what the grades of the scale are.
    """

    known: NDArray[np.float64]
    weights: NDArray[np.float64]
    ideal: Ideal
    gains: NDArray[np.float64]
    steps: NDArray[np.float64]

    @property
    def values(self) -> NDArray[np.float64]:
        """The value of each system as it is; 0 where nothing is worth anything."""
        return self._quotient(self.known, self.gains)

    def _quotient(self, above: NDArray[np.float64], gains: NDArray[np.float64]) -> NDArray[np.float64]:
        below = self.ideal.of(gains)
        return above / below if below > 0 else np.zeros(above.shape)

    def ends(self, pairs: Pairs) -> Ends:
        """How small and how large each difference can be, whatever grades the unjudged documents get."""
        above = self.known[pairs[0]] - self.known[pairs[1]]
        low = self._quotient(above, self.gains)
        high = low.copy()
        unjudged = self.weights.shape[1]
        for some, one, two in _stretches(pairs, 2 * unjudged * (len(self.steps) + 2)) if unjudged else ():
            moves = self.weights[one] - self.weights[two]
            both = self._limits.largest(np.concatenate((above[some], -above[some])), np.concatenate((moves, -moves)))
            high[some], low[some] = both[: len(moves)], -both[len(moves) :]
        return low, high

    def changes(self, pairs: Pairs) -> NDArray[np.float64]:
        """As for sums, while all other unjudged documents stay unjudged."""
        found = np.empty((len(pairs[0]), self.weights.shape[1]))
        above = self.known[pairs[0]] - self.known[pairs[1]]
        for some, one, two in _stretches(pairs, self.weights.shape[1] * (len(self.steps) + 2)):
            moves = self.weights[one] - self.weights[two]
            graded = [
                self._quotient(above[some, None] + step * moves, np.append(self.gains, step))
                for step in self.steps.tolist()
            ]
            found[some] = np.ptp(graded, axis=0)
        return found

    @cached_property
    def _limits(self) -> _Limits:
        return _Limits(self.ideal, self.gains, self.steps, self.weights.shape[1])


class _Limits:
    """The largest differences of a query whose unjudged documents get grades."""

    def __init__(self, ideal: Ideal, gains: NDArray[np.float64], steps: NDArray[np.float64], unjudged: int) -> None:
        steps = np.unique(steps)
        cumulated = ideal.cumulated(len(gains) + unjudged)
        self.first, self.counts = float(steps[0]), np.arange(unjudged + 1)
        self.heights, self.ideals = ideal_levels(gains, steps, cumulated, self.counts)
        self.below = ideal_base(gains, steps, cumulated, unjudged)
        # without anything of worth both systems have 0, and so has their difference
        self.may_be_nothing = bool(self.below + self.ideals[:, 0].sum() <= 0)

    def largest(self, above: NDArray[np.float64], moves: NDArray[np.float64]) -> NDArray[np.float64]:
        """The largest quotient of each pair (Dinkelbach, On nonlinear fractional programming, 1967)."""
        ordered = -np.sort(-moves, axis=1)
        taken = np.concatenate((np.zeros((len(moves), 1)), np.cumsum(ordered, axis=1)), axis=1)
        base = above + self.first * taken[:, -1]
        if not len(self.heights):  # all grades are worth the same
            return base / self.below if self.below > 0 else np.zeros(len(base))
        pair = np.arange(len(moves))
        quotient, t = np.full(len(moves), -np.inf), np.zeros(len(moves))
        for _ in range(_MOST_ROUNDS):
            gained, divisor = base.copy(), np.full(len(moves), self.below)
            for at, count in enumerate(self._best_counts(taken, t)):
                gained += self.heights[at] * taken[pair, count]
                divisor += self.ideals[at, count]
            t = gained / divisor
            if not (t - quotient > 1e-15).any():
                break
            quotient = t = np.maximum(quotient, t)
        return np.maximum(quotient, 0.0) if self.may_be_nothing else quotient

    def _best_counts(self, taken: NDArray[np.float64], t: NDArray[np.float64]) -> list[NDArray[np.int64]]:
        """For each pair the numbers c(1) >= c(2) >= ... with the largest `gain - t x ideal`, step by step."""
        pairs, width = taken.shape
        choices = []
        best = np.zeros((pairs, width))
        for at in range(len(self.heights) - 1, -1, -1):
            total = self.heights[at] * taken - t[:, None] * self.ideals[at] + best
            if at == 0 and self.may_be_nothing:
                total[:, 0] = -np.inf  # here something is worth something
            best = np.maximum.accumulate(total, axis=1)
            choices.append(np.maximum.accumulate(np.where(total >= best, self.counts, 0), axis=1))
        found = []
        limit = np.full(pairs, width - 1)
        for choice in reversed(choices):
            limit = choice[np.arange(pairs), limit]
            found.append(limit)
        return found
