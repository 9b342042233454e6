"""Cuts tables into pieces that are checked later, on any thread, with the rows of a query in one piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.io.bytes.threads import closed_behind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cranfield.io.read.input import Piece
    from cranfield.io.read.role_table import RoleTable

__all__ = ["table_pieces"]

_ROWS = 1 << 19  # of a table in one piece


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
