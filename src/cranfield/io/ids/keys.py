"""Numbers made of the hashes of ids, which tell what is listed twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.io.ids.machine_words import secrets

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["alike", "changes", "distinct", "even_stretches", "grouped"]

_GROUP = np.uint64(secrets(-1)[0])  # no word has this number
_MANY = 1 << 19  # rows, of which hundreds would share half a hash
_FEW = 8  # numbers that are looked for one by one
_SIDE_BY_SIDE = 1 << 13  # numbers that are worth a step of their own
_WIDE = 64  # numbers that are sorted fastest


def grouped(hashes: NDArray[np.uint64], group: NDArray[Any], sizes: NDArray[np.int64] | int = 1) -> NDArray[np.uint64]:
    """A number made of a hash and a small number: no two groups make the same of one hash.

    With `sizes`, the small numbers are those of stretches of so many hashes.
    """
    key = np.repeat(group.astype(np.uint64) * _GROUP, sizes)
    key ^= hashes
    return key


def even_stretches(sizes: NDArray[np.int64], rows: int) -> list[tuple[int, slice, slice]]:
    """Where stretches of one length follow each other: their length, their rows and which they are.

    Nothing where the length changes so often that it is not worth a step for each.
    """
    runs = changes(sizes)
    if _SIDE_BY_SIDE * len(runs) > rows:
        return []
    stretches = [*runs.tolist(), len(sizes)]
    edges = np.concatenate(([0], np.cumsum(sizes)))[stretches].tolist()
    return [
        (size, slice(*edges[at : at + 2]), slice(*stretches[at : at + 2]))
        for at, size in enumerate(sizes[runs].tolist())
    ]


def alike(key: NDArray[np.uint64], sizes: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
    """The rows whose number another row has too; with `sizes`, only rows of one stretch of so many rows can have it."""
    # the higher half of each number finds nearly no others, and sorts twice as fast
    half = key.astype("<u8", copy=False).view("<u4")[1::2]
    if sizes is not None and _distinct_inside(half, sizes):
        return np.zeros(0, np.int64)
    if len(key) > _MANY:
        return _repeated(key)
    rows = _repeated(half)
    return rows[_repeated(key[rows])] if len(rows) else rows


def _distinct_inside(numbers: NDArray[np.uint32], sizes: NDArray[np.int64]) -> bool:
    """Whether no number comes twice in a stretch, if that is told quickly: those of one length are sorted side by side.

    Sorting many short rows takes a third of the time of a long one.
    """
    even = even_stretches(sizes, len(numbers))
    for size, rows, _ in even:
        wide = size * max(_WIDE // size, 1)  # the shortest some at a time
        cut = rows.stop - (rows.stop - rows.start) % wide
        for some in (numbers[rows.start : cut].reshape(-1, wide), numbers[cut : rows.stop].reshape(1, -1)):
            ordered = np.sort(some, axis=1)
            if (ordered[:, 1:] == ordered[:, :-1]).any():
                return False
    return bool(even)


def _repeated(numbers: NDArray[Any]) -> NDArray[np.int64]:
    """The rows whose number another row has too."""
    ordered = np.sort(numbers)
    same = ordered[1:] == ordered[:-1]
    if not same.any():
        return np.zeros(0, np.int64)
    twice = distinct(ordered[1:][same])
    if len(twice) > _FEW:
        return np.flatnonzero(np.isin(numbers, twice))
    return np.sort(np.concatenate([np.flatnonzero(numbers == number) for number in twice]))


def changes(numbers: NDArray[Any]) -> NDArray[np.int64]:
    """The rows whose number is not that of the row before; the first row is one."""
    new = np.ones(len(numbers), bool)
    np.not_equal(numbers[1:], numbers[:-1], out=new[1:])
    return np.flatnonzero(new)


def distinct(values: NDArray[Any]) -> NDArray[Any]:
    """Each number once, in ascending order; `numpy.unique` imports numpy.ma first."""
    ordered = np.sort(values)
    return ordered[np.concatenate((ordered[:1] == ordered[:1], ordered[1:] != ordered[:-1]))]
