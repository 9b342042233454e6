"""What a family of measures is about: its units, its data, its names and what it says of them."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cranfield.core.measure import Alias, Measure
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from types import ModuleType

    from cranfield.core.batch import Batch
    from cranfield.core.explain import Context, Explanation
    from cranfield.core.finding import Finding
    from cranfield.core.listing import Listing
    from cranfield.core.result import Result, Results

__all__ = ["Family", "Name"]


@dataclass(frozen=True)
class Name:
    """What a name leads to."""

    measure: type[Measure]
    alias: Alias


def _no_findings(batch: Batch, found: Mapping[str, tuple[Measure, Result]]) -> list[Finding]:  # noqa: ARG001
    return []


def _no_context(batch: Batch, explanation: Explanation) -> None:  # noqa: ARG001
    return None


def _no_listing(batch: Batch, unit: str) -> None:  # noqa: ARG001
    return None


def _as_one(batch: Batch) -> Sequence[Batch]:
    return (batch,)


def _none_apart(batch: Batch, measures: Sequence[Measure]) -> Sequence[Measure]:  # noqa: ARG001
    return ()


def _none_missing(batch: Batch) -> Sequence[str]:  # noqa: ARG001
    return ()


def _no_difference(systems: Sequence[Results]) -> list[Finding]:  # noqa: ARG001
    return []


def _as_given(
    text: str, measure: type[Measure], name: str, given: dict[str, Any], *, cut: bool  # noqa: ARG001
) -> tuple[type[Measure], dict[str, Any]]:  # fmt: skip
    return measure, given


@dataclass(frozen=True, eq=False)
class Family:
    """A value that core, reports and the command line ask instead of comparing names.

    A new one is a folder of measures with a `family.py`, a door in `io` and a file of input options.
    """

    name: str
    package: ModuleType  # its measures are found by walking it, so a new file needs no edit elsewhere
    noun: str  # what its units are called: queries
    whole: str  # what holds them, in a sentence about one that is not there: "in the judgments"
    call: str  # how its data is given in Python: ranking(...)
    command: str  # and on the command line: cranfield eval
    defaults: Callable[[Batch], Sequence[str]]  # the measures that suit the data when none is named
    columns: Mapping[str, str] = field(
        default_factory=dict
    )  # a column that measures may read and the data may lack: how to give it
    decisions: tuple[str, ...] = ()  # those of the policy that concern its data
    always_named: tuple[str, ...] = ()  # of these, what a result must tell even if it is the default
    parts: Callable[[Batch], Iterable[Batch]] = _as_one  # a long batch in parts that are measured one by one
    apart: Callable[[Batch, Sequence[Measure]], Sequence[Measure]] = _none_apart  # measures that may see parts only
    grouped: bool = True  # whether its units can be grouped by a file of groups
    beside: bool = False  # whether its measures may be asked for beside those of another, about the same systems
    unpaired: bool = False  # whether systems with other units can be compared, as samples of their own
    clusters: str = "sessions"  # what groups of units that are drawn together are called
    nicknames: Mapping[str, Sequence[str]] = field(default_factory=dict)  # names for sets of measures
    refused: Mapping[str, str] = field(default_factory=dict)  # misleading names, in lower case: why
    translate: Callable[..., tuple[type[Measure], dict[str, Any]]] = _as_given  # other tools' parameters into ours
    findings: Callable[[Batch, Mapping[str, tuple[Measure, Result]]], list[Finding]] = _no_findings
    context: Callable[[Batch, Explanation], Context | None] = _no_context  # the data that an explanation is shown with
    listing: Callable[[Batch, str], Listing | None] = _no_listing  # what a system gave for one unit
    unanswered: Callable[[Batch], Sequence[str]] = _none_missing  # units that the system said nothing about
    differing: Callable[[Sequence[Results]], list[Finding]] = _no_difference  # what systems should share and do not
    _added: dict[str, type[Measure]] = field(default_factory=dict, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        from cranfield.core.registry import family  # noqa: PLC0415 (the registry knows families, not the reverse)

        return family, (self.name,)

    def __str__(self) -> str:
        return self.name

    @cached_property
    def _built_in(self) -> dict[str, type[Measure]]:
        found: dict[str, type[Measure]] = {}
        for module in sorted(each.name for each in pkgutil.iter_modules(self.package.__path__)):
            for each in vars(importlib.import_module(f"{self.package.__name__}.{module}")).values():
                if isinstance(each, type) and issubclass(each, Measure) and each.__dict__.get("name"):
                    found[each.name] = each
        return found

    @property
    def measures(self) -> dict[str, type[Measure]]:
        """All measures by name, those that users registered last."""
        return {**self._built_in, **self._added}

    @property
    def names(self) -> Mapping[str, Name]:
        """Every name and alias in lower case."""
        held: dict[str, Name] | None = vars(self).get("_names")
        if held is None:
            held = {}
            for measure in self.measures.values():
                _enter(held, measure)
            vars(self)["_names"] = held
        return held

    def add(self, measure: type[Measure]) -> None:
        """Take in a measure of a user's own; its names must be free."""
        names = dict(self.names)
        _enter(names, measure)
        self._added[measure.name] = measure
        vars(self)["_names"] = names

    def remove(self, name: str) -> None:
        """Forget a measure that was added."""
        del self._added[name]
        vars(self).pop("_names", None)


def _enter(names: dict[str, Name], measure: type[Measure]) -> None:
    for alias in (Alias(measure.name, tool="cranfield"), *measure.aliases):
        held = names.get(alias.name.lower())
        if held is None:
            names[alias.name.lower()] = Name(measure, alias)
        elif (held.measure, dict(held.alias.preset)) == (measure, dict(alias.preset)):
            # our own name and another tool's are one: keep our bare meaning and their suffix
            names[alias.name.lower()] = Name(measure, held.alias.joined(alias))
        else:
            raise MeasureError("name-taken", name=alias.name, measure=measure.name, holder=held.measure.name)
