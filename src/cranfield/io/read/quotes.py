"""Quotes around the cells of a table: one that nobody closes swallows the rest of the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cranfield.errors import InputError

if TYPE_CHECKING:
    from cranfield.io.bytes.source import Source

__all__ = ["refuse_open_quote", "split_cells"]


def split_cells(line: str, delimiter: str) -> list[str]:
    """The cells of one line."""
    import csv  # noqa: PLC0415 (a format that is told is not looked for)

    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:  # a field beyond the limit of the csv module
        return line.split(delimiter)


def refuse_open_quote(source: Source, delimiter: str) -> None:
    """Say where a quote opens that is never closed; an even number of quotes closes them all."""
    if sum(block.count(b'"') for block in source.blocks()) % 2 == 0:
        return
    # a quote opens at the beginning of a cell and closes before its end; two of them inside are one
    opens = re.compile(rb"(?:\A|[\r\n" + re.escape(delimiter.encode()) + rb'])"')
    closes = re.compile(rb'"(?:"|)')
    content = b"".join(source.blocks())
    at = 0
    while (begin := opens.search(content, at)) is not None:
        at = begin.end()
        while (end := closes.search(content, at)) is not None and len(end.group()) == 2:
            at = end.end()
        if end is None:
            raise InputError("open-quote", source=source.name, line=content.count(b"\n", 0, begin.end()) + 1)
        at = end.end()
