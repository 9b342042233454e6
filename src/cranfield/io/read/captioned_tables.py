"""Ids with titles and texts in Parquet and Arrow, of which only these columns are read."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from cranfield.io.bytes.table_file import TableFile
from cranfield.io.read.arrow_messages import MAGIC, unpacked_size
from cranfield.io.read.captioned import Caption, plain_text, roles_in
from cranfield.io.read.parquet_sizes import steps
from cranfield.io.read.room import Room
from cranfield.io.read.table_input import BROKEN, damaged, validate
from cranfield.io.read.table_rows import sound

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.captioned import Captioned
    from cranfield.io.read.parquet_sizes import Steps

    Roles = tuple[str, str | None, str | None]

__all__ = ["tables"]

_ROWS = 1 << 16  # that are looked through at once
_FEW = 1 << 10  # rows that are, where texts must be spelt out which should have been held once
_NAMES = {"parquet": "Parquet", "arrow": "Arrow"}


def tables(source: Source, form: str, wanted: Collection[str] | None) -> Iterator[Captioned]:
    """The rows whose ids are wanted."""
    asked = None if wanted is None else pa.array([each.encode("utf-8", "replace").decode() for each in wanted])
    try:
        file, first = TableFile(source), 0
        batches = _parquet(file, source) if form == "parquet" else _arrow(file, source)
        for batch, roles in batches:
            validate(pa.Table.from_batches([batch]), Room(source.name, source.size))  # one batch is held at a time
            yield from _rows(batch, roles, asked, first)
            first += len(batch)
            del batch  # or its memory would wait for the next one
        file.refuse_changed()
    except BROKEN as error:
        raise damaged(source.name, _NAMES[form], error) from None


def _parquet(file: TableFile, source: Source) -> Iterator[tuple[pa.RecordBatch, Roles]]:
    opened = pq.ParquetFile(file.data)
    roles = roles_in(opened.schema_arrow.names, source.name, {})
    names, room = _needed(roles), Room(source.name, source.size)

    def coded(columns: list[str]) -> pq.ParquetFile:
        return pq.ParquetFile(file.data, metadata=opened.metadata, read_dictionary=columns, pre_buffer=False)

    for at in range(opened.num_row_groups):
        if opened.metadata.row_group(at).num_rows:
            how = steps(opened, at, names, room, coded)  # few rows at once, where a text may be long
            for batch in _group(opened, coded, at, names, how):
                yield batch, roles
                del batch


def _group(
    opened: pq.ParquetFile, coded: Callable[[list[str]], pq.ParquetFile], at: int, names: list[str], how: Steps
) -> Iterator[pa.RecordBatch]:
    """A row group, in which long texts that come again and again stay in a dictionary."""
    given, rows = 0, min(how.rows, _ROWS)
    if how.coded:
        try:
            for batch in coded(list(how.coded)).iter_batches(rows, [at], names):
                given += 1
                yield batch
                del batch
        except BROKEN:  # pyarrow makes no dictionary of texts that are stored as differences
            rows = rows if given else min(rows, _FEW)
        else:
            return
    yield from islice(opened.iter_batches(rows, [at], names), given, None)


def _arrow(file: TableFile, source: Source) -> Iterator[tuple[pa.RecordBatch, Roles]]:
    Room(source.name, source.size).refuse(unpacked_size(file.data))
    batches: Iterable[pa.RecordBatch]
    file.data.seek(0)
    if file.data.read(len(MAGIC)) == MAGIC:
        schema = pa.ipc.open_file(file.data).schema
        roles = roles_in(schema.names, source.name, {})
        needed = sorted({schema.get_field_index(name) for name in _needed(roles)})
        opened = pa.ipc.open_file(file.data, options=pa.ipc.IpcReadOptions(included_fields=needed))
        batches = map(opened.get_batch, range(opened.num_record_batches))
    else:
        file.data.seek(0)
        stream = pa.ipc.open_stream(file.data)
        batches, roles = stream, roles_in(stream.schema.names, source.name, {})
    for batch in batches:
        chosen = batch.select(_needed(roles))
        del batch
        chosen.validate()  # or there may be fewer rows than none
        if not all(map(sound, chosen.columns)):
            chosen.validate(full=True)
        yield chosen, roles
        del chosen


def _needed(roles: Roles) -> list[str]:
    return [name for name in roles if name is not None]


def _rows(batch: pa.RecordBatch, roles: Roles, asked: pa.Array | None, first: int) -> Iterator[Captioned]:
    name, title, text = (_cells(None if role is None else batch.column(role)) for role in roles)
    for at in _places(batch.column(roles[0]), asked):
        yield {"row": first + at + 1}, name(at), Caption(title(at), text(at))


def _places(ids: pa.Array, asked: pa.Array | None) -> Iterable[int]:
    """The rows whose ids are asked for; all where that is told by what is made of them."""
    kept = _among(ids, asked)
    if kept is None:
        return range(len(ids))
    parts = range(0, len(ids), _ROWS)
    return (begin + at for begin in parts for at in pc.indices_nonzero(kept.slice(begin, _ROWS)).to_pylist())


def _among(ids: pa.Array, asked: pa.Array | None) -> pa.Array | None:
    """Whether each id is asked for; None where it is no text and no number, or where all are."""
    if asked is None:
        return None
    if pa.types.is_dictionary(ids.type):
        known = _among(ids.dictionary, asked)
        return None if known is None else known.take(ids.indices)
    return pc.is_in(ids.cast(pa.string()), value_set=asked) if _is_id(ids.type) else None


def _is_id(kind: pa.DataType) -> bool:
    known = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_integer)
    return any(check(kind) for check in known)


def _cells(column: pa.Array | None) -> Callable[[int], str]:
    """What tells the text of a row; those of a dictionary are made once, however often they come."""
    if column is None:
        return lambda _: ""
    if not pa.types.is_dictionary(column.type):
        return lambda at: plain_text(column[at].as_py())
    code: Any = column.indices
    made = cache(_cells(column.dictionary))
    return lambda at: "" if (each := code[at].as_py()) is None else made(each)
