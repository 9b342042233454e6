"""Rows of a table as they were read: they are checked and made uniform when they are needed, on any thread."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.ids.arrow_arrays import flat
from cranfield.io.read.cells import uniform
from cranfield.io.read.roles import choose_columns
from cranfield.io.read.table_rows import plain_rows, rows_of, safe_to_copy, sound, teller

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from cranfield.io.ids.rows import Rows
    from cranfield.io.read.input import Wanted

__all__ = ["BROKEN", "RoleTable", "damaged", "first_sentence", "no_rows", "role_tables_of", "roles_of", "validate"]

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
    in_memory: bool = False  # whether another library made it, which has no damaged views of texts
    ready: bool = False  # whether it is uniform already

    def __len__(self) -> int:
        return len(self.table)

    def slice(self, start: int, rows: int) -> RoleTable:
        """Some of the rows."""
        return replace(self, table=self.table.slice(start, rows), first=self.first + start)

    @classmethod
    def together(cls, tables: Sequence[RoleTable]) -> RoleTable:
        """Rows that follow each other in one input."""
        return tables[0] if len(tables) == 1 else replace(
            tables[0], table=pa.concat_tables([table.table for table in tables])
        )  # fmt: skip

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
            self._validate(self._plainly_whole)
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

    def _plainly_whole(self, values: pa.Array) -> bool:
        return sound(values) or (self.in_memory and values.type == pa.string_view())

    def uniform(self) -> pa.Table:
        """The rows as every reader gives them, or the first that cannot be."""
        if self.ready:
            return self.table
        if self.damaged is not None:
            self._validate(self._plainly_whole)
        return uniform(self.table, self.name, self.kind, self.first, self.where)


def validate(table: pa.Table) -> None:
    """Buffers must be as long as they should be; what offsets in them point at is checked later, on all cores."""
    table.validate(full=any(_nested(kind) for kind in table.schema.types))


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
    """The name of the column for each role."""
    names = schema.names  # which may be no text in a damaged file
    numeric = [at for at, each in enumerate(schema.types) if _is_number(each)]
    return {role: names[at] for role, at in choose_columns(names, wanted, name, numeric).items()}


def _is_number(kind: pa.DataType) -> bool:
    known = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal, pa.types.is_boolean)
    return any(check(kind) for check in known)


def role_tables_of(
    tables: Iterable[pa.Table], roles: Mapping[str, str], name: str, kind: str, first: int = 0,
    broken: Callable[[Exception], InputError] | None = None,
) -> Iterator[RoleTable]:  # fmt: skip
    """The chosen columns of tables that follow each other."""
    row = first
    for table in tables:
        if not len(table):
            continue
        picked = [table.column(column) for column in roles.values()]
        yield RoleTable(pa.Table.from_arrays(picked, list(roles)), name, kind, row, None, broken)
        row += len(table)
    if row == 0:
        raise no_rows(name)


def no_rows(name: str) -> InputError:
    """What to say of a table without rows."""
    return InputError("table-has-no-rows", source=name)
