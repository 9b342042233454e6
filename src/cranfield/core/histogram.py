"""Counts of positives and negatives over score bins: a megabyte for any number of rows, and merges by addition."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["BINS", "Histogram", "bins_of", "sortable"]

BINS = 1 << 16
_CHUNK = 1 << 20  # rows whose intermediate numbers stay in the cache


def sortable(score: NDArray[Any]) -> NDArray[np.uint32]:
    """Numbers in the order of float32 scores; both zeros are one."""
    with np.errstate(over="ignore"):  # beyond float32 is infinity, which keeps the order
        bits = np.add(score, 0.0, dtype=np.float32, casting="same_kind").view(np.int32)
    # negative floats count downwards: turn all their bits round, of the others only the sign
    return ((bits >> 31) | np.int32(-(1 << 31))).view(np.uint32) ^ bits.view(np.uint32)


def bins_of(score: NDArray[Any], weight: NDArray[Any] | None = None) -> NDArray[Any]:
    """How many scores share each leading 16 bits."""
    counts = np.zeros(BINS, np.int64 if weight is None else np.float64)
    for start in range(0, len(score), _CHUNK):
        part = slice(start, start + _CHUNK)
        keys = (sortable(score[part]) >> np.uint32(16)).astype(np.int64)
        counts += np.bincount(keys, weights=None if weight is None else weight[part], minlength=BINS)
    return counts


@dataclass(frozen=True)
class Histogram:
    """`counts[unit, direction, 0]` are positives and `[..., 1]` negatives in each bin, in order of score."""

    units: Sequence[str]
    counts: NDArray[Any]

    @property
    def undefined(self) -> NDArray[np.bool_]:
        """Where one of the two sides is empty."""
        return (self.counts.sum(axis=-1) == 0).any(axis=(1, 2))

    def __add__(self, other: Histogram) -> Histogram:
        """Merge two partitions."""
        if list(self.units) != list(other.units):
            message = "the partitions have scores of different labels"
            raise ValueError(message)
        return replace(self, counts=self.counts + other.counts)

    def total(self, units: NDArray[Any] | None = None) -> Histogram:
        """All of it, or some units."""
        if units is None:
            return self
        return Histogram([self.units[at] for at in units], self.counts[units])

    def each(self) -> Histogram:
        """The same: the units are inside."""
        return self
