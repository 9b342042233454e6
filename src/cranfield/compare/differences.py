"""Tests on the paired differences of units: t, Wilcoxon, sign, McNemar, and all changes of signs for few units.

`side` is 0 for a difference in any direction, 1 for a positive and -1 for a negative one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.distributions import binomial_tail, normal_tail, t_tail

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = [
    "Gaps",
    "all_signs",
    "both_sides",
    "gaps_between",
    "mcnemar",
    "sign_test",
    "statistic_name",
    "t_test",
    "wilcoxon",
]

EXACT_SIGNS = 16  # differences whose signs are all tried: 65,536 ways
_EXACT_RANKS = 50
_EXACT_DISCORDANT = 25
_SLACK = 1e-12  # of the largest value: what adding up in another order may change


@dataclass(frozen=True, eq=False)
class Gaps:
    """The differences of units that have a value in both systems; what is only rounding is 0."""

    values: NDArray[np.float64]
    slack: float  # below which two differences are the same

    @property
    def count(self) -> int:
        """How many units there are."""
        return len(self.values)

    @cached_property
    def mean(self) -> float:
        """Of all differences."""
        return float(self.values.mean()) if len(self.values) else float("nan")

    @cached_property
    def spread(self) -> float:
        """The standard deviation; 0 where only rounding tells the differences apart."""
        if self.count < 2 or np.ptp(self.values) <= self.slack:
            return 0.0
        return float(self.values.std(ddof=1))

    @cached_property
    def alike(self) -> bool:
        """Whether all differences other than 0 are of one size."""
        sizes = np.abs(self.values[self.values != 0])
        return bool(len(sizes)) and float(np.ptp(sizes)) <= self.slack

    @cached_property
    def nothing(self) -> bool:
        """Whether all differences are 0."""
        return not self.values.any()


def gaps_between(one: NDArray[np.float64], two: NDArray[np.float64]) -> Gaps:
    """Two minus one where both are known."""
    both = ~(np.isnan(one) | np.isnan(two))
    first, second = one[both], two[both]
    slack = _SLACK * float(max(np.abs(first).max(initial=0), np.abs(second).max(initial=0)))
    gaps = second - first
    return Gaps(np.where(np.abs(gaps) <= slack, 0.0, gaps), slack)


def both_sides(tail: Callable[[float], float], statistic: float, side: int) -> float:
    """The p of a symmetric statistic from its upper tail."""
    return tail(side * statistic) if side else min(1.0, 2 * tail(abs(statistic)))


def t_test(gaps: Gaps, side: int = 0) -> tuple[float, float]:
    """Student's t of the mean difference, and p; nan where the differences do not vary."""
    if gaps.count < 2 or gaps.spread == 0:
        return float("nan"), float("nan")
    t = gaps.mean / (gaps.spread / sqrt(gaps.count))
    return t, both_sides(lambda each: t_tail(each, gaps.count - 1), t, side)


def sign_test(gaps: Gaps, side: int = 0) -> tuple[float, float]:
    """How many differences are positive, and p, exactly; zeros are left out."""
    above, below = int((gaps.values > 0).sum()), int((gaps.values < 0).sum())
    if side:
        return above, binomial_tail(above if side > 0 else below, above + below)
    return above, min(1.0, 2 * binomial_tail(max(above, below), above + below))


def mcnemar(gaps: Gaps, side: int = 0) -> tuple[float, float]:
    """McNemar's test of right and wrong, McNemar 1947: exact for few that differ, else with Edwards' correction."""
    above, below = int((gaps.values > 0).sum()), int((gaps.values < 0).sum())
    if above + below < _EXACT_DISCORDANT:
        return min(above, below), sign_test(gaps, side)[1]
    if side:
        return above, normal_tail((side * (above - below) - 1) / sqrt(above + below))
    square = max(abs(above - below) - 1, 0) ** 2 / (above + below)
    return square, 2 * normal_tail(sqrt(square))


def statistic_name(test: str, differing: int, side: int = 0) -> str:
    """What the number beside a p is; `n+` counts units whose difference is positive, `differing` those that differ."""
    if test == "mcnemar":
        if differing < _EXACT_DISCORDANT:
            return "min(n+, n-)"
        return "n+" if side else "chi-squared"
    return {"t": "t", "wilcoxon": "W+", "sign": "n+", "delong": "z", "welch": "t"}.get(test, "difference")


def wilcoxon(gaps: Gaps, side: int = 0, *, exact: bool | None = None, continuity: bool = True) -> tuple[float, float]:
    """Wilcoxon's signed rank test, Biometrics 1945: the sum of the ranks of positive differences, and p.

    Zeros are left out. Without ties and with at most 50 differences p is exact, else normal, corrected for ties and
    for continuity.
    """
    values = gaps.values[gaps.values != 0]
    count = len(values)
    size = np.abs(values) if gaps.slack == 0 else np.rint(np.abs(values) / gaps.slack)
    _, at, often = np.unique(size, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(often) - (often - 1) / 2)[at]
    above = float(ranks[values > 0].sum())
    if not count:
        return 0.0, 1.0
    if exact is None:
        exact = count <= _EXACT_RANKS and count == len(often)
    if exact:
        tail = _rank_tails(count)
        upper, lower = tail[round(above)], tail[round(count * (count + 1) / 2 - above)]
        return above, float((upper if side > 0 else lower) if side else min(1.0, 2 * min(upper, lower)))
    spread = sqrt(count * (count + 1) * (2 * count + 1) / 24 - float((often**3 - often).sum()) / 48)
    off = above - count * (count + 1) / 4
    if side:
        return above, normal_tail((side * off - continuity / 2) / spread)
    return above, min(1.0, 2 * normal_tail(max(abs(off) - continuity / 2, 0.0) / spread))


def _rank_tails(count: int) -> NDArray[np.float64]:
    """For each sum of ranks the probability of at least this; the counts are whole and exact up to 50 ranks."""
    ways = np.zeros(count * (count + 1) // 2 + 1)
    ways[0] = 1
    for rank in range(1, count + 1):
        ways[rank:] = ways[rank:] + ways[: len(ways) - rank]
    return ways[::-1].cumsum()[::-1] / 2.0**count


def all_signs(gaps: Gaps, side: int = 0) -> float | None:
    """The randomization test over all changes of signs; None where they are too many to try.

    Differences of one size, as of right and wrong, are coins: their test is the sign test, however many they are.
    """
    values = gaps.values[gaps.values != 0]
    if len(values) > EXACT_SIGNS:
        return sign_test(gaps, side)[1] if gaps.alike else None
    sums = np.zeros(1)
    for each in values:
        sums = np.concatenate((sums + each, sums - each))
    slack = gaps.slack * max(gaps.count, 1)
    seen, found = (side * sums, side * values.sum()) if side else (np.abs(sums), abs(values.sum()))
    return float(np.mean(seen >= found - slack))
