"""What a rule says, once it is read: conditions on measures, joined by `and` and `or`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from cranfield.core.measure import Measure

__all__ = ["KINDS", "QUANTITIES", "Amount", "Choice", "Condition", "Rule", "adapted", "measures_of"]

KINDS = ("fail-if", "require")
QUANTITIES = ("value", "baseline", "difference", "change", "low", "high", "p")


@dataclass(frozen=True)
class Amount:
    """A number, or a share of the baseline."""

    number: float
    percent: bool = False

    def __str__(self) -> str:
        return f"{self.number * 100:g}%" if self.percent else f"{self.number:g}"


@dataclass(frozen=True)
class Condition:
    """What a rule says of one measure; `way` is compare, drops, rises, worse, better, not worse or not better."""

    name: str  # of the measure, as it is written
    measure: Measure
    way: str
    amount: Amount | None = None
    quantity: str = "value"
    operator: str = "<"
    system: str | None = None
    baseline: str | None = None


@dataclass(frozen=True)
class Choice:
    """Conditions of which all must hold (`and`), or one (`or`)."""

    word: str
    parts: tuple[Choice | Condition, ...]


@dataclass(frozen=True)
class Rule:
    """A rule as it was written, and what it says."""

    text: str
    kind: str
    root: Choice | Condition

    def conditions(self) -> Iterator[Condition]:
        """All that it says, in order."""
        left = [self.root]
        while left:
            each = left.pop(0)
            if isinstance(each, Choice):
                left[:0] = each.parts
            else:
                yield each

    def __str__(self) -> str:
        return self.text


def measures_of(rules: Iterable[Rule]) -> dict[str, Measure]:
    """The measures that rules need, by the names that they were written with, each once."""
    found: dict[str, Measure] = {}
    for rule in rules:
        for each in rule.conditions():
            if each.measure not in found.values():
                found[each.name] = each.measure
    return found


def adapted(rule: Rule, measures: Mapping[Measure, Measure]) -> Rule:
    """The same rule about measures that options have changed."""
    return replace(rule, root=_adapted(rule.root, measures))


def _adapted(part: Choice | Condition, measures: Mapping[Measure, Measure]) -> Choice | Condition:
    if isinstance(part, Choice):
        return replace(part, parts=tuple(_adapted(each, measures) for each in part.parts))
    return replace(part, measure=measures.get(part.measure, part.measure))
