"""Rows over the memory of Arrow tables; what is damaged or odd in any way is told from what is plainly sound."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from cranfield.io.ids.arrow_arrays import edges_of, flat, plain
from cranfield.io.ids.ids import Ids
from cranfield.io.ids.keys import changes, distinct
from cranfield.io.ids.machine_words import hash_first, marked
from cranfield.io.ids.rows import NO_RANK, Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sized

    from numpy.typing import NDArray

__all__ = ["lengths", "plain_rows", "rows_of", "safe_to_copy", "sound", "teller"]

_INLINE = 12  # bytes of a string that fit into a view
_CACHED = 1 << 14  # views that are looked at together, as the memory next to a core holds them


def rows_of(table: pa.Table) -> Rows:
    """Rows of a uniform table over the same memory."""
    query, rank = flat(table["query"]), table["rank"] if "rank" in table.column_names else None
    names, start = _stretches(query, _ids(query.dictionary if pa.types.is_dictionary(query.type) else query))
    subtopic = _ids(flat(table["subtopic"])) if "subtopic" in table.column_names else None
    ranks = None if rank is None else _ranks(rank)
    return Rows(names, start, _ids(flat(table["doc"])), plain(table["value"]), ranks, subtopic)


def _ranks(column: pa.ChunkedArray) -> NDArray[Any]:
    """Ranks, some of which may be missing."""
    return plain(column.fill_null(NO_RANK) if column.null_count else column)


def plain_rows(table: pa.Table, value: str, *, trusted: bool, views: bool) -> Rows | None:
    """The same of a table that is uniform as it was read; None where it is not, or where a closer look is needed.

    Texts of a table that is not `trusted` must be plainly sound; `views` says whether views of texts may be used.
    """
    columns: dict[str, pa.ChunkedArray] = dict(zip(table.column_names, table.columns, strict=True))
    if (
        value not in columns
        or "subtopic" in columns
        or any(column.num_chunks != 1 or column.null_count for column in columns.values())
    ):
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
    if coded and not trusted and not _inside(plain(query.indices), known):
        return None
    names, start = _stretches(query, known)
    return Rows(names, start, docs, plain(arrays[value]), None if rank is None else plain(rank))


def _plain_ids(values: pa.Array, *, trusted: bool, views: bool) -> Ids | None:
    """Ids over the memory of an array; None where they are no text or one of them is empty, or may be damaged."""
    if values.null_count or not len(values):
        return None
    if _is_string(values.type):
        ids = _ids(values) if trusted else _sound_ids(values)
    else:
        seen = views and values.type == pa.string_view() and (trusted or _views_inside(values))
        ids = _viewed(values) if seen else None
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
        edges, data = edges_of(values)
        return lambda row: data[edges[row] : edges[row + 1]].tobytes()
    return lambda row: values[row].as_py()


def _is_string(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _stretches(query: pa.Array, known: Ids) -> tuple[Ids, NDArray[np.int64]]:
    """The id of each stretch of equal queries, and where it begins; `known` are all ids, or those of the dictionary."""
    if not pa.types.is_dictionary(query.type):
        start = _changes(known)
        return known[start], start
    code = plain(query.indices)
    start = changes(code)
    return known[code[start]], start


def _changes(ids: Ids) -> NDArray[np.int64]:
    """The rows whose id is not that of the row before."""
    if len(ids) < 2:
        return ids.changes
    size, step = ids.longest, int(ids.start[1] - ids.start[0])
    if step < size or ids.shortest < size or (ids.start[1:] - ids.start[:-1] != step).any():
        return ids.changes
    # all are equally long and lie equally far apart: bytes are compared where they are, with those one id before, which
    # saves a sixth of the time of a table whose queries are plain strings
    held = ids.data[ids.start[0] : ids.start[-1] + size]
    differing = np.flatnonzero(held[step:] != held[:-step])
    return np.concatenate(([0], distinct(differing[differing % step < size] // step + 1)))


def _viewed(values: pa.Array) -> Ids | None:
    """Ids over views of strings that all lie in one buffer; None where they do not.

    A view has 16 bytes: the length, then up to twelve bytes of text, or four of them, a buffer and a place in it.
    """
    _, views, *others = values.buffers()
    begin = 16 * values.offset
    data = np.frombuffer(views or b"", np.uint8)[begin : begin + 16 * len(values)]
    fields = data.view(np.int32).reshape(-1, 4)
    length = fields[:, 0]
    if length.max(initial=0) <= _INLINE:
        ids = Ids(data, np.arange(4, len(data), 16), length)
        if ids.longest <= 8:
            # words that lie side by side are fetched at once, which saves a tenth of the time of such a table
            ids.hash = hash_first(marked(np.ndarray(len(ids), "<u8", data, 4, (16,)), length))
        return ids
    buffer = int(fields[0, 2])
    if length.min() > _INLINE and (fields[:, 2] == buffer).all():
        return Ids(np.frombuffer(others[buffer], np.uint8), fields[:, 3], length)
    return None


def lengths(values: pa.Array) -> NDArray[Any] | None:
    """The bytes of each id, in the dictionary where there is one; None where an id is missing in it."""
    if pa.types.is_dictionary(values.type):
        return None if values.dictionary.null_count else lengths(values.dictionary)
    return _ids(values).length


def safe_to_copy(values: pa.Array) -> bool:
    """Whether the strings of a file lie inside its buffer as a whole, so that Arrow may put them behind others."""
    if not _is_string(values.type) or not len(values):
        return not len(values) or sound(values)
    edges, data = edges_of(values)
    return len(edges) > len(values) and 0 <= edges[0] <= edges[-1] <= len(data)


def sound(values: pa.Array) -> bool:
    """Whether an array of a file is plainly whole: what is odd in any way must be validated, which takes longer."""
    if pa.types.is_primitive(values.type):
        return True
    if pa.types.is_dictionary(values.type):
        whole = not values.null_count and sound(values.dictionary)
        return whole and _inside(plain(values.indices), values.dictionary)
    if values.type == pa.string_view():
        return _views_inside(values)
    return _is_string(values.type) and _sound_ids(values) is not None


def _views_inside(values: pa.Array) -> bool:
    """Whether all views of strings plainly lie in the buffers that they name."""
    _, views, *others = values.buffers()
    if values.null_count or views is None or views.size < 16 * (values.offset + len(values)):
        return False
    fields = np.frombuffer(views, np.int32, 4 * len(values), 16 * values.offset).reshape(-1, 4)
    sizes = np.array([0 if each is None else each.size for each in others])
    return all(_slice_inside(fields[at : at + _CACHED], sizes) for at in range(0, len(fields), _CACHED))


def _slice_inside(fields: NDArray[np.int32], sizes: NDArray[np.int64]) -> bool:
    length = fields[:, 0].copy()
    if length.min() < 0 or length.max() <= _INLINE:
        return bool(length.min() >= 0)
    length, _, buffer, place = fields[length > _INLINE].T
    if buffer.min() < 0 or buffer.max() >= len(sizes) or place.min() < 0:
        return False
    return bool((length.astype(np.int64) + place <= sizes[buffer]).all())


def _inside(code: NDArray[Any], known: Sized) -> bool:
    """Whether all numbers are those of known values."""
    # a negative number is a large one without its sign
    return not len(code) or int(code.view(f"u{code.itemsize}").max()) < len(known)


def _sound_ids(values: pa.Array) -> Ids | None:
    """Ids over the memory of an array of strings; None unless they plainly lie inside it and are ASCII."""
    edges, data = edges_of(values)
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
        return _viewed(values) or _ids(values.cast(pa.large_string()))
    edges, data = edges_of(values)
    return Ids(data, edges[:-1], edges[1:] - edges[:-1])
