"""What a system gave for one unit, item by item, so that two systems can be laid side by side."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Item", "Listing"]


@dataclass(frozen=True)
class Item:
    """One thing of a list; `grade` is None where nobody judged it."""

    rank: int
    name: str
    grade: float | None


@dataclass(frozen=True)
class Listing:
    """A list as far as its items are known, or texts by what they are: a reference, the text of the system.

    `length` is that of the whole list, and of the first `whole` items none is missing. `wanted` are the things that
    should be in it, with their grades, and `places` the ranks of those that are.
    """

    items: Sequence[Item] = ()
    length: int = 0
    whole: int = 0
    wanted: Mapping[str, float] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    own: str = ""  # which of the texts is the system's
