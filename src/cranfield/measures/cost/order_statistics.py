"""Intervals by the binomial distribution: between which requests a percentile lies, and where a share does."""

from __future__ import annotations

from math import exp, lgamma, log
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["order_interval", "ranks_around", "share_interval"]

_HALVINGS = 60


def _cumulated(count: int, share: float) -> NDArray[np.float64]:
    """The probability of at most 0, 1, ... of so many, each of which has a chance of `share`."""
    hits = np.arange(count + 1)
    logs = np.array([lgamma(each + 1) for each in range(count + 1)])
    chance = np.exp(logs[-1] - logs - logs[::-1] + hits * log(share) + (count - hits) * log(1 - share))
    return np.minimum(np.cumsum(chance), 1.0)


def ranks_around(count: int, share: float, confidence: float) -> tuple[int, int] | None:
    """The ranks, from 1, between which the percentile of all requests that there could be lies; None if too few.

    Of independent requests, as many lie below it as heads fall of so many coins with this share: Conover, Practical
    Nonparametric Statistics, 3rd edition, section 3.2.
    """
    tail, cumulated = (1 - confidence) / 2, _cumulated(count, share)
    low = int(np.searchsorted(cumulated, tail, side="right"))  # at most this chance that fewer lie below
    high = int(np.searchsorted(cumulated, 1 - tail, side="left")) + 1
    return (low, high) if low >= 1 and high <= count else None


def order_interval(ordered: NDArray[np.float64], share: float, confidence: float) -> tuple[float, float] | None:
    """The two values, of values in order, between which the percentile lies."""
    found = ranks_around(len(ordered), share, confidence)
    return None if found is None else (float(ordered[found[0] - 1]), float(ordered[found[1] - 1]))


def share_interval(hits: int, count: int, confidence: float) -> tuple[float, float]:
    """Where a share lies, Clopper and Pearson, Biometrika 1934."""
    tail = (1 - confidence) / 2
    low = 0.0 if not hits else _share_at(hits - 1, count, 1 - tail)
    high = 1.0 if hits == count else _share_at(hits, count, tail)
    return low, high


def _share_at(hits: int, count: int, wanted: float) -> float:
    """The share with which at most so many hits have the wanted chance: the larger the share, the smaller it is."""
    hit = np.arange(hits + 1)
    ways = np.array([lgamma(count + 1) - lgamma(each + 1) - lgamma(count - each + 1) for each in hit.tolist()])
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        share = (low + high) / 2
        logs = ways + hit * log(share) + (count - hit) * log(1 - share)
        peak = float(logs.max())
        chance = exp(peak) * float(np.exp(logs - peak).sum())
        low, high = (share, high) if chance > wanted else (low, share)
    return (low + high) / 2
