"""Small bridges between numpy and Arrow that start at once.

`pyarrow.array` and `to_numpy` import pandas where it is installed, a third of a second for nothing, and
`pyarrow.compute` writes documentation for 300 functions when it is imported; these do without both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from cranfield.io.block import Block
from cranfield.io.ids import Ids
from cranfield.io.keys import distinct

try:
    from pyarrow._compute import call_function
except ImportError:  # the same function, by the slower road
    from pyarrow.compute import call_function

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["block_of", "flat", "lengths", "numbers", "parse_numbers", "plain", "sound", "take"]

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
    between = [None, pa.py_buffer(edges), pa.py_buffer(written.data)]
    # every second stretch is a number, the others are what stands between two of them
    stretches = pa.Array.from_buffers(pa.binary(), len(edges) - 1, between)
    return plain(take(stretches, np.arange(0, len(edges), 2)).cast(pa.string()).cast(kind))


def block_of(table: pa.Table) -> Block:
    """Rows of a table over the same memory."""
    rank = table["rank"] if "rank" in table.column_names else None
    query, start = _stretches(flat(table["query"]))
    return Block(
        query, start, _ids(flat(table["doc"])), plain(table["value"]),
        None if rank is None or rank.null_count else plain(rank),
    )  # fmt: skip


def _stretches(values: pa.Array) -> tuple[Ids, NDArray[np.int64]]:
    """Each stretch of equal ids once, and where it begins."""
    if not pa.types.is_dictionary(values.type):
        ids = _ids(values)
        start = _changes(ids)
        return ids[start], start
    code = plain(values.indices)
    new = np.ones(len(code), bool)
    np.not_equal(code[1:], code[:-1], out=new[1:])
    start = np.flatnonzero(new)
    return _ids(values.dictionary)[code[start]], start


def _changes(ids: Ids) -> NDArray[np.int64]:
    """The rows whose id is not that of the row before."""
    if len(ids) < 2:
        return ids.changes
    size, step = ids.longest, int(ids.start[1] - ids.start[0])
    if step < size or ids.length.min() < size or (ids.start[1:] - ids.start[:-1] != step).any():
        return ids.changes
    # all are equally long and lie equally far apart: bytes are compared where they are, with those one id before
    held = ids.data[ids.start[0] : ids.start[-1] + size]
    differing = np.flatnonzero(held[step:] != held[:-step])
    return np.concatenate(([0], distinct(differing[differing % step < size] // step + 1)))


def lengths(values: pa.Array) -> NDArray[Any] | None:
    """The bytes of each id, in the dictionary where there is one; None where an id is missing in it."""
    if pa.types.is_dictionary(values.type):
        return None if values.dictionary.null_count else lengths(values.dictionary)
    return _ids(values).length


def sound(values: pa.Array) -> bool:
    """Whether an array of a file is plainly whole: what is odd in any way must be validated, which takes longer."""
    if pa.types.is_primitive(values.type):
        return True
    if pa.types.is_dictionary(values.type):
        code = plain(values.indices) if not values.null_count else np.full(1, -1)
        return sound(values.dictionary) and code.min(initial=0) >= 0 and code.max(initial=0) < len(values.dictionary)
    if not (pa.types.is_string(values.type) or pa.types.is_large_string(values.type)) or not len(values):
        return False
    try:
        edges, data = _edges(values)
    except ValueError:  # a buffer of odd length
        return False
    if len(edges) != len(values) + 1 or edges.min() < 0 or edges[-1] > len(data):
        return False
    if (edges[1:] - edges[:-1]).min() < 0:
        return False
    return bool(data[edges[0] : edges[-1]].max(initial=0) < 128)


def _ids(values: pa.Array) -> Ids:
    """Ids over the memory of an Arrow array of strings."""
    if pa.types.is_dictionary(values.type):
        return _ids(values.dictionary)[plain(values.indices)]
    if values.type == pa.string_view():
        return _viewed(values) or _ids(values.cast(pa.large_string()))
    edges, data = _edges(values)
    return Ids(data, edges[:-1], edges[1:] - edges[:-1])


def _edges(values: pa.Array) -> tuple[NDArray[Any], NDArray[np.uint8]]:
    """Where each string begins and the last one ends, and the bytes of all."""
    large = pa.types.is_large_string(values.type) or pa.types.is_large_binary(values.type)
    _, offsets, data = values.buffers()
    edges: NDArray[Any] = np.frombuffer(offsets or b"", np.int64 if large else np.int32)
    held = np.frombuffer(data, np.uint8) if data is not None else np.zeros(0, np.uint8)
    return edges[values.offset : values.offset + len(values) + 1], held


def _viewed(values: pa.Array) -> Ids | None:
    """Ids over views of strings that all lie in one buffer; None where they do not.

    A view is 16 bytes: the length, then up to twelve bytes of text, or four of them, a buffer and a place in it.
    """
    _, views, *others = values.buffers()
    begin = 16 * values.offset
    data = np.frombuffer(views or b"", np.uint8)[begin : begin + 16 * len(values)]
    fields = data.view(np.int32).reshape(-1, 4)
    length = fields[:, 0]
    if length.max(initial=0) <= 12:
        return Ids(data, np.arange(4, len(data), 16), length)
    buffer = int(fields[0, 2])
    if length.min() > 12 and (fields[:, 2] == buffer).all():
        return Ids(np.frombuffer(others[buffer], np.uint8), fields[:, 3], length)
    return None


def flat(column: pa.ChunkedArray) -> pa.Array:
    """One array of a column in chunks."""
    if column.num_chunks == 1:
        return column.chunk(0)  # pyarrow would copy it
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)  # one dictionary may need wider numbers than each of them
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
