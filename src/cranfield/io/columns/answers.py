"""Tables that a study exported: every answer ever given, of which only grades that stand are ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.bytes.source import Source
from cranfield.io.columns.label_columns import as_column, expand, read_columns
from cranfield.io.read.open import is_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["left_out", "opened_once"]

# what the columns of an export can hold; a table with other words in them is no export
_STATES = frozenset({"current", "late", "replaced", "undone"})
_KINDS = frozenset({"grade", "cannot", "skip", "decide"})
_WANTED = {"state": "state", "kind": "kind"}


def opened_once(data: Any) -> Any:
    """The same, so that it can be read again: standard input and pipes come only once."""
    if isinstance(data, pa.RecordBatchReader):
        return data.read_all()
    if isinstance(data, Mapping) or not (is_file(data) or isinstance(data, list | tuple)):
        return data
    return [Source(each, hashed="now") if is_file(each) and not isinstance(each, Source) else each
            for each in expand(data)]  # fmt: skip


def left_out(data: Any, *, input_format: str | None = None) -> tuple[NDArray[np.bool_] | None, dict[str, int]]:
    """Which rows of an exported study count, and how many do not, by reason; None where the table is no export."""
    columns = _columns(data, input_format)
    if columns is None:
        return None, {}
    state, kind = columns
    if not (_STATES.issuperset(state) and _KINDS.issuperset(kind)):
        return None, {}
    why = ["kept" if each == ("current", "grade") else _reason(*each) for each in zip(state, kind, strict=True)]
    counts = Counter(why)
    counts.pop("kept", None)
    return np.array([each == "kept" for each in why], bool), dict(counts)


def _reason(state: str, kind: str) -> str:
    if state != "current":
        return state
    return "decided" if kind == "decide" else "unjudged"


def _columns(data: Any, input_format: str | None) -> tuple[list[Any], list[Any]] | None:
    """The columns `state` and `kind` of a table that has both."""
    if isinstance(data, Mapping):
        if not _WANTED.keys() <= data.keys():
            return None
        columns = {name: as_column(data[name], name) for name in _WANTED}
    else:
        if not is_file(data) and not isinstance(data, list):
            names = getattr(data, "column_names", getattr(data, "columns", ()))
            if not {*_WANTED} <= {*map(str, names)}:
                return None
        columns = {}
        with suppress(InputError):  # no such column, or rows without one: no export
            columns, _ = read_columns(data, _WANTED, kind="ratings", input_format=input_format)
        if not columns:
            return None
    state, kind = (_listed(columns[name]) for name in _WANTED)
    return (state, kind) if all(isinstance(each, str) for each in (*state, *kind)) else None


def _listed(column: Any) -> list[Any]:
    if isinstance(column, pa.Array | pa.ChunkedArray):
        return list(column.to_pylist())
    return list(column.tolist() if isinstance(column, np.ndarray) else column)
