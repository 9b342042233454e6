"""Units of a keyed state that have values of their own, such as the segments whose n-grams are counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.states.exact import exact_sums_by
from cranfield.core.states.state import join_groups, order_of_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.coded import Coded

__all__ = ["Named"]


@dataclass(frozen=True, eq=False)
class Named:
    """The names of the units, the unit of each entry, other numbers of the units, and which have no value."""

    units: Sequence[str]
    owner: NDArray[np.int64] | NDArray[np.int32]
    rows: NDArray[np.float64]
    undefined: NDArray[np.bool_]
    groups: Coded | None = None  # of the units, whole ones of which are drawn where there are any

    def beside(self, *others: Named) -> Named:
        """The units of all, one behind the other."""
        every = (self, *others)
        first = np.cumsum([0, *(len(each.units) for each in every)])
        owner = np.concatenate([each.owner + at for each, at in zip(every, first, strict=False)])
        rows, undefined = (np.concatenate([getattr(each, name) for each in every]) for name in ("rows", "undefined"))
        groups = join_groups(*(each.groups for each in every))
        return Named([unit for each in every for unit in each.units], owner, rows, undefined, groups)

    def in_order(self) -> Named:
        """In order of id; none may be there twice."""
        order = order_of_units(self.units)
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        units = [self.units[at] for at in order]
        groups = None if self.groups is None else self.groups[order]
        return Named(units, place[self.owner], self.rows[order], self.undefined[order], groups)

    def entries_of(self, units: NDArray[np.int64]) -> tuple[Named, NDArray[np.int64]]:
        """Some of the units, and the places of their entries."""
        place = np.full(len(self.units), -1)
        place[units] = np.arange(len(units))
        chosen = np.flatnonzero(place[self.owner] >= 0)
        some = [self.units[at] for at in units]
        groups = None if self.groups is None else self.groups[units]
        return Named(some, place[self.owner[chosen]], self.rows[units], self.undefined[units], groups), chosen

    def by_group(self) -> Named:
        """Whole groups as the units."""
        assert self.groups is not None, "asked before"
        groups = self.groups.present()
        size = len(groups.names)
        rows = np.column_stack([exact_sums_by(groups.codes, column, size) for column in self.rows.T])
        lacking = np.bincount(groups.codes, weights=~self.undefined, minlength=size) == 0
        return Named(groups.names, groups.codes.astype(np.int64)[self.owner], rows, lacking)
