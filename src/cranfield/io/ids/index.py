"""Finds ids among known ones by a number made of their hash."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from cranfield.io.ids.ids import Ids

__all__ = ["Index"]

_MIX = np.uint64(0x9FB21C651E98DF25)  # another one
_SLOTS = 64  # bytes of a small table for each id: hardly another one gets through
_CACHED = 20  # bits: the slots of a table that stays in the cache


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
