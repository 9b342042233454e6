"""Records of Parquet, of which a part lies in memory at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from cranfield.errors import InputError
from cranfield.io.bytes.table_file import TableFile
from cranfield.io.read.parquet_sizes import refuse_hidden, refuse_large, steps
from cranfield.io.read.room import Room
from cranfield.io.read.table_input import BROKEN, validate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cranfield.io.bytes.source import Source

__all__ = ["parquet_records"]

_CELLS = 1 << 15  # that are objects at once
_BUFFER = 1 << 20  # bytes of a column that are read at a time


def parquet_records(source: Source) -> Iterator[tuple[dict[str, int], dict[str, Any]]]:
    """The row and the fields of each record; of the first one before there is more than a row in memory."""
    row = 0
    try:
        held = TableFile(source)
        for batch in _batches(source, held):
            for record in _told(batch):
                row += 1
                yield {"row": row}, record
        held.refuse_changed()
    except BROKEN as error:
        raise InputError("records-parquet", source=source.name, why=str(error)) from None


class _Room(Room):
    """Room for items, whose long texts may come again and again: each of them is held once."""

    def is_odd(self, size: float, longest: float) -> bool:  # noqa: ARG002 (however long)
        """Never: they count as they are read."""
        return False


def _batches(source: Source, held: TableFile) -> Iterator[pa.RecordBatch]:
    """A row, and then as many at a time as fit in memory."""

    def opened(coded: list[str]) -> pq.ParquetFile:
        return pq.ParquetFile(held.data, read_dictionary=coded, pre_buffer=False, buffer_size=_BUFFER)

    file, room = opened([]), _Room(source.name, source.size, "items", by_groups=True)
    names = file.schema_arrow.names
    if len(set(names)) < len(names):
        raise InputError("records-header", source=source.name, names=names)
    filled = [at for at in range(file.num_row_groups) if file.metadata.row_group(at).num_rows]
    for at in filled[:1]:
        refuse_hidden(file, at, names, _Room(source.name, source.size, "items", by_groups=True), opened)
        first = next(file.iter_batches(1, [at], use_threads=False))
        validate(pa.Table.from_batches([first]), room)
        yield first
    refuse_large(file.metadata, len(names), room)
    for at in filled:
        how = steps(file, at, names, room, opened, plainly=False)
        rows = max(min(how.rows, _CELLS) // max(len(names), 1), 1)
        for place, batch in enumerate(opened([*how.coded]).iter_batches(rows, [at], use_threads=False)):
            validate(pa.Table.from_batches([batch]), room)
            yield batch.slice(1) if at == filled[0] and not place else batch


def _told(batch: pa.RecordBatch) -> Iterator[dict[str, Any]]:
    """The fields of each row; a text of a dictionary is one object, however often it comes."""
    columns = [_values(column) for column in batch.columns]
    for cells in zip(*columns, strict=True):
        yield dict(zip(batch.schema.names, cells, strict=True))


def _values(column: pa.Array) -> list[Any]:
    if not pa.types.is_dictionary(column.type):
        return list(column.to_pylist())
    codes = column.indices.to_pylist()
    known = {code: None if code is None else column.dictionary[code].as_py() for code in set(codes)}
    return [known[code] for code in codes]
