"""How large a difference is, beside whether it is there."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.distributions import f_tail, t_tail
from cranfield.core.compared import Anova

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.compare.differences import Gaps

__all__ = ["analysis_of_variance", "cliffs_delta", "cohens_d", "posterior"]

_SLACK = 1e-12  # of the largest value


def cohens_d(gaps: Gaps) -> float | None:
    """The mean difference in standard deviations of the differences, Cohen 1988 (d for pairs)."""
    return gaps.mean / gaps.spread if gaps.spread else None


def cliffs_delta(one: NDArray[np.float64], two: NDArray[np.float64]) -> float | None:
    """How much more often a value of two is above one of one than below, over all pairs of units; Cliff 1993."""
    first, second = np.sort(one[~np.isnan(one)]), two[~np.isnan(two)]
    if not len(first) or not len(second):
        return None
    # what adding up in another order may change is no difference
    slack = _SLACK * max(float(np.abs(first).max()), float(np.abs(second).max()))
    below = np.searchsorted(first, second - slack, "left").sum()
    upto = np.searchsorted(first, second + slack, "right").sum()
    return float(below + upto - len(first) * len(second)) / (len(first) * len(second))


def posterior(gaps: Gaps, rope: float | None, sign: int) -> tuple[float | None, float | None]:
    """How probable it is that the mean difference is good, and that it is smaller than `rope` either way.

    Without knowledge beforehand (Jeffreys' prior) the mean has a t distribution around the observed one.
    """
    if gaps.count < 2 or gaps.spread == 0:
        return None, None
    error, df = gaps.spread / sqrt(gaps.count), gaps.count - 1
    better = t_tail(-sign * gaps.mean / error, df)
    if rope is None:
        return better, None
    return better, t_tail((-rope - gaps.mean) / error, df) - t_tail((rope - gaps.mean) / error, df)


def analysis_of_variance(cells: NDArray[np.float64]) -> Anova | None:
    """Two-way analysis of variance without repeats: values `[system, unit]`, units that lack one left out."""
    whole = cells[:, ~np.isnan(cells).any(axis=0)]
    systems, units = whole.shape
    if systems < 3 or units < 2:
        return None
    mean = whole.mean()
    by_system, by_unit = whole.mean(axis=1), whole.mean(axis=0)
    rest = whole - by_system[:, None] - by_unit[None] + mean
    between = units * float(((by_system - mean) ** 2).sum())
    among = systems * float(((by_unit - mean) ** 2).sum())
    df = systems - 1, units - 1, (systems - 1) * (units - 1)
    squares = between / df[0], among / df[1], float((rest**2).sum()) / df[2]
    if squares[2] <= 1e-24 * max(float((whole**2).max()), 1e-300):
        return None  # nothing varies beside systems and units
    f = squares[0] / squares[2]
    return Anova(f, f_tail(f, df[0], df[2]), *df, *squares)
