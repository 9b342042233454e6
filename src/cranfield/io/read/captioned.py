"""Ids with titles and texts in lines: an object of JSON on each, or fields with tabs or commas between them."""

from __future__ import annotations

import csv
import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from cranfield.core.parsed import parsed_json
from cranfield.errors import InputError
from cranfield.io.read.lines import RECORD_LIMIT, cut_lines, numbered_lines, too_long

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from cranfield.io.bytes.source import Source

__all__ = ["Caption", "Captioned", "fields", "plain_text", "records", "roles_in"]

_BLOCK = 1 << 20
_IDS = (
    "qid", "queryid", "topicid", "topicnumber", "docno", "docid", "documentid", "corpusid", "pid", "passageid",
    "itemid", "id", "number", "topic", "query", "doc", "document",
)  # fmt: skip
_TITLES = ("title", "name", "heading", "headline")
_TEXTS = ("text", "body", "contents", "content", "abstract", "passage", "question", "querytext", "query", "description")


class Caption(NamedTuple):
    """What an id stands for; either may be empty."""

    title: str
    text: str


Captioned = tuple[dict[str, int], str, Caption]
"""The place of a caption, `{"line": 3}` or `{"row": 3}`, the id, and what it stands for."""


def roles_in(names: Sequence[str], source: str, place: dict[str, int]) -> tuple[str, str | None, str | None]:
    """The fields that hold the id, the title and the text."""
    plain = {_plain(name): name for name in reversed(names)}
    of_id = next((plain[each] for each in _IDS if each in plain), None)
    rest = {each: name for each, name in plain.items() if name != of_id}
    of_title = next((rest[each] for each in _TITLES if each in rest), None)
    of_text = next((rest[each] for each in _TEXTS if each in rest), None)
    if of_id is None or (of_title is None and of_text is None):
        raise InputError("caption-no-fields", source=source, names=list(names), **place)
    for name in (of_id, of_title, of_text):
        if name is not None and list(names).count(name) > 1:
            raise InputError("two-columns-for-role", source=source, candidates=name, **place)
    return of_id, of_title, of_text


def _plain(name: str) -> str:
    return "".join(each for each in name.lower() if each.isalnum())


def plain_text(value: Any) -> str:
    """Any value as people read it."""
    return (
        "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    )


def records(source: Source, wanted: Collection[str] | None) -> Iterator[Captioned]:
    """A JSON object on each line; one that begins with an id that nobody wants is not read further."""
    held: tuple[tuple[str, ...], tuple[str, str | None, str | None]] | None = None
    known = None if wanted is None else {each.encode("utf-8", "replace") for each in wanted}
    begun, number = b"", 0
    for lines in cut_lines(source.blocks(_BLOCK), limit=RECORD_LIMIT):
        some = range(len(lines)) if known is None or not begun else _worth_reading(lines, begun, known)
        for at in some:
            raw, line = lines[at], number + at + 1
            if len(raw) > RECORD_LIMIT:
                raise too_long(source.name, line, RECORD_LIMIT)
            if not raw.strip():
                continue
            record = _record(raw, source.name, line)
            names = tuple(record)
            if held is None or held[0] != names:
                held = names, roles_in(names, source.name, {"line": line})
                begun = begun or _beginning(raw, held[1][0])
            of_id, of_title, of_text = held[1]
            title, text = (None if name is None else record.get(name) for name in (of_title, of_text))
            caption = Caption(plain_text(title), plain_text(text))
            yield {"line": line}, plain_text(record[of_id]), caption
        number += len(lines)


def _record(raw: bytes, name: str, line: int) -> dict[str, Any]:
    try:
        record = parsed_json(raw)
    except ValueError:
        raise InputError("caption-no-json", source=name, line=line) from None
    if not isinstance(record, dict):
        raise InputError("caption-no-json", source=name, line=line)
    return record


def _beginning(raw: bytes, of_id: str) -> bytes:
    """How a line begins before the id, if this comes first; all lines of a file are mostly written alike."""
    found = re.match(rb'\s*\{\s*"' + re.escape(of_id.encode()) + rb'"\s*:\s*"?', raw)
    return b"" if found is None else found[0]


def _worth_reading(lines: Sequence[bytes], begun: bytes, known: Collection[bytes]) -> list[int]:
    """The places of all lines but those that plainly begin with an id that nobody wants."""
    quoted = begun.endswith(b'"')
    begins = re.compile(re.escape(begun) + (rb'([^"\\]*)"' if quoted else rb"([^\s,\"]*)\s*,")).match
    return [at for at, raw in enumerate(lines) if not (found := begins(raw)) or found[1] in known]


def fields(source: Source) -> Iterator[Captioned]:
    """Lines of an id and a text, or of an id, a title and a text, with tabs or commas between them."""
    first = next((raw for _, raw in numbered_lines(source)), b"")
    rows = _tabbed(source) if b"\t" in first else _separated(source)
    places: tuple[int, int | None, int | None] | None = None
    for line, cells in rows:
        if len(cells) < 2:
            raise InputError("caption-one-field", source=source.name, line=line, text="".join(cells))
        if places is None:
            places = _header(cells, source.name, line)
            if places is not None:
                continue
            places = (0, None, 1) if len(cells) == 2 else (0, 1, 2)
        of_id, of_title, of_text = places
        yield {"line": line}, cells[of_id].strip(), Caption(_cell(cells, of_title), _cell(cells, of_text))


def _decoded(source: Source, lines: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, str]]:
    for line, raw in lines:
        try:
            yield line, raw.decode().rstrip("\r")
        except UnicodeDecodeError:
            raise InputError("caption-utf-8", source=source.name, line=line) from None


def _tabbed(source: Source) -> Iterator[tuple[int, list[str]]]:
    return ((line, told.split("\t")) for line, told in _decoded(source, numbered_lines(source)))


def _separated(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Cells with commas between them; one in quotes may go over several lines."""
    every = enumerate((raw for lines in cut_lines(source.blocks(_BLOCK), limit=RECORD_LIMIT) for raw in lines), 1)
    reader = csv.reader(told + "\n" for _, told in _decoded(source, every))
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise InputError("caption-csv", source=source.name, line=line, why=str(error)) from None
        if cells is None:
            return
        if cells:
            yield line, cells


def _header(cells: Sequence[str], source: str, line: int) -> tuple[int, int | None, int | None] | None:
    """Where things stand, if the first line says it."""
    plain = [_plain(each) for each in cells]
    if plain[0] not in _IDS or not any(each in (*_TITLES, *_TEXTS) for each in plain[1:]):
        return None
    names = roles_in(cells, source, {"line": line})
    of_id, of_title, of_text = (None if name is None else list(cells).index(name) for name in names)
    assert of_id is not None
    return of_id, of_title, of_text


def _cell(cells: Sequence[str], at: int | None) -> str:
    return cells[at].strip() if at is not None and at < len(cells) else ""
