"""Labels from one JSON object a line."""

from __future__ import annotations

import json
import math
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.bytes.quote import shorten
from cranfield.io.bytes.source import BOM
from cranfield.io.columns.encode import label_name
from cranfield.io.read.lines import cut_lines
from cranfield.io.read.roles import choose_columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cranfield.io.bytes.source import Source

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
    return pa.table({role: _column(values) if _is_number(role) else pa.array(values) for role, values in rows.items()})


def _column(values: list[float]) -> pa.Array:
    """Numbers as float64; large whole ones as they are, because float64 would lose their order without a word."""
    if all(isinstance(value, int) for value in values) and max(map(abs, values)) > 2**53:
        with suppress(OverflowError):
            return pa.array(values, pa.int64())
    return pa.array([float(value) for value in values], pa.float64())


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


def _number(value: Any, role: str) -> float:
    if isinstance(value, int | float):
        with suppress(OverflowError):  # whole numbers in JSON have no limit
            number = float(value)
            return number if isinstance(value, bool | float) else value
    raise InputError(f"the {role} must be a number, not {shorten(str(value))}; mend or remove the line")


def _add(rows: dict[str, list[Any]], record: dict[str, Any], columns: Mapping[str, str]) -> None:
    for role, name in columns.items():
        if name not in record:
            choose_columns(list(record), "labels", "", {role: name})
    for role, name in columns.items():
        value = record[name]
        if value is None:
            raise InputError(f"the {role} is missing (null); fill it in or drop the row")
        if _is_number(role):
            number = _number(value, role)
            if role == "weight" and not 0 <= number < math.inf:
                raise InputError(f"the weight must be a number of at least 0, not {number:g}; mend the row")
            rows[role].append(number)
            continue
        label = label_name(value)
        if label is None:
            raise InputError(f"the {role} must be text, a whole number or true or false, not {shorten(str(value))}")
        rows[role].append(label)
