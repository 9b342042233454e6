"""Examples that are alike in every system: drawing or swapping a million of them is counting a few kinds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.states.keyed import Keyed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cranfield.compare.lineup import Lineup

__all__ = ["Kinds", "kinds_of"]

_FEWER = 16  # times fewer kinds than examples, or it is not worth the while
_ROOM = 1 << 20  # numbers held at once


@dataclass(frozen=True, eq=False)
class Kinds:
    """One example of each kind, and how many there are."""

    lineup: Lineup
    often: NDArray[np.int64]
    kind: NDArray[np.int64]  # of each example

    def drawn(self, resamples: int, seed: int) -> Iterator[NDArray[np.float64]]:
        """How often each kind is drawn, when examples are drawn with replacement."""
        rng, total = np.random.default_rng(seed), int(self.often.sum())
        for rows in self._steps(resamples):
            yield rng.multinomial(total, self.often / total, size=rows).astype(np.float64)

    def swapped(self, trials: int, seed: int) -> Iterator[NDArray[np.float64]]:
        """How many of each kind are swapped, when each example is or is not."""
        rng = np.random.default_rng(seed)
        for rows in self._steps(trials):
            yield rng.binomial(self.often, 0.5, size=(rows, len(self.often))).astype(np.float64)

    def without(self, part: NDArray[np.int64]) -> NDArray[np.float64]:
        """`[part, kind]`: how many are left without each part of the examples."""
        parts, size = int(part.max()) + 1, len(self.often)
        gone = np.bincount(part * size + self.kind, minlength=parts * size).reshape(parts, size)
        return (self.often - gone).astype(np.float64)

    def _steps(self, count: int) -> Iterator[int]:
        step = max(_ROOM // len(self.often), 1)
        for start in range(0, count, step):
            yield min(step, count - start)


def kinds_of(lineup: Lineup) -> Kinds | None:
    """The kinds of examples that have only labels; None for other states, or where hardly two examples are alike."""
    code = np.zeros(lineup.size, np.int64)
    for state, place in zip(lineup.states, lineup.places, strict=True):
        if not isinstance(state, Keyed) or not isinstance(place, slice):
            return None
        if state.named is not None or state.per != 1 or state.grouped or not state.drawable:
            return None
        if any(number is not None for number in state.numbers):
            return None
        for column in state.columns.values():
            _, code = np.unique(code * max(len(column.names), 1) + column.codes, return_inverse=True)
    _, first, often = np.unique(code, return_index=True, return_counts=True)
    if len(first) * _FEWER > lineup.size:
        return None
    states = tuple(_only(state, first) for state in lineup.states)
    return Kinds(replace(lineup, states=states), often, code)


def _only(state: object, first: NDArray[np.int64]) -> Keyed:
    assert isinstance(state, Keyed)
    columns = {name: column[first] for name, column in state.columns.items()}
    return replace(state, columns=columns, groups=None, held={})
