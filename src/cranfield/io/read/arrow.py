"""Arrow: files, streams, Feather, and any object with the Arrow PyCapsule interface."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.bytes.table_file import TableFile
from cranfield.io.read.arrow_messages import MAGIC, unpacked_size
from cranfield.io.read.room import Room
from cranfield.io.read.table_input import (
    BROKEN,
    RoleTable,
    TableInput,
    damaged,
    first_sentence,
    no_rows,
    role_tables_of,
    roles_of,
    top_columns,
    validate,
    whole_table,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.input import Input, Wanted
    from cranfield.io.read.recognise import Recognised

__all__ = ["of_memory", "opened", "read", "table_of"]

_GATHERED = 1 << 19  # rows of small Arrow batches that come together
_BATCHES = 1 << 12  # the most that do


def opened(source: Source, found: Recognised, wanted: Wanted) -> Input:
    """An Arrow file, an Arrow stream or a Feather file (which is an Arrow file)."""
    _ = found
    return TableInput(source.name, wanted, partial(read, source, wanted), source)


def of_memory(data: Any, wanted: Wanted, name: str) -> Input:
    """A pyarrow object or a dataframe of any library that speaks Arrow."""
    table = _in_memory(data, wanted, name)
    return TableInput(name, wanted, lambda: [table])


def table_of(data: Any, name: str) -> pa.Table:
    """The rows of whatever speaks Arrow."""
    try:
        if isinstance(data, pa.Table):
            return data
        if isinstance(data, pa.RecordBatch):
            return pa.Table.from_batches([data])
        reader = data if isinstance(data, pa.RecordBatchReader) else pa.RecordBatchReader.from_stream(data)
        return reader.read_all()
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise InputError(
            "no-named-columns", source=name, name=type(data).__name__, first_sentence=first_sentence(error)
        ) from None


def _in_memory(given: Any, wanted: Wanted, name: str) -> RoleTable:
    data = table_of(given, name)
    roles = roles_of(data.schema, wanted, name)
    Room(name, data.get_total_buffer_size()).take(whole_table(data.select(top_columns(data.schema, roles)), name))
    every = list(role_tables_of([data], roles, name, wanted.kind, broken=partial(damaged, name, "Arrow")))
    if not every:
        raise no_rows(name)
    found = RoleTable.together(every)
    if wanted.kind == "qrels":  # which are kept, when what they were made of may have changed or be gone
        found = replace(found, table=_copied(found.table))
    return replace(found, in_memory=True)


def _copied(table: pa.Table) -> pa.Table:
    """The same rows in memory of their own."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return pa.ipc.open_stream(sink.getvalue()).read_all()


def read(source: Source, wanted: Wanted) -> Iterator[RoleTable]:
    """The rows of a file or a stream."""
    broken, room = partial(damaged, source.name, "Arrow"), Room(source.name, source.size, wanted.kind)
    try:
        file = TableFile(source)
        room.refuse(unpacked_size(file.data))
        batches, roles = _batches(file.data, wanted, source.name)
    except BROKEN as error:
        raise broken(error) from None
    tables = _guarded(map(pa.Table.from_batches, _gathered(batches)), file, room, broken)
    return role_tables_of(tables, roles, source.name, wanted.kind, broken=broken)


def _batches(data: pa.NativeFile, wanted: Wanted, name: str) -> tuple[Iterable[pa.RecordBatch], dict[str, str]]:
    """The batches of a file or a stream, and the name of the column for each role."""
    data.seek(0)
    if data.read(len(MAGIC)) != MAGIC:
        data.seek(0)
        stream = pa.ipc.open_stream(data)
        return stream, roles_of(stream.schema, wanted, name)
    schema = pa.ipc.open_file(data).schema
    roles = roles_of(schema, wanted, name)
    # of a file, other columns need not be read
    needed = [schema.get_field_index(column) for column in top_columns(schema, roles)]
    file = pa.ipc.open_file(data, options=pa.ipc.IpcReadOptions(included_fields=sorted(set(needed))))
    return map(file.get_batch, range(file.num_record_batches)), roles


def _gathered(batches: Iterable[pa.RecordBatch]) -> Iterator[list[pa.RecordBatch]]:
    """Small batches together, because every table costs some time whatever its size."""
    together: list[pa.RecordBatch] = []
    rows = 0
    for batch in batches:
        together.append(batch)
        rows += len(batch)
        if rows >= _GATHERED or len(together) >= _BATCHES:
            yield together
            together, rows = [], 0
    if together:
        yield together


def _guarded(
    tables: Iterable[pa.Table], file: TableFile, room: Room, damaged: Callable[[Exception], InputError]
) -> Iterator[pa.Table]:
    try:
        for table in tables:
            validate(table, room)
            yield table
    except BROKEN as error:
        file.refuse_changed()
        raise damaged(error) from None
    file.refuse_changed()
