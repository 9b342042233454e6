"""What a number needs to be trusted and repeated: version, measures, policy and the inputs with their hashes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cranfield.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy

__all__ = ["Signature"]


@dataclass(frozen=True, eq=False)
class Signature:
    """Made with every result; large files are hashed when somebody looks at the inputs."""

    measures: Mapping[str, Measure]  # what was asked for: what was used, with defaults that came from the data
    policy: Policy
    given: Sequence[Mapping[str, Any]] = ()  # the inputs; the hash may be a function that makes it
    scores: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # a measure's own signature by tool
    version: str = __version__

    @cached_property
    def inputs(self) -> list[dict[str, Any]]:
        """Name, role and hash of each input."""
        return [{key: said() if callable(said) else said for key, said in each.items()} for each in self.given]

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        told = {
            "cranfield": self.version,
            "measures": {asked: str(used) for asked, used in self.measures.items()},
            "parameters": {asked: used.told_parameters() for asked, used in self.measures.items()},
            "profile": self.policy.profile,
            "policy": self.policy.as_dict(),
            "inputs": self.inputs,
        }
        return told | ({"scores": {name: dict(each) for name, each in self.scores.items()}} if self.scores else {})

    def __add__(self, other: Signature) -> Signature:
        """One signature for several systems: inputs that they share are named once."""
        return replace(self, given=[*self.inputs, *(each for each in other.inputs if each not in self.inputs)])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Signature) and self.as_dict() == other.as_dict()

    __hash__ = None  # type: ignore[assignment]  # it is compared, never looked up

    def __getstate__(self) -> dict[str, Any]:
        # a file that is not hashed yet does not travel
        return {**vars(self), "given": self.inputs}
