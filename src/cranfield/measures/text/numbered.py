"""A number for every n-gram of a collection, in little memory: those of one length from those of the length before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cranfield.core.ragged import Ragged

__all__ = ["number_grams"]

_PARTS = 64  # a sort takes memory for what it sorts, so they are told apart some at a time
_AT_ONCE = 1 << 16  # tokens
_NONE = -1


def number_grams(tokens: Ragged, order: int) -> Iterator[tuple[NDArray[np.int32], int]]:
    """For each length up to `order`: the number of the n-gram that begins at each token, and how many there are.

    Where the text ends before the n-gram does, the number is -1.
    """
    numbers = tokens.values.astype(np.int32, copy=False)
    count = int(numbers.max(initial=_NONE)) + 1
    ends = tokens.offsets[1:][tokens.sizes > 0] - 1
    del tokens
    yield numbers, count
    for length in range(2, order + 1):
        # from three tokens on, a shorter one that is not there says where a text ends
        numbers, count = _longer(numbers, count, ends if length == 2 else ends[:0])
        yield numbers, count


def _longer(numbers: NDArray[np.int32], count: int, ends: NDArray[np.int64]) -> tuple[NDArray[np.int32], int]:
    """An n-gram is the two shorter ones that begin at its first and at its second token."""
    found = np.full(len(numbers), _NONE, np.int32)
    if not len(numbers):
        return found, 0
    following = numbers[1:]
    part = np.empty(len(following), np.uint8)
    for start in range(0, len(part), _AT_ONCE):
        here = slice(start, start + _AT_ONCE)
        mine, theirs = numbers[:-1][here], following[here]
        part[here] = (mine ^ theirs) % _PARTS
        part[here][(mine < 0) | (theirs < 0)] = _PARTS
    part[ends[:-1]] = _PARTS  # the very last token has none behind it anyway
    made = 0
    for each in range(_PARTS):
        at = np.flatnonzero(part == each)
        kinds, number = np.unique(numbers[at].astype(np.int64) * count + following[at], return_inverse=True)
        found[at] = number + made
        made += len(kinds)
    return found, made
