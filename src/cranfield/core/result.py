"""Numbers with everything needed to trust them: the measure, the units, the policy, the inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.spec import parse
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.batch import Finding
    from cranfield.core.measure import Measure
    from cranfield.core.state import State

__all__ = ["Result", "Results"]


@dataclass(frozen=True)
class Result:
    """One measure on one batch."""

    measure: Measure
    state: State
    members: Mapping[str, NDArray[np.int64]] | None = None  # group name to its units

    @cached_property
    def value(self) -> float:
        """The number for the whole batch; nan when no unit has a value."""
        return float(self.measure.finish(self.state.total()))

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """One value for each unit, in the order of `state.units`; nan where undefined."""
        return self.measure.each(self.state)

    @cached_property
    def units(self) -> dict[str, float]:
        """Unit id to value."""
        return dict(zip(self.state.units, self.values.tolist(), strict=True))

    @cached_property
    def groups(self) -> dict[str, float]:
        """Group to value, when the evaluation was asked for groups."""
        members = self.members or {}
        return {name: float(self.measure.finish(self.state.total(units))) for name, units in members.items()}

    @cached_property
    def group_mean(self) -> float:
        """The mean over the groups that have a value."""
        values = [value for value in self.groups.values() if not np.isnan(value)]
        return float(np.mean(values)) if values else float("nan")

    @property
    def undefined(self) -> int:
        """How many units have no value by the measure's own definition."""
        return int(self.state.undefined.sum())

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        return f"<{self.measure}: {self.value:.4f} over {len(self.state.units)} units>"


@dataclass(frozen=True)
class Results(Mapping[str, Result]):
    """The results of several measures on one batch, by any name of the measure."""

    system: str
    family: str
    found: Mapping[Measure, Result]
    findings: tuple[Finding, ...]
    signature: Mapping[str, Any]
    units: Sequence[str] = field(repr=False)

    def __getitem__(self, name: str | Measure) -> Result:
        try:
            return self.found[parse(name, self.family)]
        except (KeyError, MeasureError):
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        return iter(str(measure) for measure in self.found)

    def __len__(self) -> int:
        return len(self.found)

    def to_dict(self) -> dict[str, float]:
        """Measure to value."""
        return {str(measure): result.value for measure, result in self.found.items()}

    def to_arrow(self) -> pa.Table:
        """An Arrow table with the unit and one column for each measure; any dataframe library takes it."""
        import pyarrow as pa  # noqa: PLC0415 (only needed here)

        columns = {str(measure): result.values for measure, result in self.found.items()}
        return pa.table({"unit": list(self.units), **columns})

    def __repr__(self) -> str:
        numbers = ", ".join(f"{measure}: {result.value:.4f}" for measure, result in self.found.items())
        return f"<Results of {self.system} on {len(self.units)} units: {numbers}>"
