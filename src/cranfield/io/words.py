"""Document ids as 64-bit words, so that numpy can compare, hash and sort them without making a single string."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from cranfield.io.arrow import sort_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["descending_key", "hashes"]

_MIX = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio: an odd number with well-spread bits
_LONG = 64  # bytes; longer ids are sorted as they are, because words of every length would take too much memory
_MASK = np.array([(1 << (8 * length)) - 1 for length in range(9)], np.uint64)  # the first bytes of a word


class _Bytes:
    """Where each id lies: `data[start:start + length]`."""

    def __init__(self, ids: pa.Array) -> None:
        large = pa.types.is_large_string(ids.type) or pa.types.is_large_binary(ids.type)
        _, offsets, data = ids.buffers()
        edges = np.frombuffer(offsets, np.int64 if large else np.int32)[ids.offset : ids.offset + len(ids) + 1]
        self.start, self.length = edges[:-1].astype(np.int64), np.diff(edges).astype(np.int64)
        held = np.frombuffer(data, np.uint8) if data is not None else np.zeros(0, np.uint8)
        begin, end = (int(edges[0]), int(edges[-1])) if len(ids) else (0, 0)
        self.start -= begin
        padded = np.zeros(end - begin + 8, np.uint8)  # eight spare bytes, so that a word never reads past the end
        padded[: end - begin] = held[begin:end]
        self.word_at = np.ndarray(len(padded) - 7, np.dtype("<u8"), padded.data, strides=(1,))

    def word(self, index: int, rows: NDArray[Any] | slice = slice(None)) -> NDArray[np.uint64]:
        """The index-th eight bytes of ids that reach so far, with zeros behind the end."""
        start, left = self.start[rows], self.length[rows]
        if index:
            start, left = start + 8 * index, left - 8 * index
        return np.bitwise_and(self.word_at[start], _MASK[np.minimum(left, 8)])


def hashes(ids: pa.Array) -> NDArray[np.uint64]:
    """A 64-bit hash of each id, best in its leading bits: equal ids have equal hashes."""
    held = _Bytes(ids)
    result = held.word(0) * _MIX
    rows, index = np.flatnonzero(held.length > 8), 1
    while len(rows):  # fewer and fewer ids are so long
        before = result[rows]
        result[rows] = ((before ^ (before >> np.uint64(29))) + held.word(index, rows)) * _MIX
        index += 1
        rows = rows[held.length[rows] > 8 * index]
    return result


def descending_key(ids: pa.Array) -> tuple[NDArray[Any], ...]:
    """Keys for np.lexsort, least important first, that put ids in descending byte order."""
    held = _Bytes(ids)
    if held.length.max(initial=0) > _LONG:
        place = np.empty(len(ids), np.int64)
        place[sort_places(ids)] = np.arange(len(ids))
        return (-place,)
    words = []
    for index in range(max((int(held.length.max(initial=0)) + 7) // 8, 1)):
        rows = np.flatnonzero(held.length > 8 * index)
        word = np.zeros(len(ids), np.uint64)
        word[rows] = held.word(index, rows).byteswap()
        words.append(~word)
    return (-held.length, *reversed(words))  # an id that another one starts with comes after it
