"""Sums over units whose names were let go: all that the value of the whole needs, however many units there were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn, overload

import numpy as np

from cranfield.core.states.exact import exact_sums, parts_by
from cranfield.core.states.lacking import FEW, count_lacking, first_lacking, first_names
from cranfield.core.states.state import require_alike
from cranfield.core.states.undrawn import Undrawn
from cranfield.core.states.write import write_totals
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy
    from cranfield.core.states.sums import Sums

__all__ = ["Totals", "Unnamed"]

_MOST = 64  # rows that are kept before they are added up again


class Unnamed(Sequence[str]):
    """Units of which only the number is known."""

    def __init__(self, size: int, measure: Measure) -> None:
        self.size, self.measure = size, measure

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> NoReturn:
        raise MeasureError("units-forgotten", measure=str(self.measure))


@dataclass(frozen=True, eq=False, repr=False)
class Totals(Undrawn):
    """A few rows that have the same sums as those of all units, exactly, so that any split gives the same bits."""

    measure: Measure
    policy: Policy
    rows: NDArray[np.float64]
    size: int  # how many units there were
    lacking: int = 0  # how many of them have no value by definition
    examples: tuple[str, ...] = ()  # the first few of these
    pool: str = ""
    sessions: bool = False

    def __repr__(self) -> str:
        return f"<{self.measure}: totals of {self.size:,} units>"

    @classmethod
    def of(cls, state: Sums) -> Totals:
        """The same without units."""
        return cls(
            state.measure, state.policy, _few(state.rows), len(state.units), count_lacking(state), first_lacking(state),
            state.pool, state.sessions,
        )  # fmt: skip

    @property
    def units(self) -> Sequence[str]:
        """Only their number is known."""
        return Unnamed(self.size, self.measure)

    @property
    def undefined(self) -> NDArray[np.bool_]:
        """Nobody knows which; `lacking` counts them."""
        raise self._forgotten()

    def together(self, others: Sequence[Totals]) -> Totals:
        """Merge partitions."""
        for other in others:
            require_alike(self, other)
            if self.pool != other.pool:
                raise MeasureError("merge-other-pool", measure=self.measure.name)
        every = [self, *others]
        rows = np.concatenate([each.rows for each in every])
        return replace(
            self, rows=_few(rows) if len(rows) > _MOST else rows, size=sum(each.size for each in every),
            lacking=sum(each.lacking for each in every), examples=self._first(every),
        )  # fmt: skip

    def _first(self, every: Sequence[Totals]) -> tuple[str, ...]:
        names = [name for each in every for name in each.examples]
        return first_names(names) if self.sessions else tuple(sorted(names)[:FEW])

    def total(self, units: NDArray[Any] | None = None) -> NDArray[np.float64]:
        """The sum over all units, rounded once."""
        if units is not None:
            raise self._forgotten()
        return exact_sums(self.rows)

    def each(self) -> NDArray[np.float64]:
        """No unit has a row any more."""
        raise self._forgotten()

    def drawn(self, weights: NDArray[Any]) -> NDArray[np.float64]:
        """Nothing can be drawn."""
        _ = weights
        raise MeasureError("draw-from-sums", measure=str(self.measure))

    def by_group(self) -> Totals:
        """Nothing can be drawn."""
        raise MeasureError("draw-from-sums", measure=str(self.measure))

    def _forgotten(self) -> MeasureError:
        return MeasureError("units-forgotten", measure=str(self.measure))

    def to_arrow(self) -> pa.Table:
        """The few rows."""
        return write_totals(self)


def _few(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """A few rows whose columns have the same sums as those of many, exactly."""
    zero = np.zeros(len(rows), np.int64)
    columns = [parts_by(zero, column, 1) for column in rows.T]
    found = np.zeros((max((len(each) for each in columns), default=0), rows.shape[1]))
    for at, parts in enumerate(columns):
        found[: len(parts), at] = [float(part[0]) for part in parts]
    return found
