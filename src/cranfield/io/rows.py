"""Any input as rows of query, doc, value (and rank): which reader takes it, and how its lines are found again."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.lines import cut_lines, locate
from cranfield.io.places import Place
from cranfield.io.queries import table_pieces, text_pieces
from cranfield.io.sniff import recognise
from cranfield.io.source import Source
from cranfield.io.threads import in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import pyarrow as pa

    from cranfield.io.queries import Piece
    from cranfield.io.sheets import Sheet

__all__ = ["Rows", "fields_of", "open_rows"]


@dataclass(frozen=True)
class Rows:
    """An input that can be read again and again; `where` turns row numbers into line numbers."""

    name: str
    pieces: Callable[[], Iterable[Piece]]
    describe: Callable[[], dict[str, Any]]
    where: Callable[[list[int]], list[int | None]] | None = None
    fields: Callable[[int], list[bytes]] | None = None
    """The fields of a line of plain text, for messages."""
    sheets: Callable[[], Iterable[Sheet]] = list
    """The same rows as tables, from all inputs but plain text."""
    numbered: bool = False
    """Whether its rows have numbers that people know."""
    packed: Callable[[], Sequence[Callable[[], Iterator[Sheet]]]] = tuple
    """What unpacks the same sheets, each some of them, where that can be done by itself and is worth it."""

    @classmethod
    def of_sheets(
        cls, name: str, sheets: Callable[[], Iterable[Sheet]], describe: Callable[[], dict[str, Any]],
        where: Callable[[list[int]], list[int | None]] | None = None,
    ) -> Rows:  # fmt: skip
        """Rows that come as tables."""
        return cls(name, lambda: table_pieces(sheets()), describe, where, sheets=sheets, numbered=where is None)

    @classmethod
    def of_tables(
        cls, name: str, kind: str, tables: Callable[[], Iterable[pa.Table]], describe: Callable[[], dict[str, Any]],
        where: Callable[[list[int]], list[int | None]] | None = None,
    ) -> Rows:  # fmt: skip
        """Rows that come as uniform tables."""
        from cranfield.io.sheets import Sheet  # noqa: PLC0415 (plain text needs no Arrow)

        made = cls.of_sheets(
            name, lambda: (Sheet(table, name, kind, ready=True) for table in tables()), describe, where
        )
        return replace(made, numbered=False)

    def tables(self) -> Iterable[pa.Table]:
        """All rows of an input that comes as tables, uniform."""
        return in_order(lambda sheet: sheet.uniform(), self.sheets())

    def places(self, rows: list[int]) -> list[Place]:
        """Where some rows are, as people know it."""
        if self.where is not None:
            return [Place(line=line) for line in self.where(rows)]
        return [Place(row=row + 1) if self.numbered else Place() for row in rows]

    def example(self, among: Mapping[str, Any]) -> str:
        """A document id of the input, if possible of one of the given queries."""
        first = None
        for block in (block for piece in self.pieces() for block in piece() if len(block)):
            first = first or block.doc.text(0)
            for row, query in zip(block.start.tolist(), block.query.texts(), strict=True):
                if query in among:
                    return block.doc.text(row)
        return first or ""


def open_rows(
    what: Any, kind: str, *, input_format: str | None = None, columns: Mapping[str, str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Rows:  # fmt: skip
    """The rows of a path, `-`, a dict of dicts, a table, or anything with the Arrow interface."""
    memory = {"run": "the run", "qrels": "the judgments"}.get(kind, "the table")
    if isinstance(what, Mapping):
        from cranfield.io.jsonl import from_dict  # noqa: PLC0415 (each reader is loaded when it is needed)

        return Rows.of_tables(memory, kind, lambda: from_dict(what, memory, kind), lambda: {"name": "dict"})
    if hasattr(what, "__arrow_c_stream__"):
        from cranfield.io.tables import from_arrow  # noqa: PLC0415

        sheet = from_arrow(what, kind, memory, columns)
        return Rows.of_sheets(memory, lambda: [sheet], lambda: {"name": "table"})
    if isinstance(what, Source):
        return _from_source(what, kind, input_format, columns, progress)
    if isinstance(what, str | os.PathLike | bytes) or hasattr(what, "read"):
        source = Source(what, hashed="now" if kind == "labels" else "later")
        return _from_source(source, kind, input_format, columns, progress)
    if hasattr(what, "collect"):
        message = f"{memory} must be a dataframe, not a lazy one ({type(what).__name__}); call its collect() first"
        raise InputError(message)
    mapping = "of columns" if kind == "labels" else "{query: {document: number}}"
    message = f"{memory} must be a path, a dict {mapping}, an Arrow table or a dataframe, not {type(what).__name__}"
    raise InputError(message)


def _from_source(
    source: Source, kind: str, input_format: str | None, columns: Mapping[str, str] | None,
    progress: Callable[[int, int], None] | None,
) -> Rows:  # fmt: skip
    found = recognise(source, kind, input_format=input_format, columns=columns)
    heard = None if progress is None else lambda done: progress(done, source.size)
    if found.name in ("trec", "msmarco"):
        tagged = kind == "run" and found.name == "trec"
        return Rows(
            source.name, lambda: text_pieces(source, kind, found.name, heard),
            lambda: source.describe() | (_tag(source) if tagged else {}), _lines_of(source), fields_of(source),
        )  # fmt: skip
    if found.name in ("json", "jsonl"):
        from cranfield.io.jsonl import read_json  # noqa: PLC0415

        if kind == "labels":
            from cranfield.io.records import read_records  # noqa: PLC0415

            return Rows.of_tables(source.name, kind, lambda: read_records(source, columns or {}), source.describe)
        where = _lines_of(source, comments=False) if found.name == "jsonl" else None
        return Rows.of_tables(
            source.name, kind, lambda: read_json(source, found, kind, columns), source.describe, where
        )
    from cranfield.io.parquet import packed_groups  # noqa: PLC0415
    from cranfield.io.tables import read_table  # noqa: PLC0415

    where = _lines_of(source, skip=found.skip + 1, comments=False) if found.name in ("csv", "tsv") else None
    rows = Rows.of_sheets(source.name, lambda: read_table(source, found, kind, columns), source.describe, where)
    return replace(rows, packed=lambda: packed_groups(source, kind, columns)) if found.name == "parquet" else rows


def _lines_of(source: Source, *, skip: int = 0, comments: bool = True) -> Callable[[list[int]], list[int | None]]:
    def where(rows: list[int]) -> list[int | None]:
        found = locate(source.blocks(), rows, skip=skip, comments=comments)
        return [found.get(row) for row in rows]

    return where


def fields_of(source: Source) -> Callable[[int], list[bytes]]:
    """The fields of a line, found again for a message."""

    def fields(line: int) -> list[bytes]:
        wanted = (text for lines in cut_lines(source.blocks()) for text in lines)
        return next(islice(wanted, line - 1, None), b"").split()

    return fields


def _tag(source: Source) -> dict[str, str]:
    """The name that a run gives itself on its first line."""
    for line in source.head().split(b"\n"):
        fields = line.split()
        if len(fields) >= 6 and not fields[0].startswith(b"#"):
            return {"tag": fields[5].decode("utf-8", "replace")}
    return {}
