"""States without what only draws and single units need: as small as can be, and they still merge exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.core.states.keyed import Keyed
from cranfield.core.states.sums import Sums
from cranfield.core.states.totals import Totals
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cranfield.core.states.state import State

__all__ = ["merge", "smaller"]


def smaller(state: State) -> State:
    """The state without its units or examples, where the value of the whole does not need them."""
    if isinstance(state, Sums):
        return Totals.of(state)
    if isinstance(state, Keyed) and state.named is None:
        return state.summed()
    return state


def merge(states: Iterable[State]) -> State:
    """Any number of partitions merged at once; they must be of one measure and one policy."""
    every = list(states)
    if not every:
        raise MeasureError("merge-nothing")
    return every[0] if len(every) == 1 else every[0].together(every[1:])
