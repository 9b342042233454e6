"""Weighted longest common subsequences of many pairs at once, where a run of k matches is worth more than k.

The table of the paper is filled along its diagonals, on which no cell waits for another. Where nothing matches, a cell
is the larger of two neighbours, which is one step for the whole diagonal; the few that match are looked up one by one.
A match always takes the way along its own diagonal, as in the paper and in ROUGE-1.5.5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.measures.text.ngrams import blocks_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cranfield.core.ragged import Ragged

__all__ = ["weighted_lcs", "weighted_marks"]

_AT_ONCE = 1 << 16  # tokens
_CELLS = 1 << 25  # of tables whose ways are kept, a bit each


class Diagonals:
    """The tables of some pairs, diagonal by diagonal; a row for each token of the first texts, a column for each pair.

    A run that grows from k to k + 1 gains `more[k]` and loses `less[k]`, in this order, as sums of floats depend on it.
    """

    def __init__(self, first: Ragged, second: Ragged, more: NDArray[np.float64], less: NDArray[np.float64]) -> None:
        self.first, self.second, self.more, self.less = first.sizes, second.sizes, more, less
        # what is filled up never matches; the second text backwards, so that a diagonal is a slice of both
        self.left = _upright(first, -1)
        self.right = np.ascontiguousarray(_upright(second, -2)[::-1])
        self.rows, self.columns, self.width = len(self.left), len(self.right), len(first)

    def bounds(self, d: int) -> tuple[int, int]:
        """The rows of the cells whose row and column add up to d, counted from 1, without the end."""
        return max(1, d - self.columns), min(self.rows, d - 1) + 1

    def same(self, d: int) -> NDArray[np.bool_]:
        """Which cells match."""
        low, high = self.bounds(d)
        return self.left[low - 1 : high - 1] == self.right[self.columns - d + low : self.columns - d + high]

    def fill(self, keep: list[NDArray[np.uint8]] | None = None) -> NDArray[np.float64]:
        """The last cell of every pair; `keep` gets which cells took the value from the left, eight a byte."""
        found = np.zeros(self.width)
        ends = self.first + self.second
        done = {int(d): np.flatnonzero((ends == d) & (self.first > 0) & (self.second > 0)) for d in np.unique(ends)}
        # values on the diagonals d, d - 1 and d - 2, by row; row 0 stays empty
        here, before, earlier = (np.zeros((self.rows + 1, self.width)) for _ in range(3))
        # of the diagonals along which runs grow: the length of the last run, and the d at which it ended
        run = np.zeros((self.rows + self.columns + 1) * self.width, np.int64)
        ended = np.full_like(run, -1)
        for d in range(2, self.rows + self.columns + 1):
            low, high = self.bounds(d)
            above, beside = before[low - 1 : high - 1], before[low:high]
            value = here[low:high]
            np.maximum(above, beside, out=value)
            if keep is not None:
                keep.append(np.packbits(beside > above))
            at = np.flatnonzero(self.same(d))
            if len(at):
                row, pair = np.divmod(at, self.width)
                cell = ((row + low) * 2 - d + self.columns) * self.width + pair
                length = np.where(ended[cell] == d - 2, run[cell], 0)
                value.reshape(-1)[at] = (
                    earlier[low - 1 : high - 1].reshape(-1)[at] + self.more[length] - self.less[length]
                )
                run[cell], ended[cell] = length + 1, d
            here[high : high + 1] = 0  # column 0
            if d in done:
                found[done[d]] = here[self.first[done[d]], done[d]]
            here, before, earlier = earlier, here, before
        return found

    def marks(self) -> NDArray[np.bool_]:
        """The tokens of the first texts that match on the way back: left where that is larger, otherwise up."""
        kept: list[NDArray[np.uint8]] = []
        self.fill(kept)
        marked = np.zeros((self.rows, self.width), bool)
        i, j = self.first.copy(), self.second.copy()
        for d in range(self.rows + self.columns, 1, -1):
            walking = np.flatnonzero((i + j == d) & (i > 0) & (j > 0))
            if not len(walking):
                continue
            low, _ = self.bounds(d)
            cell = (i[walking] - low) * self.width + walking
            match = self.same(d).reshape(-1)[cell]
            left = kept[d - 2][cell >> 3] >> (7 - (cell & 7)).astype(np.uint8) & 1 == 1
            marked[i[walking[match]] - 1, walking[match]] = True
            i[walking] -= match | ~left
            j[walking] -= match | left
        return marked


def _upright(side: Ragged, filler: int) -> NDArray[np.int32]:
    table = np.full((int(side.sizes.max(initial=0)), len(side)), filler, np.int32)
    table[side.position - 1, side.owner] = side.values
    return table


def _together(first: Ragged, second: Ragged, *, kept: bool) -> Iterator[NDArray[np.int64]]:
    """Pairs of like sizes, since the tables of a block are as large as the largest."""
    order = np.lexsort((second.sizes, first.sizes >> 3))
    tokens, cells = (first.sizes + second.sizes + 1)[order], (first.sizes * second.sizes)[order]
    for start, stop in blocks_of(tokens, most=_AT_ONCE):
        for low, high in blocks_of(cells[start:stop], most=_CELLS) if kept else [(0, stop - start)]:
            yield order[start:stop][low:high]


def weighted_lcs(first: Ragged, second: Ragged, weight: float) -> NDArray[np.float64]:
    """The weighted subsequence of each pair, where a run of k matches is worth k^weight."""
    found = np.zeros(len(first))
    for pairs in _together(first, second, kept=False):
        mine, theirs = first.take(pairs), second.take(pairs)
        gain = np.diff(np.arange(_longest(mine, theirs) + 2, dtype=np.float64) ** weight)
        found[pairs] = Diagonals(mine, theirs, gain, np.zeros_like(gain)).fill()
    return found


def weighted_marks(first: Ragged, second: Ragged, weight: float) -> NDArray[np.bool_]:
    """Which tokens of the first texts belong to the subsequence that ROUGE-1.5.5 finds, aligned with `first.values`."""
    found = np.zeros(len(first.values), bool)
    for pairs in _together(first, second, kept=True):
        mine, theirs = first.take(pairs), second.take(pairs)
        worth = np.array([run**weight for run in range(_longest(mine, theirs) + 2)])  # powers as the program has them
        marked = Diagonals(mine, theirs, worth[1:], worth[:-1]).marks()
        places = mine.position - 1
        found[np.repeat(first.offsets[pairs], mine.sizes) + places] = marked[places, mine.owner]
    return found


def _longest(first: Ragged, second: Ragged) -> int:
    """The longest run that there can be."""
    return min(int(first.sizes.max(initial=0)), int(second.sizes.max(initial=0)))
