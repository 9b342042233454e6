"""Small bridges between numpy and Arrow that start at once.

`pyarrow.array` and `to_numpy` import pandas where it is installed, a third of a second for nothing, and
`pyarrow.compute` writes documentation for 300 functions when it is imported; these do without both.
"""

from __future__ import annotations

from bisect import bisect_right
from contextlib import suppress
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from cranfield.io.block import NO_RANK, Block
from cranfield.io.ids import Ids
from cranfield.io.keys import changes, distinct
from cranfield.io.views import hashed, viewed

try:
    from pyarrow._compute import call_function
except ImportError:  # the same function, by the slower road
    from pyarrow.compute import call_function

if TYPE_CHECKING:
    from collections.abc import Callable, Sized

    from numpy.typing import NDArray

__all__ = [
    "block_of", "decoded", "flat", "lengths", "numbers", "parse_numbers", "plain", "plain_block", "safe_to_copy",
    "sound", "take", "teller",
]  # fmt: skip

_UNVIEWED = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}
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
    """Rows of a uniform table over the same memory."""
    rank = table["rank"] if "rank" in table.column_names else None
    queries = flat(table["query"])
    if pa.types.is_dictionary(queries.type):
        heads, start = _heads(queries)
        query = _ids(queries.dictionary)[heads]
    else:
        query, start = _stretches(_ids(queries))
    return Block(query, start, _ids(flat(table["doc"])), plain(table["value"]), None if rank is None else _ranks(rank))


def _ranks(column: pa.ChunkedArray) -> NDArray[Any]:
    """Ranks, some of which may be missing."""
    return plain(column.fill_null(NO_RANK) if column.null_count else column)


def plain_block(table: pa.Table, value: str, *, trusted: bool, views: bool) -> Block | None:
    """The same of a table that is uniform as it was read; None where it is not, or where a closer look is needed.

    Texts of a table that is not `trusted` must be plainly sound; `views` says whether views of texts are trusted.
    """
    columns: dict[str, pa.ChunkedArray] = dict(zip(table.column_names, table.columns, strict=True))
    if value not in columns or any(column.num_chunks != 1 or column.null_count for column in columns.values()):
        return None
    arrays = {name: column.chunk(0) for name, column in columns.items()}
    query, doc, rank = arrays["query"], arrays["doc"], arrays.get("rank")
    if arrays[value].type != pa.float64() or not (rank is None or rank.type == pa.int64()):
        return None
    coded = pa.types.is_dictionary(query.type)
    texts = query.dictionary if coded else query
    known, docs = (_plain_ids(each, trusted=trusted, views=views or trusted) for each in (texts, doc))
    if known is None or docs is None:
        return None
    if coded:
        heads, start = _heads(query)
        if not trusted and not _inside(heads, known):
            return None
        names = known[heads]
    else:
        names, start = _stretches(known)
    return Block(names, start, hashed(docs, doc), plain(arrays[value]), None if rank is None else plain(rank))


def _plain_ids(values: pa.Array, *, trusted: bool, views: bool) -> Ids | None:
    """Ids over the memory of an array; None where they are no text or one of them is empty, or may be damaged."""
    if values.null_count or not len(values):
        return None
    if _is_string(values.type):
        ids = _ids(values) if trusted else _sound_ids(values)
    else:
        ids = viewed(values) if views and values.type == pa.string_view() else None
    return ids if ids is not None and ids.shortest > 0 else None


def teller(values: pa.Array | pa.ChunkedArray) -> Callable[[int], object]:
    """What tells the value of a row, equal for equal ones; offsets are not trusted, which may be damaged."""
    if isinstance(values, pa.ChunkedArray):
        if values.num_chunks == 1:
            return teller(values.chunk(0))
        first = [0, *accumulate(map(len, values.chunks))]
        of_chunk = cache(lambda chunk: teller(values.chunk(chunk)))
        return lambda row: of_chunk(chunk := bisect_right(first, row) - 1)(row - first[chunk])
    if pa.types.is_dictionary(values.type):
        code, known = plain(values.indices), teller(values.dictionary)
        return lambda row: known(int(code[row])) if 0 <= code[row] < len(values.dictionary) else None
    if _is_string(values.type):
        edges, data = _edges(values)
        return lambda row: data[edges[row] : edges[row + 1]].tobytes()
    return lambda row: values[row].as_py()


def _is_string(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _heads(coded: pa.DictionaryArray) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The number of the id of each stretch, and where it begins; all numbers are among these."""
    code = plain(coded.indices)
    start = changes(code)
    return code[start], start


def _stretches(ids: Ids) -> tuple[Ids, NDArray[np.int64]]:
    """Each stretch of equal ids once, and where it begins."""
    start = _changes(ids)
    return ids[start], start


def _changes(ids: Ids) -> NDArray[np.int64]:
    """The rows whose id is not that of the row before."""
    if len(ids) < 2:
        return ids.changes
    size, step = ids.longest, int(ids.start[1] - ids.start[0])
    if step < size or ids.shortest < size or (ids.start[1:] - ids.start[:-1] != step).any():
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


def safe_to_copy(values: pa.Array) -> bool:
    """Whether the strings of a file lie inside its buffer as a whole, so that Arrow may put them behind others."""
    if not _is_string(values.type) or not len(values):
        return not len(values) or sound(values)
    edges, data = _edges(values)
    return len(edges) > len(values) and 0 <= edges[0] <= edges[-1] <= len(data)


def sound(values: pa.Array) -> bool:
    """Whether an array of a file is plainly whole: what is odd in any way must be validated, which takes longer."""
    if pa.types.is_primitive(values.type):
        return True
    if pa.types.is_dictionary(values.type):
        whole = not values.null_count and sound(values.dictionary)
        return whole and _inside(plain(values.indices), values.dictionary)
    return _is_string(values.type) and _sound_ids(values) is not None


def _inside(code: NDArray[Any], known: Sized) -> bool:
    """Whether all numbers are those of known values."""
    # a negative number is a large one without its sign
    return not len(code) or int(code.view(f"u{code.itemsize}").max()) < len(known)


def _sound_ids(values: pa.Array) -> Ids | None:
    """Ids over the memory of an array of strings; None unless they plainly lie inside it and are ASCII."""
    edges, data = _edges(values)
    if not len(values) or len(edges) != len(values) + 1 or edges[0] < 0 or edges[-1] > len(data):
        return None
    ids = Ids(data, edges[:-1], edges[1:] - edges[:-1])
    # lengths that are too small to go beyond the largest number need no look at the places
    small = int(edges[0]) + ids.longest * len(ids) <= np.iinfo(edges.dtype).max
    if ids.shortest < 0 or not (small or edges.min() >= 0) or data[edges[0] : edges[-1]].max(initial=0) >= 128:
        return None
    return ids


def _ids(values: pa.Array) -> Ids:
    """Ids over the memory of an Arrow array of strings."""
    if pa.types.is_dictionary(values.type):
        return _ids(values.dictionary)[plain(values.indices)]
    if values.type == pa.string_view():
        return viewed(values) or _ids(values.cast(pa.large_string()))
    edges, data = _edges(values)
    return Ids(data, edges[:-1], edges[1:] - edges[:-1])


def _edges(values: pa.Array) -> tuple[NDArray[Any], NDArray[np.uint8]]:
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
    if sum(len(chunk.dictionary) for chunk in column.chunks) <= len(column):  # or making it takes longer than the rows
        with suppress(pa.ArrowException):  # it may need wider numbers than each of them, and there are none for views
            return column.unify_dictionaries()
    return decoded(column)


def decoded(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """What the numbers of a dictionary stand for, also where Arrow cannot cast it."""
    kind = _UNVIEWED.get(column.type.value_type, column.type.value_type)
    known = [each.dictionary.cast(kind) for each in column.chunks]
    parts = zip(known, column.chunks, strict=True)
    return pa.chunked_array([call_function("take", [values, each.indices]) for values, each in parts], kind)


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
