"""Where something is in an input, in the words of its user."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cranfield.errors import InputError

__all__ = ["Location"]


@dataclass(frozen=True)
class Location:
    """Where something is in an input: on a line of a text, in a row of a table, or somewhere."""

    line: int | None = None
    row: int | None = None

    def error(self, key: str, source: str, kind: type[InputError] = InputError, **fields: Any) -> InputError:
        """What is wrong here."""
        return kind(key, source=source, line=self.line, row=self.row, **fields)

    @property
    def short(self) -> str:
        """The line or the row."""
        return "" if self == Location() else f"line {self.line}" if self.row is None else f"row {self.row}"

    def __str__(self) -> str:
        return "" if self == Location() else f"on {self.short}" if self.row is None else f"in {self.short}"
