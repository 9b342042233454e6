"""What measures are called elsewhere, and where other tools print another number under a name."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Alias", "Elsewhere", "cutoffs"]


def cutoffs(text: str) -> list[dict[str, Any]]:
    """Read trec_eval's `5,10`: one measure for each cutoff."""
    return [{"@": int(part)} for part in text.split(",")]


@dataclass(frozen=True)
class Alias:
    """Another tool's name for a measure with some parameters set.

    `suffix` reads what that tool appends (`ndcg_cut.5,10`, `P_10`); `default` is what a bare name stands for.
    """

    name: str
    preset: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    suffix: Callable[[str], list[dict[str, Any]]] | None = None
    default: str | None = None
    form: str = "{}"  # how the cutoff is printed behind the name; empty if the suffix is not a cutoff
    tool: str = "trec_eval"

    def joined(self, other: Alias) -> Alias:
        """The same name with what another tool appends to it."""
        return replace(self, suffix=self.suffix or other.suffix, default=self.default or other.default)


@dataclass(frozen=True)
class Elsewhere:
    """Another number that other tools print under the name: who, why (a key), and the parameters that give it here."""

    tools: str
    why: str
    change: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
