"""Tables with named columns: CSV and TSV, Parquet, Arrow, and any object with the Arrow PyCapsule interface."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.csv as pa_csv

from cranfield.errors import InputError
from cranfield.io.columns import choose_columns, shorten
from cranfield.io.lines import locate
from cranfield.io.parquet import read_parquet
from cranfield.io.sheets import BROKEN, Sheet
from cranfield.io.storage import Bytes, damaged, first_sentence, roles_of, sheets_of, validate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from cranfield.io.sniff import Format
    from cranfield.io.source import Source

__all__ = ["from_arrow", "read_table"]

_GATHERED = 1 << 19  # rows of small Arrow batches that come together
_BATCHES = 1 << 12  # the most that do
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
            f"must be a table with named columns, not {type(data).__name__} ({first_sentence(error)})", source=name
        ) from None
    roles = roles_of(data.schema.names, kind, name, columns)
    found = next(sheets_of([data], roles, name, kind, broken=partial(damaged, name, "Arrow")))
    return replace(found, in_memory=True)


def read_table(source: Source, form: Format, kind: str, columns: Mapping[str, str] | None = None) -> Iterator[Sheet]:
    """Sheets from CSV, TSV, Parquet or Arrow."""
    if form.name == "parquet":
        return read_parquet(source, kind, columns)
    return _read_arrow(source, kind, columns) if form.name == "arrow" else _read_csv(source, kind, form, columns)


def _read_arrow(source: Source, kind: str, columns: Mapping[str, str] | None = None) -> Iterator[Sheet]:
    """Sheets from an Arrow file, an Arrow stream or a Feather file (which is an Arrow file)."""
    broken = partial(damaged, source.name, "Arrow")
    try:
        data = Bytes(source).open()
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
        raise broken(error) from None
    tables = _guarded(map(pa.Table.from_batches, _gathered(batches)), broken)
    return sheets_of(tables, roles_of(names, kind, source.name, columns), source.name, kind, broken=broken)


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
        raise InputError(
            f"cannot be read as {form} ({first_sentence(error)}); check the file", source=source.name
        ) from None
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


def _guarded(tables: Iterable[pa.Table], damaged: Callable[[Exception], InputError]) -> Iterator[pa.Table]:
    try:
        for table in tables:
            validate(table)
            yield table
    except BROKEN as error:
        raise damaged(error) from None
