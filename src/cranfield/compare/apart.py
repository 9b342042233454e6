"""Two systems whose units are not the same, as requests under load are: each is a sample of its own."""

from __future__ import annotations

from math import exp, lgamma, sqrt
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.differences import both_sides
from cranfield.compare.distributions import t_quantile, t_tail

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.compare.intervals import Ends

    Sample = NDArray[np.float64]

__all__ = ["fisher", "is_right_or_wrong", "welch", "welch_interval"]

_SLACK = 1e-7  # of a probability: what is as rare as what was seen, but for rounding


def _error(one: Sample, two: Sample) -> tuple[float, float]:
    """The standard error of the difference of means, and its degrees of freedom; nan where nothing varies."""
    parts = [float(each.var(ddof=1)) / len(each) if len(each) > 1 else np.nan for each in (one, two)]
    whole = sum(parts)
    if not whole > 0:
        return float("nan"), float("nan")
    below = sum(part**2 / (len(each) - 1) for part, each in zip(parts, (one, two), strict=True))
    return sqrt(whole), whole**2 / below


def welch(one: Sample, two: Sample, side: int = 0) -> tuple[float, float]:
    """The t of the difference of means of two samples that may vary differently, and p: Welch, Biometrika 1947."""
    error, freedom = _error(one, two)
    if np.isnan(error):
        return float("nan"), 1.0 if len(one) and len(two) and one.mean() == two.mean() else float("nan")
    t = (float(two.mean()) - float(one.mean())) / error
    return t, both_sides(lambda each: t_tail(each, freedom), t, side)


def welch_interval(one: Sample, two: Sample, confidence: float) -> Ends:
    """Where the difference of means lies."""
    error, freedom = _error(one, two)
    if np.isnan(error):
        return None
    gap = float(two.mean()) - float(one.mean())
    half = t_quantile((1 + confidence) / 2, freedom) * error
    return gap - half, gap + half


def is_right_or_wrong(*samples: Sample) -> bool:
    """Whether all values are 0 or 1."""
    return all(bool(np.isin(each, (0.0, 1.0)).all()) for each in samples)


def fisher(one: Sample, two: Sample, side: int = 0) -> tuple[float, float]:
    """The difference of two shares, and Fisher's exact p: how rare such a table is among all with its sums."""
    first, second = int(one.sum()), int(two.sum())
    hits, size = first + second, len(one) + len(two)
    # how many of the hits fall on the second sample, if they fall at random
    possible = np.arange(max(0, hits - len(one)), min(hits, len(two)) + 1)
    whole = _ways(size, hits)
    chance = np.array([exp(_ways(len(two), each) + _ways(len(one), hits - each) - whole) for each in possible.tolist()])
    at = second - int(possible[0])
    gap = float(two.mean()) - float(one.mean())
    if side:
        return gap, min(1.0, float(chance[at:].sum() if side > 0 else chance[: at + 1].sum()))
    return gap, min(1.0, float(chance[chance <= chance[at] * (1 + _SLACK)].sum()))


def _ways(size: int, chosen: int) -> float:
    """The logarithm of how many ways there are to choose so many."""
    return lgamma(size + 1) - lgamma(chosen + 1) - lgamma(size - chosen + 1)
