"""What a number needs to be trusted and repeated: version, policy, measures and the hashes of the inputs."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from cranfield.core.policy import Policy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.result import Results

__all__ = ["join_signatures", "signature_lines"]


def join_signatures(systems: Sequence[Results]) -> dict[str, Any]:
    """One signature for several systems: inputs that they share are named once."""
    first = systems[0].signature
    inputs: list[Any] = []
    for each in systems:
        inputs += [one for one in each.signature["inputs"] if one not in inputs]
    return {**first, "inputs": inputs}


def signature_lines(systems: Sequence[Results]) -> list[str]:
    """The signature as text: first what was decided, then the inputs."""
    signature = join_signatures(systems)
    decided = [f"cranfield {signature['cranfield']}", f"{len(systems[0].units)} {systems[0].noun}"]
    decided.append(f"policy: {Policy(**signature['policy'])}")
    decided += [f"{asked} = {used}" for asked, used in signature["measures"].items() if asked != used]
    scores = [
        f"{measure}: {line}" if tool == "cranfield" else f"{measure} in {tool}: {line}"
        for measure, told in signature.get("scores", {}).items()
        for tool, line in told.items()
    ]
    hashes = [f"{PurePath(one['name']).name} {one['sha256'][:12]}" for one in signature["inputs"] if "sha256" in one]
    return [" | ".join(decided), *scores, *(["sha256 " + ", ".join(hashes)] if hashes else [])]
