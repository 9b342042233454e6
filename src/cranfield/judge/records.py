"""Records of any file with named fields: JSON lines, CSV or TSV with a header, Parquet; each with its place."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from cranfield.core.parsed import parsed_json
from cranfield.errors import InputError
from cranfield.io.bytes.source import Source
from cranfield.io.read.lines import numbered_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Place", "records"]

Place = dict[str, int]  # the line or the row, as errors take it
_LONGEST = 4 << 20  # characters of a cell


def records(path: Any) -> Iterator[tuple[Place, dict[str, Any]]]:
    """The place and the fields of each record."""
    source = path if isinstance(path, Source) else Source(path, hashed="never")
    head = source.head(64)
    if head.startswith(b"PAR1"):
        from cranfield.judge.parquet_records import parquet_records  # noqa: PLC0415 (only Parquet needs pyarrow)

        yield from parquet_records(source)
    elif head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        yield from _json_lines(source)
    else:
        yield from _delimited(source)


def _json_lines(source: Source) -> Iterator[tuple[Place, dict[str, Any]]]:
    for line, raw in numbered_lines(source):
        try:
            record = parsed_json(raw)
        except ValueError:  # no JSON, or no UTF-8
            record = None
        if not isinstance(record, dict):
            raise InputError("records-no-json", source=source.name, line=line)
        yield {"line": line}, record


def _delimited(source: Source) -> Iterator[tuple[Place, dict[str, Any]]]:
    """A header and rows; a cell in quotes may have line ends."""
    try:
        text = b"".join(source.blocks()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("caption-utf-8", source=source.name) from None
    header = text.split("\n", 1)[0]
    before = csv.field_size_limit(_LONGEST)
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter="\t" if "\t" in header else ",", strict=True)
        names: list[str] | None = None
        line = 1
        for cells in reader:
            began, line = line, reader.line_num + 1
            if not any(cells):
                continue
            if names is None:
                names = [each.strip() for each in cells]
                if len(set(names)) < len(names) or "" in names:
                    raise InputError("records-header", source=source.name, line=began, names=names)
                continue
            if len(cells) != len(names):
                raise InputError("records-cells", source=source.name, line=began, count=len(cells), wanted=len(names))
            yield {"line": began}, dict(zip(names, cells, strict=True))
    except csv.Error as error:
        raise InputError("records-csv", source=source.name, line=reader.line_num, why=str(error)) from None
    finally:
        csv.field_size_limit(before)
