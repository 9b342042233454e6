"""Tidy tables for programs: CSV and JSON with every digit."""

from __future__ import annotations

import math
from itertools import chain
from typing import TYPE_CHECKING, Any

from cranfield.core.tidy import facts_of
from cranfield.report.separated import separated_lines
from cranfield.report.structured import dumps

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pyarrow as pa

__all__ = ["render_table_csv", "render_table_json"]


def render_table_csv(table: pa.Table, *, spreadsheet: bool = False) -> str:
    """A header and the rows; what has no value is an empty cell."""
    rows = ([_cell(each) for each in row.values()] for row in table.to_pylist())
    return separated_lines(chain([table.column_names], rows), spreadsheet=spreadsheet)


def _cell(value: Any) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return value if isinstance(value, str) else repr(value)


def render_table_json(table: pa.Table, signature: Mapping[str, Any] | None = None) -> str:
    """What the table is about, its rows, and what is needed to make it again; JSON has neither nan nor infinity."""
    rows = [{name: _plain(value) for name, value in row.items()} for row in table.to_pylist()]
    whole = {"about": facts_of(table), "rows": rows, **({"signature": dict(signature)} if signature else {})}
    return dumps(whole, indent=2) + "\n"


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
