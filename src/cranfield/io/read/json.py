"""JSON: one object a line, a list of such objects, or one object of objects."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.bytes.quote import shorten
from cranfield.io.read.json_document import Document
from cranfield.io.read.lines import numbered_lines
from cranfield.io.read.nested import tables_of_object
from cranfield.io.read.records import GATHERERS
from cranfield.io.read.table_input import RoleTable, TableInput
from cranfield.io.read.values import Pairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import pyarrow as pa

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.input import Input, Wanted
    from cranfield.io.read.recognise import Recognised
    from cranfield.io.read.records import Gatherer

__all__ = ["opened"]

_ROWS = 100_000


def opened(source: Source, found: Recognised, wanted: Wanted) -> Input:
    """Any JSON that holds rows."""
    if found.name == "json" and wanted.kind in ("run", "qrels", "groups") and not _is_list(source):
        return TableInput.of_uniform(source.name, wanted, partial(_of_object, source, wanted), source)
    return _Records(source, wanted, by_line=found.name == "jsonl")


class _Records(TableInput):
    """Objects with named fields, one a line or in a list."""

    def __init__(self, source: Source, wanted: Wanted, *, by_line: bool) -> None:
        super().__init__(source.name, wanted, self._tables, source, numbered=not by_line)
        self.has_lines = self._by_line = by_line

    def _tables(self) -> Iterator[RoleTable]:
        for gatherer, _ in self._gathered():
            yield RoleTable(gatherer.table(), self.name, self.wanted.kind, ready=True)

    def lists(self) -> Iterator[Mapping[str, list[Any]]]:
        return (gatherer.columns for gatherer, _ in self._gathered())

    def lines(self, rows: list[int]) -> list[int | None]:
        found: dict[int, int] = {}
        first, wanted = 0, sorted(set(rows))
        for gatherer, numbers in self._gathered():
            inside = [row for row in wanted if first <= row < first + len(gatherer)]
            found |= {row: numbers[row - first] for row in inside}
            first += len(gatherer)
            if len(found) == len(wanted):
                break
        return [found.get(row) for row in rows]

    def _gathered(self) -> Iterator[tuple[Gatherer, list[int]]]:
        """Rows that were gathered from records, and the line or the number of each."""
        gatherer = GATHERERS[self.wanted.kind](self.wanted)
        seen = None if self.wanted.odd is None else self.wanted.odd.seen()
        numbers: list[int] = []
        for number, record in self._members():
            try:
                count = gatherer.add(_checked(record))
            except InputError as error:
                place = {"line": number} if self._by_line else {"row": number}
                wrong = error.at(source=self.name, **place)
                if seen is None or not self._by_line or not gatherer.ready:
                    raise wrong from None
                seen.refuse(wrong)
                continue
            numbers += [number] * count
            if len(gatherer) >= _ROWS:
                yield gatherer, numbers
                gatherer, numbers = gatherer.emptied(), []
        if len(gatherer):
            yield gatherer, numbers

    def _members(self) -> Iterable[tuple[int, Any]]:
        if self._by_line:
            return numbered_lines(self.source, progress=self.wanted.progress)
        return enumerate(Document(self.source).values(), 1)


def _checked(record: Any) -> dict[str, Any]:
    """The record of a line or of a list."""
    if isinstance(record, bytes):
        text = record
        try:
            record = json.loads(text)
        except UnicodeDecodeError:
            raise InputError("utf-8-text") from None
        except (ValueError, RecursionError):
            record = None
    else:
        text = str(record).encode("utf-8", "replace")
    if not isinstance(record, dict):
        shown = shorten(text[:200].decode("utf-8", "replace").strip())
        raise InputError("json-object-on-line", shown=shown)
    return record


def _is_list(source: Source) -> bool:
    return source.head().lstrip().startswith(b"[")


def _of_object(source: Source, wanted: Wanted) -> Iterator[pa.Table]:
    """Rows of {query: {document: number}}, or of {query: group}."""
    outer = Document(source, Pairs).members()
    if wanted.kind != "groups":
        yield from tables_of_object(outer, source.name, wanted.kind)
        return
    if outer is None:
        raise InputError("groups-shape", source=source.name)
    gatherer = GATHERERS["groups"](wanted)
    for query, group in outer:
        try:
            gatherer.add({"query": query, "group": group})
        except InputError as error:
            raise error.at(source=source.name) from None
    if len(gatherer):
        yield gatherer.table()
