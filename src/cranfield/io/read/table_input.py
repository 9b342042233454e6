"""An input that comes as tables, in a file, in memory, or made of a dict, and how it is cut.

Tables are cut into pieces that are checked later, on any thread, with the rows of a query in one piece.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.io.bytes.threads import closed_behind, in_order
from cranfield.io.read.input import Input
from cranfield.io.read.role_table import RoleTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import pyarrow as pa

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.input import Piece, Wanted

__all__ = ["TableInput", "table_pieces"]

_ROWS = 1 << 19  # of a table in one piece


class TableInput(Input):
    """Role tables that can be read again and again; `lines` turns row numbers into line numbers."""

    def __init__(
        self, name: str, wanted: Wanted, role_tables: Callable[[], Iterable[RoleTable]], source: Source | None = None,
        lines: Callable[[list[int]], list[int | None]] | None = None, *, numbered: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(name, wanted, source)
        self._role_tables, self._lines = role_tables, lines
        self.has_lines, self.numbered = lines is not None, numbered

    @classmethod
    def of_uniform(
        cls, name: str, wanted: Wanted, tables: Callable[[], Iterable[pa.Table]], source: Source | None = None,
        lines: Callable[[list[int]], list[int | None]] | None = None,
    ) -> TableInput:  # fmt: skip
        """Of tables that are uniform already, and whose rows have no numbers that people know."""

        def role_tables() -> Iterator[RoleTable]:
            return (RoleTable(table, name, wanted.kind, ready=True) for table in tables())

        return cls(name, wanted, role_tables, source, lines, numbered=False)

    def describe(self) -> dict[str, Any]:
        """What the signature says of it."""
        return {"name": "table" if self.numbered else "dict"} if self._source is None else super().describe()

    def pieces(self) -> Iterator[Piece]:
        """All rows, with the rows of a query that stand together in one piece."""
        return table_pieces(self._role_tables())

    def tables(self) -> Iterator[pa.Table]:
        """All rows, uniform."""
        return in_order(lambda table: table.uniform(), self._role_tables())

    def lines(self, rows: list[int]) -> list[int | None]:
        """The lines of some rows, where the format has lines."""
        return super().lines(rows) if self._lines is None else self._lines(rows)


def table_pieces(tables: Iterable[RoleTable]) -> Iterator[Piece]:
    """Pieces of tables, which are not copied unless rows of several chunks come together in one piece."""
    held: list[RoleTable] = []  # rows that are in no piece yet
    rows, seen, last = 0, 0, None  # how many they are and all before them, and the query of the last one
    with closed_behind(tables) as iterator:
        for table in iterator:
            if not len(table):
                continue
            query, start = table.query_teller(), 0
            while start < len(table):
                # small pieces at first, so that there is something for every core
                size = min(_ROWS, max(_ROWS >> 3, seen >> 2, 1))
                end = min(start + (size - rows if rows < size else size), len(table))
                cut = _last_stretch(query, start, end) if rows + end - start >= size else start
                if cut > start or (rows >= size and query(start) != last):
                    yield _of_tables([*held, table.slice(start, cut - start)] if cut > start else held)
                    seen += rows + cut - start
                    held, rows, start = [], 0, cut
                else:
                    held.append(table.slice(start, end - start))
                    rows, start, last = rows + end - start, end, query(end - 1)
    if held:
        yield _of_tables(held)


def _of_tables(tables: list[RoleTable]) -> Piece:
    return lambda: [type(tables[0]).together(tables).rows()]


def _last_stretch(query: Callable[[int], object], start: int, end: int) -> int:
    """Where the rows of the last query begin, found by halving."""
    low, high, last = start, end - 1, query(end - 1)
    while low < high:
        middle = (low + high) // 2
        if query(middle) == last:
            high = middle
        else:
            low = middle + 1
    return high
