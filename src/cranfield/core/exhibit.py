"""What an explanation shows of the data beside its steps: tables, words with links between them, curves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Curve", "Exhibit", "Links", "Listing", "Word"]


class Word(str):
    """A word of our own in a table, which is told in the language of the reader; other texts are data."""

    __slots__ = ()


@dataclass(frozen=True)
class Listing:
    """A table: the key of its title, and columns by the keys of their names; a text or a number in each row."""

    key: str
    columns: Mapping[str, Sequence[Any]]
    fields: Mapping[str, Any] = field(default_factory=dict)  # of the title


@dataclass(frozen=True)
class Links:
    """Words of two texts, and which are linked: place above, place below and what links them, a key."""

    key: str
    above: Sequence[str]
    below: Sequence[str]
    links: Sequence[tuple[int, int, str]]
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Curve:
    """Points from left to right between 0 and 1 on both axes; the keys say what the axes are."""

    key: str
    points: Sequence[tuple[float, float]]
    across: str
    up: str
    stairs: Sequence[tuple[float, float]] = ()  # the same after interpolation
    fields: Mapping[str, Any] = field(default_factory=dict)


Exhibit = Listing | Links | Curve
