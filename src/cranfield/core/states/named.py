"""Units of a keyed state that have values of their own, such as the segments whose n-grams are counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.states.state import order_of_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Named"]


@dataclass(frozen=True, eq=False)
class Named:
    """The names of the units, the unit of each entry, other numbers of the units, and which have no value."""

    units: Sequence[str]
    owner: NDArray[np.int64]
    rows: NDArray[np.float64]
    undefined: NDArray[np.bool_]

    def beside(self, other: Named) -> Named:
        """The units of both, one behind the other."""
        owner = np.concatenate((self.owner, other.owner + len(self.units)))
        rows, undefined = np.concatenate((self.rows, other.rows)), np.concatenate((self.undefined, other.undefined))
        return Named([*self.units, *other.units], owner, rows, undefined)

    def in_order(self) -> Named:
        """In order of id; none may be there twice."""
        order = order_of_units(self.units)
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        units = [self.units[at] for at in order]
        return Named(units, place[self.owner], self.rows[order], self.undefined[order])

    def entries_of(self, units: NDArray[np.int64]) -> tuple[Named, NDArray[np.int64]]:
        """Some of the units, and the places of their entries."""
        place = np.full(len(self.units), -1)
        place[units] = np.arange(len(units))
        chosen = np.flatnonzero(place[self.owner] >= 0)
        some = [self.units[at] for at in units]
        return Named(some, place[self.owner[chosen]], self.rows[units], self.undefined[units]), chosen
