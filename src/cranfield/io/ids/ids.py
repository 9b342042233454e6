"""Ids where they lie in a buffer: numpy compares, hashes and sorts them eight bytes at a time.

No string is made of an id before it is printed.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.ragged import spans
from cranfield.io.ids.machine_words import changes_of_long, hash_first, hash_long, marked, unhash_first

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

__all__ = ["Ids", "numbered"]

_LONG = 64  # bytes; longer ids are sorted as they are, because words of every length would take too much memory

_WORD = np.dtype("<u8")

Picked = Any  # what picks rows: a slice or an array of row numbers


class Ids:
    """`data[start : start + length]` of each row."""

    def __init__(self, data: NDArray[np.uint8], start: NDArray[Any], length: NDArray[Any]) -> None:
        if len(data) < 8:
            data = np.concatenate((data, np.zeros(8, np.uint8)))
        self.data, self.start, self.length = data, start, length
        self._last = len(data) - 8  # where the last whole word begins
        self._words = np.ndarray(len(data) - 7, _WORD, data, strides=(1,))

    def at(self, start: NDArray[Any], length: NDArray[Any]) -> Ids:
        """Other spans of the same buffer."""
        made = object.__new__(Ids)
        made.data, made.start, made.length, made._last, made._words = self.data, start, length, self._last, self._words
        return made

    @classmethod
    def of(cls, names: Iterable[str | bytes]) -> Ids:
        """Ids from a list."""
        encoded = [name.encode() if isinstance(name, str) else name for name in names]
        length = np.fromiter(map(len, encoded), np.int64, len(encoded))
        return cls(np.frombuffer(b"".join(encoded), np.uint8), np.cumsum(length) - length, length)

    @classmethod
    def of_hashes(cls, hashes: NDArray[np.uint64]) -> Ids:
        """Ids of at most eight bytes, told from their hashes."""
        data = np.ascontiguousarray(unhash_first(hashes).astype(_WORD)).view(np.uint8)
        length = np.count_nonzero(data.reshape(-1, 8), axis=1)
        data -= 1
        return cls(data, np.arange(0, len(data), 8), length)

    @classmethod
    def together(cls, several: Sequence[Ids], beside: Ids | None = None) -> Ids:
        """The rows of several one after the other, in one buffer, which is that of `beside` if they share theirs."""
        if len(several) == 1:
            return several[0]
        edges = np.cumsum([0, *(len(one.data) for one in several)])
        narrow = np.int32 if edges[-1] < 2**31 else np.int64
        start, row = np.empty(sum(map(len, several)), narrow), 0
        for one, at in zip(several, edges.tolist(), strict=False):
            np.add(one.start, at, out=start[row : row + len(one)], dtype=narrow, casting="same_kind")
            row += len(one)
        length = np.concatenate([one.length for one in several])
        if beside is not None:
            return beside.at(start, length)
        return cls(np.concatenate([one.data for one in several]), start, length)

    def __reduce__(self) -> tuple[Any, ...]:
        """What travels to another process, where hashes are others."""
        alone = self.compact()
        return Ids, (alone.data, alone.start, alone.length)

    def __len__(self) -> int:
        return len(self.start)

    def __getitem__(self, rows: Picked) -> Ids:
        some = self.at(self.start[rows], self.length[rows])
        if "hash" in vars(self):
            vars(some)["hash"] = self.hash[rows]
        return some

    def compact(self) -> Ids:
        """The same ids in a buffer of their own, and nothing else in it."""
        begin = np.cumsum(self.length) - self.length
        size = int(self.length.sum())
        narrow = np.int32 if size < 2**31 else np.int64
        first = int(self.start[0]) if len(self) else 0
        if (self.start == begin + first).all():  # they follow each other already
            data = self.data[first : first + size].copy()
        else:
            data = self.data[spans(self.start, self.length)]
        return Ids(data, begin.astype(narrow), self.length.astype(narrow))

    def text(self, row: int) -> str:
        """One id."""
        start = int(self.start[row])
        return self.data[start : start + int(self.length[row])].tobytes().decode()

    def texts(self) -> list[str]:
        """All ids."""
        width = 8 * len(self._words_of())
        if width > _LONG:
            return [self.text(row) for row in range(len(self))]
        # a line of words for each id; without what lies behind the ends one decoding and one split make all the strings
        lines = np.zeros((len(self), width + 1), np.uint8)
        lines[:, -1] = ord("\n")
        for index in self._words_of():
            rows = self._reaching(index)
            np.ndarray(len(self), _WORD, lines, 8 * index, (width + 1,))[rows] = self.word(index, rows)
        lines[:, :-1] -= 1
        joined = lines.tobytes().replace(b"\xff", b"")
        found = joined.decode().split("\n")[:-1] if len(joined) == self.length.sum() + len(self) else []
        return found if len(found) == len(self) else [self.text(row) for row in range(len(self))]

    def word(self, index: int, rows: Picked = slice(None)) -> NDArray[np.uint64]:
        """The index-th words of ids that reach so far."""
        start = self.start[rows]
        found = self.words_at(start + 8 * index if index else start)
        even = bool(len(self)) and self.shortest == self.longest  # then one mask does for all
        left = self.longest if even else self.length[rows]
        return marked(found, left - 8 * index if index else left, found)

    def words_at(self, start: NDArray[np.int64]) -> NDArray[np.uint64]:
        """The eight bytes from each place of the buffer on, with zeros behind its end."""
        if not len(start) or start.max() <= self._last:
            return self._words[start]
        # for the last ids of the buffer take its last whole word and shift
        found: NDArray[np.uint64] = self._words[np.minimum(start, self._last)]
        late = np.flatnonzero(start > self._last)
        found[late] >>= (8 * np.minimum(start[late] - self._last, 8)).astype(np.uint64)
        return found

    def words_before(self, end: NDArray[Any]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """The sixteen bytes before each place of the buffer as two words; what lies before its start is anything."""
        start = end - 16
        if len(start) and start.min() < 0:
            padded = np.concatenate((np.zeros(16, np.uint8), self.data))
            return Ids(padded, end, end).words_before(end + 16)
        # numpy fetches sixteen bytes as fast as one
        found = np.ndarray(len(self.data) - 15, "V16", self.data, strides=(1,))[start].view(_WORD)
        return found[0::2].copy(), found[1::2].copy()

    @cached_property
    def longest(self) -> int:
        """The length of the longest id in bytes."""
        return int(self.length.max(initial=0))

    @cached_property
    def shortest(self) -> int:
        """The length of the shortest id in bytes, of one or more."""
        return int(self.length.min())

    def _reaching(self, index: int) -> Picked:
        """The rows with an index-th word."""
        if not len(self) or self.shortest > 8 * index:
            return slice(None)
        return np.flatnonzero(self.length > 8 * index)

    def _words_of(self) -> range:
        return range(max((self.longest + 7) // 8, 1))

    @cached_property
    def hash(self) -> NDArray[np.uint64]:
        """A 64-bit number of each id, best in its leading bits: equal ids have equal hashes."""
        if len(self) and (self.longest > 8 or self.shortest < self.longest):
            return hash_long(self)
        word = self.word(0)  # ids of one length need one mask, and slices gain nothing
        return hash_first(word, word)

    @cached_property
    def changes(self) -> NDArray[np.int64]:
        """The rows whose id is not that of the row before; the first row is one."""
        if self.longest > 8:
            return changes_of_long(self)
        new = np.ones(len(self), bool)
        first = self.word(0)
        np.not_equal(first[1:], first[:-1], out=new[1:])
        new[1:] |= self.length[1:] != self.length[:-1]
        return np.flatnonzero(new)

    def equal(self, other: Ids, others: Picked) -> NDArray[np.bool_]:
        """Whether each id is the other one, byte for byte."""
        # up to eight bytes are one word, and no two words have the same hash
        same: NDArray[np.bool_] = (self.length == other.length[others]) & (self.hash == other.hash[others])
        if self.longest <= 8:
            return same
        theirs = other[others]
        for index in range((self.longest + 7) // 8):
            left = np.flatnonzero(same & (self.length > max(8 * index, 8)))
            same[left] = self.word(index, left) == theirs.word(index, left)
        return same

    def encode(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """A number for each distinct id, and a row that has it."""
        code, first = numbered(self.hash)
        if self.equal(self, first[code]).all():
            return code, first
        # two ids share a hash, which hardly ever happens
        known: dict[str, int] = {}
        code = np.fromiter((known.setdefault(name, len(known)) for name in self.texts()), np.int64, len(self))
        first = np.empty(len(known), np.int64)
        first[code] = np.arange(len(self))
        return code, first

    def in_byte_order(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The same with numbers in the order of the ids."""
        if self.longest <= 8:  # one word, which sorts as its bytes do when they are turned round
            return numbered(self.word(0).byteswap())
        code, first = self.encode()
        order = np.lexsort(self[first].descending_key())[::-1]
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        return place[code], first[order]

    def descending_key(self) -> tuple[NDArray[Any], ...]:
        """Keys for np.lexsort, least important first, that put ids in descending byte order."""
        if self.longest > _LONG:
            names = self.texts()
            place = np.empty(len(self), np.int64)
            place[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(self))
            return (-place,)
        words = []
        for index in self._words_of():
            rows = self._reaching(index)
            word = np.zeros(len(self), np.uint64)
            word[rows] = self.word(index, rows).byteswap()
            words.append(~word)
        return tuple(reversed(words))


def numbered(keys: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The place of each key among the distinct ones in ascending order, and a row that has it."""
    order = np.argsort(keys)
    new = np.ones(len(keys), bool)
    np.not_equal(keys[order][1:], keys[order][:-1], out=new[1:])
    code = np.empty(len(keys), np.int64)
    code[order] = np.cumsum(new) - 1
    return code, order[new]
