"""Small bridges between numpy and Arrow that start at once.

`pyarrow.array` and `to_numpy` import pandas where it is installed, a third of a second for nothing, and
`pyarrow.compute` writes documentation for 300 functions when it is imported; these do without both.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

try:
    from pyarrow._compute import call_function
except ImportError:  # the same function, by the slower road
    from pyarrow.compute import call_function

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.io.ids.ids import Ids

__all__ = ["decoded", "edges_of", "flat", "numbers", "objects", "parse_numbers", "plain", "take"]

_UNVIEWED = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}
_MUCH = 16 << 20  # bytes
_NAMES = {"double": "float64", "float": "float32", "halffloat": "float16"}  # where Arrow and numpy differ


def numbers(values: NDArray[Any]) -> pa.Array:
    """A numpy array of numbers as an Arrow array over the same memory."""
    held = np.ascontiguousarray(values)
    return pa.Array.from_buffers(pa.from_numpy_dtype(held.dtype), len(held), [None, pa.py_buffer(held)])


def take(values: pa.Array, rows: NDArray[np.int64]) -> pa.Array:
    """Some rows of an Arrow array."""
    return call_function("take", [values, numbers(rows)])


def parse_numbers(written: Ids, kind: str) -> NDArray[Any]:
    """Numbers as they are written in rows that follow each other in one buffer."""
    edges = np.empty(2 * len(written), np.int32)
    edges[0::2], edges[1::2] = written.start, written.start + written.length
    if edges[0] < 0 or edges[-1] > len(written.data) or (edges[1:] < edges[:-1]).any():
        message = "rows that do not follow each other"  # Arrow would read and write anywhere
        raise ValueError(message)
    # every second span is a number, the others are what stands between two of them
    buffers = [None, pa.py_buffer(edges), pa.py_buffer(written.data)]
    spans = pa.Array.from_buffers(pa.binary(), len(edges) - 1, buffers)
    return plain(take(spans, np.arange(0, len(edges), 2)).cast(pa.string()).cast(kind))


def edges_of(values: pa.Array) -> tuple[NDArray[Any], NDArray[np.uint8]]:
    """Where each string begins and the last one ends, and the bytes of all."""
    large = pa.types.is_large_string(values.type) or pa.types.is_large_binary(values.type)
    _, offsets, data = values.buffers()
    edges = _read(offsets, np.dtype(np.int64 if large else np.int32))
    held = np.frombuffer(data, np.uint8) if data is not None else np.zeros(0, np.uint8)
    return edges[values.offset : values.offset + len(values) + 1], held


def _read(buffer: pa.Buffer | None, kind: np.dtype[Any]) -> NDArray[Any]:
    """The numbers in a buffer, which may end within one where a file is damaged."""
    return np.frombuffer(buffer or b"", kind, 0 if buffer is None else buffer.size // kind.itemsize)


def flat(column: pa.ChunkedArray) -> pa.Array:
    """One array of a column in chunks."""
    chunks = [chunk for chunk in column.chunks if len(chunk)]  # Arrow stumbles over empty ones
    if len(chunks) == 1:
        return chunks[0]  # pyarrow would copy it
    column = pa.chunked_array(chunks, column.type)
    if pa.types.is_dictionary(column.type) and chunks:
        known = chunks[0].dictionary
        if all(_same_memory(chunk.dictionary, known) for chunk in chunks):
            codes = flat(pa.chunked_array([chunk.indices for chunk in chunks]))
            return pa.DictionaryArray.from_arrays(codes, known, safe=False)
        column = _in_one_dictionary(column)
    whole = column.combine_chunks()
    return pa.concat_arrays(whole.chunks) if isinstance(whole, pa.ChunkedArray) else whole


def _same_memory(one: pa.Array, other: pa.Array) -> bool:
    places, others = ([buffer and buffer.address for buffer in each.buffers()] for each in (one, other))
    return (len(one), one.offset, places) == (len(other), other.offset, others)


def _in_one_dictionary(column: pa.ChunkedArray) -> pa.ChunkedArray:
    known = sum(len(chunk.dictionary) for chunk in column.chunks)
    if known <= len(column) or _spelt_out(column) > _MUCH:  # or making it takes longer than the rows
        with suppress(pa.ArrowException):  # it may need wider numbers than each of them, and there are none for views
            return column.unify_dictionaries()
    return decoded(column)


def _spelt_out(column: pa.ChunkedArray) -> float:
    """The bytes of texts that all are as long as the longest one in their dictionary."""
    if column.type.value_type not in (pa.string(), pa.large_string()):
        return 0.0
    return sum(float(np.diff(edges_of(each.dictionary)[0]).max(initial=0)) * len(each) for each in column.chunks)


def decoded(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """What the numbers of a dictionary stand for, also where Arrow cannot cast it."""
    kind = _UNVIEWED.get(column.type.value_type, column.type.value_type)
    known = [each.dictionary.cast(kind) for each in column.chunks]
    pairs = zip(known, column.chunks, strict=True)
    return pa.chunked_array([call_function("take", [values, each.indices]) for values, each in pairs], kind)


def objects(column: pa.Array | pa.ChunkedArray) -> list[Any]:
    """The values as Python has them; those of a dictionary are made once, however often they come."""
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    if not pa.types.is_dictionary(column.type):
        return [each for chunk in chunks for each in chunk.to_pylist()] if len(chunks) > 1 else column.to_pylist()
    found: list[Any] = []
    for chunk in chunks:
        known = [*chunk.dictionary.to_pylist(), None]  # the last one is what is missing
        code = chunk.indices.fill_null(len(known) - 1) if chunk.null_count else chunk.indices
        found += map(known.__getitem__, plain(code).tolist())
    return found


def plain(column: pa.Array | pa.ChunkedArray) -> NDArray[Any]:
    """A column of numbers or truths without gaps as a numpy array; numbers stay where they are in memory."""
    held = flat(column) if isinstance(column, pa.ChunkedArray) else column
    data = held.buffers()[1]
    kind = np.dtype(_NAMES.get(str(held.type), str(held.type)))
    if data is None:
        return np.zeros(len(held), kind)
    if pa.types.is_boolean(held.type):
        bits = np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little")
        return bits[held.offset : held.offset + len(held)].view(np.bool_)
    return _read(data, kind)[held.offset : held.offset + len(held)]
