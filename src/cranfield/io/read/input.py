"""Any input as rows of query, doc, value (and rank): which reader takes it, and how its lines are found again."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.bytes.location import Location
from cranfield.io.bytes.source import Source
from cranfield.io.bytes.threads import in_order
from cranfield.io.read.lines import cut_lines, locate
from cranfield.io.read.recognise import recognise
from cranfield.io.read.table_pieces import table_pieces
from cranfield.io.read.text_pieces import text_pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import pyarrow as pa

    from cranfield.io.read.role_table import RoleTable
    from cranfield.io.read.text_pieces import Piece

__all__ = ["Input", "fields_of", "open_input"]


@dataclass(frozen=True)
class Input:
    """An input that can be read again and again; `where` turns row numbers into line numbers."""

    name: str
    pieces: Callable[[], Iterable[Piece]]
    describe: Callable[[], dict[str, Any]]
    where: Callable[[list[int]], list[int | None]] | None = None
    fields: Callable[[int], list[bytes]] | None = None
    """The fields of a line of plain text, for messages."""
    role_tables: Callable[[], Iterable[RoleTable]] = list
    """The same rows as tables, from all inputs but plain text."""
    numbered: bool = False
    """Whether its rows have numbers that people know."""

    @classmethod
    def of_role_tables(
        cls, name: str, role_tables: Callable[[], Iterable[RoleTable]], describe: Callable[[], dict[str, Any]],
        where: Callable[[list[int]], list[int | None]] | None = None,
    ) -> Input:  # fmt: skip
        """Rows that come as tables."""
        return cls(
            name, lambda: table_pieces(role_tables()), describe, where, role_tables=role_tables, numbered=where is None
        )

    @classmethod
    def of_uniform(
        cls, name: str, kind: str, tables: Callable[[], Iterable[pa.Table]], describe: Callable[[], dict[str, Any]],
        where: Callable[[list[int]], list[int | None]] | None = None,
    ) -> Input:  # fmt: skip
        """Rows that come as uniform tables."""
        from cranfield.io.read.role_table import RoleTable  # noqa: PLC0415 (plain text needs no Arrow)

        made = cls.of_role_tables(
            name, lambda: (RoleTable(table, name, kind, ready=True) for table in tables()), describe, where
        )
        return replace(made, numbered=False)

    def tables(self) -> Iterable[pa.Table]:
        """All rows of an input that comes as tables, uniform."""
        return in_order(lambda table: table.uniform(), self.role_tables())

    def locations(self, rows: list[int]) -> list[Location]:
        """Where some rows are, as people know it."""
        if self.where is not None:
            return [Location(line=line) for line in self.where(rows)]
        return [Location(row=row + 1) if self.numbered else Location() for row in rows]

    def example(self, among: Mapping[str, Any]) -> str:
        """A document id of the input, if possible of one of the given queries."""
        first = None
        for rows in (rows for piece in self.pieces() for rows in piece() if len(rows)):
            first = first or rows.doc.text(0)
            for row, query in zip(rows.start.tolist(), rows.query.texts(), strict=True):
                if query in among:
                    return rows.doc.text(row)
        return first or ""


def open_input(
    what: Any, kind: str, *, input_format: str | None = None, columns: Mapping[str, str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Input:  # fmt: skip
    """The rows of a path, `-`, a dict of dicts, a table, or anything with the Arrow interface."""
    memory = {"run": "the run", "qrels": "the judgments"}.get(kind, "the table")
    if isinstance(what, Mapping):
        from cranfield.io.read.json import from_dict  # noqa: PLC0415 (each reader is loaded when it is needed)

        return Input.of_uniform(memory, kind, lambda: from_dict(what, memory, kind), lambda: {"name": "dict"})
    if hasattr(what, "__arrow_c_stream__"):
        from cranfield.io.read.arrow import from_arrow  # noqa: PLC0415

        table = from_arrow(what, kind, memory, columns)
        return Input.of_role_tables(memory, lambda: [table], lambda: {"name": "table"})
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
) -> Input:  # fmt: skip
    found = recognise(source, kind, input_format=input_format, columns=columns)
    heard = None if progress is None else lambda done: progress(done, source.size)
    if found.name in ("trec", "msmarco"):
        tagged = kind == "run" and found.name == "trec"
        return Input(
            source.name, lambda: text_pieces(source, kind, found.name, heard),
            lambda: source.describe() | (_tag(source) if tagged else {}), _lines_of(source), fields_of(source),
        )  # fmt: skip
    if found.name in ("json", "jsonl"):
        from cranfield.io.read.json import read_json  # noqa: PLC0415

        if kind == "labels":
            from cranfield.io.read.label_records import read_records  # noqa: PLC0415

            return Input.of_uniform(source.name, kind, lambda: read_records(source, columns or {}), source.describe)
        where = _lines_of(source, comments=False) if found.name == "jsonl" else None
        return Input.of_uniform(
            source.name, kind, lambda: read_json(source, found, kind, columns), source.describe, where
        )
    from cranfield.io.read.tables import read_table  # noqa: PLC0415

    where = _lines_of(source, skip=found.skip + 1, comments=False) if found.name in ("csv", "tsv") else None
    return Input.of_role_tables(source.name, lambda: read_table(source, found, kind, columns), source.describe, where)


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
