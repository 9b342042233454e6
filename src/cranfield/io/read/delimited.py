"""CSV and TSV with a header."""

from __future__ import annotations

import csv
import io
import re
from array import array
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.csv as pa_csv

from cranfield.errors import InputError
from cranfield.io.read.lines import cut_lines, locate
from cranfield.io.read.quotes import refuse_open_quote, split_cells
from cranfield.io.read.roles import choose_columns
from cranfield.io.read.table_input import RoleTable, TableInput, first_sentence

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable, Iterator

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.input import Input, Wanted
    from cranfield.io.read.recognise import Recognised

__all__ = ["opened"]

_BLOCK = 16 << 20  # pyarrow needs every row to fit into one block


def opened(source: Source, found: Recognised, wanted: Wanted) -> Input:
    """CSV or TSV with a header; ids stay as written, with their leading zeros."""
    unrated = array("Q")  # of which there may be many
    lines = partial(_lines_of, source, found, quoted=_quoted(wanted, found), unrated=unrated)
    return TableInput(source.name, wanted, partial(_read, source, found, wanted, unrated), source, lines)


def _quoted(wanted: Wanted, found: Recognised) -> bool:
    """Whether a cell may go on behind the end of its line, as only texts in quotes do."""
    return wanted.kind == "texts" and found.quoted


def _lines_of(
    source: Source, found: Recognised, rows: list[int], *, quoted: bool, unrated: array[int]
) -> list[int | None]:
    """The lines of some rows; of a row of several lines the last."""
    if not quoted:
        located = locate(source.blocks(), rows, skip=found.skip + 1, comments=False, bad=set(unrated))
        return [located.get(row) for row in rows]
    raw = io.BufferedReader(_Stream(source.blocks()))
    text = io.TextIOWrapper(raw, encoding="utf-8", errors="replace", newline="")
    before = csv.field_size_limit(_BLOCK)  # which holds for the whole process
    ends = []
    try:
        reader = csv.reader(text, delimiter=found.delimiter)
        with suppress(csv.Error):  # a row that is too long to be one
            ends = [reader.line_num for cells in reader if cells and reader.line_num > found.skip + 1]
    finally:
        csv.field_size_limit(before)
    return [ends[row] if row < len(ends) else None for row in rows]


def _rated(
    blocks: Iterable[bytes], found: Recognised, place: int, unrated: array[int], told: Counter[str]
) -> Iterator[bytes]:
    """Lines without those that have no rating: Quepid writes a query that nobody rated, and documents likewise."""
    del unrated[:]
    number, mark = 0, found.delimiter.encode()
    for lines in cut_lines(blocks, limit=_BLOCK):
        kept = []
        for line in lines:
            number += 1
            end = line.rstrip(b"\r")
            # most lines need no closer look
            odd = mark not in end or end.endswith(mark) or b'"' in end or mark + mark in end
            cells = split_cells(end.decode("utf-8", "replace"), found.delimiter) if odd else []
            if odd and number > found.skip + 1 and end.strip() and (len(cells) == 1 or cells[place:][:1] == [""]):
                unrated.append(number)
            else:
                kept.append(line + b"\n")
        yield b"".join(kept)
    told["unrated"] = len(unrated)


def _read(source: Source, found: Recognised, wanted: Wanted, unrated: array[int]) -> Iterator[RoleTable]:
    chosen = choose_columns(found.header, wanted, source.name, found.numeric)
    # positions stand for names, because pyarrow refuses headers that repeat a name
    names = [str(at) for at in range(len(found.header))]
    used = {role: names[at] for role, at in chosen.items()}
    quoted = _quoted(wanted, found)
    if quoted:
        refuse_open_quote(source, found.delimiter)

    def where(row: int) -> int | None:
        return _lines_of(source, found, [row], quoted=quoted, unrated=unrated)[0]

    blocks = source.blocks(progress=wanted.progress)
    if wanted.kind == "qrels" and found.header[chosen["grade"]].lower() == "rating":
        blocks = _rated(blocks, found, chosen["grade"], unrated, wanted.told)
    row, stream = 0, _Stream(blocks)
    try:
        reader = pa_csv.open_csv(
            pa.PythonFile(stream, mode="r"),
            read_options=pa_csv.ReadOptions(
                use_threads=False, block_size=_BLOCK, skip_rows=found.skip + 1, column_names=names
            ),
            parse_options=pa_csv.ParseOptions(
                delimiter=found.delimiter, newlines_in_values=quoted, quote_char='"' if found.quoted else False
            ),
            # binary first, so that text that is not UTF-8 is ours to report with its line
            convert_options=pa_csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.binary()), include_columns=list(dict.fromkeys(used.values())),
                null_values=[],
            ),
        )  # fmt: skip
        for batch in reader:
            if not len(batch):
                continue
            table = pa.Table.from_arrays([batch.column(name) for name in used.values()], list(used))
            if found.padded:
                table = _stripped(table)
            yield RoleTable(table, source.name, wanted.kind, row, where)
            row += len(batch)
    except pa.ArrowException as error:
        raise stream.error or _explained(error, source.name, found, where, row) from None
    if stream.error is not None:
        raise stream.error
    if row == 0:
        raise _only_a_header(source.name)


def _only_a_header(name: str) -> InputError:
    return InputError("has-header-but-no-rows", source=name)


def _explained(
    error: Exception, name: str, found: Recognised, where: Callable[[int], int | None], row: int
) -> InputError:
    """What pyarrow says behind a row, in our words; a handler of invalid rows would fail on what is not UTF-8."""
    wrong = re.search(r"Row #(\d+): Expected (\d+) columns, got (\d+): (.*)", str(error), re.DOTALL)
    if wrong:
        number, expected, actual, text = wrong.groups()
        return InputError(
            "header-names-columns-but",
            source=name,
            # pyarrow counts rows from 1 and counts the header, but not blank lines
            line=where(int(number) - 2 - found.skip),
            expected=expected,
            actual=actual,
            text=text,
        )
    if "straddl" in str(error):
        return InputError("has-line-longer-than-mb", source=name, line=where(row), given=_BLOCK >> 20)
    if "Empty CSV" in str(error) or "skip initial" in str(error):
        return _only_a_header(name)
    return InputError("unreadable-table", source=name, found=found, first_sentence=first_sentence(error))


class _Stream(io.RawIOBase):
    """Blocks of bytes as a file that can only be read forwards.

    It ends where reading fails, and keeps the error: one that came out of it would have pyarrow wait for itself when
    the program ends.
    """

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self.blocks, self.rest = blocks, memoryview(b"")
        self.error: InputError | None = None

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """As many bytes as are at hand."""
        if not self.rest:
            try:
                self.rest = memoryview(next(self.blocks, b""))
            except InputError as error:
                self.error = error
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
