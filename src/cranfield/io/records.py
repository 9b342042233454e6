"""Labels from one JSON object a line."""

from __future__ import annotations

import json
from numbers import Real
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.columns import choose_columns, shorten
from cranfield.io.encode import label_name
from cranfield.io.lines import BOM, cut_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cranfield.io.source import Source

__all__ = ["read_records"]

_ROWS = 100_000


def read_records(source: Source, columns: Mapping[str, str]) -> Iterator[pa.Table]:
    """Tables with a column for each role; every line must have the keys."""
    rows: dict[str, list[Any]] = {role: [] for role in columns}
    number = 0
    for lines in cut_lines(source.blocks(), limit=None):
        for line in lines:
            number += 1
            text = line.removeprefix(BOM) if number == 1 else line
            if not text.strip():
                continue
            try:
                _add(rows, _record(text), columns)
            except InputError as error:
                raise InputError(error.what, source=source.name, line=number) from None
            if len(rows["truth"]) >= _ROWS:
                yield _table(rows)
                rows = {role: [] for role in columns}
    if rows["truth"]:
        yield _table(rows)


def _table(rows: dict[str, list[Any]]) -> pa.Table:
    types = {role: pa.float64() if _is_number(role) else pa.string() for role in rows}
    return pa.table({role: pa.array(values, types[role]) for role, values in rows.items()})


def _is_number(role: str) -> bool:
    return role.startswith("score") or role == "weight"


def _record(text: bytes) -> dict[str, Any]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        shown = shorten(text[:200].decode("utf-8", "replace").strip())
        raise InputError(f"must be a JSON object, not {shown}; mend or remove the line")
    return record


def _add(rows: dict[str, list[Any]], record: dict[str, Any], columns: Mapping[str, str]) -> None:
    for role, name in columns.items():
        if name not in record:
            choose_columns(list(record), "labels", "", {role: name})
    for role, name in columns.items():
        value = record[name]
        if value is None:
            raise InputError(f"the {role} is missing (null); fill it in or drop the row")
        if _is_number(role):
            if not isinstance(value, Real) or isinstance(value, complex):
                raise InputError(f"the {role} must be a number, not {shorten(str(value))}; mend or remove the line")
            rows[role].append(float(value))
            continue
        label = label_name(value)
        if label is None:
            raise InputError(f"the {role} must be text, a whole number or true or false, not {shorten(str(value))}")
        rows[role].append(label)
