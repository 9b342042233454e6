"""Numbers of every unit, kept as they are: for measures that look at their order, such as a percentile."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.states.state import draw_weights, join_groups, no_groups, order_of_units, require_alike
from cranfield.core.states.write import write_listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.coded import Coded
    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy

__all__ = ["Chosen", "Listed"]


@dataclass(frozen=True, eq=False)
class Chosen:
    """Rows of units as `finish` takes them: each once, or `weights[..., unit]` times; units without a value are out."""

    rows: NDArray[np.float64]
    weights: NDArray[np.float64] | None
    held: dict[Any, Any]  # orders that took long to find, which all draws share

    @property
    def counted(self) -> NDArray[np.float64]:
        """How many units there are, on the leading axes."""
        return np.asarray(float(len(self.rows)) if self.weights is None else self.weights.sum(axis=-1))

    def in_order(self, column: int = 0) -> tuple[NDArray[np.float64], NDArray[np.float64] | None]:
        """The numbers of a column from the smallest to the largest, and the weights in the same order."""
        if column not in self.held:
            self.held[column] = np.argsort(self.rows[:, column], kind="stable")
        order = self.held[column]
        return self.rows[order, column], None if self.weights is None else self.weights[..., order]


@dataclass(frozen=True, eq=False, repr=False)
class Listed:
    """A row of numbers for each unit; rows are never added up, so that any of them can be asked for."""

    measure: Measure
    policy: Policy
    units: Sequence[str]
    rows: NDArray[np.float64]
    undefined: NDArray[np.bool_]
    groups: Coded | None = None  # of the units, whole ones of which are drawn where there are any
    grouped: bool = False  # whether they are drawn
    held: dict[Any, Any] = field(default_factory=dict)

    def __getstate__(self) -> dict[str, Any]:
        return {**{name: vars(self)[name] for name in self.__dataclass_fields__}, "held": {}}

    def __repr__(self) -> str:
        return f"<{self.measure}: numbers of {len(self.units):,} units>"

    @classmethod
    def of(
        cls, measure: Measure, batch: Batch, rows: NDArray[Any], undefined: NDArray[np.bool_],
        groups: Coded | None = None,
    ) -> Listed:  # fmt: skip
        """The rows of the units of a batch."""
        return cls(measure, batch.policy, batch.units, np.asarray(rows, np.float64), undefined, groups)

    @property
    def population(self) -> Sequence[str]:
        """The units, or their groups."""
        return self.groups.names if self.grouped and self.groups is not None else self.units

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
        """A weight for each unit, as it comes, in order, and added up."""
        return 3 * len(self.units)

    def __add__(self, other: Listed) -> Listed:
        """Merge two partitions, in order of unit id."""
        return self.together([other])

    def together(self, others: Sequence[Listed]) -> Listed:
        """Merge partitions, in order of unit id."""
        for other in others:
            require_alike(self, other)
        every = self._joined(others, join_groups(self.groups, *(other.groups for other in others)))
        order = order_of_units(every.units)
        groups = None if every.groups is None else every.groups[order]
        units = [every.units[at] for at in order]
        return replace(every, units=units, rows=every.rows[order], undefined=every.undefined[order], groups=groups)

    def beside(self, other: Listed) -> Listed:
        """The units of both, one behind the other; groups of the same name stay apart."""
        return self._joined([other], join_groups(self.groups, other.groups, apart=True))

    def _joined(self, others: Sequence[Listed], groups: Coded | None) -> Listed:
        every = [self, *others]
        return replace(
            self, units=[unit for each in every for unit in each.units],
            rows=np.concatenate([each.rows for each in every]),
            undefined=np.concatenate([each.undefined for each in every]),
            groups=groups, grouped=self.grouped and groups is not None, held={},
        )  # fmt: skip

    def _known(self) -> NDArray[np.float64]:
        if "known" not in self.held:
            self.held["known"] = self.rows[~self.undefined]
        known: NDArray[np.float64] = self.held["known"]
        return known

    def total(self, units: NDArray[Any] | None = None) -> Chosen:
        """All units that have a value, or those of some."""
        if units is None:
            return Chosen(self._known(), None, self.held.setdefault("orders", {}))
        chosen = np.asarray(units, np.int64)
        return Chosen(self.rows[chosen[~self.undefined[chosen]]], None, {})

    def each(self) -> NDArray[np.float64]:
        """The rows themselves; what a single one is worth the measure says."""
        return self.rows

    def drawn(self, weights: NDArray[Any]) -> Chosen:
        """The units as often as they are drawn."""
        often = draw_weights(self, weights)
        if self.grouped and self.groups is not None:
            often = often[..., self.groups.codes]
        known = often if not self.undefined.any() else often[..., ~self.undefined]
        return Chosen(self._known(), known, self.held.setdefault("orders", {}))

    def by_group(self) -> Listed:
        """The same with whole groups of units as the population."""
        if self.groups is None:
            raise no_groups(self)
        return replace(self, groups=self.groups.present(), grouped=True)

    def to_arrow(self) -> pa.Table:
        """A row for each unit."""
        return write_listed(self)
