"""The least and the most that gain over ideal gain can be, when grades of some documents are not known.

A document of grade g is worth the steps of the scale up to g. With c(s) unknown documents on step s or above, the gain
of a ranking is the sum over the steps of height(s) x the weights of the ranks of these documents, and the ideal gain
the sum of height(s) x the weights of the first known(s) + c(s) ranks. The best ranks for them are the first unknown
ones, the worst the last. So what is left is a choice of numbers c(1) >= c(2) >= ..., and for a fixed t the largest
`gain - t x ideal` is found step by step. Raising t to the quotient that was found until nothing changes finds the
largest quotient (Dinkelbach, On nonlinear fractional programming, Management Science 1967).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["extreme_counts", "ideal_base", "ideal_levels"]

_MOST_ROUNDS = 100  # a handful is enough; each one is a better quotient


def extreme_counts(
    gain: float, weights: NDArray[np.float64], known: NDArray[np.float64], steps: NDArray[np.float64],
    cumulated: NDArray[np.float64], *, most: bool,
) -> NDArray[np.int64]:  # fmt: skip
    """How many unknown documents are on each step of the scale or above, where the quotient is largest or least.

    `gain` is what the known documents of the ranking are worth, `weights` are those of the ranks of the unknown ones,
    best first, `known` the gains of all known documents, `steps` the gains of the scale from that of grade 0 up, and
    `cumulated[n]` the weight of the first n ranks together.
    """
    sign = 1.0 if most else -1.0
    taken = np.concatenate(([0.0], np.cumsum(weights if most else weights[::-1])))
    counts = np.arange(len(weights) + 1)
    heights, ideals = ideal_levels(known, steps, cumulated, counts)
    base = gain + steps[0] * taken[-1]
    base_ideal = ideal_base(known, steps, cumulated, len(weights))
    quotient, chosen = None, np.zeros(len(steps) - 1, np.int64)
    for _ in range(_MOST_ROUNDS):
        t = quotient if quotient is not None else 0.0 if most else 1.0
        found = _best_counts(sign * (heights[:, None] * taken - t * ideals))
        above = base + sum(height * taken[count] for height, count in zip(heights, found, strict=True))
        below = base_ideal + sum(each[count] for each, count in zip(ideals, found, strict=True))
        if below <= 0:  # nothing is worth anything, which counts as the worst: it ties with the best by rounding alone
            return chosen if quotient is not None and most else found
        value = above / below
        if quotient is not None and sign * (value - quotient) <= 1e-15:
            break
        quotient, chosen = value, found
    return chosen


def ideal_levels(
    known: NDArray[np.float64], steps: NDArray[np.float64], cumulated: NDArray[np.float64], counts: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The height of each step, and what it adds to the ideal gain for each number of unknown documents on it.

    Known documents may have gains between two steps; then the step is climbed in parts.
    """
    ideals = np.zeros((len(steps) - 1, len(counts)))
    for at in range(len(steps) - 1):
        inner = known[(known > steps[at]) & (known < steps[at + 1])]
        edges = np.unique(np.concatenate(([steps[at]], inner, [steps[at + 1]])))
        for low, high in pairwise(edges.tolist()):
            here = np.minimum(np.count_nonzero(known >= high) + counts, len(cumulated) - 1)
            ideals[at] += (high - low) * cumulated[here]
    return np.diff(steps), ideals


def ideal_base(
    known: NDArray[np.float64], steps: NDArray[np.float64], cumulated: NDArray[np.float64], unknown: int
) -> float:
    """What the ideal gain has whatever the unknown documents are: below the first step and above the last."""
    total = 0.0
    below = np.unique(np.concatenate(([0.0], known[known < steps[0]], [steps[0]])))
    for low, high in pairwise(below.tolist()):
        total += (high - low) * cumulated[min(int(np.count_nonzero(known >= high)) + unknown, len(cumulated) - 1)]
    above = np.unique(np.concatenate(([steps[-1]], known[known > steps[-1]])))
    for low, high in pairwise(above.tolist()):
        total += (high - low) * cumulated[min(int(np.count_nonzero(known >= high)), len(cumulated) - 1)]
    return float(total)


def _best_counts(worth: NDArray[np.float64]) -> NDArray[np.int64]:
    """The numbers c(1) >= c(2) >= ... with the largest sum of worth[s, c(s)]."""
    levels, width = worth.shape
    choice = np.zeros((levels, width), np.int64)  # the best number on this step, given that of the step below
    best = np.zeros(width)
    for level in range(levels - 1, -1, -1):
        total = worth[level] + best
        best = np.maximum.accumulate(total)
        choice[level] = np.maximum.accumulate(np.where(total >= best, np.arange(width), 0))
    found = np.zeros(levels, np.int64)
    limit = width - 1
    for level in range(levels):
        limit = found[level] = choice[level, limit]
    return found
