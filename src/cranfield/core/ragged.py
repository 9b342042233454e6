"""A column whose units hold different numbers of rows: one flat array plus offsets."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Ragged", "divide", "spans"]


class Ragged:
    """`values[offsets[i]:offsets[i + 1]]` are the rows of unit `i`."""

    def __init__(self, values: NDArray[Any], offsets: NDArray[np.int64]) -> None:
        if len(offsets) == 0 or offsets[0] != 0 or offsets[-1] != len(values):
            raise InputError("odd-offsets", rows=len(values))
        self.values, self.offsets = values, offsets

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, unit: int) -> NDArray[Any]:
        return self.values[self.offsets[unit] : self.offsets[unit + 1]]

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """Rows per unit."""
        return np.diff(self.offsets)

    @cached_property
    def owner(self) -> NDArray[np.int64]:
        """The unit of each row."""
        return np.repeat(np.arange(len(self)), self.sizes)

    @cached_property
    def position(self) -> NDArray[np.int64]:
        """The place of each row inside its unit, from 1."""
        return np.arange(1, len(self.values) + 1) - np.repeat(self.offsets[:-1], self.sizes)

    def stretch(self, begin: int, end: int) -> Ragged:
        """Some units that follow each other, over the same memory."""
        offsets = self.offsets[begin : end + 1]
        return Ragged(self.values[offsets[0] : offsets[-1]], offsets - offsets[0])

    def head(self, rows: int) -> Ragged:
        """At most so many first rows of each unit."""
        if self.sizes.max(initial=0) <= rows:
            return self
        return self._cut(self.offsets[:-1], np.minimum(self.sizes, rows))

    def sum(self, rows: NDArray[Any]) -> NDArray[np.float64]:
        """Add up `rows` (aligned with the values) inside each unit, in order; marks are counted."""
        if rows.dtype == bool:
            return self.count(rows).astype(np.float64)
        return np.bincount(self.owner, weights=rows, minlength=len(self)).astype(np.float64, copy=False)

    def count(self, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """How many rows of each unit are marked."""
        found, held = np.zeros(len(self), np.int64), np.flatnonzero(self.sizes)
        if len(held):
            found[held] = np.add.reduceat(mask, self.offsets[held], dtype=np.int64)
        return found

    def cumsum(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Running sums of `rows` that start again in each unit."""
        if rows.dtype.kind == "f":  # a difference of running sums would depend on the other units of the batch
            return self.accumulate(rows)
        running = np.cumsum(rows)
        before = np.concatenate(([0], running))[self.offsets[:-1]].astype(running.dtype)
        return running - before[self.owner]

    def accumulate(self, rows: NDArray[Any], operation: np.ufunc = np.add) -> NDArray[np.float64]:
        """Running results of `operation` inside each unit, row after row, so any batch gives the same digits."""
        running = np.array(rows, np.float64)
        order = np.argsort(-self.sizes, kind="stable")  # long units first: those that still have rows are in front
        starts, lengths = self.offsets[:-1][order], -self.sizes[order]
        for place in range(1, int(self.sizes.max(initial=0))):
            here = starts[: np.searchsorted(lengths, -place)] + place
            running[here] = operation(running[here - 1], running[here])
        return running

    def like(self, values: NDArray[Any]) -> Ragged:
        """Other values with the same offsets."""
        return Ragged(values, self.offsets)

    def filter(self, mask: NDArray[np.bool_]) -> Ragged:
        """Only the marked rows."""
        sizes = self.count(mask)
        return Ragged(self.values[mask], np.concatenate(([0], np.cumsum(sizes))))

    def take(self, units: NDArray[np.int64]) -> Ragged:
        """The given units, in the given order."""
        return self._cut(self.offsets[units], self.sizes[units])

    def _cut(self, starts: NDArray[np.int64], sizes: NDArray[np.int64]) -> Ragged:
        return Ragged(self.values[spans(starts, sizes)], np.concatenate(([0], np.cumsum(sizes))))


def spans(starts: NDArray[Any], sizes: NDArray[Any]) -> NDArray[np.int64]:
    """The numbers from each start on, as many as its size says, one after the other."""
    ends = np.cumsum(sizes, dtype=np.int64)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts - (ends - sizes), sizes)


def divide(above: NDArray[Any], below: NDArray[Any]) -> NDArray[np.float64]:
    """`above / below`, and nan (undefined) where `below` is 0."""
    above, below = np.asarray(above, np.float64), np.asarray(below, np.float64)
    return np.divide(above, below, out=np.full(np.broadcast(above, below).shape, np.nan), where=below != 0)
