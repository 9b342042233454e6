"""Lines of two fields, a query and its group, with a tab, a comma or blanks between them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.read.input import Input
from cranfield.io.read.lines import numbered_lines
from cranfield.io.read.roles import named_like

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.input import Wanted
    from cranfield.io.read.recognise import Recognised

__all__ = ["opened"]

_ROWS = 10_000


def opened(source: Source, found: Recognised, wanted: Wanted) -> Input:
    """Queries and their groups."""
    _ = found
    return _Pairs(source.name, wanted, source)


class _Pairs(Input):
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
                raise InputError("line-have-query-group", source=self.name, line=number, text=line.strip()[:40])
            if not (first and named_like(fields[0], "groups", "query")):  # which is a header
                yield number, (fields[0], fields[1])
            first = False
