"""Equal numbers of two lists, found by one sort: what a query lists twice, and which of its documents are judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["meet", "worth_meeting"]

_CACHED = 1 << 17  # numbers that are sorted in the cache
_SHORT = 64  # numbers of a stretch that are better sorted with others
_LONG = 1 << 14  # places that leave enough leading bits
_MORE = 4  # times as many others as numbers
_CROWD = 8  # numbers with the same leading bits, of which all pairs are looked at
_NONE = np.uint32(0xFFFFFFFF)  # stands where there is no number


def worth_meeting(size: int, count: NDArray[np.int64]) -> bool:
    """Whether `meet` is the fast way: stretches of some length, with not many more others, none with far the most."""
    most = int(count.max(initial=0))
    if size < _SHORT or size + most >= _LONG or most > _MORE * size:
        return False
    return len(count) * most <= 2 * int(count.sum()) + len(count) * size


def meet(
    numbers: NDArray[np.uint64], size: int, others: NDArray[np.uint64], first: NDArray[np.int64],
    count: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:  # fmt: skip
    """The places of the numbers that are among others, ascending, and the places of these.

    Each stretch of `size` numbers has others of its own: `count` from `first` on, all different. None if a number comes
    twice in its stretch, or too many are alike.
    """
    wide = size + int(count.max(initial=0))
    pairs = _alike(numbers, size, others, first, count, wide)
    if pairs is None:
        return None
    stretch, one, two = (np.concatenate(each) for each in zip(*pairs, strict=True))
    twice = np.flatnonzero(two < size)  # places ascend
    row = stretch * size + one
    if len(twice) and (numbers[row[twice]] == numbers[stretch[twice] * size + two[twice]]).any():
        return None
    mixed = np.flatnonzero((one < size) & (two >= size) & (two < wide))
    row, other = row[mixed], first[stretch[mixed]] + two[mixed] - size
    same = np.flatnonzero(numbers[row] == others[other])
    row, other = row[same], other[same]
    order = np.argsort(row)
    return row[order], other[order]


def _alike(
    numbers: NDArray[np.uint64], size: int, others: NDArray[np.uint64], first: NDArray[np.int64],
    count: NDArray[np.int64], wide: int,
) -> list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]] | None:  # fmt: skip
    """Pairs with the same leading bits: their stretch, and both of its `wide` places, where others come behind.

    None if there are too many of them.
    """
    found = []
    low = np.uint32((1 << wide.bit_length()) - 1)  # the place, which is sorted along
    high, most = ~low, wide - size
    half, other = (each.astype("<u8", copy=False).view("<u4")[1::2] for each in (numbers, others))
    half, behind, place = half.reshape(-1, size), np.arange(most), np.arange(wide, dtype=np.uint32)
    beside, missing = other.take(first[:, None] + behind, mode="clip"), behind >= count[:, None]
    rows = max(_CACHED // wide, 1)
    for begin in range(0, len(half), rows):
        some = slice(begin, begin + rows)
        both = np.empty((len(half[some]), wide), np.uint32)
        both[:, :size], both[:, size:] = half[some], beside[some]
        both &= high
        both |= place
        both[:, size:][missing[some]] = _NONE
        both.sort(axis=1)
        flat = both.reshape(-1)
        gap = flat[1:] ^ flat[:-1]
        gap -= np.uint32(1)  # nothing, where there is no number on both sides, becomes much
        near = np.zeros(len(flat), bool)
        np.less(gap, low, out=near[:-1])
        near[wide - 1 :: wide] = False  # from one stretch to the next
        at, step = near.nonzero()[0], 1
        while step == 1 or len(at):
            if step == _CROWD:
                return None
            one, two = ((flat[each] & low).astype(np.int64) for each in (at, at + step))
            found.append((at // wide + begin, one, two))
            at = at[near[at + step]]  # those of three and more
            step += 1
    return found
