"""JSON: one object a line, a list of such objects, or one object of objects."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from cranfield.core.parsed import parsed_json
from cranfield.errors import InputError
from cranfield.io.bytes.quote import shorten
from cranfield.io.read.json_document import Document
from cranfield.io.read.lines import numbered_lines
from cranfield.io.read.nested import tables_of_object
from cranfield.io.read.outline import outline
from cranfield.io.read.records import GATHERERS, RankedRows
from cranfield.io.read.roles import GROUPED
from cranfield.io.read.shaped import ShapeReader
from cranfield.io.read.shapes import matches, member_with_records
from cranfield.io.read.strangers import refuse_stranger
from cranfield.io.read.table_input import RoleTable, TableInput
from cranfield.io.read.values import Pairs, unrepeated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    import pyarrow as pa

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.input import Input, Wanted
    from cranfield.io.read.json_document import Keys
    from cranfield.io.read.recognise import Recognised
    from cranfield.io.read.records import Gatherer
    from cranfield.io.read.shapes import Shape

__all__ = ["of_records", "of_shape", "opened"]

_ROWS = 100_000
_SPLIT = (("columns", list), ("columns.*", str), ("data", list), ("data.*", list))


def opened(source: Source, found: Recognised, wanted: Wanted) -> Input:
    """Any JSON that holds rows."""
    if found.name == "jsonl":
        lines = partial(numbered_lines, source, progress=wanted.progress)
        return _Records(source.name, wanted, lines, source, by_line=True)
    if _is_list(source):
        return _Records(source.name, wanted, lambda: enumerate(Document(source).values(), 1), source)
    first, _ = outline(source.head())
    if matches(first, _SPLIT):
        return _Records(
            source.name, wanted, lambda: enumerate(_joined(Document(source).walk(2), source.name), 1), source
        )
    member = member_with_records(first, wanted.kind, wanted.columns)
    if wanted.kind in ("run", "qrels"):
        tables = of_shape(first, wanted, source.name, lambda shape: Document(source, unrepeated).walk(len(shape.path)))
        if tables is not None:
            return TableInput.of_uniform(source.name, wanted, tables, source)
    if wanted.kind in ("run", "qrels", *GROUPED) and member is None:
        return TableInput.of_uniform(source.name, wanted, partial(_of_object, source, wanted), source)

    def inside() -> Iterator[Any]:
        whole = Document(source).walk(0 if member is None else 2)
        return (value for keys, value in whole if member is None or keys[0] == member)

    return _Records(source.name, wanted, lambda: enumerate(inside(), 1), source)


def _joined(walked: Iterable[tuple[Keys, Any]], name: str) -> Iterator[Any]:
    """Records of a table that was written as its columns and then its rows, as pandas and MLflow do."""
    names: list[str] = []
    for keys, value in walked:
        if keys[0] == "columns":
            names.append(str(value))
        elif keys[0] == "data":
            if not isinstance(value, list) or len(value) != len(names):
                raise InputError("row-of-columns", source=name, row=int(keys[1]) + 1, columns=names)
            yield dict(zip(names, value, strict=True))


def of_records(records: Callable[[], Iterable[Any]], wanted: Wanted, name: str) -> TableInput:
    """Objects as JSON would have them in a list; what has named fields will do."""
    return _Records(name, wanted, lambda: ((at, _as_record(each)) for at, each in enumerate(records(), 1)))


def _as_record(given: Any) -> Any:
    return given._asdict() if hasattr(given, "_asdict") else given


class _Records(TableInput):
    """Objects with named fields and the number of each: one a line, in a list, or in a member of an object."""

    def __init__(
        self, name: str, wanted: Wanted, members: Callable[[], Iterable[tuple[int, Any]]],
        source: Source | None = None, *, by_line: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(name, wanted, self._tables, source, numbered=not by_line)
        self.has_lines = self._by_line = by_line
        self._members = members

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


def _checked(record: Any) -> dict[str, Any]:
    """The record of a line or of a list."""
    if isinstance(record, bytes):
        text = record
        try:
            record = parsed_json(text)
        except UnicodeDecodeError:
            raise InputError("utf-8-text") from None
        except ValueError:
            record = None
    else:
        text = str(record).encode("utf-8", "replace")
    if not isinstance(record, dict):
        shown = shorten(text[:200].decode("utf-8", "replace").strip())
        raise InputError("json-object-on-line", shown=shown)
    return record


def _is_list(source: Source) -> bool:
    return source.head().lstrip().startswith(b"[")


def of_shape(
    first: Any, wanted: Wanted, name: str, walk: Callable[[Shape], Iterable[tuple[Keys, Any]]]
) -> Callable[[], Iterator[pa.Table]] | None:
    """What makes tables of a document that has the shape of a tool's; None if it has none."""

    def reader() -> ShapeReader | None:
        try:
            found = ShapeReader.of(first, wanted)
            if found is None and not wanted.columns:
                refuse_stranger(first, surely=False)
        except InputError as error:
            raise error.at(source=name) from None
        return found

    def tables() -> Iterator[pa.Table]:
        shaped, any_rows = reader(), False
        assert shaped is not None
        rows = RankedRows(wanted, shaped)
        try:
            for keys, record in walk(shaped.shape):
                any_rows |= bool(shaped.shape.leads(keys) and rows.take(shaped.record(keys, record)))
                if len(rows) >= _ROWS:
                    yield rows.table()
                    rows.emptied()
            shaped.finish(rows=any_rows)
        except InputError as error:
            raise error.at(source=name) from None
        if len(rows):
            yield rows.table()

    return None if reader() is None else tables


def _of_object(source: Source, wanted: Wanted) -> Iterator[pa.Table]:
    """Rows of {query: {document: number}}, or of {query: group}."""
    outer = Document(source, Pairs).members()
    if wanted.kind not in GROUPED:
        yield from tables_of_object(outer, source.name, wanted.kind)
        return
    if outer is None:
        raise InputError("groups-shape", source=source.name)
    gatherer = GATHERERS[wanted.kind](wanted)
    for query, group in outer:
        try:
            gatherer.add({GROUPED[wanted.kind]: query, "group": group})
        except InputError as error:
            raise error.at(source=source.name) from None
    if len(gatherer):
        yield gatherer.table()
