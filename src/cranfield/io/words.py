"""The words of eight bytes that ids are made of: fetched for many ids at once, and hashed.

A hash is a 64-bit number, best in its leading bits: the sum of the words, each times a number of its own. What an id
does not reach adds nothing, so the hash does not depend on how long the others are. An id of one word can be told from
its hash.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cranfield.io.ids import Ids

__all__ = ["MASK", "WIDEST", "add_half", "hash_long", "hash_word", "lines_of", "told_from"]

_MIX = 0x9E3779B97F4A7C15  # 2^64 / golden ratio: an odd number with well-spread bits
_UNMIX = np.uint64(pow(_MIX, -1, 2**64))  # takes it back
_HALF = np.uint64(32)  # bits
WIDEST = 8  # words that are fetched at once
_CACHED = 1 << 15  # ids whose words stay in the cache
_MIXES = tuple(np.uint64(pow(_MIX, index + 1, 2**64)) for index in range(WIDEST))  # what each word is multiplied by
MASK = np.array([(1 << (8 * length)) - 1 for length in range(9)], np.uint64)  # the first bytes of a word


def told_from(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The only words of ids that have no other."""
    return hashes * _UNMIX


def hash_word(first: NDArray[np.uint64], out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
    """Hashes of first words."""
    return np.multiply(first, _MIXES[0], out=out)


def add_half(hashes: NDArray[np.uint64], halves: NDArray[np.uint32]) -> None:
    """Add second words of at most four bytes."""
    hashes += halves * _MIXES[1]  # with nothing in its higher half to spread


def _hash_words(words: NDArray[np.uint64], out: NDArray[np.uint64]) -> None:
    """Hashes of lines of words; changes the words."""
    hash_word(words[:, 0], out)
    _spread(words)
    for index in range(1, words.shape[1]):
        out += words[:, index] * _MIXES[index]


def _spread(words: NDArray[np.uint64]) -> None:
    """The higher half of words also into the lower one, or their last bytes would change few bits of a product."""
    words ^= words >> _HALF


def hash_long(ids: Ids) -> NDArray[np.uint64]:
    """The hashes of ids, at least one of which has more than one word."""
    result = np.empty(len(ids), np.uint64)
    for row, words in lines_of(ids):
        _hash_words(words, result[row : row + len(words)])
    index, mix, rows = WIDEST, int(_MIXES[-1]), np.flatnonzero(ids.length > 8 * WIDEST)
    while len(rows):  # hardly any id is so long
        mix = mix * _MIX % 2**64
        word = ids.word(index, rows)
        _spread(word)
        result[rows] += word * np.uint64(mix)
        index += 1
        rows = rows[ids.length[rows] > 8 * index]
    return result


def lines_of(ids: Ids) -> Iterator[tuple[int, NDArray[np.uint64]]]:
    """The words of ids, a line for each with zeros behind its end, for some rows after the other.

    Of the longest ids it is the first words.
    """
    count = min((ids.longest + 7) // 8, WIDEST)
    width = 8 * count
    # numpy fetches many bytes as fast as one
    whole = _stretches(ids.data, width)
    begin = len(whole)  # from here on the buffer ends too early
    ends = _stretches(np.concatenate((ids.data[begin:], np.zeros(width, np.uint8))), width)
    masks = None if ids.shortest == ids.longest else _masks(count)
    for row in range(0, len(ids), _CACHED):
        start, length = ids.start[row : row + _CACHED], ids.length[row : row + _CACHED]
        if begin and start.max() < begin:
            found = whole[start]
        else:
            late = start >= begin
            found = np.empty(len(start), whole.dtype)
            found[late], found[~late] = ends[start[late] - begin], whole[start[~late]]
        words = found.view("<u8").reshape(-1, count)
        if masks is not None:
            words &= masks.take(length, mode="clip").view("<u8").reshape(-1, count)
        elif ids.longest < width:
            words[:, -1] &= MASK[ids.longest % 8]
        yield row, words


def _stretches(data: NDArray[np.uint8], width: int) -> NDArray[Any]:
    """So many bytes from each place of a buffer on."""
    return np.ndarray(max(len(data) - width + 1, 0), f"V{width}", data, strides=(1,))


@cache
def _masks(count: int) -> NDArray[Any]:
    """For each length of an id that many words can hold, a line of words that keeps its bytes."""
    left = np.arange(8 * count + 1)[:, None] - 8 * np.arange(count)
    return MASK.take(left, mode="clip").view(f"V{8 * count}")[:, 0]
