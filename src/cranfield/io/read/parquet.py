"""Parquet files: every row group can be unpacked by itself, on any thread."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from itertools import accumulate, islice
from threading import get_ident
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from cranfield.io.bytes.table_file import TableFile
from cranfield.io.bytes.threads import cores, in_order
from cranfield.io.read.parquet_sizes import Steps, refuse_large, steps
from cranfield.io.read.room import Room
from cranfield.io.read.table_input import (
    BROKEN,
    TableInput,
    damaged,
    no_rows,
    role_tables_of,
    roles_of,
    top_columns,
    validate,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.input import Input, Wanted
    from cranfield.io.read.recognise import Recognised
    from cranfield.io.read.table_input import RoleTable

__all__ = ["opened"]

_SLICE = 1 << 19  # rows that are worked on by themselves
_UNPACKED = 1 << 22  # rows of a group that may be in memory as a whole
_BUFFER = 1 << 20  # bytes of a column that are read at a time


def opened(source: Source, found: Recognised, wanted: Wanted) -> Input:
    """A Parquet file, of which only the needed columns are decoded."""
    _ = found
    return _Parquet(source.name, wanted, partial(_read, source, wanted), source)


class _Parquet(TableInput):
    """A file that says at its end which columns it has."""

    def require_columns(self) -> None:
        """Refuse columns that are not there, and a file whose end says nothing of any."""
        try:
            schema = pq.ParquetFile(TableFile(self.source).data, pre_buffer=False).schema_arrow
        except BROKEN as error:
            raise damaged(self.name, "Parquet", error) from None
        roles_of(schema, self.wanted, self.name)


def _read(source: Source, wanted: Wanted) -> Iterator[RoleTable]:
    groups, alone = _row_groups(source, wanted)
    if alone:
        for unpack in groups:
            yield from unpack()
        return
    with closing(in_order(lambda unpack: unpack(), groups, ahead=1)) as unpacked:
        for tables in unpacked:
            yield from tables


def _row_groups(source: Source, wanted: Wanted) -> tuple[list[Callable[[], Iterable[RoleTable]]], bool]:
    """What unpacks each row group, on any thread, and whether to do so one after the other."""
    broken, size = partial(damaged, source.name, "Parquet"), source.size  # its name may be another's later
    room = Room(source.name, size, wanted.kind, by_groups=True)
    try:
        held = TableFile(source)
        file = pq.ParquetFile(held.data)
        roles = roles_of(file.schema_arrow, wanted, source.name)
        names = top_columns(file.schema_arrow, roles)
        refuse_large(file.metadata, len(names), room)
    except BROKEN as error:
        raise broken(error) from None
    sizes = [file.metadata.row_group(at).num_rows for at in range(file.num_row_groups)]
    if sum(sizes) != file.metadata.num_rows:
        raise broken(ValueError(f"{sum(sizes)} rows instead of {file.metadata.num_rows}"))
    if not sum(sizes):
        raise no_rows(source.name)

    firsts = [0, *accumulate(sizes)]
    # one for each thread; they die here, not with a thread at the end of the program
    readers: dict[tuple[int, tuple[str, ...]], pq.ParquetFile] = {}
    # a query has many rows, so the file holds it once in a dictionary, as a rule
    coded = [roles["query"]] if "query" in roles else []
    # then there are cores left for other columns of the same group, or a group is better not held as a whole
    alone = sum(map(bool, sizes)) < cores() or max(sizes) > _UNPACKED

    def reader(columns: tuple[str, ...]) -> pq.ParquetFile:
        who = get_ident(), columns
        if who not in readers:  # which read as they go: a row group as a whole would have to be held
            readers[who] = pq.ParquetFile(
                held.data, metadata=file.metadata, read_dictionary=columns, pre_buffer=False, buffer_size=_BUFFER
            )
        return readers[who]

    def opened_again(coded: list[str]) -> pq.ParquetFile:
        return pq.ParquetFile(held.data, metadata=file.metadata, read_dictionary=coded, pre_buffer=False)

    def steps_of(at: int) -> Steps:
        others = [name for name in names if name not in coded]
        return steps(file, at, others, room, opened_again, plainly=wanted.kind in ("run", "qrels"))

    def batches(at: int, how: Steps) -> Iterator[pa.RecordBatch]:
        given, (rows, more) = 0, how
        while True:
            as_codes = (*coded, *more)
            try:
                for batch in islice(reader(as_codes).iter_batches(rows, [at], names, use_threads=alone), given, None):
                    given, held = given + 1, [batch]
                    del batch  # or its memory would wait for the next one
                    yield held.pop()
            except BROKEN:
                if not as_codes:
                    raise
                coded.clear()  # of texts that are stored as differences pyarrow makes no dictionary
                rows, more = rows if given else min(rows, steps_of(at).rows), ()
            else:
                return

    def tables(at: int, how: Steps) -> Iterator[RoleTable]:
        row = firsts[at]
        try:
            for batch in batches(at, how):
                table = pa.Table.from_batches([batch])
                validate(table, room)
                slices = (table.slice(begin, _SLICE) for begin in range(0, len(table), _SLICE))
                yield from role_tables_of(slices, roles, source.name, wanted.kind, row, broken)
                row += len(batch)
                del batch, table, slices
        except BROKEN as error:
            held.refuse_changed()
            raise broken(error) from None
        held.refuse_changed()
        if row != firsts[at + 1]:
            raise broken(ValueError(f"{row - firsts[at]} rows instead of {sizes[at]}"))

    def unpack(at: int) -> Iterable[RoleTable]:
        try:
            how = steps_of(at)
        except BROKEN as error:
            held.refuse_changed()
            raise broken(error) from None
        if alone or how.rows < sizes[at]:
            return tables(at, how._replace(rows=min(how.rows, 2 * _SLICE)))  # as they are asked for
        return list(tables(at, how._replace(rows=_UNPACKED)))  # fewer steps take less time

    return [partial(unpack, at) for at, size in enumerate(sizes) if size], alone
