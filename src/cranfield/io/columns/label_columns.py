"""The columns of predictions, from memory or from files."""

from __future__ import annotations

import glob
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from cranfield.errors import InputError
from cranfield.io.columns.encode import encode, place_of
from cranfield.io.read.open import are_records, is_dataset, open_input
from cranfield.io.read.roles import holds_numbers
from cranfield.io.read.table_input import whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["as_column", "as_numbers", "expand", "read_columns"]

_CODED = pa.dictionary(pa.int32(), pa.string())
_TEXTS = {pa.string(), pa.large_string(), _CODED, pa.dictionary(pa.int32(), pa.large_string())}


def as_column(given: Any, role: str) -> Any:
    """A list, a numpy array or an Arrow array of whatever was given."""
    single = isinstance(given, np.ndarray) and not given.ndim
    if isinstance(given, pa.Array | pa.ChunkedArray):
        return whole(given, role)
    if isinstance(given, np.ndarray | list) and not single:
        return given
    if isinstance(given, str | bytes | Mapping) or not hasattr(given, "__len__") or single:
        raise InputError("list-array-column", role=role, given=str(given))
    if hasattr(given, "__arrow_c_stream__"):
        try:
            column = pa.chunked_array(given)
        except (pa.ArrowException, TypeError, ValueError):
            pass  # a dataframe of several columns, or a type that Arrow lacks: numpy may know more
        else:
            return whole(column, role)
    if hasattr(given, "__array__"):
        return np.asarray(given)
    return list(given)


def as_numbers(column: Any, role: str) -> NDArray[Any]:
    """Scores or weights as float32 or float64; nan is refused."""
    if isinstance(column, pa.Array | pa.ChunkedArray):
        if column.null_count:
            row = pc.is_null(column).index(True).as_py()
            raise place_of(row, role, "cell-missing")
        values = column.to_numpy() if isinstance(column, pa.ChunkedArray) else column.to_numpy(zero_copy_only=False)
    else:
        try:
            values = np.asarray(column)
        except ValueError:
            raise _uneven(column, role) from None
    if values.dtype.kind in "cmM":
        kind = "complex numbers" if values.dtype.kind == "c" else "times"
        raise InputError("numbers-not-kind", role=role, kind=kind)
    if values.dtype.kind not in "fiub" or values.dtype == np.float16:
        try:
            values = values.astype(np.float64)
        except (TypeError, ValueError, OverflowError):
            raise _not_a_number(values, role) from None
    elif values.dtype not in (np.float32, np.float64):
        exact, values = values, values.astype(np.float64)
        _check_order(exact, values, role)
    if values.ndim not in (1, 2):
        raise InputError("have-one-row-each-example", role=role, shape=values.shape)
    if values.size and np.isnan(values.min()):  # min hands nan on
        row = int(np.flatnonzero(np.isnan(values).reshape(len(values), -1).any(axis=1))[0])
        raise place_of(row, role, "number-nan")
    return values


def _check_order(exact: NDArray[Any], values: NDArray[np.float64], role: str) -> None:
    """Refuse whole numbers that become equal as float64: their order would be lost without a word."""
    if exact.dtype.kind not in "iu" or not exact.size or np.abs(values).max() <= 2**53:
        return
    columns = exact.reshape(len(exact), -1)
    for at in range(columns.shape[1]):
        order = np.argsort(columns[:, at], kind="stable")
        ranked, rounded = columns[order, at], values.reshape(columns.shape)[order, at]
        lost = np.flatnonzero((ranked[1:] != ranked[:-1]) & (rounded[1:] == rounded[:-1]))
        if len(lost):
            one, other = ranked[lost[0]], ranked[lost[0] + 1]
            key = "weight-lost" if role == "weight" else "order-lost"
            raise place_of(int(order[lost[0] + 1]), role, key, other=other, one=one)


def _uneven(column: Any, role: str) -> InputError:
    """Rows of different lengths."""
    sizes = [len(row) if hasattr(row, "__len__") and not isinstance(row, str) else 0 for row in column]
    row = next((at for at, size in enumerate(sizes) if size != sizes[0]), None)
    if row is None:
        return InputError("numbers-needed", role=role)
    return place_of(row, role, "uneven-rows", sizes=sizes[row], sizes2=sizes[0])


def _not_a_number(values: NDArray[Any], role: str) -> InputError:
    for row, value in enumerate(values.ravel().tolist()):
        try:
            float(value)
        except (TypeError, ValueError, OverflowError):
            return place_of(row, role, "number-of-value", value=str(value))
    return InputError("numbers-needed", role=role)


def read_columns(
    data: Any, wanted: Mapping[str, Any], *, kind: str = "labels", input_format: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[dict[str, Any], list[dict[str, Any]]]:  # fmt: skip
    """The wanted columns of a table, of a dict of columns, or of one or more files."""
    wrong = next((role for role, name in wanted.items() if not isinstance(name, str)), None)
    if wrong is not None:
        raise InputError("name-column-when-table-given", wrong=wrong, wanted=wanted[wrong])
    twice = next((role for role, name in wanted.items() if list(wanted.values()).count(name) > 1), None)
    if twice is not None:
        both = [role for role, name in wanted.items() if name == wanted[twice]]
        raise InputError("column-twice", wanted=wanted[twice], join=" and the ".join(both))
    if isinstance(data, Mapping) and not is_dataset(data):
        for role, name in wanted.items():
            if name not in data:
                raise InputError("no-column-for-role", name=name, role=role, join=", ".join(map(str, data)))
        return {role: as_column(data[name], role) for role, name in wanted.items()}, [{"name": "dict"}]
    sources = [open_input(each, kind, input_format=input_format, columns=wanted, progress=progress)
               for each in expand(data)]  # fmt: skip
    tables = [table for source in sources for table in source.tables()]
    if not tables:
        raise InputError("file-has-no-rows", source=sources[0].name)
    return {role: _joined([table[role] for table in tables], role) for role in wanted}, [
        source.describe() for source in sources
    ]


def _joined(columns: list[pa.ChunkedArray], role: str) -> pa.ChunkedArray:
    """Pieces behind each other; files that disagree about the type of labels agree about their names."""
    kinds = {column.type for column in columns}
    if len(kinds) > 1:
        if holds_numbers(role):
            whole = all(pa.types.is_signed_integer(kind) for kind in kinds)
            columns = [column.cast(pa.int64() if whole else pa.float64(), safe=False) for column in columns]
        elif kinds <= _TEXTS:  # pieces of a file, some of which are held as dictionaries
            columns = [each if pa.types.is_dictionary(each.type) else each.dictionary_encode() for each in columns]
            columns = [each.cast(_CODED) for each in columns]
        elif any(column.null_count for column in columns):  # of ratings, which may be missing
            return pa.chunked_array([chunk for each in columns for chunk in each.cast(pa.string()).chunks])
        else:
            coded = [encode(column, role) for column in columns]
            columns = [pa.chunked_array([pa.array(list(each.names)).take(pa.array(each.codes))]) for each in coded]
    return pa.chunked_array([chunk for column in columns for chunk in column.chunks], columns[0].type)


def expand(data: Any) -> list[Any]:
    """One input, or the files of a list or a pattern in order of name."""
    if isinstance(data, list | tuple):
        if not data:
            raise InputError("list-files-empty")
        if are_records(data):
            return [data]
        return [file for each in data for file in expand(each)]
    if isinstance(data, str | os.PathLike):
        path = os.fspath(data)
        if any(mark in path for mark in "*?[") and not Path(path).exists():
            files = sorted(glob.glob(path, recursive=True))  # noqa: PTH207 (pathlib knows no absolute patterns)
            if not files:
                raise InputError("no-file-matches-pattern", source=path)
            return files
    return [data]
