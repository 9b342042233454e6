"""The signature of results as text: first what was decided, then the inputs."""

from __future__ import annotations

from functools import reduce
from operator import add
from pathlib import PurePath
from typing import TYPE_CHECKING

from cranfield.words import noun, say, translated, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.result import Results
    from cranfield.core.signature import Signature
    from cranfield.report.grid import Intervals

__all__ = ["interval_lines", "join_signatures", "same_units", "signature_lines"]


def join_signatures(systems: Sequence[Results]) -> Signature:
    """One signature for several systems: inputs that they share are named once."""
    return reduce(add, (each.signature for each in systems))


def same_units(systems: Sequence[Results]) -> bool:
    """Whether all systems are averaged over the same units, in whatever order these came."""
    first = systems[0].units
    return all(each.units is first or sorted(each.units) == sorted(first) for each in systems[1:])


def signature_lines(systems: Sequence[Results], language: str = "en", *, full: bool = False) -> list[str]:
    """What was decided, the settings of single measures (in `full` as other tools write them), and the inputs."""
    signature = join_signatures(systems)
    first = systems[0]
    if same_units(systems):
        facts = {"count": len(first.units), "noun": first.noun}
        units = say("signed-units", facts, language=language)
    else:
        units = f"{noun(first.noun, language=language)}: " + ", ".join(
            f"{each.system} {len(each.units):,}" for each in systems
        )
    described = signature.policy.describe()
    for decision in first.family.always_named:
        if decision not in described:
            described += f", {decision}={getattr(signature.policy, decision)}"
    decided = [f"cranfield {signature.version}", units, say("signed-policy", {"policy": described}, language=language)]
    # of systems that were judged against each other, each has a measure of its own that names it
    alike = {asked: used for asked, used in signature.measures.items() if len(systems) == 1 or not used.shared}
    decided += [f"{asked} = {used}" for asked, used in alike.items() if asked != str(used)]
    partial = sum(one.get("partial", 0) for one in signature.inputs)
    decided += [say("signed-partial", {"count": partial}, language=language)] if partial else []
    shared, scores = ("", _full(signature, language)) if full else _short(signature)
    decided[2:2] = [shared] if shared else []
    changed = say("signed-changed", {}, language=language)
    hashed = [(PurePath(one["name"]).name, one["sha256"]) for one in signature.inputs if "sha256" in one]
    hashes = [f"{name} {made[:12] if made else changed}" for name, made in hashed]
    lines = [" | ".join(decided), *scores, *(["sha256 " + ", ".join(hashes)] if hashes else [])]
    return [visible(line) for line in lines]


def _full(signature: Signature, language: str) -> list[str]:
    """Every line of every tool, to be copied."""
    found = []
    for measure, told in signature.scores.items():
        for tool, line in told.items():
            facts = {"measure": measure, "tool": tool, "line": line}
            elsewhere = tool != "cranfield"
            found.append(say("signed-tool", facts, language=language) if elsewhere else f"{measure}: {line}")
    return found


def _short(signature: Signature) -> tuple[str, list[str]]:
    """The setting that all measures begin with, and below it our own lines without the version.

    Measures with the same settings share a line, and a line may end at any blank, never inside a setting.
    """
    settings = {
        name: [each for each in told["cranfield"].split("|") if not each.startswith("version:")]
        for name, told in signature.scores.items()
        if "cranfield" in told
    }
    first = {each[0] for each in settings.values()}
    shared = first.pop() if len(first) == 1 and all(len(each) > 1 for each in settings.values()) else ""
    measures: dict[str, list[str]] = {}
    for name, each in settings.items():
        measures.setdefault(" ".join(each[1:] if shared else each), []).append(name)
    return shared, [f"{', '.join(names)}: {line}" for line, names in measures.items()]


def interval_lines(intervals: Sequence[Intervals] | None, language: str = "en") -> list[str]:
    """How intervals were made, where there are any."""
    if not intervals:
        return []
    settings = intervals[0].settings
    methods = dict.fromkeys(method for each in intervals for method in each.methods)
    if not methods:  # as of the size of an index
        return []
    facts = {
        "percent": settings["confidence"] * 100, "methods": [translated(each, language=language) for each in methods],
        "cut": any(end.cut for each in intervals for end in each.whole.values()) or None,
        "resamples": settings["resamples"] if {"percentile", "bca", "poisson"} & set(methods) else None,
        "seed": settings["seed"], "by": settings["by"],
    }  # fmt: skip
    return [say("interval-settings", facts, language=language)]
