"""Plain text with one segment a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.bytes.quote import shorten
from cranfield.io.bytes.source import BOM
from cranfield.io.read.input import Input

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.input import Wanted
    from cranfield.io.read.recognise import Recognised

__all__ = ["opened"]


def opened(source: Source, found: Recognised, wanted: Wanted) -> Input:
    """The lines of a text, under the role `text`."""
    _ = found
    return _Segments(source.name, wanted, source)


class _Segments(Input):
    has_lines = True

    def lists(self) -> Iterator[Mapping[str, list[Any]]]:
        yield {"text": self._segments()}

    def lines(self, rows: list[int]) -> list[int | None]:
        return [row + 1 for row in rows]

    def _segments(self) -> list[str]:
        """Only a line feed ends a segment: other characters that some tools break lines at belong to the text."""
        raw = b"".join(self.source.blocks(progress=self.wanted.progress)).removeprefix(BOM)
        if b"\n" not in raw and b"\r" in raw.rstrip(b"\r"):
            raise InputError("ends-lines-carriage-returns-only", source=self.name)
        rows = raw.split(b"\n")
        if not rows[-1]:
            rows.pop()
        try:
            # one decoding of the whole is faster; rows are decoded one by one only to find the fault
            return [row.removesuffix("\r") for row in raw.decode().split("\n")[: len(rows)]]
        except UnicodeDecodeError:
            for number, row in enumerate(rows, 1):
                try:
                    row.decode()
                except UnicodeDecodeError:
                    shown = shorten(row.decode("utf-8", "replace"))
                    raise InputError("utf-8-shown", source=self.name, line=number, shown=shown) from None
            raise
