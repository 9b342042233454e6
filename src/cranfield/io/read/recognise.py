"""Recognises the format of an input by its first bytes; the file name only breaks ties."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING

from cranfield.errors import InputError, nearest
from cranfield.io.bytes.source import BOM
from cranfield.io.read.formats import formats_of, known_by_magic
from cranfield.io.read.lines import LINE_LIMIT, is_number, too_long
from cranfield.io.read.outline import a_line_each, json_or_jsonl
from cranfield.io.read.quotes import split_cells
from cranfield.io.read.recognise_lines import Line, plain_format
from cranfield.io.read.roles import GROUPED, list_of, named_like, query_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.io.bytes.source import Source

__all__ = ["Recognised", "check_format", "recognise", "refuse_foreign"]

_HEAD = 1 << 16
_LONG_HEAD = 2 * LINE_LIMIT
_SAMPLE = 50
_PLAIN = {
    "run": "trec",
    "qrels": "trec",
    "groups": "pairs",
    "document groups": "pairs",
}  # formats that have no beginning of their own
_CONTROL = bytes({*range(9), *range(14, 32), 127})  # characters that no text has
_FOREIGN = {
    b"FEA1": "is-feather-1",
    b"\xff\xfe": "is-utf-16",
    b"\xfe\xff": "is-utf-16",
    b"PK\x03\x04": "is-zip",
    b"\x80\x04": "is-pickle",
    b"\x80\x05": "is-pickle",
}


@dataclass(frozen=True)
class Recognised:
    """What an input is: its format by name, and of CSV and TSV what is known of the header.

    `skip` lines stand before the header; `padded` if blanks surround its cells; `numeric` are the columns with a number
    in the first row.
    """

    name: str
    header: tuple[str, ...] = ()
    delimiter: str = ""
    skip: int = 0
    padded: bool = False
    numeric: tuple[int, ...] = ()
    quoted: bool = True  # whether quotes surround cells; in a text with tabs they are part of it

    def __str__(self) -> str:
        return self.name


def recognise(
    source: Source, kind: str, *, input_format: str | None = None, columns: Mapping[str, str] | None = None
) -> Recognised:
    """The format of an input, or a sentence about what it is instead."""
    check_format(input_format, kind, source.name)
    head = source.head(_HEAD)
    magic = known_by_magic(head)
    if kind == "texts" and not columns:
        _refuse_tables(input_format or (None if magic is None else magic.name), source.name)
        refuse_foreign(head, source.name, text_only=True)
        return Recognised("text")
    if input_format is not None and input_format not in ("csv", "tsv"):
        return Recognised(input_format)
    if input_format is None:
        if magic is not None:
            return Recognised(magic.name)
        refuse_foreign(head, source.name)
    lines = _lines(head, _HEAD)
    if not any(line.whole for line in lines) and len(head) >= _HEAD - len(BOM):  # a long line, or many comments
        head = source.head(_LONG_HEAD)
        lines = _lines(head, _LONG_HEAD)
    if not lines and kind in _PLAIN and len(head) >= _LONG_HEAD - len(BOM):
        return Recognised(_PLAIN[kind])  # whose reader goes on
    if not lines:
        expected = {
            "run": "a run",
            "qrels": "judgments",
            "groups": "lines of query and group",
            "document groups": "lines of document and group",
        }.get(kind, "a table")
        raise InputError("nothing-but-comments", source=source.name, expected=expected)
    if input_format is not None:
        quoted = True if input_format == "csv" or kind != "texts" else None
        return _headed(lines, _separator(lines[0].text) if input_format == "csv" else "\t", quoted=quoted)
    start = lines[0].text.lstrip()
    if re.match(rb'\[\s*(\{|\[|"|\]|$)', start):
        return Recognised("json")
    if kind in ("labels", "ratings", "cost", "texts"):
        if start.startswith(b"{"):
            return Recognised("jsonl" if a_line_each(head[head.find(start) :][:_HEAD], columns or {}) else "json")
        return _with_columns(lines, columns or {}, quoted=None if kind == "texts" else True)
    if re.match(rb'\{\s*("|\}|$)', start):
        return Recognised(json_or_jsonl(head[head.find(start) :][:_HEAD], kind))
    if len(lines[0].text) > LINE_LIMIT:
        raise too_long(source.name, lines[0].number, LINE_LIMIT)
    if kind in GROUPED:
        form = _table(lines, source, kind, columns or {})
        return form if form is not None and len(form.header) > 2 else Recognised("pairs")
    table = _table(lines, source, kind, columns or {})
    return Recognised(plain_format(lines, source.name, kind)) if table is None else table


def check_format(given: str | None, kind: str, name: str) -> None:
    """Refuse the name of a format that there is not, or that cannot hold this kind of input."""
    formats = formats_of(kind)
    if given == "msmarco" and kind == "qrels":
        raise InputError("msmarco-format-runs", source=name)
    if given is not None and given not in formats:
        near = nearest(str(given), formats)
        raise InputError("unknown-format", formats=list(formats), given=given, near=near)


def _refuse_tables(form: str | None, name: str) -> None:
    """Lines of text are wanted, and no table."""
    if form not in (None, "text"):
        raise InputError("table-of-fields", source=name, form=form)


def _separator(header: bytes) -> str:
    """What separates the cells of a file that is told to be CSV."""
    if b"\t" in header and header.count(b"\t") > max(header.count(b";"), header.count(b",")):
        return "\t"
    return ";" if header.count(b";") > header.count(b",") else ","


def refuse_foreign(head: bytes, name: str, *, text_only: bool = False) -> None:
    """Say so if the first bytes are those of a file that holds no text."""
    for start, key in _FOREIGN.items():
        if head.startswith(start):
            raise InputError(key, source=name)
    if text_only:  # whose reader says which line is no text
        return
    start = head[:4096]
    odd = len(start) - len(start.translate(None, _CONTROL))
    odd += start.decode("utf-8", "replace").count("\ufffd")
    if odd * 10 > len(start):
        raise InputError("binary-text-neither-parquet-nor", source=name)


def _lines(head: bytes, size: int) -> list[Line]:
    """The first lines that are neither blank nor comments; one cut off by the end of the head counts if alone."""
    pieces = head.split(b"\n")
    cut = len(head) >= size - len(BOM)
    if cut and len(pieces) > 1:
        pieces.pop()
    lines = (
        Line(number, piece.rstrip(b"\r"), whole=not cut or len(pieces) > 1)
        for number, piece in enumerate(pieces, 1)
        if piece.strip() and not piece.lstrip().startswith(b"#")
    )
    return list(islice(lines, _SAMPLE))


def _headed(lines: list[Line], delimiter: str, *, quoted: bool | None = True) -> Recognised:
    """What the first lines say; where nobody knows whether cells are quoted, those of the header tell it of tabs."""
    if quoted is None:
        quoted = delimiter != "\t" or lines[0].text.lstrip().startswith(b'"')
    split = split_cells if quoted else str.split
    header, *sample = (split(line.text.decode("utf-8", "replace"), delimiter) for line in lines[:2])
    stripped = tuple(cell.strip() for cell in header)
    numeric = tuple(at for at, cell in enumerate(sample[0] if sample else ()) if is_number(cell.strip()))
    name, padded = "csv" if delimiter in ",;" else "tsv", stripped != tuple(header)
    return Recognised(name, stripped, delimiter, lines[0].number - 1, padded=padded, numeric=numeric, quoted=quoted)


def _table(lines: list[Line], source: Source, kind: str, columns: Mapping[str, str]) -> Recognised | None:
    """A table with a header: known column names, or the names that were given, or a .csv of words."""
    suffixes = {part.lower() for part in PurePath(source.name).suffixes}
    for delimiter in ("\t", ",", ";", " "):
        form = _headed(lines, delimiter)
        header = form.header
        if len(header) < 2:
            continue
        second = "group" if kind in GROUPED else "doc"
        known = all(any(named_like(cell, kind, role) for cell in header) for role in ("query", second))
        words = not any(is_number(cell) for cell in header)
        given = any(name in header for name in columns.values())
        named = delimiter != " " and bool(suffixes & {".csv", ".tsv"}) and len(header) >= 3 and _unlike_the_rest(lines)
        lists = [cell for cell in header if list_of(cell) in ("run", "qrels")]
        if words and lists and not (given or known) and kind in ("run", "qrels") and query_key(header):
            raise InputError("csv-of-lists", source=source.name, line=lines[0].number, names=lists)
        if given or (words and (known or named)):
            return form
    return None


def _with_columns(lines: list[Line], columns: Mapping[str, str], *, quoted: bool | None) -> Recognised:
    """The separator that makes most of the wanted columns, or else most columns."""
    forms = [_headed(lines, delimiter, quoted=quoted) for delimiter in ("\t", ",", ";", " ")]
    wanted = set(columns.values())
    return max(forms, key=lambda form: (len(wanted.intersection(form.header)), len(form.header)))


def _unlike_the_rest(lines: list[Line]) -> bool:
    """Whether the first line has no number at its end although the second has."""
    ends = [re.split(rb"[\s,;]+", line.text.strip())[-1].strip(b'"') for line in lines[:2]]
    return len(ends) == 2 and not is_number(ends[0]) and is_number(ends[1])
