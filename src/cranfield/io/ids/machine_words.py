"""The words of eight bytes that ids are made of: fetched for many ids at once, and hashed.

Each byte of a word is one more than that of the id, and what lies behind the end of the id is zero: text has no byte
255, so a word tells where its id ends, and words sort as the bytes do when they are turned round.

A hash is a 64-bit number, best in its leading bits: the first word times a secret number, and each further one mixed
with two secret numbers of its own, added up.
Every process makes secrets of its own. Who does not know them cannot make ids that share a hash or its leading bits:
for any two ids the chance is about 1 in 2^32 or less. So no hash may leave the process, and no result, nor the order of
one, may depend on it. What an id does not reach adds nothing, so a hash does not depend on how long the others are. An
id of one word can be told from its hash.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cranfield.io.ids.ids import Ids

__all__ = [
    "changes_of_long", "hash_first", "hash_further", "hash_long", "marked", "secrets", "unhash_first"
]  # fmt: skip

_SECRETS: dict[int, bytes] = {}  # made when they are first needed, by this process alone
_ONES = np.uint64(0x0101010101010101)
_WIDEST = 8  # words that are fetched at once
_CACHED = 1 << 15  # ids whose words stay in the cache
_MASK = np.array([(1 << (8 * length)) - 1 for length in range(9)], np.uint64)  # the first bytes of a word


def marked(bytes_: NDArray[np.uint64], length: Any, out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
    """The words of ids, of which eight bytes are known and so many are left; behind these may be anything."""
    words = np.add(bytes_, _ONES, out=out)
    words &= _MASK.take(length, mode="clip")
    return words


@lru_cache(1 << 10)
def secrets(index: int) -> tuple[int, int]:
    """Two odd numbers that only this process knows, for the index-th word of ids."""
    made = _SECRETS.get(index) or _SECRETS.setdefault(index, os.urandom(16))  # the first of two threads decides
    return int.from_bytes(made[:8], "little") | 1, int.from_bytes(made[8:], "little") | 1


def hash_first(words: NDArray[np.uint64], out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
    """What first words add to the hashes of their ids: no two the same, and none likely the same leading bits."""
    return np.multiply(words, np.uint64(secrets(0)[0]), out=out)


def unhash_first(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The words that hashes were made of, for ids of one word."""
    return hashes * np.uint64(pow(secrets(0)[0], -1, 2**64))


def hash_further(words: NDArray[np.uint64], index: int) -> NDArray[np.uint64]:
    """What the index-th words add to the hashes of their ids: no two the same, and zero nothing.

    Between two products the higher half of a number goes into the lower one, too. Without that a difference in the last
    bit of a word would stay there, and that in another word would take it back, whatever the secrets are.
    """
    first, second = map(np.uint64, secrets(index))
    found: NDArray[np.uint64] = words * first
    halves = found.view("<u4")
    halves[0::2] ^= halves[1::2]
    found *= second
    return found


def _slices(ids: Ids, more: int = 0) -> Iterator[tuple[int, Ids]]:
    """Ids in slices whose words stay in the cache, each with its first row and `more` rows of the next."""
    for row in range(0, len(ids), _CACHED):
        rows = slice(row, row + _CACHED + more)
        yield row, ids.at(ids.start[rows], ids.length[rows])


def hash_long(ids: Ids) -> NDArray[np.uint64]:
    """The hashes of ids of any lengths."""
    result = np.empty(len(ids), np.uint64)
    for row, some in _slices(ids):  # a long id costs only the others of its slice
        _hash_slice(some, result[row : row + len(some)])
    return result


def _hash_slice(ids: Ids, result: NDArray[np.uint64]) -> None:
    words = _words_of(ids)
    hash_first(words[:, 0], result)
    for index in range(1, words.shape[1]):
        result += hash_further(words[:, index], index)
    index, rows = _WIDEST, np.flatnonzero(ids.length > 8 * _WIDEST)
    while len(rows):  # hardly any id is so long
        result[rows] += hash_further(ids.word(index, rows), index)
        index += 1
        rows = rows[ids.length[rows] > 8 * index]


def changes_of_long(ids: Ids) -> NDArray[np.int64]:
    """The rows whose id is not that of the row before; the first row is one, and at least one id has several words."""
    found = (_changes(some) + (row + 1) for row, some in _slices(ids, more=1))
    return np.concatenate(([0], *found))


def _changes(ids: Ids) -> NDArray[np.int64]:
    """The rows behind which another id follows."""
    new = ids.length[1:] != ids.length[:-1]
    words = _words_of(ids)
    for column in (words[1:] ^ words[:-1]).T:  # several times faster than `any` in each line
        new |= column != 0
    index, rows = _WIDEST, np.flatnonzero(~new & (ids.length[1:] > 8 * _WIDEST))
    while len(rows):  # as long as the next one, and equal to it so far
        differing = ids.word(index, rows) != ids.word(index, rows + 1)
        new[rows[differing]] = True
        index += 1
        rows = rows[~differing & (ids.length[rows] > 8 * index)]
    return np.flatnonzero(new)


def _words_of(ids: Ids) -> NDArray[np.uint64]:
    """The words of one or more ids, a line for each with zeros behind its end; at most the first `_WIDEST`."""
    count = min(max((ids.longest + 7) // 8, 1), _WIDEST)
    width = 8 * count
    whole = _windows(ids.data, width)  # numpy fetches several words nearly as fast as one
    begin = len(whole)  # from here on the buffer ends too early
    if ids.start.max() < begin:
        found = whole[ids.start]
    else:
        ends = _windows(np.concatenate((ids.data[begin:], np.zeros(width, np.uint8))), width)
        late = ids.start >= begin
        found = np.empty(len(ids), whole.dtype)
        found[late], found[~late] = ends[ids.start[late] - begin], whole[ids.start[~late]]
    words = found.view("<u8").reshape(-1, count)
    words += _ONES
    if ids.shortest < ids.longest:
        words &= _masks(count).take(ids.length, mode="clip").view("<u8").reshape(-1, count)
    elif ids.longest < width:
        words[:, -1] &= _MASK[ids.longest % 8]
    return words


def _windows(data: NDArray[np.uint8], width: int) -> NDArray[Any]:
    """So many bytes from each place of a buffer on."""
    return np.ndarray(max(len(data) - width + 1, 0), f"V{width}", data, strides=(1,))


@cache
def _masks(count: int) -> NDArray[Any]:
    """For each length of an id that many words can hold, a line of words that keeps its bytes."""
    left = np.arange(8 * count + 1)[:, None] - 8 * np.arange(count)
    return _MASK.take(left, mode="clip").view(f"V{8 * count}")[:, 0]
