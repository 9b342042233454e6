"""Whether two passes were made alike: what differs between them may be why their numbers differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.core.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.result import Results

__all__ = ["passes_of", "what_differs"]

_FACTS = ("mode", "rate", "schedule", "engine", "version")


def passes_of(results: Results) -> list[Mapping[str, Any]]:
    """What is known of the passes that results come from."""
    return [each for each in results.signature.inputs if each.get("role") == "pass"]


def what_differs(systems: Sequence[Results]) -> list[Finding]:
    """What the other systems do not share with the first, of all that both say."""
    found = []
    first = passes_of(systems[0])
    for system in systems[1:]:
        other = passes_of(system)
        if first and other:
            found += _between(first[0], other[0], {"one": systems[0].system, "other": system.system})
    return found


def _between(one: Mapping[str, Any], other: Mapping[str, Any], who: dict[str, str]) -> list[Finding]:
    mine, theirs = one.get("hashes", {}), other.get("hashes", {})
    differ = {name for name in mine.keys() & theirs.keys() if mine[name] != theirs[name]}
    about = {"one": who["one"], "other": who["other"]}
    found = []
    if "queries" in differ:
        found.append(Finding("passes-other-queries", 1, about, "warning"))
    if "template" in differ:
        found.append(Finding("passes-other-template", 1, about, "warning"))
    if "parameters" in differ:
        found.append(Finding("passes-other-parameters", 1, about, "warning"))
    for name in _FACTS:
        if name in one and name in other and one[name] != other[name]:
            facts = {
                "one": who["one"], "other": who["other"], "name": name, "mine": str(one[name]),
                "theirs": str(other[name]),
            }  # fmt: skip
            found.append(Finding("passes-other-fact", 1, facts, "warning"))
    if one.get("index") and other.get("index") and one["index"] != other["index"]:
        found.append(Finding("passes-other-index", 1, about, "warning"))
    return found
