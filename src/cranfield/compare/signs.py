"""Changed signs: how often differences of units whose signs change at random are as large as what was observed.

All measures of a comparison see the same random signs, so these are made once and multiplied with the differences of
all measures together.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.differences import all_signs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from cranfield.compare.bout import Bout, Couple

    _Turn = Callable[[NDArray[np.float64]], NDArray[np.float64]]

__all__ = ["find_signed", "signed_columns"]


def find_signed(asked: Sequence[tuple[Bout, Sequence[Couple], int]]) -> None:
    """Find p of couples by changed signs, of all measures at once, and leave it with each of them in `signed_p`."""
    tallies: list[_Tally] = []
    for bout, couples, side in asked:
        many = []
        for couple in couples:
            if (couple, side) in bout.signed_p:
                continue
            exact = all_signs(bout.gaps(couple), side)
            if exact is None:
                many.append(couple)
            else:
                bout.signed_p[couple, side] = exact
        tallies += [_Tally(bout, many, side)] if many else []
    for trials, size in dict.fromkeys((each.bout.trials, each.bout.lineup.size) for each in tallies):
        alike = [each for each in tallies if (each.bout.trials, each.bout.lineup.size) == (trials, size)]
        columns = np.concatenate([each.columns for each in alike], axis=1)
        ends = np.cumsum([0, *(each.columns.shape[1] for each in alike)]).tolist()
        for block in trials.signed(size, columns):
            for each, (low, high) in zip(alike, pairwise(ends), strict=True):
                each.add(block[:, low:high])
        for each in alike:
            each.leave()


def signed_columns(cells: NDArray[np.float64], couples: Sequence[Couple]) -> tuple[NDArray[np.float64], _Turn]:
    """Columns `[unit, column]` whose signs are changed, and what makes `[trial, couple]` of their sums."""
    if np.isnan(cells).any() or len(couples) < len(cells):
        gaps = [cells[two] - cells[one] for one, two in couples]
        return np.stack([np.where(np.isnan(each), 0.0, each) for each in gaps], axis=1), lambda sums: sums
    first, second = (np.array([each[at] for each in couples]) for at in (0, 1))

    def turned(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        by_system = np.ascontiguousarray(sums.T)  # rows are copied faster than columns
        return (by_system[second] - by_system[first]).T

    return np.ascontiguousarray(cells.T), turned


class _Tally:
    """How many trials reached what was observed, for some couples of one measure."""

    def __init__(self, bout: Bout, couples: Sequence[Couple], side: int) -> None:
        assert bout.lineup.cells is not None
        self.bout, self.couples, self.side = bout, couples, side
        self.columns, self._turned = signed_columns(bout.lineup.cells, couples)
        gaps = [bout.gaps(each) for each in couples]
        self._observed = np.array([each.values.sum() for each in gaps])
        self._slack = np.array([each.slack * each.count for each in gaps])
        self._reached, self._trials = np.zeros(len(couples)), 0

    def add(self, sums: NDArray[np.float64]) -> None:
        """Count a block of trials."""
        block, side = self._turned(sums), self.side
        if side:
            self._reached += (side * block >= side * self._observed - self._slack).sum(axis=0)
        else:
            self._reached += (np.abs(block) >= np.abs(self._observed) - self._slack).sum(axis=0)
        self._trials += len(block)

    def leave(self) -> None:
        """The observed differences are one of the trials."""
        for couple, reached in zip(self.couples, self._reached.tolist(), strict=True):
            self.bout.signed_p[couple, self.side] = (reached + 1) / (self._trials + 1)
