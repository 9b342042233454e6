"""Edit distances of many pairs at once, a bit for each token of the shorter text (Myers 1999; Hyyrö 2003).

Pairs run in lockstep, 64 tokens a word; very long texts use Python's integers, which have as many bits as they need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.measures.text.lcs import Lockstep, carry_over, groups_of, match_bits, meet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.ragged import Ragged

__all__ = ["edit_distances", "edit_links"]

_WORD = 64
_MOST_CELLS = 4_000_000  # of a table that is shown


def edit_distances(one: Ragged, other: Ragged) -> NDArray[np.int64]:
    """The fewest insertions, deletions and replacements that make each text of one side that of the other."""
    found = np.maximum(one.sizes, other.sizes).astype(np.int64)  # right where a text is empty
    swapped = one.sizes > other.sizes
    for turned in (False, True):
        first, second = (other, one) if turned else (one, other)
        chosen = np.flatnonzero((swapped == turned) & (first.sizes > 0))
        met = meet(first.take(chosen), second.take(chosen), shared=False)
        for words, pairs in groups_of(met.first, met.second, np.ones(len(chosen), bool)):
            if words == 0:
                for pair in pairs.tolist():
                    found[chosen[pair]] = _long(met.first[pair], met.second[pair])
            else:
                found[chosen[pairs]] = _in_lockstep(Lockstep(met, pairs, words))
    return found


def _in_lockstep(lockstep: Lockstep) -> NDArray[np.int64]:
    """Bit i of `up` and `down` says whether the distance grows or falls from row i to row i + 1 of the column."""
    one = np.uint64(1)
    score = lockstep.lengths.astype(np.int64)
    rows, words = len(lockstep.order), lockstep.words
    up, down = np.full((words, rows), ~np.uint64(0)), np.zeros((words, rows), np.uint64)
    last = ((lockstep.lengths - 1) % _WORD).astype(np.uint64)
    for at in range(len(lockstep.bounds) - 1):
        active, match = lockstep.step(at)
        grows, falls = up[:, :active], down[:, :active]
        common = match & grows
        total = common + grows
        if words > 1:
            carry_over(total, grows)
        diagonal = (total ^ grows) | match | falls
        right = falls | ~(diagonal | grows)
        left = diagonal & grows
        bit = last[:active]
        score[:active] += (right[-1] >> bit & one).astype(np.int64) - (left[-1] >> bit & one).astype(np.int64)
        right, left = _shifted(right, words), _shifted(left, words)
        right[0] |= one  # the row above the first grows with every token
        up[:, :active] = left | ~(diagonal | right)
        down[:, :active] = right & diagonal
    return score


def _shifted(bits: NDArray[np.uint64], words: int) -> NDArray[np.uint64]:
    """All bits one place up."""
    moved = bits << np.uint64(1)
    if words > 1:
        moved[1:] |= bits[:-1] >> np.uint64(_WORD - 1)
    return moved


def _long(first: NDArray[np.int64], second: NDArray[np.int64]) -> int:
    """The same of one pair, with integers of as many bits as the first text has tokens."""
    bits = match_bits(first)
    size = len(first)
    full, last = (1 << size) - 1, 1 << (size - 1)
    up, down, score = full, 0, size
    for token in second.tolist():
        match = bits.get(token, 0)
        diagonal = ((((match & up) + up) ^ up) | match | down) & full
        right = down | (full & ~(diagonal | up))
        left = diagonal & up
        score += bool(right & last) - bool(left & last)
        right = (right << 1 | 1) & full
        left = left << 1 & full
        up = left | (full & ~(diagonal | right))
        down = right & diagonal
    return score


def edit_links(mine: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int, str]] | None:
    """Which words are kept (=) or replaced (~) by which, in one of the best ways; None where that takes too long."""
    if len(mine) * len(theirs) > _MOST_CELLS:
        return None
    table = [list(range(len(theirs) + 1))]
    for row, word in enumerate(mine, 1):
        line = [row]
        for column, other in enumerate(theirs, 1):
            above = table[-1]
            line.append(min(above[column] + 1, line[-1] + 1, above[column - 1] + (word != other)))
        table.append(line)
    row, column, links = len(mine), len(theirs), []
    while row and column:
        same = mine[row - 1] == theirs[column - 1]
        if table[row][column] == table[row - 1][column - 1] + (not same):
            row, column = row - 1, column - 1
            links.append((row, column, "=" if same else "~"))
        elif table[row][column] == table[row - 1][column] + 1:
            row -= 1
        else:
            column -= 1
    return links[::-1]
