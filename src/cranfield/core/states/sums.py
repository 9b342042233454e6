"""A row of numbers for each unit: the state of every measure whose value comes from sums over the units."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.states.exact import exact_sums
from cranfield.core.states.state import draw_weights, no_groups, order_of_units, require_alike
from cranfield.core.states.write import write_sums
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy

__all__ = ["Sums"]


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

    def __repr__(self) -> str:
        return f"<{self.measure}: sums of {len(self.units):,} units>"

    @classmethod
    def of(
        cls, measure: Measure, batch: Batch, rows: NDArray[Any], undefined: NDArray[np.bool_] | None = None
    ) -> Sums:  # fmt: skip
        """The rows of the units of a batch; without `undefined` all have a value."""
        lacking = np.zeros(len(batch), bool) if undefined is None else undefined
        return cls(measure, batch.policy, batch.units, np.asarray(rows, np.float64), lacking)

    @classmethod
    def in_a_row(cls, units: Sequence[str], parts: Sequence[Sums]) -> Sums:
        """Partitions that follow each other in the order of units."""
        rows, undefined = (np.concatenate([getattr(part, name) for part in parts]) for name in ("rows", "undefined"))
        return replace(parts[0], units=units, rows=rows, undefined=undefined)

    @property
    def population(self) -> Sequence[str]:
        """The units themselves."""
        return self.units

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
        require_alike(self, other)
        if self.pool != other.pool:
            raise MeasureError("merge-other-pool", measure=self.measure.name)
        both = self.beside(other)
        order = order_of_units(both.units)
        units = [both.units[at] for at in order]
        return replace(both, units=units, rows=both.rows[order], undefined=both.undefined[order])

    def beside(self, other: Sums) -> Sums:
        """The units of both, one behind the other."""
        rows = np.concatenate((self.rows, other.rows))
        undefined = np.concatenate((self.undefined, other.undefined))
        return replace(self, units=[*self.units, *other.units], rows=rows, undefined=undefined)

    def total(self, units: NDArray[Any] | None = None) -> NDArray[np.float64]:
        """The sum over all units or over some, rounded once, so that no order or split of the units changes a bit."""
        return exact_sums(self.rows if units is None else self.rows[units])

    def each(self) -> NDArray[np.float64]:
        """The rows themselves."""
        return self.rows

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
        """The same, if the units are groups already."""
        if not self.sessions:
            raise no_groups(self)
        return self

    def to_arrow(self) -> pa.Table:
        """A row for each unit."""
        return write_sums(self)
