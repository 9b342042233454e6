"""CSV and TSV with a header."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.csv as pa_csv

from cranfield.errors import InputError
from cranfield.io.bytes.quote import shorten
from cranfield.io.read.lines import locate
from cranfield.io.read.role_table import RoleTable, first_sentence
from cranfield.io.read.roles import choose_columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.recognise import Format

__all__ = ["read_delimited"]

_BLOCK = 16 << 20  # pyarrow needs every row to fit into one block


def read_delimited(
    source: Source, kind: str, form: Format, columns: Mapping[str, str] | None = None
) -> Iterator[RoleTable]:
    """Role tables from CSV or TSV with a header; ids stay as written, with their leading zeros."""
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
            yield RoleTable(table, source.name, kind, row, where)
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
