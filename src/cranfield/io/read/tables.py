"""Any file that holds a table, as role tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.io.read.arrow import read_arrow
from cranfield.io.read.delimited import read_delimited
from cranfield.io.read.parquet import read_parquet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.recognise import Format
    from cranfield.io.read.role_table import RoleTable

__all__ = ["read_table"]


def read_table(
    source: Source, form: Format, kind: str, columns: Mapping[str, str] | None = None
) -> Iterator[RoleTable]:
    """Role tables from CSV, TSV, Parquet or Arrow."""
    if form.name == "parquet":
        return read_parquet(source, kind, columns)
    return read_arrow(source, kind, columns) if form.name == "arrow" else read_delimited(source, kind, form, columns)
