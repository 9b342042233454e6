"""Columns of lists in Parquet, Arrow and dataframes: their rows are read as the records of JSON are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.read.records import RankedRows
from cranfield.io.read.roles import given_columns, list_of, named_like

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cranfield.io.read.input import Wanted

__all__ = ["ListColumns", "columns_with_lists", "is_nested"]

_SLICE = 1000  # rows of lists that are made into records at a time
_ROWS = 100_000
_ROLES = ("query", "doc", "score", "grade", "rank")


class ListColumns(dict[str, str]):
    """The columns that records are made of, each under its own name."""

    def __init__(self, names: list[str], wanted: Wanted) -> None:
        super().__init__(zip(names, names, strict=True))
        self._wanted = wanted

    def spread(self, table: pa.Table, name: str, first: int) -> Iterator[pa.Table]:
        """Uniform tables with a row for each document."""
        rows = RankedRows(self._wanted)
        for start in range(0, len(table), _SLICE):
            for place, record in enumerate(table.slice(start, _SLICE).to_pylist(), first + start + 1):
                try:
                    rows.add(record)
                except InputError as error:
                    raise error.at(source=name, row=place) from None
            if len(rows) >= _ROWS:
                yield rows.table()
                rows.emptied()
        if len(rows):
            yield rows.table()


def columns_with_lists(schema: pa.Schema, wanted: Wanted) -> ListColumns | None:
    """What to read of a table whose rows hold lists of documents; None if another column has the document."""
    flat = [each.name for each in schema if not is_nested(each.type)]
    given = given_columns(wanted.columns, wanted.kind)
    if given.get("doc") in flat or ("doc" not in given and any(named_like(each, wanted.kind, "doc") for each in flat)):
        return None
    wanted.told["spread"] = 1
    named = {each.split(".")[0] for each in given.values()}
    return ListColumns([each.name for each in schema if each.name in named or _told(each, wanted.kind)], wanted)


def _told(column: pa.Field, kind: str) -> bool:
    """Whether the name or the type of a column says that it may be needed; others, such as vectors, are left out."""
    named = any(
        named_like(column.name, kind, role, several=True) for role in ("query", "doc", "score", "grade", "rank")
    )
    inner = getattr(column.type, "value_type", None)
    ids = inner is not None and not pa.types.is_floating(inner)
    return named or list_of(column.name) is not None or (is_nested(column.type) and ids)


def is_nested(kind: pa.DataType) -> bool:
    """Whether values are lists or have fields."""
    if pa.types.is_dictionary(kind):
        return False
    return bool(pa.types.is_nested(kind))
