"""The signature of results as text: first what was decided, then the inputs."""

from __future__ import annotations

from functools import reduce
from operator import add
from pathlib import PurePath
from typing import TYPE_CHECKING

from cranfield.words import counted, say, visible

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
    """Whether all systems are averaged over the same units."""
    return all(list(each.units) == list(systems[0].units) for each in systems[1:])


def signature_lines(systems: Sequence[Results]) -> list[str]:
    """What was decided, the settings of single measures, and the inputs."""
    signature = join_signatures(systems)
    first = systems[0]
    if same_units(systems):
        units = counted(len(first.units), first.noun)
    else:
        units = f"{first.noun}: " + ", ".join(f"{each.system} {len(each.units):,}" for each in systems)
    described = signature.policy.describe()
    for decision in first.family.always_named:
        if decision not in described:
            described += f", {decision}={getattr(signature.policy, decision)}"
    decided = [f"cranfield {signature.version}", units, f"policy: {described}"]
    decided += [f"{asked} = {used}" for asked, used in signature.measures.items() if asked != str(used)]
    scores = [
        f"{measure}: {line}" if tool == "cranfield" else f"{measure} in {tool}: {line}"
        for measure, told in signature.scores.items()
        for tool, line in told.items()
    ]
    hashed = [(PurePath(one["name"]).name, one["sha256"]) for one in signature.inputs if "sha256" in one]
    hashes = [f"{name} {made[:12] if made else '(no longer as it was read)'}" for name, made in hashed]
    lines = [" | ".join(decided), *scores, *(["sha256 " + ", ".join(hashes)] if hashes else [])]
    return [visible(line) for line in lines]


def interval_lines(intervals: Sequence[Intervals] | None) -> list[str]:
    """How intervals were made, where there are any."""
    if not intervals:
        return []
    settings = intervals[0].settings
    methods = dict.fromkeys(method for each in intervals for method in each.methods)
    facts = {
        "percent": settings["confidence"] * 100, "methods": list(methods),
        "resamples": settings["resamples"], "seed": settings["seed"], "by": settings["by"],
    }  # fmt: skip
    return [say("interval-settings", facts)]
