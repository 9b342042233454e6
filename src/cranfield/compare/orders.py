"""How alike two orders of the same things are: Kendall's tau and its kin, Spearman's rho, rank-biased overlap.

Every function takes the scores of the same things twice, higher is better, and is nan where it is not defined, as for
scores that are all equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.ragged import divide
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["COEFFICIENTS", "rbo", "spearman", "tau", "tau_ap", "tau_ap_b", "tau_b"]

_TIES = ("w", "a", "b")


def tau(first: Any, second: Any) -> float:
    """Kendall's tau: pairs in the same order minus pairs in the opposite order, over all pairs; a tie is neither.

    Kendall, A new measure of rank correlation, Biometrika 1938. With ties it is tau-a and cannot reach 1.
    """
    one, other = _signs(first, second)
    return _divided(float((one * other).sum()), float(len(one) * (len(one) - 1)))


def tau_b(first: Any, second: Any) -> float:
    """Kendall's tau over the pairs that are not tied: 1 for the same order, ties in the same places included.

    Kendall, The treatment of ties in ranking problems, Biometrika 1945.
    """
    one, other = _signs(first, second)
    return _divided(float((one * other).sum()), float(np.sqrt(float((one * one).sum()) * float((other * other).sum()))))


def tau_ap(truth: Any, estimate: Any) -> float:
    """AP correlation: as tau, but a thing near the top of the estimated order that is put wrongly costs more.

    2 / (n - 1) x the sum over all but the first of (those above it that belong above it / those above it), - 1.
    Yilmaz, Aslam and Robertson, A new rank correlation coefficient for information retrieval, SIGIR 2008. It is not the
    same in both directions and knows no ties.
    """
    one, other = _checked(truth, estimate)
    for scores in (one, other):
        if len(np.unique(scores)) < len(scores):
            raise MeasureError("order-ties")
    return _agreement_above(one, other)


def tau_ap_b(first: Any, second: Any) -> float:
    """AP correlation of two orders with ties, the same in both directions.

    Things in the first tie of an order are not asked about, and ties above others count as above: Urbano and Marrero,
    The treatment of ties in AP correlation, ICTIR 2017. Without ties it is the mean of `tau_ap` in both directions.
    """
    one, other = _checked(first, second)
    return (_agreement_above(one, other) + _agreement_above(other, one)) / 2


def spearman(first: Any, second: Any) -> float:
    """Spearman's rho: the correlation of the ranks, where tied things share the mean of their ranks."""
    one, other = (_mean_ranks(scores) for scores in _checked(first, second))
    one, other = one - one.mean(), other - other.mean()
    return _divided(float(one @ other), float(np.sqrt((one @ one) * (other @ other))))


def rbo(first: Any, second: Any, *, p: float = 0.9, ties: str = "w") -> float:
    """Rank-biased overlap: the mean overlap of the first d of both orders, by a reader who goes on with probability p.

    Webber, Moffat and Zobel, A similarity measure for indefinite rankings, TOIS 2010, extrapolated (equation 32).
    `ties` is a variant of Corsi and Urbano, The treatment of ties in rank-biased overlap, SIGIR 2024: `w` for things
    that really share a rank, `a` for the mean over all orders of tied things, `b` corrected so that ties in the same
    places give 1.
    """
    if isinstance(p, bool) or not isinstance(p, int | float) or not 0 < p < 1:
        raise MeasureError("order-persistence", p=p)
    if ties not in _TIES:
        raise MeasureError("order-rbo-ties", ties=ties, choices=_TIES)
    one, other = (_reached(scores, whole=ties == "w") for scores in _checked(first, second))
    depth = np.arange(1, len(one) + 1)
    overlap = (one * other).sum(axis=0)
    if ties == "w":
        agreement = 2 * overlap / (one.sum(axis=0) + other.sum(axis=0))
    elif ties == "a":
        agreement = overlap / depth
    else:
        agreement = overlap / np.sqrt((one * one).sum(axis=0) * (other * other).sum(axis=0))
    weight = np.power(float(p), depth)
    return float((1 - p) / p * (agreement @ weight) + agreement[-1] * weight[-1])


# by the names that people ask for; what depends on the direction is asked for in both
COEFFICIENTS: dict[str, Callable[[Any, Any], float]] = {
    "tau": tau, "tau-b": tau_b, "tau-ap": tau_ap_b, "spearman": spearman, "rbo": rbo,
}  # fmt: skip


def _checked(first: Any, second: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    one, other = np.asarray(first, np.float64), np.asarray(second, np.float64)
    if one.ndim != 1 or one.shape != other.shape:
        raise MeasureError("order-shapes", first=one.shape, second=other.shape)
    if len(one) < 2:
        raise MeasureError("order-short", count=len(one))
    if np.isnan(one).any() or np.isnan(other).any():
        raise MeasureError("order-nan")
    return one, other


def _signs(first: Any, second: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each pair which one is higher: 1, -1, or 0 for a tie."""
    one, other = _checked(first, second)
    return tuple(np.where(s[:, None] == s, 0.0, np.where(s[:, None] > s, 1.0, -1.0)) for s in (one, other))  # type: ignore[return-value]


def _agreement_above(truth: NDArray[np.float64], estimate: NDArray[np.float64]) -> float:
    """The share of those above each thing that belong above it, on a scale from -1 to 1."""
    above = estimate[:, None] < estimate
    asked = above.any(axis=1)
    right = (above & (truth[:, None] < truth)).sum(axis=1)
    return float(2 * np.mean(right[asked] / above.sum(axis=1)[asked]) - 1) if asked.any() else np.nan


def _mean_ranks(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    below = (scores[:, None] > scores).sum(axis=1)
    return below + ((scores[:, None] == scores).sum(axis=1) + 1) / 2


def _reached(scores: NDArray[np.float64], *, whole: bool) -> NDArray[np.float64]:
    """How much of each thing is among the first 1, 2, ... n: with `whole` all of a tie that begins there."""
    top = (scores[:, None] < scores).sum(axis=1)
    size = (scores[:, None] == scores).sum(axis=1)
    depth = np.arange(1, len(scores) + 1)
    inside = np.clip(depth - top[:, None], 0, size[:, None])
    return np.asarray(inside > 0, np.float64) if whole else inside / size[:, None]


def _divided(above: float, below: float) -> float:
    return float(divide(np.asarray(above), np.asarray(below)))
