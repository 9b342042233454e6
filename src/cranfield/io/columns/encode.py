"""Labels and sessions of any kind as codes and names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from cranfield.core.coded import Coded, Numbers, order_names
from cranfield.errors import InputError
from cranfield.io.read.values import label_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["encode", "merged", "place_of"]

_DENSE = 4  # whole numbers that fill a quarter of their range need no hash table
_FEW = 1 << 16
_SIDES = 8  # labels of most data


def place_of(row: int, role: str, key: str, **fields: Any) -> InputError:
    """What is wrong with one row of data in memory."""
    return InputError(key, row=row + 1, role=role, **fields)


def encode(column: Any, role: str, *, ordered: bool = True) -> Coded:
    """Codes and names of a list, a numpy array or an Arrow array; `ordered` sorts the names."""
    coded = _from_arrow(column, role) if isinstance(column, pa.ChunkedArray | pa.Array) else _from_array(column, role)
    if not ordered:
        return coded
    return coded.renamed(order_names(list(coded.names)))


def _from_array(column: Any, role: str) -> Coded:
    array = column if isinstance(column, np.ndarray) else None
    if array is None:
        values = list(column)
        # numpy would turn a mixed list into text, so only lists of one kind go through it
        kinds = {type(value) for value in values}
        if kinds <= {int} or kinds <= {bool} or kinds <= {float}:
            array = np.asarray(values)
            array = array if array.dtype.kind in "ibf" else None
        if array is None:
            return _from_python(values, role)
    if array.ndim != 1:
        raise InputError("one-column-array-shape", role=role, shape=array.shape)
    if array.dtype.kind in "iu":
        return _from_integers(array)
    if array.dtype.kind == "b":
        return _present(array.astype(np.int32), ["False", "True"])
    if array.dtype.kind == "U":
        return _from_arrow(pa.array(array), role)
    if array.dtype.kind == "f":
        if np.isnan(array).any():
            raise place_of(int(np.flatnonzero(np.isnan(array))[0]), role, "label-nan")
        if len(array) and (np.floor(array) == array).all() and float(np.abs(array).max()) < 2**63:
            return _from_integers(array.astype(np.int64))
        return _from_values(pa.chunked_array([array.astype(np.float64)]), role)
    return _from_python(array.tolist(), role)


def _present(codes: NDArray[np.int32], names: list[str]) -> Coded:
    """Without names that no row has."""
    there = np.flatnonzero(np.bincount(codes, minlength=len(names)))
    if len(there) == len(names):
        return Coded(codes, names)
    table = np.zeros(len(names), np.int32)
    table[there] = np.arange(len(there))
    return Coded(table[codes], [names[at] for at in there])


def _from_integers(array: NDArray[Any]) -> Coded:
    if not len(array):
        return Coded(np.zeros(0, np.int32), [])
    low, high = int(array.min()), int(array.max())
    if high - low < max(_DENSE * len(array), _FEW) and high - low < 2**31 - 1:
        # small types would overflow, and the largest one does not fit int64
        wide = np.dtype(np.uint64 if array.dtype == np.uint64 else np.int64)
        codes = np.subtract(array, wide.type(low), dtype=wide).astype(np.int32) if low else array.astype(np.int32)
        if high - low < _SIDES:  # a few numbers are sooner looked for than counted
            there = np.array([at for at in range(high - low + 1) if (codes == at).any()], np.int64)
        else:
            there = np.flatnonzero(np.bincount(codes, minlength=high - low + 1))
        if len(there) <= high - low:
            table = np.zeros(high - low + 1, np.int32)
            table[there] = np.arange(len(there))
            codes = table[codes]
        return Coded(codes, Numbers(there.astype(wide) + wide.type(low)))
    found = pa.array(array).dictionary_encode()
    return Coded(found.indices.to_numpy(zero_copy_only=False), Numbers(found.dictionary.to_numpy(zero_copy_only=False)))


def _from_arrow(column: pa.ChunkedArray | pa.Array, role: str) -> Coded:
    if isinstance(column, pa.Array):
        column = pa.chunked_array([column])
    kind = column.type
    if column.null_count:
        raise place_of(pc.is_null(column).index(True).as_py(), role, "cell-missing")
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind) or pa.types.is_float32(kind) or kind == pa.float16():
        return _from_array(column.to_numpy(), role)
    if pa.types.is_float64(kind) and column.length() and pc.all(pc.equal(pc.floor(column), column)).as_py():
        return _from_array(column.to_numpy(), role)
    return _from_values(column, role)


def _from_values(column: pa.ChunkedArray, role: str) -> Coded:
    """Distinct values by their names."""
    if not pa.types.is_dictionary(column.type):
        try:
            column = column.dictionary_encode()
        except pa.ArrowNotImplementedError:  # lists, structs and the like
            raise InputError("wrong-kind-of-cell", role=role, kind=column.type) from None
    column = column.unify_dictionaries()
    codes = np.concatenate([chunk.indices.to_numpy(zero_copy_only=False) for chunk in column.chunks] or [np.zeros(0)])
    values = column.chunk(0).dictionary.to_pylist() if column.num_chunks else []
    text = pa.types.is_string(column.type.value_type) or pa.types.is_large_string(column.type.value_type)
    names = [value or None for value in values] if text else [label_name(value) for value in values]
    wrong = next((at for at, name in enumerate(names) if name is None), None)
    if wrong is not None and (codes == wrong).any():
        raise _no_label(int(np.flatnonzero(codes == wrong)[0]), role, values[wrong])
    return merged(_present(codes.astype(np.int32), [name or "" for name in names]))


def _no_label(row: int, role: str, value: Any) -> InputError:
    if value is None:
        return place_of(row, role, "cell-missing")
    if value in ("", b""):
        return place_of(row, role, "id-empty")
    if value != value:  # noqa: PLR0124 (nan is not itself)
        return place_of(row, role, "label-nan")
    return place_of(row, role, "wrong-kind-of-cell", kind=type(value).__name__)


def _from_python(values: list[Any], role: str) -> Coded:
    """Mixed columns, value by value."""
    place: dict[str, int] = {}
    codes = np.empty(len(values), np.int32)
    for row, value in enumerate(values):
        name = label_name(value)
        if name is None:
            raise _no_label(row, role, value)
        codes[row] = place.setdefault(name, len(place))
    return Coded(codes, list(place))


def merged(coded: Coded) -> Coded:
    """Values that have the same name, such as 1 and '1', are one label."""
    distinct = list(dict.fromkeys(coded.names))
    if len(distinct) == len(coded.names):
        return coded
    place = {name: code for code, name in enumerate(distinct)}
    table = np.asarray([place[name] for name in coded.names], np.int32)
    return Coded(table[coded.codes], distinct)
