"""What was odd about the data, on standard error: each thing once, however many runs or measures it concerns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.words import say, say_together, translated, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cranfield.core.finding import Finding
    from cranfield.core.result import Results

__all__ = ["write_notes"]

_MOST_NAMES = 4


def write_notes(
    systems: Sequence[Results],
    form: str = "table",
    *,
    per_query: bool = False,
    quiet: bool = False,
    language: str = "en",
) -> None:
    """Findings of all systems and those about all systems together; `quiet` leaves only warnings."""
    lines = [*_together(systems, language), *_findings(systems, language)]
    lines += _unsaid(systems, form, per_query=per_query, language=language)
    # warnings first: they change what the numbers mean
    for severity, sentence in sorted(lines, key=lambda line: line[0] == "note"):
        if not quiet or severity != "note":
            click.echo(_about(translated(severity, language=language), language) + visible(sentence), err=True)


def _together(systems: Sequence[Results], language: str) -> Iterator[tuple[str, str]]:
    """What only shows when several systems are compared."""
    from cranfield.report.signature import same_units  # noqa: PLC0415 (numpy is loaded only when it is needed)

    if not systems[0].family.unpaired and not same_units(systems):
        yield "warning", say("different-units", {"noun": systems[0].noun}, voice="shell", language=language)
    seen: dict[Any, str] = {}
    for each in systems:
        for one in each.signature.inputs:
            if one.get("role") == "run" and one.get("sha256"):
                first = seen.setdefault(one["sha256"], each.system)
                if first != each.system:
                    facts = {"first": first, "second": each.system}
                    yield "warning", say("same-run", facts, language=language)


def _findings(systems: Sequence[Results], language: str) -> Iterator[tuple[str, str]]:
    """A sentence about several measures or systems is said once, with their names."""
    # a finding about a run is told by the name of its system, which is shorter than its path
    about: dict[tuple[Any, ...], list[tuple[Results, Finding, bool]]] = {}
    for each in systems:
        runs = {one["name"] for one in each.signature.inputs if one.get("role") == "run"}
        for finding in each.findings:
            own = finding.source in runs
            source = None if own else finding.source
            about.setdefault((finding.severity, finding.key, own, source), []).append((each, finding, own))
    for (severity, key, own, source), found in about.items():
        names = dict.fromkeys(each.system for each, _, _ in found)
        if own and len(names) == len(found) > 1 and language == "en":  # elsewhere numbers do not stand in front
            each_own = [(each.system, finding.facts) for each, finding, _ in found]
            joined = say_together(key, each_own, voice="shell", language=language)
            if joined is not None and len({finding.sentence() for _, finding, _ in found}) > 1:
                yield severity, joined
                continue
        yield from _one_by_one(severity, source, found, len(systems), language)


def _one_by_one(
    severity: str, source: str | None, found: Sequence[tuple[Results, Finding, bool]], systems: int,
    language: str,
) -> Iterator[tuple[str, str]]:  # fmt: skip
    """Equal sentences once, with the measures they are about and the systems they hold for."""
    lines: dict[str, tuple[list[str], list[str], bool]] = {}
    for each, finding, own in found:
        subjects, whose, _ = lines.setdefault(finding.sentence(voice="shell", language=language), ([], [], own))
        _add(subjects, each.system if own else finding.subject or source or "")
        _add(whose, each.system)
    for sentence, (subjects, whose, own) in lines.items():
        named = [name for name in subjects if name]
        about = _about(_few(named, language), language) if named else ""
        rest = f" [{_few(whose, language)}]" if not own and len(whose) < systems else ""
        yield severity, f"{about}{sentence}{rest}"


def _unsaid(
    systems: Sequence[Results], form: str, *, per_query: bool, language: str
) -> Iterator[tuple[str, str]]:  # fmt: skip
    """What trec_eval's lines have no place for."""
    if form != "trec":
        return
    results = [result for each in systems for result in each.found.values()]
    values = [result.value for result in results]
    values += [value for result in results if per_query for value in result.values.tolist()]
    omitted = sum(value != value for value in values)  # noqa: PLR0124 (nan is not itself)
    if omitted:
        yield "note", say("undefined-without-line", {"count": omitted}, language=language)
    if any(result.grouped for result in results):
        yield "note", say("groups-without-lines", {}, language=language)
    if per_query and any("all" in each.units for each in systems):
        yield "warning", say("query-named-all", {}, language=language)


def _add(names: list[str], name: str) -> None:
    if name not in names:
        names.append(name)


def _about(name: str, language: str) -> str:
    return say("about", {"about": name}, language=language)


def _few(names: Sequence[str], language: str) -> str:
    rest = max(len(names) - _MOST_NAMES, 0)
    return say("some-names", {"names": names[:_MOST_NAMES], "rest": rest}, language=language)
