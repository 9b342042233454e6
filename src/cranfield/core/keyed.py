"""A state that counts keys: n-grams, labels, whatever a measure must see together before it has a number."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.ragged import Ragged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Keyed", "Tally"]


@dataclass(frozen=True)
class Tally:
    """For each place on the leading axes the counts of its distinct keys, and sums of the units' other numbers."""

    counts: Ragged
    rows: NDArray[np.float64]
    shape: tuple[int, ...]

    @property
    def distinct(self) -> NDArray[np.float64]:
        """How many keys there are."""
        return self.counts.sizes.astype(np.float64).reshape(self.shape)

    @property
    def total(self) -> NDArray[np.float64]:
        """How often they occur together."""
        return self.counts.sum(self.counts.values).reshape(self.shape)

    def sum(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Add up one number a key."""
        return self.counts.sum(values).reshape(self.shape)

    def row(self, at: int) -> NDArray[np.float64]:
        """The sum of one of the units' other numbers."""
        return self.rows[..., at].reshape(self.shape)


@dataclass(frozen=True)
class Keyed:
    """Keys of each unit with their counts, and a row of other numbers that add up.

    A key is a row of `keys`: numbers into `names`. States carry names, because partitions number them differently.
    """

    units: Sequence[str]
    found: Ragged  # the keys of each unit, as rows of `keys`
    counts: NDArray[np.float64]  # aligned with found.values
    keys: NDArray[np.int64]
    names: Sequence[str]
    rows: NDArray[np.float64]
    undefined: NDArray[np.bool_]

    def __add__(self, other: Keyed) -> Keyed:
        """Merge two partitions, in order of unit id."""
        units = [*self.units, *other.units]
        order = np.array(sorted(range(len(units)), key=units.__getitem__), np.int64)
        merged = [units[at] for at in order]
        twice = next((a for a, b in itertools.pairwise(merged) if a == b), None)
        if twice is not None:
            message = f"unit {twice} is in both partitions; split the data between units, not inside one"
            raise ValueError(message)
        numbers = {name: at for at, name in enumerate(self.names)}
        moved = np.array([numbers.setdefault(name, len(numbers)) for name in other.names], np.int64)
        theirs = moved[other.keys] if len(moved) else other.keys
        keys, place = np.unique(np.concatenate((self.keys, theirs)), axis=0, return_inverse=True)
        place = place.reshape(-1)
        both = np.concatenate((place[self.found.values], place[len(self.keys) + other.found.values]))
        sizes = np.concatenate((self.found.sizes, other.found.sizes))
        whole = Ragged(both, np.concatenate(([0], np.cumsum(sizes))))
        counts = whole.like(np.concatenate((self.counts, other.counts))).take(order).values
        rows, undefined = np.concatenate((self.rows, other.rows)), np.concatenate((self.undefined, other.undefined))
        return Keyed(merged, whole.take(order), counts, keys, list(numbers), rows[order], undefined[order])

    def total(self, units: NDArray[Any] | None = None) -> Tally:
        """The counts of all units together, or of some."""
        if units is None:
            values, counts, rows = self.found.values, self.counts, self.rows
        else:
            chosen = np.asarray(units, np.int64)
            values = self.found.take(chosen).values
            counts = self.found.like(self.counts).take(chosen).values
            rows = self.rows[chosen]
        summed = np.bincount(values, counts, minlength=len(self.keys)).astype(np.float64)
        summed = summed[summed > 0]
        last = np.cumsum(rows, axis=0)[-1] if len(rows) else np.zeros(self.rows.shape[1])
        return Tally(Ragged(summed, np.array([0, len(summed)])), last, ())

    def each(self) -> Tally:
        """The counts of every unit by itself."""
        return Tally(self.found.like(self.counts), self.rows, (len(self.units),))
