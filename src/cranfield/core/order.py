"""The order in which people expect names: by value where all are whole numbers, otherwise by letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["in_order", "places_in_order"]


def in_order(names: Sequence[str]) -> list[str]:
    """The names sorted."""
    return [names[at] for at in places_in_order(names)]


def places_in_order(names: Sequence[str]) -> list[int]:
    """Where the first name, the second and so on are."""
    listed = list(names)
    places = range(len(listed))
    if all(name.isascii() and name.isdigit() for name in listed):
        return sorted(places, key=lambda at: (int(listed[at]), listed[at]))
    return sorted(places, key=listed.__getitem__)
