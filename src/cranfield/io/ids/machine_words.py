"""The words of eight bytes that ids are made of: fetched for many ids at once, and hashed.

A hash is a 64-bit number, best in its leading bits: the words, from the second on with their halves mixed, each times a
number of its own, added up. What an id does not reach adds nothing, so the hash does not depend on how long the others
are. An id of one word can be told from its hash.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cranfield.io.ids.ids import Ids

__all__ = ["MASK", "add_half", "changes_of_long", "hash_long", "hash_word", "unhash"]

_MIX = 0x9E3779B97F4A7C15  # 2^64 / golden ratio: an odd number with well-spread bits
_UNMIX = np.uint64(pow(_MIX, -1, 2**64))  # takes it back
_HALF = np.uint64(32)  # bits
_WIDEST = 8  # words that are fetched at once
_CACHED = 1 << 15  # ids whose words stay in the cache
_MIXES = tuple(np.uint64(pow(_MIX, index + 1, 2**64)) for index in range(_WIDEST))  # what each word is multiplied by
MASK = np.array([(1 << (8 * length)) - 1 for length in range(9)], np.uint64)  # the first bytes of a word


def unhash(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The word that each hash was made of, for ids of one word."""
    return hashes * _UNMIX


def hash_word(first: NDArray[np.uint64], out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
    """Hashes of first words."""
    return np.multiply(first, _MIXES[0], out=out)


def add_half(hashes: NDArray[np.uint64], halves: NDArray[np.uint32]) -> None:
    """Add second words of at most four bytes."""
    hashes += halves * _MIXES[1]  # with nothing in its higher half to mix


def _mixed(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The higher half of words also in the lower one, or their last bytes would change few bits of a product."""
    words ^= words >> _HALF
    return words


def _slices(ids: Ids, more: int = 0) -> Iterator[tuple[int, Ids]]:
    """Ids in slices whose words stay in the cache, each with its first row and `more` rows of the next."""
    for row in range(0, len(ids), _CACHED):
        rows = slice(row, row + _CACHED + more)
        yield row, ids.at(ids.start[rows], ids.length[rows])


def hash_long(ids: Ids) -> NDArray[np.uint64]:
    """The hashes of ids, at least one of which has more than one word."""
    result = np.empty(len(ids), np.uint64)
    for row, some in _slices(ids):  # a long id costs only the others of its slice
        _hash_slice(some, result[row : row + len(some)])
    return result


def _hash_slice(ids: Ids, result: NDArray[np.uint64]) -> None:
    words = _words_of(ids)
    hash_word(words[:, 0], result)
    _mixed(words)  # also the first ones, which are done with: one step over all is faster
    for index in range(1, words.shape[1]):
        result += words[:, index] * _MIXES[index]
    index, mix, rows = _WIDEST, int(_MIXES[-1]), np.flatnonzero(ids.length > 8 * _WIDEST)
    while len(rows):  # hardly any id is so long
        mix = mix * _MIX % 2**64
        result[rows] += _mixed(ids.word(index, rows)) * np.uint64(mix)
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
    if ids.shortest < ids.longest:
        words &= _masks(count).take(ids.length, mode="clip").view("<u8").reshape(-1, count)
    elif ids.longest < width:
        words[:, -1] &= MASK[ids.longest % 8]
    return words


def _windows(data: NDArray[np.uint8], width: int) -> NDArray[Any]:
    """So many bytes from each place of a buffer on."""
    return np.ndarray(max(len(data) - width + 1, 0), f"V{width}", data, strides=(1,))


@cache
def _masks(count: int) -> NDArray[Any]:
    """For each length of an id that many words can hold, a line of words that keeps its bytes."""
    left = np.arange(8 * count + 1)[:, None] - 8 * np.arange(count)
    return MASK.take(left, mode="clip").view(f"V{8 * count}")[:, 0]
