"""Numbers made of the hashes of ids, which tell what is listed twice and find what is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.io.ids.machine_words import secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from cranfield.io.ids.ids import Ids

__all__ = ["Index", "alike", "changes", "distinct", "even_stretches", "grouped"]

_GROUP = np.uint64(secrets(-1)[0])  # no word has this number
_MANY = 1 << 19  # rows, of which hundreds would share half a hash
_FEW = 8  # numbers that are looked for one by one
_SIDE_BY_SIDE = 1 << 13  # numbers that are worth a step of their own
_WIDE = 64  # numbers that are sorted fastest
_MIX = np.uint64(0x9FB21C651E98DF25)  # another one
_SLOTS = 64  # bytes of a small table for each id: hardly another one gets through
_CACHED = 20  # bits: the slots of a table that stays in the cache


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


class Index:
    """Finds ids among known ones: a table over a number made of their hash leads to the row, which is then proved.

    Rows whose place in a table is taken go to the next one, which is much smaller. Most ids that are looked for are
    not known, which a table of single bytes tells first.
    """

    def __init__(self, ids: Ids, key: NDArray[np.uint64]) -> None:
        self.ids, self.key = ids, key
        self._tables: list[tuple[np.uint64, NDArray[np.int32]]] = []  # each with a shift
        left, number = np.arange(len(key), dtype=np.int32), key
        bits = min((_SLOTS * len(key)).bit_length(), max(_CACHED, (_SLOTS // 16 * len(key)).bit_length()))
        self._shift, self._marks = np.uint64(64 - bits), np.zeros(1 << bits, bool)
        self._marks[(key >> self._shift).view(np.int64)] = True
        while len(left):
            bits = (_SLOTS // 16 * len(left)).bit_length()
            shift, table = np.uint64(64 - bits), np.full(1 << bits, -1, np.int32)
            slot = (number >> shift).view(np.int64)
            table[slot] = left
            self._tables.append((shift, table))
            without = np.flatnonzero(table[slot] != left)
            left, number = left[without], number[without] * _MIX

    def find(self, ids: Ids, key: NDArray[np.uint64]) -> NDArray[np.int64]:
        """The row of each id, -1 where it is not known."""
        place, row = self.matches(key, ids.__getitem__)
        result = np.full(len(ids), -1, np.int64)
        result[place] = row
        return result

    def matches(
        self, key: NDArray[np.uint64], ids: Callable[[NDArray[np.int64]], Ids]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The places of the ids that are known, ascending, and the row of each; `ids` gives those of some places."""
        place = self._marks.take((key >> self._shift).view(np.int64)).nonzero()[0]
        found = self._with_key(key[place])
        known = np.flatnonzero(found >= 0)
        place, row = place[known], found[known].astype(np.int64)
        proved = ids(place).equal(self.ids, row)
        if proved.all():
            return place, row
        # two ids have one number, which hardly ever happens
        doubted = np.flatnonzero(~proved)
        rows = np.flatnonzero(np.isin(self.key, key[place[doubted]]))
        names = dict(zip(_named(self.key[rows], self.ids[rows]), rows.tolist(), strict=True))
        asked = _named(key[place[doubted]], ids(place[doubted]))
        row[doubted] = [names.get(each, -1) for each in asked]
        return place[row >= 0], row[row >= 0]

    def _with_key(self, key: NDArray[np.uint64]) -> NDArray[np.int32]:
        """A row with each number, -1 where there is none."""
        result = np.full(len(key), -1, np.int32)
        left, number = np.arange(len(key)), key
        for shift, table in self._tables:
            found = table.take((number >> shift).view(np.int64))
            taken = np.flatnonzero(found >= 0)
            left, found = left[taken], found[taken]
            same = self.key.take(found) == key.take(left)
            hit = np.flatnonzero(same)  # numpy picks by places faster than by yes and no
            result[left.take(hit)] = found.take(hit)
            other = np.flatnonzero(~same)
            if not len(other):
                break
            left, number = left[other], number[taken[other]] * _MIX
        return result


def _named(key: NDArray[np.uint64], ids: Ids) -> Iterator[tuple[int, str]]:
    """Numbers with the ids that have them."""
    return zip(key.tolist(), ids.texts(), strict=True)
