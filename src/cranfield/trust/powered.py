"""Means and differences by people and judge together: prediction-powered inference, and what more judgments are worth.

People judged some queries and the judge judged more. The judge's mean over the others is corrected by how far it is
off where both judged, weighted so that the interval is shortest. Angelopoulos, Bates, Fannjiang, Jordan and Zrnic,
Prediction-powered inference, Science 2023; the weight: Angelopoulos, Duchi and Zrnic, PPI++, arXiv 2311.01453.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import isnan, sqrt
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.corrections import corrected
from cranfield.compare.distributions import normal_quantile, normal_tail
from cranfield.core.compared import Remark
from cranfield.core.trusted import Corrected, Ranged, Worth

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.trust.field import Field

__all__ = ["Costs", "corrected_differences", "corrected_mean", "corrected_means", "worth_of"]

Costs = tuple[float, float]  # of a unit judged by people, and by the judge
_MOST_SYSTEMS = 60  # whose differences are all corrected


def corrected_mean(
    human: NDArray[np.float64], judge: NDArray[np.float64], alone: NDArray[np.float64], *, name: str = "",
    confidence: float = 0.95, costs: Costs | None = None,
) -> Corrected:  # fmt: skip
    """The mean over all units, of which people judged some: `human` and `judge` of these, and the judge's `alone`.

    Units without a value take no part. Intervals are normal, as in the paper.
    """
    both = ~(np.isnan(human) | np.isnan(judge))
    ours, theirs, rest = human[both], judge[both], alone[~np.isnan(alone)]
    n, more = len(ours), len(rest)
    if n < 2:
        none = Ranged(float("nan"), reason=Remark("judges-few-labelled", {"count": n}))
        return Corrected(name, none, none, none, 0.0, n, more)
    z = normal_quantile(1 - (1 - confidence) / 2)
    weight = best_weight(ours, theirs, rest)
    value = float(ours.mean())
    error = sqrt(float((ours - weight * theirs).var()) / n)
    if more:
        value = float(weight * rest.mean() + (ours - weight * theirs).mean())
        error = sqrt(error**2 + weight**2 * float(rest.var()) / more)
    together = np.concatenate((theirs, rest))
    return Corrected(
        name, _around(float(ours.mean()), float(ours.std()) / sqrt(n), z),
        _around(float(together.mean()), float(together.std()) / sqrt(n + more), z), _around(value, error, z), weight,
        n, more, worth_of(ours, theirs, rest, costs), None if not error else 2 * normal_tail(abs(value) / error),
    )  # fmt: skip


def best_weight(ours: NDArray[np.float64], theirs: NDArray[np.float64], rest: NDArray[np.float64]) -> float:
    """How much of what the judge says to take, between 0 and 1, for the shortest interval (PPI++)."""
    if not len(rest):
        return 0.0
    spread = float(np.concatenate((theirs, rest)).var(ddof=1))
    if spread <= 0:
        return 0.0
    shared = float(((ours - ours.mean()) * (theirs - theirs.mean())).mean())
    return min(max(shared / ((1 + len(ours) / len(rest)) * spread), 0.0), 1.0)


def _around(value: float, error: float, z: float) -> Ranged:
    return Ranged(value, value - z * error, value + z * error)


def worth_of(
    ours: NDArray[np.float64], theirs: NDArray[np.float64], rest: NDArray[np.float64], costs: Costs | None
) -> Worth | None:
    """What the judge's units are worth in human ones, and what one more of each would bring.

    With r the correlation of both sides, n units of people and M of the judge, the variance of the corrected mean is
    v ((1 - r^2) / n + r^2 / M) at its best weight.
    """
    spread = float(ours.var())
    if not spread or not theirs.std():
        return None
    r = float(np.corrcoef(ours, theirs)[0, 1])
    square = 0.0 if isnan(r) or r < 0 else min(r * r, 1.0)
    n, all_of_them = len(ours), len(ours) + len(rest)

    def variance(people: float, judge: float) -> float:
        return spread * ((1 - square) / people + square / max(judge, people))

    now = variance(n, all_of_them)
    best = None if costs is None else _best_split(square, costs, n * costs[0] + all_of_them * costs[1])
    return Worth(
        effective=spread / now, at_most=None if square > 1 - 1e-12 else n / (1 - square),
        for_half=_units_for(now / 4, n, all_of_them, variance), human_gain=now - variance(n + 1, all_of_them),
        judge_gain=now - variance(n, all_of_them + 1), human_cost=None if costs is None else costs[0],
        judge_cost=None if costs is None else costs[1], best_human=None if best is None else best[0],
        best_judge=None if best is None else best[1],
    )  # fmt: skip


def _units_for(wanted: float, n: int, judged: int, variance: object) -> float:
    """How many units people must judge in all, the judge's staying as many; what is beyond them both judge."""
    assert callable(variance)
    low, high = float(n), float(n)
    while variance(high, judged) > wanted:
        high *= 2
    while high - low > 1e-6 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if variance(middle, judged) > wanted else (low, middle)
    return high


def _best_split(square: float, costs: Costs, budget: float) -> tuple[float, float]:
    """The units of people and judge that a budget buys the shortest interval with; the judge may be left out."""
    people, judge = costs
    if not judge:
        return budget / people, float("inf")
    ours, theirs = sqrt((1 - square) / people), sqrt(square / judge)
    scale = budget / (ours * people + theirs * judge)
    variance = (1 - square) / (scale * ours) + square / (scale * theirs) if ours and theirs else float("inf")
    if theirs <= ours or variance >= people / budget:  # people alone are the better buy
        return budget / people, 0.0
    return scale * ours, scale * theirs


def corrected_means(field: Field, confidence: float, costs: Costs | None) -> tuple[Corrected, ...]:
    """Of each system."""
    human, judge = field.both
    return tuple(
        corrected_mean(*each, name=name, confidence=confidence, costs=costs)
        for name, *each in zip(field.systems, human, judge, field.alone, strict=True)
    )


def corrected_differences(
    field: Field, confidence: float, costs: Costs | None, correction: str
) -> tuple[Corrected, ...]:  # fmt: skip
    """Of each two systems, first minus second; p-values are corrected for how many pairs there are."""
    if len(field.systems) > _MOST_SYSTEMS:
        return ()
    human, judge = field.both
    found = [
        corrected_mean(
            human[one] - human[two], judge[one] - judge[two], field.alone[one] - field.alone[two],
            name=f"{field.systems[one]} - {field.systems[two]}", confidence=confidence, costs=costs,
        )
        for one, two in combinations(range(len(field.systems)), 2)
    ]  # fmt: skip
    adjusted = corrected(np.array([np.nan if each.p is None else each.p for each in found]), correction)
    return tuple(replace(each, p=None if each.p is None else float(p)) for each, p in zip(found, adjusted, strict=True))
