"""Lines of plain text: one segment a line, or two fields, a query and its group."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.bytes.quote import shorten
from cranfield.io.read.input import Input
from cranfield.io.read.lines import RECORD_LIMIT, cut_lines, numbered_lines, too_long
from cranfield.io.read.roles import GROUPED, named_like

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.input import Wanted
    from cranfield.io.read.recognise import Recognised


__all__ = ["opened"]

_BLOCK = 1 << 20  # bytes, of which there are two more copies for a moment
_ROWS = 10_000


def opened(source: Source, found: Recognised, wanted: Wanted) -> Input:
    """The lines of a text, under the role `text`, or queries and their groups or relevant documents."""
    if wanted.kind == "qrels":
        from cranfield.io.read import judged_lines  # noqa: PLC0415 (texts do not need it)

        return judged_lines.opened(source, found, wanted)
    return (_Segments if found.name == "text" else _Pairs)(source.name, wanted, source)


class _Segments(Input):
    """Plain text with one segment a line."""

    has_lines = True

    def lists(self) -> Iterator[Mapping[str, list[Any]]]:
        """Only a line feed ends a segment: other characters that some tools break lines at belong to the text."""
        before, first = 0, ""
        for rows in cut_lines(self.source.blocks(_BLOCK, progress=self.wanted.progress), limit=RECORD_LIMIT):
            found = self._decoded(rows, before)
            first = first if before else "".join(found[:1])
            before += len(found)
            yield {"text": [row.removesuffix("\r") for row in found]}
        if before == 1 and "\r" in first.rstrip("\r") and not self.source.tail.endswith(b"\n"):
            raise InputError("ends-lines-carriage-returns-only", source=self.name)

    def lines(self, rows: list[int]) -> list[int | None]:
        return [row + 1 for row in rows]

    def _decoded(self, rows: list[bytes], before: int) -> list[str]:
        """One decoding of all rows is faster; they are decoded one by one only to find the fault."""
        wrong = next((at for at, row in enumerate(rows, before + 1) if len(row) > RECORD_LIMIT), None)
        if wrong is not None:
            raise too_long(self.name, wrong, RECORD_LIMIT)
        try:
            return b"\n".join(rows).decode().split("\n") if rows else []
        except UnicodeDecodeError:
            for number, row in enumerate(rows, before + 1):
                try:
                    row.decode()
                except UnicodeDecodeError:
                    shown = shorten(row.decode("utf-8", "replace"))
                    raise InputError("utf-8-shown", source=self.name, line=number, shown=shown) from None
            raise


class _Pairs(Input):
    """Lines of two fields, a query (or a document) and its group, with a tab, a comma or blanks between them."""

    has_lines = True

    def lists(self) -> Iterator[Mapping[str, list[Any]]]:
        pairs = (pair for _, pair in self._numbered())
        while some := list(islice(pairs, _ROWS)):
            yield {"query": [query for query, _ in some], "group": [group for _, group in some]}

    def lines(self, rows: list[int]) -> list[int | None]:
        numbers = [number for number, _ in self._numbered()]
        return [numbers[row] for row in rows]

    def _numbered(self) -> Iterator[tuple[int, tuple[str, str]]]:
        first = True
        for number, raw in numbered_lines(self.source):
            try:
                line = raw.decode()
            except UnicodeDecodeError:
                raise InputError("utf-8-groups", source=self.name, line=number) from None
            if line.lstrip().startswith("#"):
                continue
            separator = "\t" if "\t" in line else "," if "," in line else None
            fields = [field.strip() for field in line.split(separator, 1)]
            if len(fields) != 2 or not all(fields):
                what = GROUPED[self.wanted.kind]
                raise InputError(
                    "line-have-query-group", source=self.name, line=number, what=what, text=line.strip()[:40]
                )
            if not (first and named_like(fields[0], self.wanted.kind, "query")):  # which is a header
                yield number, (fields[0], fields[1])
            first = False
