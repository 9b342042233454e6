"""What a number needs to be trusted and repeated: version, policy, measures and the hashes of the inputs."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from cranfield.core.batch import counted
from cranfield.core.policy import Policy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.result import Results

__all__ = ["join_signatures", "same_units", "signature_lines"]


def join_signatures(systems: Sequence[Results]) -> dict[str, Any]:
    """One signature for several systems: inputs that they share are named once."""
    first = systems[0].signature
    inputs: list[Any] = []
    for each in systems:
        inputs += [one for one in each.signature["inputs"] if one not in inputs]
    return {**first, "inputs": inputs}


def same_units(systems: Sequence[Results]) -> bool:
    """Whether all systems are averaged over the same queries."""
    return all(list(each.units) == list(systems[0].units) for each in systems[1:])


def signature_lines(systems: Sequence[Results]) -> list[str]:
    """The signature as text: first what was decided, then the inputs."""
    signature = join_signatures(systems)
    if same_units(systems):
        queries = counted(len(systems[0].units), systems[0].noun)
    else:
        queries = f"{systems[0].noun}: " + ", ".join(f"{each.system} {len(each.units):,}" for each in systems)
    policy = Policy.named(signature["profile"], **signature["policy"])
    described = policy.describe()
    if systems[0].family == "labels" and "zero_division" not in described:
        # what 0 / 0 counts changes an average of labels without a trace, so it is always named
        described += f", zero_division={policy.zero_division}"
    decided = [f"cranfield {signature['cranfield']}", queries, f"policy: {described}"]
    decided += [f"{asked} = {used}" for asked, used in signature["measures"].items() if asked != used]
    scores = [
        f"{measure}: {line}" if tool == "cranfield" else f"{measure} in {tool}: {line}"
        for measure, told in signature.get("scores", {}).items()
        for tool, line in told.items()
    ]
    hashed = [(PurePath(one["name"]).name, one["sha256"]) for one in signature["inputs"] if "sha256" in one]
    hashes = [f"{name} {made[:12] if made else '(no longer as it was read)'}" for name, made in hashed]
    return [" | ".join(decided), *scores, *(["sha256 " + ", ".join(hashes)] if hashes else [])]
