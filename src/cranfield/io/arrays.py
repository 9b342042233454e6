"""Arrow and numpy side by side, for the way that every evaluation takes.

pyarrow's own conversions load pandas wherever it is installed, and pyarrow.compute wraps hundreds of functions when it
is imported; a small evaluation would spend most of its time on the two. So arrays change hands by their buffers, and
the few functions that are needed are called by name.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from pyarrow._compute import SetLookupOptions, call_function

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["call", "distinct", "encode", "from_numpy", "places", "strings", "take", "to_numpy"]

_TYPES = {np.dtype(name): kind for name, kind in (("int64", pa.int64()), ("float64", pa.float64()))}


def to_numpy(column: pa.Array | pa.ChunkedArray) -> NDArray[Any]:
    """Numbers or truth values without gaps, where possible without a copy."""
    if isinstance(column, pa.ChunkedArray):
        if column.num_chunks != 1:
            parts = [to_numpy(chunk) for chunk in column.chunks]
            return np.concatenate(parts) if parts else np.zeros(0, _dtype(column.type))
        column = column.chunk(0)
    assert not column.null_count
    begin, end = column.offset, column.offset + len(column)
    buffer = column.buffers()[1]
    if buffer is None:
        return np.zeros(0, _dtype(column.type))
    if pa.types.is_boolean(column.type):
        return np.unpackbits(np.frombuffer(buffer, np.uint8), bitorder="little")[begin:end].astype(bool)
    return np.frombuffer(buffer, _dtype(column.type))[begin:end]


def call(name: str, *arguments: Any) -> Any:
    """One of Arrow's compute functions."""
    return call_function(name, list(arguments))


def take(column: pa.Array, rows: NDArray[np.int64]) -> pa.Array:
    """Some rows of an array."""
    return call_function("take", [column, from_numpy(rows)])


def distinct(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each value once, in ascending order; numpy's own function loads numpy.ma first."""
    ordered = np.sort(values)
    return ordered[np.concatenate((ordered[:1] == ordered[:1], ordered[1:] != ordered[:-1]))]


def encode(column: pa.ChunkedArray) -> tuple[pa.Array, NDArray[np.int64]]:
    """The distinct values of a column, and for each row the place of its own."""
    coded = call_function("dictionary_encode", [column.combine_chunks()])
    coded = coded.combine_chunks() if isinstance(coded, pa.ChunkedArray) else coded
    return coded.dictionary, to_numpy(coded.indices).astype(np.int64)


def places(wanted: pa.Array, known: pa.Array) -> NDArray[np.int64]:
    """The place of each wanted value among the known ones, -1 where it is not among them."""
    found = call_function("index_in", [wanted], SetLookupOptions(value_set=known, skip_nulls=False))
    valid, values = found.buffers()
    if values is None:
        return np.zeros(0, np.int64)
    begin, end = found.offset, found.offset + len(found)
    index = np.frombuffer(values, np.int32)[begin:end].astype(np.int64)
    if valid is not None:
        index[~np.unpackbits(np.frombuffer(valid, np.uint8), bitorder="little")[begin:end].astype(bool)] = -1
    return index


def _dtype(kind: pa.DataType) -> np.dtype[Any]:
    return np.dtype({"double": "float64", "float": "float32"}.get(str(kind), str(kind)))


def from_numpy(values: NDArray[Any]) -> pa.Array:
    """Whole numbers, numbers or truth values as an Arrow array."""
    if values.dtype == bool:
        packed = np.packbits(values, bitorder="little")
        return pa.Array.from_buffers(pa.bool_(), len(values), [None, pa.py_buffer(packed)])
    whole = np.ascontiguousarray(values)
    return pa.Array.from_buffers(_TYPES[whole.dtype], len(whole), [None, pa.py_buffer(whole)])


def strings(texts: Sequence[str]) -> pa.Array:
    """Texts as an Arrow array."""
    encoded = [text.encode() for text in texts]
    edges = np.fromiter(accumulate(map(len, encoded), initial=0), np.int64, len(encoded) + 1)
    kind, width = (pa.string(), np.int32) if edges[-1] < 2**31 else (pa.large_string(), np.int64)
    buffers = [None, pa.py_buffer(edges.astype(width)), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(kind, len(encoded), buffers)
