"""An input that comes as tables, in a file, in memory, or made of a dict, and how it is cut.

Tables are cut into pieces with the rows of a query in one piece; they are checked and made uniform when they are
needed, on any thread.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.bytes.location import Location
from cranfield.io.bytes.threads import closed_behind, in_order
from cranfield.io.ids.arrow_arrays import flat
from cranfield.io.read.cells import is_number_type, pc, uniform
from cranfield.io.read.input import Input
from cranfield.io.read.list_columns import ListColumns, columns_with_lists, is_nested
from cranfield.io.read.roles import choose_columns
from cranfield.io.read.table_rows import plain_rows, rows_of, safe_to_copy, sound, teller

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from cranfield.io.bytes.source import Source
    from cranfield.io.ids.rows import Rows
    from cranfield.io.read.input import Piece, Wanted
    from cranfield.io.read.room import Room

__all__ = [
    "BROKEN", "RoleTable", "TableInput", "damaged", "first_sentence", "no_rows",
    "role_tables_of", "roles_of", "table_pieces", "top_columns", "validate", "whole", "whole_table"
]  # fmt: skip

_ROWS = 1 << 19  # of a table in one piece
BROKEN = (pa.ArrowException, OSError, UnicodeDecodeError)  # what pyarrow raises for a damaged file


@dataclass(frozen=True)
class RoleTable:
    """Some rows of a table whose columns have the names of their roles."""

    table: pa.Table
    name: str  # of the input
    kind: str  # run, qrels or labels
    first: int = 0  # the number of the first row in the input
    where: Callable[[int], int | None] | None = None  # row to line
    damaged: Callable[[Exception], InputError] | None = None  # what to say; None if the table need not be checked
    in_memory: bool = False  # whether another library made it, whose views of texts are UTF-8
    ready: bool = False  # whether it is uniform already

    def __len__(self) -> int:
        return len(self.table)

    def slice(self, start: int, rows: int) -> RoleTable:
        """Some of the rows."""
        return replace(self, table=self.table.slice(start, rows), first=self.first + start)

    @classmethod
    def together(cls, tables: Sequence[RoleTable]) -> RoleTable:
        """Rows that follow each other in one input."""
        if len(tables) == 1:
            return tables[0]
        parts = [table.table for table in tables]
        if any(part.schema.types != parts[0].schema.types for part in parts):
            parts = [_coded(part, parts) for part in parts]
        return replace(tables[0], table=pa.concat_tables(parts))

    def query_teller(self) -> Callable[[int], object]:
        """What tells the query of a row."""
        return teller(self.table["query"])

    def rows(self) -> Rows:
        """The rows over the same memory where they are plainly as they should be, as nearly all are."""
        value = "value" if self.ready else "score" if self.kind == "run" else "grade"
        table, trusted = self._in_one_chunk(), self.damaged is None
        found = plain_rows(table, value, trusted=trusted, views=self.in_memory)
        if found is not None:
            return found
        if not trusted:
            self._validate(sound)
            found = plain_rows(table, value, trusted=True, views=True)
        return rows_of(replace(self, damaged=None).uniform()) if found is None else found

    def _in_one_chunk(self) -> pa.Table:
        if all(column.num_chunks == 1 for column in self.table.columns):
            return self.table
        if self.damaged is not None:
            self._validate(safe_to_copy)
        return pa.Table.from_arrays(list(map(flat, self.table.columns)), self.table.column_names)

    def _validate(self, enough: Callable[[pa.Array], bool]) -> None:
        """What is odd in any way must be validated by Arrow, which takes longer."""
        assert self.damaged is not None
        try:
            if not all(enough(chunk) for column in self.table.columns for chunk in column.chunks):
                self.table.validate(full=True)
        except BROKEN as error:
            raise self.damaged(error) from None

    def uniform(self) -> pa.Table:
        """The rows as every reader gives them, or the first that cannot be."""
        if self.ready:
            return self.table
        if self.damaged is not None:
            self._validate(sound)
        return uniform(self.table, self.name, self.kind, self.first, self.where)


def _coded(table: pa.Table, parts: Sequence[pa.Table]) -> pa.Table:
    """With texts as dictionaries in the columns of which some part holds them so: one part may repeat long texts."""
    columns = list(table.columns)
    for at, column in enumerate(columns):
        if any(pa.types.is_dictionary(part.schema.types[at]) for part in parts):
            coded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
            columns[at] = coded.cast(pa.dictionary(pa.int32(), pa.string()))
    return pa.Table.from_arrays(columns, table.column_names)


def validate(table: pa.Table, room: Room) -> None:
    """Buffers must be as long as they should be; what offsets in them point at is checked later, on all cores."""
    table.validate()
    room.take(table)
    if any(_nested(kind) for kind in table.schema.types):
        table.validate(full=True)


def whole(column: pa.Array | pa.ChunkedArray, role: str) -> pa.Array | pa.ChunkedArray:
    """A column that another library made, once it is sure that nothing in it leads out of its memory."""
    try:
        _validate_chunks(column)
    except BROKEN as error:
        if "UTF8" in str(error):
            raise InputError("holds-text-utf-8", source=f"the {role}") from None
        raise InputError("damaged-column", source=f"the {role}", why=first_sentence(error)) from None
    return column


def whole_table(table: pa.Table, name: str) -> pa.Table:
    """The same of a table; texts, numbers and dictionaries of them are looked at later, on all cores."""
    try:
        table.validate()
        for column in table.columns:
            if _nested(column.type):
                _validate_chunks(column)
    except BROKEN as error:
        raise damaged(name, "Arrow", error) from None
    return table


def _validate_chunks(column: pa.Array | pa.ChunkedArray) -> None:
    column.validate()
    for chunk in column.chunks if isinstance(column, pa.ChunkedArray) else [column]:
        if not sound(chunk):
            chunk.validate(full=True)


def _nested(kind: pa.DataType) -> bool:
    """Whether pyarrow itself would go astray where its offsets are damaged: we read only texts and numbers by hand."""
    if pa.types.is_dictionary(kind):
        return _nested(kind.value_type)
    return not (pa.types.is_primitive(kind) or pa.types.is_string(kind) or pa.types.is_large_string(kind))


def damaged(name: str, what: str, error: Exception) -> InputError:
    """What to say of a table of some format that pyarrow cannot read."""
    if "UTF8" in str(error):
        return InputError("holds-text-utf-8", source=name)
    why = "its end is missing" if "magic bytes" in str(error) else first_sentence(error)
    return InputError("damaged-table", source=name, what=what, why=why)


def first_sentence(error: Exception) -> str:
    """The first sentence of a foreign message, short enough to stand in ours."""
    text = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
    return text if len(text) <= 120 else text[:119] + "…"


def roles_of(schema: pa.Schema, wanted: Wanted, name: str) -> dict[str, str]:
    """The name of the column for each role; `answers.text` is a field of a column."""
    names = schema.names  # which may be no text in a damaged file
    if wanted.kind in ("run", "qrels") and any(map(is_nested, schema.types)):
        spread = columns_with_lists(schema, wanted)
        if spread is not None:
            return spread
    numeric = [at for at, each in enumerate(schema.types) if is_number_type(each)]
    inside = [f"{each.name}.{field.name}" for each in schema if pa.types.is_struct(each.type) for field in each.type]
    every = [*names, *inside] if wanted.kind not in ("run", "qrels") else names
    return {role: every[at] for role, at in choose_columns(every, wanted, name, numeric).items()}


def top_columns(schema: pa.Schema, roles: Mapping[str, str]) -> list[str]:
    """The columns that are needed, each once."""
    return list(dict.fromkeys(name if name in schema.names else name.split(".")[0] for name in roles.values()))


def _picked(table: pa.Table, name: str) -> pa.ChunkedArray:
    if name in table.column_names:
        return table.column(name)
    column, field = name.split(".", 1)
    return pa.chunked_array([pc.struct_field(chunk, field) for chunk in table.column(column).chunks])


def role_tables_of(
    tables: Iterable[pa.Table], roles: Mapping[str, str], name: str, kind: str, first: int = 0,
    broken: Callable[[Exception], InputError] | None = None,
) -> Iterator[RoleTable]:  # fmt: skip
    """The chosen columns of tables that follow each other."""
    row = first
    for table in tables:
        if not len(table):
            continue
        picked = pa.Table.from_arrays([_picked(table, column) for column in roles.values()], list(roles))
        if isinstance(roles, ListColumns):
            yield from (RoleTable(each, name, kind, ready=True) for each in roles.spread(picked, name, row))
        else:
            yield RoleTable(picked, name, kind, row, None, broken)
        row += len(table)
    if row == 0:
        raise no_rows(name)


def no_rows(name: str) -> InputError:
    """What to say of a table without rows."""
    return InputError("table-has-no-rows", source=name)


class TableInput(Input):
    """Role tables that can be read again and again; `lines` turns row numbers into line numbers."""

    described: dict[str, Any] | None = None  # what the signature says, where it is neither a file nor in memory

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
        if self.described is not None:
            return self.described
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

    def locations(self, rows: list[int]) -> list[Location]:
        """Where some rows are; of those that were spread out from lists, nobody knows the numbers."""
        return [Location()] * len(rows) if self.wanted.told["spread"] else super().locations(rows)


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
