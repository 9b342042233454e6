"""What stands behind ids, to show it to people: the words of queries, titles and texts of documents."""

from __future__ import annotations

import csv
import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from cranfield.errors import InputError
from cranfield.io.bytes.source import Source
from cranfield.io.read.lines import numbered_lines

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

__all__ = ["Caption", "captions"]

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


def captions(path: Any, wanted: Collection[str] | None = None) -> dict[str, Caption]:
    """Id to title and text, from JSON lines, or from lines with tabs or commas with or without a header.

    Only the `wanted` ids are kept, so that a large collection can be looked through.
    """
    source = path if isinstance(path, Source) else Source(path, hashed="never")
    records = source.head(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    rows = _records(source, wanted) if records else _fields(source)
    found: dict[str, Caption] = {}
    for line, name, caption in rows:
        if wanted is None or name in wanted:
            if found.get(name, caption) != caption:
                raise InputError("caption-twice", source=source.name, line=line, name=name)
            found[name] = caption
    return found


def _plain(name: str) -> str:
    return "".join(each for each in name.lower() if each.isalnum())


def _records(source: Source, wanted: Collection[str] | None) -> Iterator[tuple[int, str, Caption]]:
    """A JSON object on each line; one that begins with an id that nobody wants is not read further."""
    held: tuple[tuple[str, ...], tuple[str, str | None, str | None]] | None = None
    known = None if wanted is None else {each.encode("utf-8", "replace") for each in wanted}
    first = None
    for line, raw in numbered_lines(source):
        if first is not None and known is not None and (begun := first.match(raw)) and begun[1] not in known:
            continue
        try:
            record = json.loads(raw)
        except ValueError:
            raise InputError("caption-no-json", source=source.name, line=line) from None
        if not isinstance(record, dict):
            raise InputError("caption-no-json", source=source.name, line=line)
        names = tuple(record)
        if held is None or held[0] != names:
            held = names, _chosen(names, source.name, line)
            first = re.compile(rb'\s*\{\s*"' + re.escape(held[1][0].encode()) + rb'"\s*:\s*"([^"\\]*)"\s*[,}]')
        of_id, of_title, of_text = held[1]
        yield line, _text(record[of_id]), Caption(_text(record.get(of_title)), _text(record.get(of_text)))


def _text(value: Any) -> str:
    return "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _chosen(names: Sequence[str], source: str, line: int) -> tuple[str, str | None, str | None]:
    """The fields that hold the id, the title and the text."""
    plain = {_plain(name): name for name in reversed(names)}
    of_id = next((plain[each] for each in _IDS if each in plain), None)
    rest = {each: name for each, name in plain.items() if name != of_id}
    of_title = next((rest[each] for each in _TITLES if each in rest), None)
    of_text = next((rest[each] for each in _TEXTS if each in rest), None)
    if of_id is None or (of_title is None and of_text is None):
        raise InputError("caption-no-fields", source=source, line=line, names=list(names))
    return of_id, of_title, of_text


def _fields(source: Source) -> Iterator[tuple[int, str, Caption]]:
    """Lines of an id and a text, or of an id, a title and a text, with tabs or commas between them."""
    places: tuple[int, int | None, int | None] | None = None
    tabs = b"\t" in source.head(1 << 16)
    for line, raw in numbered_lines(source):
        try:
            told = raw.decode().rstrip("\r")
        except UnicodeDecodeError:
            raise InputError("caption-utf-8", source=source.name, line=line) from None
        cells = told.split("\t") if tabs else next(csv.reader([told]))
        if len(cells) < 2:
            raise InputError("caption-one-field", source=source.name, line=line, text=told)
        if places is None:
            places = _header(cells, source.name, line)
            if places is not None:
                continue
            places = (0, None, 1) if len(cells) == 2 else (0, 1, 2)
        of_id, of_title, of_text = places
        yield line, cells[of_id].strip(), Caption(_cell(cells, of_title), _cell(cells, of_text))


def _header(cells: Sequence[str], source: str, line: int) -> tuple[int, int | None, int | None] | None:
    """Where things stand, if the first line says it."""
    plain = [_plain(each) for each in cells]
    if plain[0] not in _IDS or not any(each in (*_TITLES, *_TEXTS) for each in plain[1:]):
        return None
    names = _chosen(cells, source, line)
    of_id, of_title, of_text = (None if name is None else list(cells).index(name) for name in names)
    assert of_id is not None
    return of_id, of_title, of_text


def _cell(cells: Sequence[str], at: int | None) -> str:
    return cells[at].strip() if at is not None and at < len(cells) else ""
