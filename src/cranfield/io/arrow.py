"""Small bridges between numpy and Arrow that start at once.

`pyarrow.array` and `to_numpy` import pandas where it is installed, a third of a second for nothing, and
`pyarrow.compute` writes documentation for 300 functions when it is imported; these do without both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

try:
    from pyarrow._compute import SetLookupOptions, call_function
except ImportError:  # the same functions, by the slower road
    from pyarrow.compute import SetLookupOptions, call_function

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["differ", "distinct", "encode", "flat", "lookup", "numbers", "plain", "sort_places", "strings", "take"]

_NAMES = {"double": "float64", "float": "float32", "halffloat": "float16"}  # where Arrow and numpy differ


def numbers(values: NDArray[Any]) -> pa.Array:
    """A numpy array of numbers as an Arrow array over the same memory."""
    held = np.ascontiguousarray(values)
    return pa.Array.from_buffers(pa.from_numpy_dtype(held.dtype), len(held), [None, pa.py_buffer(held)])


def strings(values: Sequence[str]) -> pa.Array:
    """A list of ids as an Arrow array."""
    encoded = [each.encode() for each in values]
    edges = np.concatenate(([0], np.cumsum(np.fromiter(map(len, encoded), np.int64, len(encoded)))))
    kind = pa.string() if edges[-1] < 2**31 else pa.large_string()
    offsets = edges.astype(np.int32) if kind == pa.string() else edges
    return pa.Array.from_buffers(kind, len(encoded), [None, pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded))])


def take(values: pa.Array, rows: NDArray[np.int64]) -> pa.Array:
    """Some rows of an Arrow array."""
    return call_function("take", [values, numbers(rows)])


def differ(values: pa.Array, others: pa.Array | pa.Scalar) -> NDArray[np.bool_]:
    """Where two columns, or a column and one value, are not equal."""
    return plain(call_function("not_equal", [values, others]))


def distinct(values: NDArray[Any]) -> NDArray[Any]:
    """Each number once, in ascending order; `numpy.unique` imports numpy.ma first."""
    ordered = np.sort(values)
    return ordered[np.concatenate((ordered[:1] == ordered[:1], ordered[1:] != ordered[:-1]))]


def encode(values: pa.Array) -> tuple[NDArray[np.int64], pa.Array]:
    """Each distinct value once, and the place of every value among them."""
    encoded = call_function("dictionary_encode", [values])
    return plain(encoded.indices).astype(np.int64), encoded.dictionary


def lookup(values: pa.Array, among: pa.Array) -> NDArray[np.int64]:
    """The place of each value in a list of distinct values, -1 where it is not among them."""
    found = call_function("index_in", [values], SetLookupOptions(among))
    places = plain(found).astype(np.int64)
    if found.null_count:
        places[plain(call_function("is_null", [found]))] = -1
    return places


def sort_places(values: pa.Array) -> NDArray[np.int64]:
    """The places of the values in ascending byte order."""
    return plain(call_function("array_sort_indices", [values])).astype(np.int64)


def flat(column: pa.ChunkedArray) -> pa.Array:
    """One array of a column in chunks."""
    whole = column.combine_chunks()
    return pa.concat_arrays(whole.chunks) if isinstance(whole, pa.ChunkedArray) else whole


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
    return np.frombuffer(data, kind)[held.offset : held.offset + len(held)]
