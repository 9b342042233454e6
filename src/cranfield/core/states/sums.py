"""A row of numbers for each unit: the state of every measure whose value comes from sums over the units."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import Rule, checked, door
from cranfield.core.states.exact import exact_sums, exact_sums_by
from cranfield.core.states.state import draw_weights, join_groups, no_groups, order_of_units, require_alike
from cranfield.core.states.write import write_sums
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.coded import Coded
    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy

__all__ = ["Sums"]


_PART = Rule("be-state", lambda value: isinstance(value, Sums), MeasureError)
_PARTS = Rule("be-states", lambda value: isinstance(value, list | tuple), MeasureError)  # what is in it says why


@dataclass(frozen=True, eq=False, repr=False)
class Sums:
    """A row of numbers for each unit; a sum of rows is what `finish` takes, so any set of units can be finished."""

    measure: Measure
    policy: Policy
    units: Sequence[str]
    rows: NDArray[np.float64]
    undefined: NDArray[np.bool_]
    pool: str = ""  # a digest of the collection, where every unit was compared with all others
    sessions: bool = False  # whether the units are groups of examples
    groups: Coded | None = None  # of the units, whole ones of which are drawn where there are any

    def __repr__(self) -> str:
        return f"<{self.measure}: sums of {len(self.units):,} units>"

    @classmethod
    def of(
        cls, measure: Measure, batch: Batch, rows: NDArray[Any], undefined: NDArray[np.bool_] | None = None,
        groups: Coded | None = None,
    ) -> Sums:  # fmt: skip
        """The rows of the units of a batch; without `undefined` all have a value."""
        lacking = np.zeros(len(batch), bool) if undefined is None else undefined
        return cls(measure, batch.policy, batch.units, np.asarray(rows, np.float64), lacking, groups=groups)

    @classmethod
    def known(cls, measure: Measure, batch: Batch, value: NDArray[np.float64], groups: Coded | None = None) -> Sums:
        """Values of which those that are nan take no part: each with whether there is one."""
        lacking = np.isnan(value)
        return cls.of(measure, batch, np.column_stack((np.where(lacking, 0.0, value), ~lacking)), lacking, groups)

    @classmethod
    def in_a_row(cls, units: Sequence[str], parts: Sequence[Sums]) -> Sums:
        """Partitions that follow each other in the order of units."""
        rows, undefined = (np.concatenate([getattr(part, name) for part in parts]) for name in ("rows", "undefined"))
        groups = join_groups(*(part.groups for part in parts))
        return replace(parts[0], units=units, rows=rows, undefined=undefined, groups=groups)

    @property
    def population(self) -> Sequence[str]:
        """The units themselves."""
        return self.units

    @property
    def clustered(self) -> bool:
        """Whether the units belong to groups, which are drawn instead of them."""
        return self.groups is not None

    @property
    def given(self) -> None:
        """Not kept."""
        return

    @property
    def cost(self) -> int:
        """A weight for each unit."""
        return len(self.units)

    def __add__(self, other: Sums) -> Sums:
        """Merge two partitions, in order of unit id."""
        return self.together([other])

    @checked(others=_PARTS)
    def together(self, others: Sequence[Sums]) -> Sums:
        """Merge partitions, in order of unit id."""
        for other in others:
            require_alike(self, other)
            if self.pool != other.pool:
                raise MeasureError("merge-other-pool", measure=self.measure.name)
        units = [unit for each in (self, *others) for unit in each.units]
        every = Sums.in_a_row(units, [self, *others])
        order = order_of_units(units)
        groups = None if every.groups is None else every.groups[order]
        units = [units[at] for at in order]
        return replace(every, units=units, rows=every.rows[order], undefined=every.undefined[order], groups=groups)

    @checked(other=_PART)
    def beside(self, other: Sums) -> Sums:
        """The units of both, one behind the other."""
        return Sums.in_a_row([*self.units, *other.units], [self, other])

    @door()
    def total(self, units: NDArray[Any] | None = None) -> NDArray[np.float64]:
        """The sum over all units or over some, rounded once, so that no order or split of the units changes a bit."""
        return exact_sums(self.rows if units is None else self.rows[units])

    def each(self) -> NDArray[np.float64]:
        """The rows themselves."""
        return self.rows

    @door()
    def drawn(self, weights: NDArray[Any]) -> NDArray[np.float64]:
        """The weighted sums of the rows; a unit that is not drawn adds nothing, even if it is infinite."""
        often = draw_weights(self, weights)
        finite = np.isfinite(self.rows)
        if finite.all():
            return often @ self.rows
        summed = often @ np.where(finite, self.rows, 0.0)
        for worth in (np.inf, -np.inf):
            met = (often > 0).astype(np.float64) @ (self.rows == worth).astype(np.float64) > 0
            with np.errstate(invalid="ignore"):  # both infinities are no number
                summed += np.where(met, worth, 0.0)
        return summed

    def by_group(self) -> Sums:
        """The sums of whole groups, which are the units then; the same, if the units are groups already."""
        if self.groups is not None:
            groups = self.groups.present()
            size = len(groups.names)
            rows = np.column_stack([exact_sums_by(groups.codes, column, size) for column in self.rows.T])
            lacking = np.bincount(groups.codes, weights=~self.undefined, minlength=size) == 0
            return replace(self, units=groups.names, rows=rows, undefined=lacking, sessions=True, groups=None)
        if not self.sessions:
            raise no_groups(self)
        return self

    def to_arrow(self) -> pa.Table:
        """A row for each unit."""
        return write_sums(self)
