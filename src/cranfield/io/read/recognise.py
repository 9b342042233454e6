"""Recognises the format of an input by its first bytes; the file name only breaks ties."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError, nearest
from cranfield.io.bytes.quote import shorten
from cranfield.io.bytes.source import BOM
from cranfield.io.read.formats import formats_of, known_by_magic
from cranfield.io.read.lines import LINE_LIMIT, is_number, too_long
from cranfield.io.read.roles import OtherKindError, named_like, value_role
from cranfield.io.read.trec_lines import layout

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.io.bytes.source import Source

__all__ = ["Recognised", "recognise", "refuse_foreign"]

_HEAD = 1 << 16
_LONG_HEAD = 2 * LINE_LIMIT
_SAMPLE = 50
_PLAIN = {"run": "trec", "qrels": "trec", "groups": "pairs"}  # formats that have no beginning of their own
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


@dataclass(frozen=True)
class _Line:
    number: int
    text: bytes
    whole: bool = True  # whether it has its end

    @property
    def fields(self) -> list[bytes]:
        return self.text.split()


def recognise(
    source: Source, kind: str, *, input_format: str | None = None, columns: Mapping[str, str] | None = None
) -> Recognised:
    """The format of an input, or a sentence about what it is instead."""
    _check_format(input_format, kind, source.name)
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
        expected = {"run": "a run", "qrels": "judgments", "groups": "lines of query and group"}.get(kind, "a table")
        raise InputError("nothing-but-comments", source=source.name, expected=expected)
    if input_format is not None:
        quoted = True if input_format == "csv" or kind != "texts" else None
        return _headed(lines, _separator(lines[0].text) if input_format == "csv" else "\t", quoted=quoted)
    start = lines[0].text.lstrip()
    if re.match(rb'\[\s*(\{|\[|"|\]|$)', start):
        return Recognised("json")
    if kind in ("labels", "ratings", "cost", "texts"):
        if start.startswith(b"{"):
            return Recognised("jsonl")
        return _with_columns(lines, columns or {}, quoted=None if kind == "texts" else True)
    if re.match(rb'\{\s*("|\}|$)', start):
        return Recognised(_json_or_jsonl(start, kind))
    if len(lines[0].text) > LINE_LIMIT:
        raise too_long(source.name, lines[0].number, LINE_LIMIT)
    if kind == "groups":
        form = _table(lines, source, kind, columns or {})
        return form if form is not None and len(form.header) > 2 else Recognised("pairs")
    return _table(lines, source, kind, columns or {}) or _plain(lines, source.name, kind)


def _check_format(given: str | None, kind: str, name: str) -> None:
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


def _lines(head: bytes, size: int) -> list[_Line]:
    """The first lines that are neither blank nor comments; one cut off by the end of the head counts if alone."""
    pieces = head.split(b"\n")
    cut = len(head) >= size - len(BOM)
    if cut and len(pieces) > 1:
        pieces.pop()
    lines = (
        _Line(number, piece.rstrip(b"\r"), whole=not cut or len(pieces) > 1)
        for number, piece in enumerate(pieces, 1)
        if piece.strip() and not piece.lstrip().startswith(b"#")
    )
    return list(islice(lines, _SAMPLE))


def _json_or_jsonl(text: bytes, kind: str) -> str:
    """One line that is an object with a query of its own is JSONL; anything else with a brace is one JSON object."""
    import json  # noqa: PLC0415 (text that starts with a brace needs it)

    try:
        first = json.loads(text)
    except (ValueError, RecursionError):
        # a JSONL line may be broken too: it then starts with a key and a scalar
        scalar = re.match(rb'\{\s*"[^"]*"\s*:\s*["\d-]', text)
        return "jsonl" if scalar and kind != "groups" else "json"
    if kind == "groups":
        named = all(any(named_like(key, kind, role) for key in first) for role in ("query", "group"))
        return "jsonl" if named else "json"
    # a record may hold a list too, but never lists alone
    whole = all(isinstance(value, dict) for value in first.values()) or (
        bool(first) and all(isinstance(value, list) for value in first.values())
    )
    return "json" if whole else "jsonl"


def _headed(lines: list[_Line], delimiter: str, *, quoted: bool | None = True) -> Recognised:
    """What the first lines say; where nobody knows whether cells are quoted, those of the header tell it of tabs."""
    if quoted is None:
        quoted = delimiter != "\t" or lines[0].text.lstrip().startswith(b'"')
    split = _cells if quoted else str.split
    header, *sample = (split(line.text.decode("utf-8", "replace"), delimiter) for line in lines[:2])
    stripped = tuple(cell.strip() for cell in header)
    numeric = tuple(at for at, cell in enumerate(sample[0] if sample else ()) if is_number(cell.strip()))
    name, padded = "csv" if delimiter in ",;" else "tsv", stripped != tuple(header)
    return Recognised(name, stripped, delimiter, lines[0].number - 1, padded=padded, numeric=numeric, quoted=quoted)


def _cells(line: str, delimiter: str) -> list[str]:
    import csv  # noqa: PLC0415 (a format that is told is not looked for)

    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:  # a field beyond the limit of the csv module
        return line.split(delimiter)


def _table(lines: list[_Line], source: Source, kind: str, columns: Mapping[str, str]) -> Recognised | None:
    """A table with a header: known column names, or the names that were given, or a .csv of words."""
    suffixes = {part.lower() for part in PurePath(source.name).suffixes}
    for delimiter in ("\t", ",", ";", " "):
        form = _headed(lines, delimiter)
        header = form.header
        if len(header) < 2:
            continue
        second = "group" if kind == "groups" else "doc"
        known = all(any(named_like(cell, kind, role) for cell in header) for role in ("query", second))
        words = not any(is_number(cell) for cell in header)
        given = any(name in header for name in columns.values())
        named = delimiter != " " and bool(suffixes & {".csv", ".tsv"}) and len(header) >= 3 and _unlike_the_rest(lines)
        if given or (words and (known or named)):
            return form
    return None


def _with_columns(lines: list[_Line], columns: Mapping[str, str], *, quoted: bool | None) -> Recognised:
    """The separator that makes most of the wanted columns, or else most columns."""
    forms = [_headed(lines, delimiter, quoted=quoted) for delimiter in ("\t", ",", ";", " ")]
    wanted = set(columns.values())
    return max(forms, key=lambda form: (len(wanted.intersection(form.header)), len(form.header)))


def _unlike_the_rest(lines: list[_Line]) -> bool:
    """Whether the first line has no number at its end although the second has."""
    ends = [re.split(rb"[\s,;]+", line.text.strip())[-1].strip(b'"') for line in lines[:2]]
    return len(ends) == 2 and not is_number(ends[0]) and is_number(ends[1])


def _plain(lines: list[_Line], name: str, kind: str) -> Recognised:
    """TREC or MS MARCO text by the number of fields of most lines; otherwise why not."""
    first = lines[0]
    if len(first.fields) == 1 and first.text.count(b",") >= 2:
        raise InputError("fields-separated-by-commas-but", source=name, line=first.number, given=value_role(kind))
    if b"\r" in first.text:
        raise InputError("contains-carriage-return", source=name, line=first.number)
    counts = Counter(min(len(line.fields), 7) for line in lines)
    usual = counts.most_common(1)[0][0]
    if kind == "run" and 3 <= usual <= 5 and counts[6] + counts[7] == 0:
        return _short_run(lines, usual, name)
    if kind == "qrels" and usual >= 6 and any(_like_run(line.fields) for line in lines):
        raise OtherKindError("lines-of-run", source=name, looks="run")
    wanted, _ = layout(kind)
    if not any(count == wanted or (kind == "run" and count > wanted) for count in counts):
        raise _odd_layout(first, name, kind)
    return Recognised("trec")


def _odd_layout(first: _Line, name: str, kind: str) -> InputError:
    shown = first.text[:200].decode("utf-8", "replace").strip()
    texts = kind == "qrels" and not any(map(is_number, first.fields))
    facts: dict[str, Any] = {"rule": layout(kind)[1], "count": len(first.fields), "shown": shown, "texts": texts}
    return InputError("odd-layout", source=name, line=first.number, **facts)


def _short_run(lines: list[_Line], usual: int, name: str) -> Recognised:
    thirds = [line.fields[2] for line in lines if len(line.fields) == 3]
    if usual == 3 and any(map(is_number, thirds)):
        scores = [field for field in thirds if is_number(field) and not float(field).is_integer()]
        if len(scores) > len(thirds) / 2:
            shown = shorten(scores[0].decode("utf-8", "replace"))
            raise InputError("3-columns-read-query-document", source=name, shown=shown)
        return Recognised("msmarco")
    if usual == 4 and all(_like_judgment(line.fields) for line in lines if len(line.fields) == 4):
        raise OtherKindError("lines-of-judgments", source=name, looks="qrels")
    raise _odd_layout(lines[0], name, "run")


def _like_run(fields: list[bytes]) -> bool:
    return len(fields) >= 6 and is_number(fields[3]) and is_number(fields[4])


def _like_judgment(fields: list[bytes]) -> bool:
    # the second field is a constant, or a round or subtopic number in front of a document that is no number
    marked = fields[1] in (b"0", b"Q0", b"q0") or (is_number(fields[1]) and not is_number(fields[2]))
    return marked and is_number(fields[3])
