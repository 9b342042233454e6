"""A row of sums for each label: what an average over examples needs, and merges by the names of the labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.coded import merge_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["ClassSums"]


@dataclass(frozen=True)
class ClassSums:
    """`rows[label]` are sums over the examples whose truth is that label."""

    units: Sequence[str]
    rows: NDArray[np.float64]
    undefined: NDArray[np.bool_]

    def __add__(self, other: ClassSums) -> ClassSums:
        """Merge two partitions, which may know different labels."""
        names = merge_names(self.units, other.units)
        rows = np.zeros((len(names), self.rows.shape[1]))
        for each in (self, other):
            rows[[names.index(name) for name in each.units]] += each.rows
        return ClassSums(names, rows, rows[:, -1] == 0)

    def total(self, units: NDArray[Any] | None = None) -> NDArray[np.float64]:
        """The sum over all labels or over some."""
        chosen = self.rows if units is None else self.rows[units]
        return chosen.sum(axis=0)

    def each(self) -> NDArray[np.float64]:
        """The rows themselves."""
        return self.rows
