"""Units that have no value by the definition of their measure: how many, and which to name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.coded import Numbers
from cranfield.core.order import in_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.states.state import State

__all__ = ["FEW", "count_lacking", "first_lacking", "first_names"]

FEW = 5  # that are named


def count_lacking(state: State) -> int:
    """How many units have no value."""
    told: int | None = getattr(state, "lacking", None)
    return int(np.count_nonzero(state.undefined)) if told is None else told


def first_lacking(state: State) -> tuple[str, ...]:
    """The first few of them, the same whatever order the units came in."""
    told: tuple[str, ...] | None = getattr(state, "examples", None)
    if told is not None:
        return told
    places = np.flatnonzero(state.undefined)
    if getattr(state, "sessions", False):
        return _first_of(state.units, places)
    if isinstance(state.units, Numbers):
        return tuple(state.units[at] for at in places[:FEW].tolist())
    return tuple(in_order([state.units[at] for at in places.tolist()])[:FEW])


def first_names(names: Sequence[str]) -> tuple[str, ...]:
    """The shortest names, of equal length in order: numbers by value. No name has to be compared with all others."""
    found: list[str] = []
    for length in sorted({len(name) for name in names}):
        found += sorted(name for name in names if len(name) == length)[: FEW - len(found)]
        if len(found) == FEW:
            break
    return tuple(found)


def _first_of(names: Sequence[str], places: NDArray[np.int64]) -> tuple[str, ...]:
    if isinstance(names, Numbers):  # of which there may be millions: none becomes text before it is chosen
        values = np.asarray(names.values)[places]
        if len(values) > FEW and values.min() >= 0:
            values = np.partition(values, FEW)[:FEW]
        return first_names([str(each) for each in values.tolist()])
    return first_names([names[at] for at in places.tolist()])
