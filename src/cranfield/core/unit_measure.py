"""Measures of which each unit has a value: the whole is their mean or their sum."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.measure import Measure
from cranfield.core.note import SILENT, Note
from cranfield.core.param import word
from cranfield.core.ragged import divide
from cranfield.core.states.sums import Sums
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.states.state import State

__all__ = ["LOG_FLOOR", "UnitMean", "UnitSum"]

LOG_FLOOR = 1e-5  # trec_eval's floor for geometric means


class UnitMean(Measure):
    """A measure with a value for each unit, averaged over the units."""

    mean: str = word("arithmetic", "arithmetic", "geometric", help="how the values of the units are averaged")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.mean == "geometric" and self.bounds[0] < 0:
            raise MeasureError("geometric-below-zero", measure=self.name)

    @property
    def summed(self) -> str:
        """The mean that was asked for."""
        return self.mean

    @abstractmethod
    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """One value for each unit; nan where the measure is undefined."""

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """The value and whether it counts; the policy decides what becomes of an undefined one.

        Of a geometric mean the logarithm, whether it counts, and the value itself: exp(log(x)) may differ from x.
        """
        return self.kept(batch, self.values(batch, note), note)

    def kept(self, batch: Batch, value: NDArray[np.float64], note: Note = SILENT) -> Sums:
        """What is kept of the values of the units."""
        undefined = np.isnan(value)
        counted = np.ones(len(value), bool) if batch.policy.undefined == "zero" else ~undefined
        value = np.where(undefined, self.worst, value)
        if undefined.any() and batch.policy.undefined == "zero":
            value = note.unit("undefined-value", value, name=self.name, why=self.undefined_when, worst=self.worst)
        columns = [value, counted]
        if self.mean == "geometric":
            floored = note.unit("floored", np.where(counted, np.maximum(value, LOG_FLOOR), np.nan))
            columns = [np.log(floored), counted, floored]
        rows = np.column_stack([np.where(counted, column, 0.0) for column in columns])
        return Sums.of(self, batch, rows, undefined)

    def each(self, state: State) -> NDArray[np.float64]:
        """The value of every unit by itself."""
        if self.mean == "arithmetic":
            return super().each(state)
        rows = state.each()
        return np.where(rows[..., 1] > 0, rows[..., 2], np.nan)

    def finish(self, total: NDArray[np.float64]) -> NDArray[np.float64]:
        """The mean."""
        mean = divide(total[..., 0], total[..., 1])
        return np.exp(mean) if self.mean == "geometric" else mean


class UnitSum(Measure):
    """A count for each unit, added up over the units."""

    better: ClassVar[str | None] = None
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))

    @property
    def summed(self) -> str:
        """The sum."""
        return "sum"

    @abstractmethod
    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """One count for each unit."""

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """The counts themselves."""
        return Sums.of(self, batch, np.asarray(self.values(batch, note), np.float64)[:, None])

    def finish(self, total: NDArray[np.float64]) -> NDArray[np.float64]:
        """The sum."""
        return total[..., 0]
