"""Numbers with everything needed to trust them: the measure, the units, the policy, the inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.batch import counted
from cranfield.core.spec import parse
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.batch import Finding
    from cranfield.core.measure import Measure
    from cranfield.core.states.state import State

__all__ = ["Result", "Results", "settled"]


@dataclass(frozen=True)
class Result:
    """One measure on one batch."""

    measure: Measure
    state: State
    members: Mapping[str, NDArray[np.int64]] | None = None  # group name to its units
    noun: str = "queries"  # what the units are called

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

    @cached_property
    def details(self) -> dict[str, float]:
        """Numbers that belong beside the value, such as its error bound or how many sessions took part."""
        return self.measure.details(self.state)

    @property
    def undefined(self) -> int:
        """How many units have no value by the measure's own definition."""
        return int(self.state.undefined.sum())

    @property
    def kind(self) -> str:
        """What one unit is: a query, a label, a session."""
        return counted(1, self.noun).split()[1]

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        return f"<{self.measure}: {self.value:.4f} over {len(self.state.units):,} units>"


def _by_kind(found: Mapping[Measure, Result], pa: Any) -> pa.Table:
    """The values of measures that are about different things, those about the same beside each other."""
    results = {str(measure): each for measure, each in found.items()}
    rows: dict[tuple[str, str], int] = {}
    for each in results.values():
        for unit in each.state.units:
            rows.setdefault((each.kind, unit), len(rows))
    columns = {"kind": pa.array([kind for kind, _ in rows]), "unit": pa.array([unit for _, unit in rows])}
    for name, each in results.items():
        values, absent = np.zeros(len(rows)), np.ones(len(rows), bool)
        at = [rows[each.kind, unit] for unit in each.state.units]
        values[at], absent[at] = each.values, False
        columns[name] = pa.array(values, mask=absent)
    return pa.table(columns)


def settled(told: Mapping[str, Any]) -> dict[str, Any]:
    """The same with functions replaced by what they return."""
    return {key: said() if callable(said) else said for key, said in told.items()}


@dataclass(frozen=True)
class Results(Mapping[str, Result]):
    """The results of several measures on one batch, by any name of the measure."""

    system: str
    family: str
    found: Mapping[Measure, Result]
    findings: tuple[Finding, ...]
    told: Mapping[str, Any] = field(repr=False)  # the signature; a value may be a function that makes it
    units: Sequence[str] = field(repr=False)
    noun: str = "queries"  # what reports call the units

    def __post_init__(self) -> None:
        written = [str(measure) for measure in self.found]
        twice = next((each for each in written if written.count(each) > 1), None)
        if twice is not None:
            message = f"two different measures are written {twice}; give their functions names of their own (def)"
            raise MeasureError(message)

    @cached_property
    def signature(self) -> Mapping[str, Any]:
        """What is needed to repeat the numbers; large files are hashed when it is asked for."""
        return settled(self.told)

    def __getstate__(self) -> dict[str, Any]:
        # a file that is not hashed yet does not travel
        return {**vars(self), "told": self.signature}

    def __getitem__(self, name: str | Measure) -> Result:
        for measure, result in self.found.items():  # a measure with a function of the user cannot be read back
            if str(measure) == name:
                return result
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
        """An Arrow table with the unit and one column for each measure; any dataframe library takes it.

        Measures of labels have labels, pairs of labels or sessions as units: `kind` says which, and what a measure has
        no value for is null.
        """
        import pyarrow as pa  # noqa: PLC0415 (only needed here)

        if self.family == "labels":
            return _by_kind(self.found, pa)
        columns = {str(measure): result.values for measure, result in self.found.items()}
        return pa.table({"unit": list(self.units), **columns})

    def __repr__(self) -> str:
        numbers = ", ".join(f"{measure}: {result.value:.4f}" for measure, result in self.found.items())
        return f"<Results of {self.system} on {counted(len(self.units), self.noun)}: {numbers}>"
