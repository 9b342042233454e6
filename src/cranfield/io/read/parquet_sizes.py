"""What the columns of a Parquet file take when they are unpacked, as its metadata and its dictionaries tell.

Pages of a column may be compressed, values may be numbers of a dictionary, and equal numbers a count: a kilobyte can
stand for any number of rows of any length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from cranfield.io.ids.arrow_arrays import edges_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pyarrow.parquet as pq

    from cranfield.io.read.room import Room

    Reader = Callable[[list[str]], pq.ParquetFile]

__all__ = ["Steps", "refuse_hidden", "refuse_large", "steps"]

_AT_ONCE = 24 << 20  # bytes of one column that may be decoded at once, on each core
_FEWEST = 256  # rows
_SHORT = 64  # bytes; texts that are no longer may come as often as they like
_CODES = 1 << 16  # rows of which only numbers are decoded
_WIDTH = 8  # bytes of a number, and more than those of where a text ends
_CODED = {"PLAIN_DICTIONARY", "RLE_DICTIONARY"}
_DICTIONARY = 2 << 20  # bytes; writers end a dictionary at one or two megabytes
_CODE = 4  # bytes of a number of a dictionary, at most
_WORTH = 1 << 20  # bytes that a column must take at least before it matters how it is held
_TEXTS = (pa.string(), pa.large_string())


class Steps(NamedTuple):
    """How a row group is decoded: so many rows together, some columns as dictionaries, whose texts are held once."""

    rows: int
    coded: tuple[str, ...] = ()


def refuse_large(metadata: pq.FileMetaData, columns: int, room: Room) -> None:
    """Refuse a file that is too large for so many of its columns, before anything is unpacked."""
    groups = [metadata.row_group(at) for at in range(metadata.num_row_groups)]
    room.refuse(sum(max(group.total_byte_size, _WIDTH * columns * group.num_rows, 0) for group in groups))
    room.refuse_cells(columns * sum(max(group.num_rows, 0) for group in groups))


def steps(
    file: pq.ParquetFile, at: int, names: Sequence[str], room: Room, reader: Reader, *, plainly: bool = True
) -> Steps:
    """How to decode a row group; `reader` opens the file with columns as dictionaries.

    Short texts stay `plainly` where they lie, if the door is quicker with them.
    """
    metadata, group = file.metadata, file.metadata.row_group(at)
    rows, held_once = max(group.num_rows, 1), []  # damaged ones may be fewer than none
    refuse_hidden(file, at, names, room, reader)
    if group.total_byte_size * rows <= _AT_ONCE:
        return Steps(rows)
    for place in range(metadata.num_columns):
        path = metadata.schema.column(place).path
        name = next((name for name in names if path == name or path.startswith(f"{name}.")), None)
        if name is None or metadata.schema.column(place).physical_type != "BYTE_ARRAY":
            continue
        known = _longest_known(reader, at, name, path)
        column = group.column(place)  # which ends the program where it is damaged and was not read before
        size, count = column.total_uncompressed_size, max(column.num_values, 1)
        differences = "DELTA_BYTE_ARRAY" in column.encodings  # each value begins as the one before does
        coded = bool(_CODED & set(column.encodings))
        longest = size if differences or (coded and known is None) else max(size / count, known or 0 if coded else 0)
        if coded and not differences and longest > _SHORT and room.is_odd(longest * count, longest):
            _look(reader, at, name, path, room, column.total_compressed_size)
        if (
            coded and not differences and path == name and metadata.schema.column(place).max_repetition_level == 0
            and file.schema_arrow.field(name).type in _TEXTS and size <= _CODE * count + _DICTIONARY
            and (longest > _SHORT or not plainly) and longest * count > _WORTH
        ):  # fmt: skip
            held_once.append(name)
            continue
        if count > group.num_rows:  # lists, of which one may hold all
            room.refuse(longest * count)
        room_left = _AT_ONCE / 4 if differences else _AT_ONCE  # the decoder holds them several times
        rows = min(rows, max(int(room_left / max(longest, 1)), _FEWEST if differences else 1))
    return Steps(rows, tuple(held_once))


def refuse_hidden(file: pq.ParquetFile, at: int, names: Sequence[str], room: Room, reader: Reader) -> None:
    """Refuse a row group that holds cells or elements of lists in next to nothing, before they are decoded."""
    metadata, group = file.metadata, file.metadata.row_group(at)
    schema = metadata.schema
    needed = [place for place in range(metadata.num_columns) if schema.column(place).path.split(".")[0] in names]
    lists = [place for place in needed if schema.column(place).max_repetition_level]
    if not lists and not room.is_suspect(metadata.num_rows * len(names)):
        return
    # no rows, as one may hold all elements, which only the inner reader takes; damaged columns end the program below
    next(reader([]).reader.iter_batches(0, row_groups=[at], column_indices=needed, use_threads=False), None)
    held = sum(group.column(place).total_compressed_size for place in needed)
    elements = sum(max(group.column(place).num_values, 0) for place in lists)
    room.list_elements(elements)
    cells = max(group.num_rows, 1) * len(names)
    if room.is_suspect(metadata.num_rows * len(names), elements):
        room.hide(cells, held, elements)


def _look(reader: Reader, at: int, name: str, path: str, room: Room, held: int) -> None:
    """Count what a column with a long text in its dictionary takes, while its values are still numbers."""
    for batch in reader([path]).iter_batches(_CODES, [at], [name], use_threads=False):
        found = batch.column(0)
        while pa.types.is_list(found.type) or pa.types.is_large_list(found.type):
            found = found.flatten()
        room.look(found, held)
        held = 0  # it is the size of all of them


def _longest_known(reader: Reader, at: int, name: str, path: str) -> float | None:
    """The bytes of the longest value in the dictionary of a column; None if it is not known."""
    try:
        found = next(reader([path]).iter_batches(1, [at], [name], use_threads=False)).column(0)
    except (pa.ArrowException, OSError):  # of differences pyarrow makes no dictionary
        next(reader([]).iter_batches(1, [at], [name], use_threads=False))
        return None
    while pa.types.is_list(found.type) or pa.types.is_large_list(found.type):
        found = found.flatten()
    # a single one may be no more than the first row, which stood before the dictionary
    if not pa.types.is_dictionary(found.type) or len(found.dictionary) < 2:
        return None
    edges, _ = edges_of(found.dictionary)
    return float(np.diff(edges).max(initial=0))
