"""Sums over a million units that come out the same in every order."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.state import Sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ExactSums"]


@dataclass(frozen=True)
class ExactSums(Sums):
    """A row of numbers for each unit, added without rounding on the way, so that the order of units does not matter."""

    def __add__(self, other: Sums) -> ExactSums:
        """Merge two partitions."""
        merged = Sums.__add__(self, other)
        return ExactSums(merged.units, merged.rows, merged.undefined)

    def total(self, units: NDArray[Any] | None = None) -> NDArray[np.float64]:
        """The sum over all units or over some, rounded once."""
        rows = self.rows if units is None else self.rows[units]
        return np.asarray([_exact_sum(column) for column in rows.T])


def _exact_sum(column: NDArray[np.float64]) -> float:
    """Whole numbers add up exactly by themselves, as long as a float64 holds their sum."""
    if (np.floor(column) == column).all() and np.abs(column).sum() < 2**53:
        return float(column.sum())
    return math.fsum(column.tolist())
