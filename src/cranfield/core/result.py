"""Numbers with everything needed to trust them: the measure, the units, the policy, the inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import Rule, instance, is_text
from cranfield.core.measure import Measure
from cranfield.core.order import places_in_order
from cranfield.core.shown import Shown
from cranfield.core.spec import parse
from cranfield.core.states.lacking import count_lacking
from cranfield.core.states.sums import Sums
from cranfield.errors import MeasureError
from cranfield.words import counted, shown, singular

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.family import Family
    from cranfield.core.finding import Finding
    from cranfield.core.signature import Signature
    from cranfield.core.states.drawn import Drawn
    from cranfield.core.states.drawn_pairs import DrawnPairs
    from cranfield.core.states.state import State

__all__ = ["MEASURE", "RESULT", "RESULTS", "Part", "Result", "Results"]


_SHOWN = 6  # measures that the short form of results names


@dataclass(frozen=True)
class Part:
    """What a measure keeps of some of the units, and how many they are."""

    state: State
    size: int


@dataclass(frozen=True, repr=False)
class Result(Shown):
    """One measure on one batch."""

    measure: Measure
    state: State
    members: Mapping[str, NDArray[np.int64]] | None = None  # group name to its units
    kept: Mapping[str, Part] | None = None  # or to what was kept of its units
    noun: str = "queries"  # what the units are called
    asked: Measure | None = None  # the measure before the data filled in its defaults
    order: Mapping[str, int] | None = None  # the places of units in the input, where people expect that order
    drawn: Drawn | DrawnPairs | None = None  # draws of units that were let go
    paired: bool = True  # whether units of the same name in another system are the same

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
        """Unit id to value, in the order in which people expect them: as given, or numbers by value."""
        units, values = self.state.units, self.values.tolist()
        return {units[at]: values[at] for at in self.places}

    @cached_property
    def places(self) -> list[int]:
        """Where in `state.units` the first unit that is shown is, the second and so on."""
        units, order = self.state.units, self.order
        if order is None or not all(unit in order for unit in units):
            return places_in_order(units)
        return sorted(range(len(units)), key=lambda at: order[units[at]])

    @property
    def grouped(self) -> bool:
        """Whether there are values of groups."""
        return self.members is not None or self.kept is not None

    @cached_property
    def groups(self) -> dict[str, float]:
        """Group to value, when the evaluation was asked for groups."""
        totals = {name: part.state.total() for name, part in (self.kept or {}).items()}
        totals |= {name: self.state.total(units) for name, units in (self.members or {}).items()}
        return {name: float(self.measure.finish(total)) for name, total in totals.items()}

    @property
    def group_sizes(self) -> dict[str, int]:
        """How many units each group has."""
        sizes = {name: part.size for name, part in (self.kept or {}).items()}
        return sizes | {name: len(units) for name, units in (self.members or {}).items()}

    @cached_property
    def group_mean(self) -> float:
        """The mean over the groups that have a value."""
        values = [value for value in self.groups.values() if not np.isnan(value)]
        return float(np.mean(values)) if values else float("nan")

    @cached_property
    def details(self) -> dict[str, float]:
        """Numbers that belong beside the value, such as its error bound or how many sessions took part."""
        return self.measure.details(self.state)

    @cached_property
    def parts(self) -> dict[str, float]:
        """What the value is made of, by name: BLEU's precisions, ROUGE's precision, recall and F."""
        return self.measure.parts(self.state)

    @property
    def undefined(self) -> int:
        """How many units have no value by the measure's own definition."""
        return count_lacking(self.state)

    @property
    def kind(self) -> str:
        """What one unit is: a query, a label, a session."""
        return singular(self.noun)

    def beyond_values(self) -> NDArray[np.float64] | None:
        """The rows that the measure keeps of the units, where they are more than values and whether these count."""
        if not isinstance(self.state, Sums):
            return None
        rows, known = self.state.rows, ~np.isnan(self.values)
        plain = np.column_stack((np.where(known, self.values, 0.0), known))
        return None if np.array_equal(rows, plain[:, : rows.shape[1]]) else rows

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        return f"<{self.measure}: {self.value:.4f} over {counted(len(self.state.units), self.noun)}>"


def _by_kind(found: Mapping[str, Result], pa: Any) -> pa.Table:
    """The values of measures that are about different things, those about the same beside each other."""
    rows: dict[tuple[str, str], int] = {}
    for each in found.values():
        for unit in each.units:
            rows.setdefault((each.kind, unit), len(rows))
    columns = {"kind": pa.array([kind for kind, _ in rows]), "unit": pa.array([unit for _, unit in rows])}
    for name, each in found.items():
        values, absent = np.zeros(len(rows)), np.ones(len(rows), bool)
        at = [rows[each.kind, unit] for unit in each.state.units]
        values[at], absent[at] = each.values, False
        columns[name] = pa.array(values, mask=absent)
    return pa.table(columns)


@dataclass(frozen=True, repr=False)
class Results(Shown, Mapping[str, Result]):
    """The results of several measures on one batch, by the name asked for or any other name of the measure."""

    system: str
    family: Family
    found: Mapping[str, Result]
    findings: tuple[Finding, ...]
    signature: Signature = field(repr=False)
    units: Sequence[str] = field(repr=False)  # of the batch

    @property
    def noun(self) -> str:
        """What reports call the units."""
        return self.family.noun

    @property
    def about_units(self) -> bool:
        """Whether the values are those of the batch's own units, not of labels or sessions in it."""
        return all(each.noun == self.noun for each in self.found.values())

    @property
    def grouped(self) -> bool:
        """Whether there are values of groups."""
        return any(each.grouped for each in self.found.values())

    def __getitem__(self, name: str | Measure) -> Result:
        if not isinstance(name, str | Measure):
            raise KeyError(shown(name))
        if type(name) is str and name in self.found:
            return self.found[name]
        wanted = str(name)
        for result in self.found.values():  # a measure with a function of the user cannot be read back
            if str(result.measure) == wanted:
                return result
        for asked, result in self.found.items():
            if self._same(asked, name):
                return result
        raise KeyError(name)

    def _same(self, asked: str, name: str | Measure) -> bool:
        try:
            return parse(asked, self.family) == parse(name, self.family)
        except MeasureError:
            return False

    def __iter__(self) -> Iterator[str]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def to_dict(self) -> dict[str, float]:
        """Measure to value."""
        return {name: result.value for name, result in self.found.items()}

    def to_arrow(self) -> pa.Table:
        """An Arrow table with the unit and one column for each measure; any dataframe library takes it.

        Where measures are about labels, pairs of labels or sessions, `kind` says which, and what a measure has no value
        for is null.
        """
        import pyarrow as pa  # noqa: PLC0415 (only needed here)

        if not self.about_units:
            return _by_kind(self.found, pa)
        result = next(iter(self.found.values()))
        first, order = result.state.units, result.places
        columns = {name: result.values[order] for name, result in self.found.items()}
        return pa.table({"unit": [first[at] for at in order], **columns})

    def __repr__(self) -> str:
        first = list(self.found.items())[:_SHOWN]
        numbers = ", ".join(f"{name}: {result.value:.4f}" for name, result in first)
        more = f" and {len(self) - _SHOWN} more" if len(self) > _SHOWN else ""
        return f"<Results of {self.system} on {counted(len(self.units), self.noun)}: {numbers}{more}>"


MEASURE = Rule("be-measure", lambda value: isinstance(value, Measure) or is_text(value), MeasureError)
RESULT = instance("be-result", Result, error=MeasureError)
RESULTS = instance("be-results", Results, error=MeasureError)
