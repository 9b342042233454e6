"""The one data shape: units plus named columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from cranfield.core.arguments import NAME, TEXT, Rule, checked, door, instance, is_text, require, whole_number
from cranfield.core.coded import Coded, Scores
from cranfield.core.family import Family
from cranfield.core.finding import Finding
from cranfield.core.policy import Policy
from cranfield.core.ragged import Ragged
from cranfield.core.registry import family as family_named
from cranfield.errors import InputError, PolicyError, nearest
from cranfield.words import counted, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    Column = NDArray[Any] | Ragged | Coded | Scores

_Kind = TypeVar("_Kind")

__all__ = ["BATCH", "Batch", "Finding", "counted"]

_RULES = {
    "family": Rule("be-family", lambda value: isinstance(value, Family) or is_text(value)),
    "units": Rule("be-list", lambda value: not isinstance(value, str | Mapping) and len(value) >= 0),
    "columns": Rule(
        "be-column",
        lambda value: (
            isinstance(value, Mapping)
            and all(isinstance(value[each], np.ndarray | Ragged | Coded | Scores) for each in value)
        ),
    ),
    "facts": instance("be-mapping", Mapping),
    "policy": instance("be-made-policy", Policy, error=PolicyError),
    "findings": instance("be-list", tuple),
    "inputs": instance("be-list", tuple),
    "system": NAME,
    "left_out": instance("be-names-set", frozenset),
    "unjudged": instance("be-names-set", frozenset),
    "row_names": Rule("be-names", lambda value: value is None or callable(value)),
}


@dataclass(frozen=True, repr=False)
class Batch:
    """Units (queries, examples, segments) and their columns, all of one length.

    A column is a numpy array with one entry a unit, `Coded` labels, `Scores` of classes, or a `Ragged` with several.
    `facts` are about the whole collection and survive splitting, such as the highest grade.
    """

    family: Family  # or its name
    units: Sequence[str]
    columns: Mapping[str, Column]
    facts: Mapping[str, Any] = field(default_factory=dict)
    policy: Policy = field(default_factory=Policy)
    findings: tuple[Finding, ...] = ()
    # what the signature says of the inputs; a value may be a function that makes it when somebody asks
    inputs: tuple[Mapping[str, Any], ...] = ()
    system: str = "run"
    left_out: frozenset[str] = frozenset()  # units that the policy skips because the run does not answer them
    unjudged: frozenset[str] = frozenset()  # units of the run without judgments
    row_names: Callable[[], Sequence[str]] | None = field(default=None, repr=False)
    """The names of the rows that a column `judgment` counts; only `explain` asks for them."""

    def __post_init__(self) -> None:
        require("Batch", _RULES, vars(self))
        if isinstance(self.family, str):
            vars(self)["family"] = family_named(self.family)
        for name, column in self.columns.items():
            if len(column) != len(self.units):
                raise InputError("column-length", name=name, rows=len(column), units=len(self.units))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "cache"}  # which is made again

    def __len__(self) -> int:
        return len(self.units)

    def __contains__(self, name: object) -> bool:
        return name in self.columns

    @cached_property
    def cache(self) -> dict[Any, Any]:
        """What several measures need and one makes, such as the confusion matrix."""
        return {}

    def array(self, name: str) -> NDArray[Any]:
        """A column with one entry a unit."""
        return self._column(name, np.ndarray)

    def ragged(self, name: str) -> Ragged:
        """A column with several rows a unit."""
        return self._column(name, Ragged)

    def coded(self, name: str) -> Coded:
        """A column of labels."""
        return self._column(name, Coded)

    def _column(self, name: str, kind: type[_Kind]) -> _Kind:
        column = self.columns.get(name) if is_text(name) else None
        if not isinstance(column, kind):
            known = [each for each, column in self.columns.items() if isinstance(column, kind)]
            raise InputError("no-column-of-kind", given=shown(name), known=known)
        return column

    @door()
    def select(self, units: Sequence[int] | NDArray[Any]) -> Batch:
        """Some units only; the facts of the whole stay."""
        chosen = np.asarray(units, dtype=np.int64)
        columns = {n: c.take(chosen) if isinstance(c, Ragged) else c[chosen] for n, c in self.columns.items()}
        return replace(self, units=[self.units[i] for i in chosen], columns=columns)

    @checked(rows=whole_number("be-depth", 1, 2**53, InputError))
    def stretches(self, rows: int) -> Iterator[Batch]:
        """The same units in parts of so many rows on average, over the same memory; the facts of the whole stay."""
        longest = max((len(column.values) for column in self.columns.values() if isinstance(column, Ragged)), default=0)
        step = len(self) * rows // max(longest, 1) or 1
        if step >= len(self):
            yield self
            return
        yield from self.cut((begin, min(begin + step, len(self))) for begin in range(0, len(self), step))

    @checked(ranges=Rule("be-list", lambda value: not isinstance(value, str | bytes) and iter(value) is not None))
    def cut(self, ranges: Iterable[tuple[int, int]]) -> Iterator[Batch]:
        """The units of each range, over the same memory; the facts of the whole stay."""
        for begin, end in ranges:
            columns = {name: _stretch(column, begin, end) for name, column in self.columns.items()}
            yield replace(self, units=self.units[begin:end], columns=columns)

    @property
    def noun(self) -> str:
        """What messages call the units, in the plural."""
        return self.family.noun

    @checked(unit=TEXT)
    def place_of(self, unit: object) -> int:
        """Where a unit is; a number finds the one that is written with zeros in front."""
        for at, each in enumerate(self.units):
            if each == unit:
                return at
        wanted = str(unit)
        alike = [
            at for at, each in enumerate(self.units) if wanted.isdigit() and each.lstrip("0") == wanted.lstrip("0")
        ]
        if len(alike) == 1:
            return alike[0]
        raise self._why_not(wanted)

    def _why_not(self, unit: str) -> InputError:
        """Why there is no such unit."""
        if unit in self.unjudged:
            return InputError("unit-unjudged", noun=self.noun, unit=unit)
        if unit in self.left_out:
            return InputError("unit-left-out", noun=self.noun, unit=unit)
        first = self.units[0] if len(self.units) else None
        near = nearest(unit, self.units)
        return InputError(
            "no-such-unit", noun=self.noun, unit=unit, whole=self.family.whole, near=near, first=None if near else first
        )

    def __repr__(self) -> str:
        rows = max((len(column.values) for column in self.columns.values() if isinstance(column, Ragged)), default=0)
        size = counted(len(self), self.noun) + (f", {counted(rows, 'rows')}" if rows else "")
        return f"<Batch of {self.family}: {self.system}, {size}, {', '.join(self.columns)}>"


def _stretch(column: Column, begin: int, end: int) -> Column:
    if isinstance(column, Ragged):
        return column.stretch(begin, end)
    return column[begin:end] if isinstance(column, np.ndarray) else column[np.arange(begin, end)]


BATCH = instance("be-batch", Batch)
