"""What a measure keeps of its data: small, addable, and enough for the final number."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Joined", "State", "Sums"]


class State(Protocol):
    """What `stats` gives and `finish` takes; states of separate units merge with `+`."""

    @property
    def units(self) -> Sequence[str]:
        """The units it was made from, in order of id."""

    @property
    def undefined(self) -> NDArray[np.bool_]:
        """Which of them have no value by the definition of the measure."""

    def __add__(self, other: Self) -> Self:
        """Merge two partitions."""

    def total(self, units: NDArray[Any] | None = None) -> Any:
        """What `finish` takes, for all units or for some."""

    def each(self) -> Any:
        """What `finish` takes, with the units on the leading axis."""


@dataclass(frozen=True)
class Sums:
    """A row of numbers for each unit; a sum of rows is a state too, so any set of units can be finished."""

    units: Sequence[str]
    rows: NDArray[np.float64]
    undefined: NDArray[np.bool_]

    def __add__(self, other: Sums) -> Sums:
        """Merge two partitions, in order of unit id so that every split gives the same digits."""
        units = [*self.units, *other.units]
        order = sorted(range(len(units)), key=units.__getitem__)
        merged = [units[i] for i in order]
        twice = next((a for a, b in itertools.pairwise(merged) if a == b), None)
        if twice is not None:
            message = f"unit {twice} is in both partitions; split the data between units, not inside one"
            raise ValueError(message)
        rows = np.concatenate((self.rows, other.rows))[order]
        return Sums(merged, rows, np.concatenate((self.undefined, other.undefined))[order])

    def total(self, units: NDArray[Any] | None = None) -> NDArray[np.float64]:
        """The sum over all units or over some, added one after the other in order of unit id."""
        rows = self.rows if units is None else self.rows[units]
        return np.cumsum(rows, axis=0)[-1] if len(rows) else np.zeros(self.rows.shape[1])

    def each(self) -> NDArray[np.float64]:
        """The rows themselves."""
        return self.rows


class Joined:
    """Sums of partitions that follow each other in order of unit id, written down where they will stay."""

    def __init__(self, units: Sequence[str], first: Sums) -> None:
        self.sums = Sums(units, np.empty((len(units), first.rows.shape[1])), np.empty(len(units), bool))
        self._next = 0

    def add(self, part: Sums) -> None:
        """The next partition."""
        here = slice(self._next, self._next + len(part.units))
        self.sums.rows[here], self.sums.undefined[here] = part.rows, part.undefined
        self._next = here.stop
