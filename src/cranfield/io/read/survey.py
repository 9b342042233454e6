"""One input read to the end whatever is wrong with it: its rows, where they are, and what was odd on the way."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from cranfield.core.finding import Finding
from cranfield.errors import InputError
from cranfield.io.bytes.quote import clip
from cranfield.io.bytes.source import BOM, Source
from cranfield.io.ids.arrow_arrays import decoded
from cranfield.io.read.input import fields_of, open_input
from cranfield.io.read.json import read_json, read_jsonl
from cranfield.io.read.lines import LineReader, locate
from cranfield.io.read.recognise import recognise
from cranfield.io.read.tables import read_table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Survey", "many", "place", "survey"]


@dataclass
class Survey:
    """What an input holds; `table` is None when nothing could be read."""

    name: str
    kind: str
    table: pa.Table | None = None
    findings: list[Finding] = field(default_factory=list)
    where: Callable[[list[int]], list[int | None]] | None = None
    fields: Callable[[int], list[bytes]] | None = None
    limit: int = 20
    unparsable: int = 0

    def lines(self, rows: list[int]) -> tuple[int, ...]:
        """The lines of some rows, where the format has lines."""
        return tuple(line for line in self.where(rows) if line is not None) if self.where and rows else ()

    def refuse(self, error: InputError) -> None:
        """Keep what is wrong with a line; beyond the limit only count."""
        self.unparsable += 1
        if self.unparsable <= self.limit:
            self.findings.append(_as_finding(error, self.name))

    def say(
        self, kind: str, count: int, what: str, severity: str = "note", *, rows: list[int] | None = None,
        examples: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        """Add a finding about this input, with the lines of the first few rows that show it."""
        lines = self.lines(sorted((rows or [])[: self.limit]))
        self.findings.append(
            Finding(kind, count, f"{self.name}: {what}{place(lines)}", severity, examples, self.name, lines)
        )


def place(lines: tuple[int, ...], most: int = 3) -> str:
    """The first few line numbers as the tail of a sentence."""
    if not lines:
        return ""
    shown = ", ".join(str(line) for line in lines[:most])
    return f" (line{'s' if len(lines) > 1 else ''} {shown}{', ...' if len(lines) > most else ''})"


def survey(
    what: Any, kind: str, *, input_format: str | None = None, columns: Mapping[str, str] | None = None, limit: int = 20
) -> Survey:
    """Read an input as far as it can be read; errors become findings."""
    known = isinstance(what, str | os.PathLike)
    found = Survey(str(what) if known else "the run" if kind == "run" else "the judgments", kind, limit=limit)
    try:
        if known or isinstance(what, bytes) or hasattr(what, "read"):
            tables = _read(Source(what), found, input_format, columns)
        else:
            tables = list(open_input(what, kind, columns=columns).tables())
    except InputError as error:
        found.findings.append(_as_finding(error, found.name))
        tables = []
    if found.unparsable > limit:
        found.say("unparsable-line", found.unparsable - limit, f"{found.unparsable - limit} more lines are like that",
                  "error")  # fmt: skip
    tables = [table for table in tables if len(table)]
    if tables:
        found.table = pa.concat_tables(list(map(_as_strings, tables)), promote_options="default")
        if "line" in found.table.column_names:
            column = found.table["line"].combine_chunks()
            found.where = lambda rows: column.take(pa.array(rows, pa.int64())).to_pylist()
    return found


def _read(source: Source, found: Survey, input_format: str | None, columns: Mapping[str, str] | None) -> list[pa.Table]:
    found.name = source.name
    form = recognise(source, found.kind, input_format=input_format, columns=columns)
    if form.name in ("trec", "msmarco"):
        reader = LineReader(source.name, found.kind, form.name, numbered=True, report=found.refuse)
        tables = list(reader.tables(source.blocks()))
        _unusual(reader, found)
        found.fields = fields_of(source)
        return tables
    if form.name in ("csv", "tsv", "json", "jsonl") and source.head(3) == BOM:
        found.say("byte-order-mark", 1, "starts with a byte order mark, which is skipped")
    if form.name == "jsonl":
        return list(read_jsonl(source, found.kind, columns, numbered=True, report=found.refuse))
    if form.name == "json":
        return list(read_json(source, form, found.kind))
    if form.name in ("csv", "tsv"):
        found.where = lambda rows: [*map(locate(source.blocks(), rows, skip=form.skip + 1, comments=False).get, rows)]
    return [table.uniform() for table in read_table(source, form, found.kind, columns)]


def _as_strings(table: pa.Table) -> pa.Table:
    """Ids of every kind of text as one kind."""
    for name in ("query", "doc"):
        column = table[name]
        if pa.types.is_dictionary(column.type):
            column = decoded(column)
        if table[name].type != pa.string():
            table = table.set_column(table.column_names.index(name), name, column.cast(pa.string()))
    return table


def _unusual(reader: LineReader, found: Survey) -> None:
    """What was read without trouble, but is worth knowing."""
    if reader.byte_order_mark:
        found.say("byte-order-mark", 1, "starts with a byte order mark, which is skipped")
    if count := reader.carriage_returns:
        found.say(
            "carriage-return",
            count,
            f"{count:,} {many(count, 'line ends', 'lines end')} in CR LF, as Windows writes them",
        )
    if count := reader.comments:
        found.say("comment", count, f"{count:,} {many(count, 'line is a comment', 'lines are comments')} and skipped")
    if count := reader.blanks:
        found.say("blank-line", count, f"{count:,} {many(count, 'line is blank', 'lines are blank')} and skipped")
    if len(reader.tags) > 1:
        names = [clip(tag.decode("utf-8", "replace")) for tag, _ in reader.tags.most_common(4)]
        shown = ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")
        found.say("several-tags", len(reader.tags), f"has {len(reader.tags)} run tags ({shown}); is it several runs?",
                  "warning", examples=tuple(names))  # fmt: skip


def many(count: int, one: str, several: str) -> str:
    """The word that suits a number."""
    return one if count == 1 else several


def _as_finding(error: InputError, name: str) -> Finding:
    kind = "unreadable" if error.line is None else "unparsable-line"
    lines = () if error.line is None else (error.line,)
    return Finding(kind, 1, str(error), "error", (), error.source or name, lines)
