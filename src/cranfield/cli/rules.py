"""Rules and baselines on the command line: what must not happen, and next to what it is judged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.cli.inputs.given import Given
    from cranfield.compare.rule import Rule
    from cranfield.core.facts import Facts
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results
    from cranfield.core.verdict import Verdict

__all__ = [
    "Stored", "adapted_rules", "asked_by_baseline", "asked_by_rules", "read_rules", "read_stored", "tell_failures",
]  # fmt: skip


def read_rules(fail_if: Sequence[str], require: Sequence[str], family: str | None = None) -> list[Rule]:
    """The rules as they were written: those that say what must not be, then those that say what must be."""
    if not fail_if and not require:
        return []
    from cranfield.compare.rules import parse_rule  # noqa: PLC0415 (numpy is loaded only when it is needed)

    forbidden = [parse_rule(text, "fail-if", family) for text in fail_if]
    return forbidden + [parse_rule(text, "require", family) for text in require]


def asked_by_rules(rules: Sequence[Rule], asked: Sequence[str]) -> tuple[str, ...]:
    """The measures that are asked for, and those that only rules name."""
    if not rules:
        return tuple(asked)
    from cranfield.compare.rule import measures_of  # noqa: PLC0415
    from cranfield.core.spec import parse_named  # noqa: PLC0415

    known = list(parse_named(asked).values()) if asked else []
    return (*asked, *(name for name, measure in measures_of(rules).items() if measure not in known))


def adapted_rules(rules: Sequence[Rule], given: Given, wanted: Mapping[str, Measure]) -> list[Rule]:
    """The rules about the measures that are computed, which options may have changed."""
    if not rules:
        return []
    from cranfield.compare.rule import adapted  # noqa: PLC0415
    from cranfield.core.spec import parse_named  # noqa: PLC0415

    plain = parse_named(given.asked, given.inputs.family)
    changed = {plain[name]: measure for name, measure in wanted.items() if name in plain}
    return [adapted(each, changed) for each in rules]


def asked_by_baseline(path: str) -> tuple[str, ...]:
    """The measures that a file of results has, by their names there."""
    from cranfield.compare.baseline import read_measures  # noqa: PLC0415

    return read_measures(path)


def tell_failures(verdicts: Sequence[Verdict], *, language: str = "en") -> None:
    """Each rule that failed or cannot be decided, a line on standard error whatever goes elsewhere."""
    for each in verdicts:
        if not each.passed:
            click.echo(visible(each.told(language=language)), err=True)


@dataclass(frozen=True)
class Stored:
    """The results of another day as a system of today."""

    results: Results
    facts: list[Facts]  # of measures of which the file holds only the value


def read_stored(path: str, against: Sequence[str], new: Sequence[Results]) -> Stored:
    """The baseline from a file; a name that no system of today has chooses one of several in it."""
    from cranfield.compare.baseline import read_baseline  # noqa: PLC0415
    from cranfield.core.facts import Facts  # noqa: PLC0415
    from cranfield.core.finding import Finding  # noqa: PLC0415
    from cranfield.core.states.sums import Sums  # noqa: PLC0415

    here = {each.system for each in new}
    stored = read_baseline(path, system=next((name for name in against if name not in here), None))
    made = stored.against(new[0])
    given = made.system or PurePath(path).name  # a system without a name is the file that it is in
    name = given if given not in here else f"{given} ({PurePath(path).name})"
    lacking = [each for each in new[0] if each not in made.found]
    whole = {each for each in lacking if not isinstance(new[0][each].state, Sums)}
    facts = [
        Facts(
            result.asked or result.measure, each.system, result.value, name, stored.value_of(result, measure),
            why="why-whole-only" if measure in whole else "why-values-only",
        )
        for each in new
        for measure, result in each.found.items()
        if measure in lacking
    ]  # fmt: skip
    findings = list(made.findings)
    file, by_unit = PurePath(path).name, [each for each in lacking if each not in whole]
    if by_unit:
        told = {"source": file, "names": by_unit}
        findings.append(Finding("baseline-values-only", len(by_unit), told, "warning"))
    if whole:
        told = {"source": file, "names": [each for each in lacking if each in whole]}
        findings.append(Finding("baseline-whole-only", len(whole), told, "warning"))
    return Stored(replace(made, system=name, findings=tuple(findings)), facts)
