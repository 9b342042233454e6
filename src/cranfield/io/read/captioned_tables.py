"""Ids with titles and texts in Parquet and Arrow, of which only these columns are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from cranfield.io.bytes.table_file import TableFile
from cranfield.io.read.captioned import Caption, plain_text, roles_in
from cranfield.io.read.parquet_sizes import steps
from cranfield.io.read.room import Room
from cranfield.io.read.table_input import BROKEN, damaged, validate

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.captioned import Captioned

__all__ = ["tables"]

_ROWS = 1 << 16  # that are looked through at once
_NAMES = {"parquet": "Parquet", "arrow": "Arrow"}


def tables(source: Source, form: str, wanted: Collection[str] | None) -> Iterator[Captioned]:
    """The rows whose ids are wanted."""
    asked = None if wanted is None else pa.array([each.encode("utf-8", "replace").decode() for each in wanted])
    try:
        file, first = TableFile(source), 0
        for batch, roles in _parquet(file, source) if form == "parquet" else _arrow(file, source):
            validate(pa.Table.from_batches([batch]), Room(source.name, source.size))  # one batch is held at a time
            yield from _rows(batch, roles, asked, first)
            first += len(batch)
        file.refuse_changed()
    except BROKEN as error:
        raise damaged(source.name, _NAMES[form], error) from None


def _parquet(file: TableFile, source: Source) -> Iterator[tuple[pa.RecordBatch, tuple[str, str | None, str | None]]]:
    opened = pq.ParquetFile(file.data)
    roles = roles_in(opened.schema_arrow.names, source.name, {})
    names, room = [name for name in roles if name is not None], Room(source.name, source.size)

    def coded(columns: list[str]) -> pq.ParquetFile:
        return pq.ParquetFile(file.data, metadata=opened.metadata, read_dictionary=columns, pre_buffer=False)

    for at in range(opened.num_row_groups):
        if opened.metadata.row_group(at).num_rows:
            how = steps(opened, at, names, room, coded)  # few rows at once, where a text may be long
            for batch in opened.iter_batches(min(how.rows, _ROWS), [at], names):
                yield batch, roles


def _arrow(file: TableFile, source: Source) -> Iterator[tuple[pa.RecordBatch, tuple[str, str | None, str | None]]]:
    batches: Iterable[pa.RecordBatch]
    if file.data.read(6) == b"ARROW1":
        opened = pa.ipc.open_file(file.data)
        schema, batches = opened.schema, map(opened.get_batch, range(opened.num_record_batches))
    else:
        file.data.seek(0)
        stream = pa.ipc.open_stream(file.data)
        schema, batches = stream.schema, stream
    roles = roles_in(schema.names, source.name, {})
    for batch in batches:
        yield batch, roles


def _rows(
    batch: pa.RecordBatch, roles: tuple[str, str | None, str | None], asked: pa.Array | None, first: int
) -> Iterator[Captioned]:
    ids = batch.column(roles[0])
    places = range(len(batch))
    if asked is not None and (_is_text(ids.type) or pa.types.is_integer(ids.type)):
        places = pc.indices_nonzero(pc.is_in(ids.cast(pa.string()), value_set=asked)).to_pylist()
    titles, texts = (None if name is None else batch.column(name) for name in roles[1:])
    for at in places:
        name = plain_text(ids[at].as_py())
        caption = Caption(*("" if column is None else plain_text(column[at].as_py()) for column in (titles, texts)))
        yield {"row": first + at + 1}, name, caption


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))
