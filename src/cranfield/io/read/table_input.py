"""An input that comes as tables: in a file, in memory, or made of a dict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.io.bytes.threads import in_order
from cranfield.io.read.input import Input
from cranfield.io.read.role_table import RoleTable
from cranfield.io.read.table_pieces import table_pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import pyarrow as pa

    from cranfield.io.read.input import Piece

__all__ = ["TableInput"]


class TableInput(Input):
    """Role tables that can be read again and again; `lines` turns row numbers into line numbers."""

    def __init__(
        self, name: str, role_tables: Callable[[], Iterable[RoleTable]], describe: Callable[[], dict[str, Any]],
        lines: Callable[[list[int]], list[int | None]] | None = None, *, numbered: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(name)
        self._role_tables, self._describe, self._lines = role_tables, describe, lines
        self.has_lines, self.numbered = lines is not None, numbered

    @classmethod
    def of_uniform(
        cls, name: str, kind: str, tables: Callable[[], Iterable[pa.Table]], describe: Callable[[], dict[str, Any]],
        lines: Callable[[list[int]], list[int | None]] | None = None,
    ) -> TableInput:  # fmt: skip
        """Of tables that are uniform already, and whose rows have no numbers that people know."""

        def role_tables() -> Iterator[RoleTable]:
            return (RoleTable(table, name, kind, ready=True) for table in tables())

        return cls(name, role_tables, describe, lines, numbered=False)

    def describe(self) -> dict[str, Any]:
        """What the signature says of it."""
        return self._describe()

    def pieces(self) -> Iterator[Piece]:
        """All rows, with the rows of a query that stand together in one piece."""
        return table_pieces(self._role_tables())

    def tables(self) -> Iterator[pa.Table]:
        """All rows, uniform."""
        return in_order(lambda table: table.uniform(), self._role_tables())

    def lines(self, rows: list[int]) -> list[int | None]:
        """The lines of some rows, where the format has lines."""
        return super().lines(rows) if self._lines is None else self._lines(rows)
