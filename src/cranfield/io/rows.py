"""Any input as rows of query, doc, value (and rank): which reader takes it, and how its lines are found again."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.arrow import numbers, plain
from cranfield.io.lines import cut_lines, locate, read_lines
from cranfield.io.pieces import in_order
from cranfield.io.sniff import recognise
from cranfield.io.source import Source
from cranfield.io.trec import parse_block

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["Rows", "fields_of", "open_rows"]


@dataclass(frozen=True)
class Rows:
    """An input that can be read again and again; `where` turns row numbers into line numbers."""

    name: str
    tables: Callable[[], Iterable[pa.Table]]
    describe: Callable[[], dict[str, Any]]
    where: Callable[[list[int]], list[int | None]] | None = None
    fields: Callable[[int], list[bytes]] | None = None
    """The fields of a line of plain text, for messages."""

    def example(self, among: Mapping[str, Any]) -> str:
        """A document id of the input, if possible of one of the given queries."""
        table = next(iter(self.tables()))
        wanted = next((row for row, query in enumerate(table["query"].to_pylist()) if query in among), 0)
        return str(table["doc"][wanted])


def open_rows(
    what: Any, kind: str, *, input_format: str | None = None, columns: Mapping[str, str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Rows:  # fmt: skip
    """The rows of a path, `-`, a dict of dicts, a table, or anything with the Arrow interface."""
    memory = {"run": "the run", "qrels": "the judgments"}.get(kind, "the table")
    if isinstance(what, Mapping):
        from cranfield.io.jsonl import from_dict  # noqa: PLC0415 (each reader is loaded when it is needed)

        return Rows(memory, lambda: from_dict(what, memory, kind), lambda: {"name": "dict"})
    if isinstance(what, pa.Table | pa.RecordBatch | pa.RecordBatchReader) or hasattr(what, "__arrow_c_stream__"):
        from cranfield.io.tables import from_arrow  # noqa: PLC0415

        table = from_arrow(what, kind, memory, columns)
        return Rows(memory, lambda: [table], lambda: {"name": "table"})
    if isinstance(what, Source):
        return _from_source(what, kind, input_format, columns, progress)
    if isinstance(what, str | os.PathLike | bytes) or hasattr(what, "read"):
        return _from_source(Source(what), kind, input_format, columns, progress)
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
            source.name, lambda: _text_tables(source, kind, found.name, heard),
            lambda: source.describe() | (_tag(source) if tagged else {}), _lines_of(source), fields_of(source),
        )  # fmt: skip
    if found.name in ("json", "jsonl"):
        from cranfield.io.jsonl import read_json  # noqa: PLC0415

        if kind == "labels":
            from cranfield.io.records import read_records  # noqa: PLC0415

            return Rows(source.name, lambda: read_records(source, columns or {}), source.describe)
        where = _lines_of(source, comments=False) if found.name == "jsonl" else None
        return Rows(source.name, lambda: read_json(source, found, kind, columns), source.describe, where)
    from cranfield.io.tables import read_table  # noqa: PLC0415

    where = _lines_of(source, skip=found.skip + 1, comments=False) if found.name in ("csv", "tsv") else None
    return Rows(source.name, lambda: read_table(source, found, kind, columns), source.describe, where)


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


def _text_tables(source: Source, kind: str, form: str, progress: Callable[[int], None] | None) -> Iterator[pa.Table]:
    """Blocks parsed on all cores; the careful reader takes a block that pyarrow refuses."""

    def parse(block: bytes) -> tuple[pa.Table | bytes, int]:
        lines = int(np.count_nonzero(np.frombuffer(block, np.uint8) == ord("\n")))
        try:
            table = parse_block(block, form if form == "msmarco" else kind)
        except pa.ArrowInvalid:
            return block, lines
        if form == "msmarco":
            # the order is all there is, so the score is the rank turned round
            table = table.append_column("value", numbers(-plain(table["rank"]).astype(np.float64)))
        return table, lines

    line = 1
    for parsed, lines in in_order(parse, source.lines(progress=progress)):
        if isinstance(parsed, bytes):
            yield from read_lines([parsed], name=source.name, kind=kind, form=form, first_line=line)
        else:
            yield parsed
        line += lines
