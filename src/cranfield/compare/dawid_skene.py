"""Dawid and Skene: what an item most probably is, given how each rater mistakes each value for each other.

Dawid and Skene, Maximum likelihood estimation of observer error-rates using the EM algorithm, Applied Statistics 1979.
Values are mere names to it, also where they are grades; it needs about three ratings an item and tens of items a rater.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Consensus", "dawid_skene"]

_MOST, _ENOUGH = 1000, 1e-9  # steps, and what a step must still gain of the likelihood


@dataclass(frozen=True, eq=False)
class Consensus:
    """What the ratings say together."""

    probability: NDArray[np.float64]  # of each value, by item
    share: NDArray[np.float64]  # of each value in all items
    mistakes: NDArray[np.float64]  # by rater and true value, how often each value is given
    log_likelihood: float
    steps: int

    @property
    def chosen(self) -> NDArray[np.int64]:
        """The most probable value of each item; of two the first."""
        # what differs by less than the last steps changed is alike
        return np.argmax(np.round(self.probability, 9), axis=1)


def dawid_skene(
    item: NDArray[np.int64], rater: NDArray[np.int64], value: NDArray[np.int64], *, items: int, raters: int, values: int
) -> Consensus:
    """EM from the shares of votes, until the likelihood stays; ratings are rows of numbers from 0, repeats included.

    >>> found = dawid_skene(np.array([0, 0, 0, 1, 1, 1]), np.array([0, 1, 2, 0, 1, 2]), np.array([1, 1, 0, 0, 0, 0]),
    ...                     items=2, raters=3, values=2)
    >>> found.chosen.tolist()
    [1, 0]
    """
    votes = np.zeros((items, values))
    np.add.at(votes, (item, value), 1.0)
    if not len(item):
        return Consensus(votes, np.zeros(values), np.zeros((raters, values, values)), 0.0, 0)
    belief = votes / np.maximum(votes.sum(axis=1, keepdims=True), 1.0)
    before, steps = -np.inf, 0
    while True:
        share = belief.sum(axis=0) / belief.sum()
        mistakes = _mistakes(belief, item, rater, value, raters)
        belief, now = _believed(share, mistakes, item, rater, value, items)
        steps += 1
        if now - before <= _ENOUGH * max(abs(now), 1.0) or steps == _MOST:
            return Consensus(belief, share, mistakes, now, steps)
        before = now


def _mistakes(
    belief: NDArray[np.float64],
    item: NDArray[np.int64],
    rater: NDArray[np.int64],
    value: NDArray[np.int64],
    raters: int,
) -> NDArray[np.float64]:
    """How often each rater gives each value to items of each, given what the items are thought to be."""
    width = belief.shape[1]
    found = np.zeros((raters, width, width))
    for true in range(width):
        np.add.at(found[:, true], (rater, value), belief[item, true])
    size = found.sum(axis=2, keepdims=True)
    return np.divide(found, size, out=np.zeros_like(found), where=size > 0)


def _believed(
    share: NDArray[np.float64], mistakes: NDArray[np.float64], item: NDArray[np.int64], rater: NDArray[np.int64],
    value: NDArray[np.int64], items: int,
) -> tuple[NDArray[np.float64], float]:  # fmt: skip
    """What the items are thought to be, given how raters mistake them; and the logarithm of the likelihood."""
    with np.errstate(divide="ignore"):
        likely = np.tile(np.log(share), (items, 1))
        np.add.at(likely, item, np.log(mistakes)[rater, :, value])
    top = likely.max(axis=1, keepdims=True)
    found = np.exp(likely - top)
    total = found.sum(axis=1, keepdims=True)
    return found / total, float((top + np.log(total)).sum())
