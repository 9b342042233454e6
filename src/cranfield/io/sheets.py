"""Rows of a table as they were read: they are checked and made uniform when they are needed, on any thread."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pyarrow as pa

from cranfield.io.arrow import block_of, flat, plain_block, safe_to_copy, sound, teller
from cranfield.io.cells import uniform

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cranfield.errors import InputError
    from cranfield.io.block import Block

__all__ = ["BROKEN", "Sheet"]

BROKEN = (pa.ArrowException, OSError, UnicodeDecodeError)  # what pyarrow raises for a damaged file


@dataclass(frozen=True)
class Sheet:
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

    def slice(self, start: int, rows: int) -> Sheet:
        """Some of the rows."""
        return replace(self, table=self.table.slice(start, rows), first=self.first + start)

    @classmethod
    def together(cls, sheets: Sequence[Sheet]) -> Sheet:
        """Rows that follow each other in one input."""
        return sheets[0] if len(sheets) == 1 else replace(
            sheets[0], table=pa.concat_tables([sheet.table for sheet in sheets])
        )  # fmt: skip

    def query_teller(self) -> Callable[[int], object]:
        """What tells the query of a row."""
        return teller(self.table["query"])

    def block(self) -> Block:
        """The rows over the same memory where they are plainly as they should be, as nearly all are."""
        value = "value" if self.ready else "score" if self.kind == "run" else "grade"
        table, trusted = self._in_one_chunk(), self.damaged is None
        found = plain_block(table, value, trusted=trusted, views=self.in_memory)
        if found is not None:
            return found
        if not trusted:
            self._validate(self._plainly_whole)
            found = plain_block(table, value, trusted=True, views=True)
        return block_of(replace(self, damaged=None).uniform()) if found is None else found

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
