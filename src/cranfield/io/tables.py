"""Tables with named columns: CSV and TSV, Parquet, Arrow, and any object with the Arrow PyCapsule interface."""

from __future__ import annotations

import io
import re
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import accumulate
from threading import get_ident
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from cranfield.errors import InputError
from cranfield.io.columns import choose_columns, shorten
from cranfield.io.lines import locate
from cranfield.io.sheets import BROKEN, Sheet
from cranfield.io.threads import cores, in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from cranfield.io.sniff import Format
    from cranfield.io.source import Source

__all__ = ["from_arrow", "packed_groups", "read_table"]

_GATHERED = 1 << 19  # rows of small Arrow batches that come together, and of the parts of large Parquet ones
_UNPACKED = 1 << 22  # rows of a group that are unpacked at once
_SHARED = 1 << 20  # the same, where others would wait for something to do
_BATCHES = 1 << 12
_LARGE = 1 << 16  # rows of a group that is worth the care of being unpacked by itself
_BLOCK = 16 << 20  # pyarrow needs every row to fit into one block


def from_arrow(data: Any, kind: str, name: str, columns: Mapping[str, str] | None = None) -> Sheet:
    """The table of a pyarrow object or of a dataframe of any library that speaks Arrow."""
    try:
        if isinstance(data, pa.RecordBatch):
            data = pa.Table.from_batches([data])
        elif not isinstance(data, pa.Table):
            reader = data if isinstance(data, pa.RecordBatchReader) else pa.RecordBatchReader.from_stream(data)
            data = reader.read_all()
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise InputError(
            f"must be a table with named columns, not {type(data).__name__} ({_first(error)})", source=name
        ) from None
    roles = _roles(data.schema.names, kind, name, columns)
    found = next(_sheets([data], roles, name, kind, damaged=partial(_damaged, name, "Arrow")))
    return replace(found, in_memory=True)


def read_table(source: Source, form: Format, kind: str, columns: Mapping[str, str] | None = None) -> Iterator[Sheet]:
    """Sheets from CSV, TSV, Parquet or Arrow."""
    if form.name == "parquet":
        return _read_groups(_groups(source, kind, columns)[0])
    return _read_arrow(source, kind, columns) if form.name == "arrow" else _read_csv(source, kind, form, columns)


def _read_groups(groups: list[Callable[[], Iterator[Sheet]]]) -> Iterator[Sheet]:
    with closing(in_order(lambda unpack: list(unpack()), groups, ahead=1)) as unpacked:
        for sheets in unpacked:
            yield from sheets


def packed_groups(
    source: Source, kind: str, columns: Mapping[str, str] | None = None
) -> list[Callable[[], Iterator[Sheet]]]:
    """What unpacks each row group of a Parquet file, on any thread; none if they are small or not in a file."""
    if not _is_mapped(source):
        return []  # or it would be decompressed twice
    groups, rows = _groups(source, kind, columns)
    return groups if rows >= _LARGE * len(groups) else []


def _groups(
    source: Source, kind: str, columns: Mapping[str, str] | None = None
) -> tuple[list[Callable[[], Iterator[Sheet]]], int]:
    """What unpacks each row group of a Parquet file, and their rows; only the needed columns are decoded."""
    damaged = partial(_damaged, source.name, "Parquet")
    try:
        data = _bytes(source)
        file = pq.ParquetFile(data())
        roles = _roles(file.schema_arrow.names, kind, source.name, columns)
        wanted = list(dict.fromkeys(roles.values()))
    except BROKEN as error:
        raise damaged(error) from None
    # a query has many rows, so the file holds it once in a dictionary, as a rule
    repeated = [roles["query"]] if "query" in roles and not _delta(file.metadata, roles["query"]) else None
    sizes = [file.metadata.row_group(at).num_rows for at in range(file.num_row_groups)]
    if sum(sizes) != file.metadata.num_rows:
        raise damaged(ValueError(f"{sum(sizes)} rows instead of {file.metadata.num_rows}"))
    if not sum(sizes):
        raise _empty(source.name)

    firsts = [0, *accumulate(sizes)]
    readers: dict[
        int, pq.ParquetFile
    ] = {}  # of each thread; they die here, not with a thread at the end of the program
    # then there are cores left for other columns of the same group, and for its first rows while the next are unpacked
    few = sum(map(bool, sizes)) < cores()

    def unpack(at: int) -> Iterator[Sheet]:
        row, rows = firsts[at], _SHARED if few else _UNPACKED
        try:
            reader = readers.get(get_ident())
            if reader is None:  # which need not read ahead, because the bytes are in memory
                reader = pq.ParquetFile(data(), metadata=file.metadata, read_dictionary=repeated, pre_buffer=False)
                readers[get_ident()] = reader
            for batch in reader.iter_batches(rows, [at], wanted, use_threads=few):
                yield from _sheets(_parts(batch), roles, source.name, kind, row, damaged)
                row += len(batch)
                del batch  # or its memory would wait for the next one
        except BROKEN as error:
            raise damaged(error) from None
        if row != firsts[at + 1]:
            raise damaged(ValueError(f"{row - firsts[at]} rows instead of {sizes[at]}"))

    return [partial(unpack, at) for at, size in enumerate(sizes) if size], sum(sizes)


def _delta(metadata: pq.FileMetaData, name: str) -> bool:
    """Whether texts of a column are stored as differences, of which pyarrow makes no dictionary."""
    groups = [metadata.row_group(at) for at in range(metadata.num_row_groups)]
    places = (at for at in range(metadata.num_columns) if groups and groups[0].column(at).path_in_schema == name)
    return any("DELTA" in kind for at in places for group in groups for kind in group.column(at).encodings)


def _parts(batch: pa.RecordBatch) -> Iterator[pa.Table]:
    """Rows as they were unpacked, in parts that several threads can work on; buffers must be whole."""
    table = pa.Table.from_batches([batch])
    _validate(table)
    yield from (table.slice(begin, _GATHERED) for begin in range(0, len(table), _GATHERED))


def _read_arrow(source: Source, kind: str, columns: Mapping[str, str] | None = None) -> Iterator[Sheet]:
    """Sheets from an Arrow file, an Arrow stream or a Feather file (which is an Arrow file)."""
    data, damaged = _bytes(source)(), partial(_damaged, source.name, "Arrow")
    try:
        if data.read(6) == b"ARROW1":
            file = pa.ipc.open_file(data)
            schema = file.schema
            batches: Iterable[pa.RecordBatch] = (file.get_batch(at) for at in range(file.num_record_batches))
        else:
            data.seek(0)
            stream = pa.ipc.open_stream(data)
            schema, batches = stream.schema, stream
        names = schema.names  # which may be no text
    except BROKEN as error:
        raise damaged(error) from None
    tables = _guarded(map(pa.Table.from_batches, _gathered(batches)), damaged)
    return _sheets(tables, _roles(names, kind, source.name, columns), source.name, kind, damaged=damaged)


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


def _read_csv(source: Source, kind: str, form: Format, columns: Mapping[str, str] | None = None) -> Iterator[Sheet]:
    """Sheets from CSV or TSV with a header; ids stay as written, with their leading zeros."""
    chosen = choose_columns(form.header, kind, source.name, columns)
    # positions stand for names, because pyarrow refuses headers that repeat a name
    names = [str(at) for at in range(len(form.header))]
    used = {role: names[at] for role, at in chosen.items()}

    def where(row: int) -> int | None:
        return locate(source.blocks(), [row], skip=form.skip + 1, comments=False).get(row)

    try:
        reader = pa_csv.open_csv(
            pa.PythonFile(_Stream(source.blocks()), mode="r"),
            read_options=pa_csv.ReadOptions(
                use_threads=False, block_size=_BLOCK, skip_rows=form.skip + 1, column_names=names
            ),
            parse_options=pa_csv.ParseOptions(delimiter=form.delimiter),
            # binary first, so that text that is not UTF-8 is ours to report with its line
            convert_options=pa_csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.binary()), include_columns=list(used.values()), null_values=[]
            ),
        )
        row = 0
        for batch in reader:
            if not len(batch):
                continue
            table = pa.Table.from_batches([batch]).rename_columns(list(used))
            if form.padded:
                table = _stripped(table)
            yield Sheet(table, source.name, kind, row, where)
            row += len(batch)
    except pa.ArrowException as error:
        # a handler of invalid rows would fail on text that is not UTF-8, so the message is taken apart
        wrong = re.search(r"Row #(\d+): Expected (\d+) columns, got (\d+): (.*)", str(error), re.DOTALL)
        if wrong:
            number, expected, actual, text = wrong.groups()
            raise InputError(
                f"the header names {expected} columns, but here are {actual}: {shorten(text)};"
                " mend the line or quote the separator",
                source=source.name,
                # pyarrow counts rows from 1 and counts the header, but not blank lines
                line=where(int(number) - 2 - form.skip),
            ) from None
        if "straddl" in str(error):
            raise InputError(
                f"has a line longer than {_BLOCK >> 20} MB; check the quotes and the line ends", source=source.name
            ) from None
        if "Empty CSV" in str(error) or "skip initial" in str(error):
            raise InputError("has a header but no rows; check the file", source=source.name) from None
        raise InputError(f"cannot be read as {form} ({_first(error)}); check the file", source=source.name) from None
    if row == 0:
        raise InputError("has a header but no rows; check the file", source=source.name)


class _Stream(io.RawIOBase):
    """Blocks of bytes as a file that can only be read forwards."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self.blocks, self.rest = blocks, memoryview(b"")

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """As many bytes as are at hand."""
        if not self.rest:
            self.rest = memoryview(next(self.blocks, b""))
        count = min(len(buffer), len(self.rest))
        buffer[:count] = self.rest[:count]
        self.rest = self.rest[count:]
        return count

    def read(self, size: int = -1, /) -> bytes:
        """Up to `size` bytes; short only at the end of a block."""
        if size is None or size < 0:
            return self.readall()
        buffer = bytearray(size)
        return bytes(buffer[: self.readinto(buffer)])


def _stripped(table: pa.Table) -> pa.Table:
    """Without the blanks around the cells, which surround the names in the header too."""
    columns = [
        pa.chunked_array([[cell.strip() for cell in column.to_pylist()]], pa.binary()) for column in table.columns
    ]
    return pa.Table.from_arrays(columns, table.column_names)


def _bytes(source: Source) -> Callable[[], pa.BufferReader | pa.MemoryMappedFile]:
    """What opens the bytes for each reader anew; they are mapped, or decompressed once."""
    if _is_mapped(source):
        source.hash_aside()
        return lambda: pa.memory_map(str(source.path))
    held = pa.py_buffer(b"".join(source.blocks()))
    return lambda: pa.BufferReader(held)


def _is_mapped(source: Source) -> bool:
    return source.path is not None and source.compression is None


def _guarded(tables: Iterable[pa.Table], damaged: Callable[[Exception], InputError]) -> Iterator[pa.Table]:
    try:
        for table in tables:
            _validate(table)
            yield table
    except BROKEN as error:
        raise damaged(error) from None


def _validate(table: pa.Table) -> None:
    """Buffers must be as long as they should be; what offsets in them point at is checked later, on all cores."""
    table.validate(full=any(_nested(kind) for kind in table.schema.types))


def _nested(kind: pa.DataType) -> bool:
    """Whether pyarrow itself would go astray where its offsets are damaged: we read only texts and numbers by hand."""
    if pa.types.is_dictionary(kind):
        return _nested(kind.value_type)
    return not (pa.types.is_primitive(kind) or pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _damaged(name: str, what: str, error: Exception) -> InputError:
    if "UTF8" in str(error):
        return InputError("holds text that is not UTF-8; convert it", source=name)
    why = "its end is missing" if "magic bytes" in str(error) else _first(error)
    return InputError(f"is not a whole {what} table ({why}); write or copy it again", source=name)


def _first(error: Exception) -> str:
    """The first sentence of a foreign message, short enough to stand in ours."""
    text = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
    return text if len(text) <= 120 else text[:119] + "…"


def _roles(names: list[str], kind: str, name: str, columns: Mapping[str, str] | None) -> dict[str, str]:
    """The name of the column for each role."""
    return {role: names[at] for role, at in choose_columns(names, kind, name, columns).items()}


def _sheets(
    tables: Iterable[pa.Table], roles: Mapping[str, str], name: str, kind: str, first: int = 0,
    damaged: Callable[[Exception], InputError] | None = None,
) -> Iterator[Sheet]:  # fmt: skip
    """The chosen columns of tables that follow each other."""
    row = first
    for table in tables:
        if not len(table):
            continue
        picked = [table.column(column) for column in roles.values()]
        yield Sheet(pa.Table.from_arrays(picked, list(roles)), name, kind, row, None, damaged)
        row += len(table)
    if row == 0:
        raise _empty(name)


def _empty(name: str) -> InputError:
    return InputError("has no rows; check the table", source=name)
