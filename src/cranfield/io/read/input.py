"""Anything a user gives, opened: rows that can be read again and again, and found again for messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cranfield.io.bytes.location import Location
from cranfield.io.ids.rows import Rows

if TYPE_CHECKING:
    from cranfield.io.bytes.source import Source
    from cranfield.io.read.oddities import Oddities

__all__ = ["Input", "Piece", "Wanted"]

Piece = Callable[[], Iterable[Rows]]
"""Whole queries of an input, read when it is called, once, on any thread."""


@dataclass(frozen=True)
class Wanted:
    """What a door asks of a reader: a kind of input, by which columns; `odd` gathers bad lines, which else raise.

    `chosen` is what the reader answers: the name of the column of each role; `told` is what else it has to say, by a
    key and a count. `documents` says that records are an engine's: perhaps inside `_source`, and any field may be
    missing.
    """

    kind: str
    columns: Mapping[str, str] = field(default_factory=dict)
    progress: Callable[[int], None] | None = None
    odd: Oddities | None = None
    chosen: dict[str, str] = field(default_factory=dict)
    told: Counter[str] = field(default_factory=Counter)
    documents: bool = False

    @property
    def part(self) -> str | None:
        """Which part to read of what has several, if that was said."""
        return self.columns.get(f"{self.kind}.part", self.columns.get("part"))


class Input:
    """An opened input; each format has its own."""

    numbered = False  # whether its rows have numbers that people know
    has_lines = False

    def __init__(self, name: str, wanted: Wanted, source: Source | None = None) -> None:
        self.name, self.wanted, self._source = name, wanted, source

    @property
    def source(self) -> Source:
        """The bytes it is read from."""
        assert self._source is not None
        return self._source

    def describe(self) -> dict[str, Any]:
        """What the signature says of it."""
        return self.source.describe()

    def require_columns(self) -> None:
        """Refuse columns that are not there, where that shows before anything is read."""

    def pieces(self) -> Iterable[Piece]:
        """All rows of a run or of judgments, with the rows of a query that stand together in one piece."""
        raise NotImplementedError

    def tables(self) -> Iterable[Any]:
        """All rows as tables with a column for each role."""
        raise NotImplementedError

    def lists(self) -> Iterable[Mapping[str, list[Any]]]:
        """The same as plain lists."""
        from cranfield.io.ids.arrow_arrays import objects  # noqa: PLC0415 (most files need no Arrow)

        return ({role: objects(table[role]) for role in table.column_names} for table in self.tables())

    def lines(self, rows: list[int]) -> list[int | None]:
        """The lines of some rows, where the format has lines."""
        return [None] * len(rows)

    def lines_before(self, offsets: list[int]) -> list[int]:
        """How many lines end before each of some bytes, where lines are counted from there."""
        return [0] * len(offsets)

    def with_subtopics(self) -> Input | None:
        """The same judgments with the subtopics that were passed over, where the format may hold some."""
        return None

    def fields(self, line: int) -> list[bytes]:
        """The fields of a line of plain text, for messages."""
        _ = line
        return []

    def locations(self, rows: list[int]) -> list[Location]:
        """Where some rows are, as people know it."""
        if self.has_lines:
            return [Location(line=line) for line in self.lines(rows)]
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
