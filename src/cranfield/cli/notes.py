"""What was odd about the data, on standard error: each thing once, however many runs or measures it concerns."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cranfield.core.batch import Finding
    from cranfield.core.result import Results

__all__ = ["write_notes"]

_MOST_NAMES = 4
_COUNTED = re.compile(r"(?P<number>[\d.,]+%?) (?P<rest>.*?)(?: \([^()]*\))?")


def write_notes(
    systems: Sequence[Results], form: str = "table", *, per_query: bool = False, quiet: bool = False
) -> None:
    """Findings of all systems and those about all systems together; `quiet` leaves only warnings."""
    lines = [*_together(systems), *_findings(systems), *_unsaid(systems, form, per_query=per_query)]
    # warnings first: they change what the numbers mean
    for severity, sentence in sorted(lines, key=lambda line: line[0] == "note"):
        if not quiet or severity != "note":
            click.echo(f"{severity}: {sentence}", err=True)


def _together(systems: Sequence[Results]) -> Iterator[tuple[str, str]]:
    """What only shows when several systems are compared."""
    from cranfield.report.signature import same_units  # noqa: PLC0415 (numpy is loaded only when it is needed)

    if not same_units(systems):
        yield "warning", "systems are averaged over different queries; compare with --missing zero"
    seen: dict[Any, str] = {}
    for each in systems:
        for one in each.signature["inputs"]:
            if one.get("role") == "run" and one.get("sha256"):
                first = seen.setdefault(one["sha256"], each.system)
                if first != each.system:
                    yield "warning", f"{first} and {each.system} are the same run, byte for byte"


@dataclass
class _Line:
    """A sentence, the measures it is about and the systems it holds for."""

    severity: str
    own: bool  # it is about a run, which is named by its system: that is shorter than its path
    sentence: str
    subjects: list[str] = field(default_factory=list)
    systems: list[str] = field(default_factory=list)

    @property
    def number(self) -> str:
        """What the sentence counts, if it starts with that."""
        found = _COUNTED.fullmatch(self.sentence)
        return found["number"] if found and not any(self.subjects) else ""

    @property
    def rest(self) -> str:
        """The sentence without the number and the details in brackets at its end."""
        found = _COUNTED.fullmatch(self.sentence)
        return found["rest"].replace("query ", "queries ") if found and self.number else self.sentence


def _findings(systems: Sequence[Results]) -> Iterator[tuple[str, str]]:
    """A sentence about several measures or systems is said once, with their names."""
    lines: dict[tuple[str, str, bool], _Line] = {}
    for each in systems:
        runs = {one["name"] for one in each.signature["inputs"] if one.get("role") == "run"}
        for finding in each.findings:
            own = finding.source in runs
            subject, sentence = _parted(finding, own=own)
            line = lines.setdefault((finding.severity, sentence, own), _Line(finding.severity, own, sentence))
            _add(line.subjects, subject)
            _add(line.systems, each.system)
    alike: dict[tuple[str, str, bool], list[_Line]] = {}
    for line in lines.values():
        alike.setdefault((line.severity, line.rest, line.own), []).append(line)
    for group in alike.values():
        if len(group) > 1 and all(line.number for line in group):
            counts = ", ".join(f"{_few(line.systems)} {line.number}" for line in group)
            yield group[0].severity, f"{counts} {group[0].rest}"
        else:
            yield from ((line.severity, _whole(line, len(systems))) for line in group)


def _whole(line: _Line, systems: int) -> str:
    subjects = line.systems if line.own else [name for name in line.subjects if name]
    about = f"{_few(subjects)}: " if subjects else ""
    whose = f" [{_few(line.systems)}]" if not line.own and len(line.systems) < systems else ""
    return f"{about}{line.sentence}{whose}"


def _parted(finding: Finding, *, own: bool) -> tuple[str, str]:
    """Who a finding is about, and what it says."""
    if own:
        return "", finding.message.removeprefix(f"{finding.source}: ")
    if finding.kind == "undefined":
        subject, _, rest = finding.message.partition(": ")
        return subject, rest
    return "", finding.message


def _unsaid(systems: Sequence[Results], form: str, *, per_query: bool) -> Iterator[tuple[str, str]]:
    """What trec_eval's lines have no place for."""
    if form != "trec":
        return
    results = [result for each in systems for result in each.found.values()]
    values = [result.value for result in results]
    values += [value for result in results if per_query for value in result.values.tolist()]
    omitted = sum(value != value for value in values)  # noqa: PLR0124 (nan is not itself)
    if omitted:
        yield "note", f"{omitted} undefined value{'s have' if omitted > 1 else ' has'} no line in this format"
    if any(result.members is not None for result in results):
        yield "note", "groups have no lines in this format; choose another one, such as csv"
    if per_query and any("all" in each.units for each in systems):
        yield "warning", "a query is named all, as the lines for all queries are; choose another format, such as csv"


def _add(names: list[str], name: str) -> None:
    if name not in names:
        names.append(name)


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more
