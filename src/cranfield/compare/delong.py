"""The variance of AUCs without resampling: DeLong, DeLong and Clarke-Pearson, Biometrics 1988."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.compare.lineup import Lineup

__all__ = ["DeLong", "delong"]


@dataclass(frozen=True, eq=False)
class DeLong:
    """The covariance of the AUCs of all systems."""

    covariance: NDArray[np.float64]

    def error(self, at: int) -> float:
        """The standard error of one AUC."""
        return sqrt(max(self.covariance[at, at], 0.0))

    def error_between(self, one: int, two: int) -> float:
        """The standard error of a difference."""
        table = self.covariance
        square = table[one, one] + table[two, two] - 2 * table[one, two]
        # rounding alone is no variance
        return sqrt(square) if square > 1e-14 * (table[one, one] + table[two, two]) else 0.0


def delong(lineup: Lineup) -> DeLong | None:
    """For a measure of pairs of positive and negative examples; None for other measures."""
    sides = []
    for result, state, place in zip(lineup.results, lineup.states, lineup.places, strict=True):
        found = result.measure.placements(state)
        if found is None or not isinstance(place, slice):
            return None
        sides.append(found)
    positive, negative = (np.array([each[side] for each in sides]) for side in (0, 1))
    if min(positive.shape[1], negative.shape[1]) < 2:
        return None
    return DeLong(_covariance(positive) / positive.shape[1] + _covariance(negative) / negative.shape[1])


def _covariance(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    apart = rows - rows.mean(axis=1, keepdims=True)
    return apart @ apart.T / (rows.shape[1] - 1)
