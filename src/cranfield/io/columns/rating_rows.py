"""Rows of ratings as codes: who rated what how, without ratings that are missing; several columns of ratings as one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from cranfield.core.coded import Coded, joined, order_names, same_labels
from cranfield.errors import InputError
from cranfield.io.columns.answers import left_out, opened_once
from cranfield.io.columns.encode import encode, merged
from cranfield.io.columns.label_columns import as_column, read_columns
from cranfield.io.read.values import label_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

__all__ = ["Rows", "read_rows", "scaled"]


@dataclass(frozen=True)
class Rows:
    """One row for each rating that is there."""

    columns: Mapping[str, Coded]  # item, rater and value, and what else was named
    missing: int = 0  # rows without a rating
    labels: tuple[str, ...] = ()  # of the scale, where its values are words
    left_out: Mapping[str, int] = field(default_factory=dict)  # rows of an exported study that do not count, by reason

    def __len__(self) -> int:
        return len(self.columns["item"])

    def where(self, chosen: NDArray[Any]) -> Rows:
        """Some of the rows."""
        return replace(self, columns={role: each[chosen] for role, each in self.columns.items()})


def read_rows(
    data: Any, named: Mapping[str, Any], value: Any, *, absent: Sequence[Any] = (), input_format: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Rows, list[dict[str, Any]]]:  # fmt: skip
    """The ratings of a table, a file or lists; several columns of ratings are one dimension or one rater each."""
    apart = "dimension"
    kept: NDArray[np.bool_] | None = None
    why: dict[str, int] = {}
    if data is None:
        columns = {role: as_column(each, role) for role, each in {**named, "value": value}.items()}
        inputs: list[dict[str, Any]] = [{"name": "arrays"}]
        several = {"value": None}
    else:
        if value is None:  # a wide table: the columns of raters hold the ratings
            apart, value = "rater", named["rater"]
            named = {role: each for role, each in named.items() if role != "rater"}
        listed = list(value) if isinstance(value, list | tuple) else [value]
        several = {f"value {name}" if len(listed) > 1 or apart == "rater" else "value": name for name in listed}
        data = opened_once(data)
        columns, inputs = read_columns(
            data, {**named, **several}, kind="ratings", input_format=input_format, progress=progress
        )
        kept, why = left_out(data, input_format=input_format)
    size = len(columns["item"])
    for role, column in columns.items():
        if len(column) != size:
            raise InputError("ratings-of-other-length", role=role, count=len(column), expected=size)
    if kept is not None and why:
        columns = {role: _filtered(column, kept) for role, column in columns.items()}
    if not len(columns["item"]):
        raise InputError("no-ratings")
    others = {role: encode(columns[role], role) for role in named}
    if len(several) > 1 and apart in named:
        raise InputError("dimension-twice", names=list(several.values()))
    parts = [_of_column(columns[role], others, absent) for role in several]
    if len(several) > 1 or apart == "rater":
        names = [str(name) for name in several.values()]
        parts = [_of_one(part, apart, at, names) for at, part in enumerate(parts)]
    rows = reduce(_behind, parts)
    if not len(rows):
        raise InputError("no-ratings")
    return replace(rows, left_out=why), inputs


def _of_column(column: Any, others: Mapping[str, Coded], absent: Sequence[Any]) -> Rows:
    """The rows in which a column of ratings holds one."""
    there = _there(column)
    if not there.all():
        column = _filtered(column, there)
    value = encode(column, "value")
    kept = np.flatnonzero(there)
    without = {label_name(each) for each in absent}
    if without & {*value.names}:
        rated = ~np.isin(value.codes, [at for at, name in enumerate(value.names) if name in without])
        value, kept = value[rated].present(), kept[rated]
    columns = {role: each if len(kept) == len(each) else each[kept] for role, each in others.items()}
    return Rows({**columns, "value": value}, len(there) - len(kept))


def _of_one(rows: Rows, role: str, at: int, names: Sequence[str]) -> Rows:
    """Rows that are all of one dimension, or of one rater."""
    return replace(rows, columns={**rows.columns, role: Coded(np.full(len(rows), at, np.int32), names)})


def _there(column: Any) -> NDArray[np.bool_]:
    """Which rows hold a rating: no null, no nan and no empty text."""
    if isinstance(column, pa.Array | pa.ChunkedArray):
        missing = pc.is_null(column, nan_is_null=pa.types.is_floating(column.type))
        found = np.asarray(missing.to_numpy(zero_copy_only=False) if isinstance(missing, pa.Array) else missing)
        return ~found.astype(bool)
    if isinstance(column, np.ndarray) and column.dtype.kind == "f":
        return ~np.isnan(column)
    if isinstance(column, np.ndarray) and column.dtype.kind in "iub":
        return np.ones(len(column), bool)
    # nan is not itself
    return np.array([each is not None and each != "" and each == each for each in column], bool)  # noqa: PLR0124


def _filtered(column: Any, there: NDArray[np.bool_]) -> Any:
    if isinstance(column, pa.Array | pa.ChunkedArray):
        return column.filter(pa.array(there))
    if isinstance(column, np.ndarray):
        return column[there]
    return [each for each, kept in zip(column, there.tolist(), strict=True) if kept]


def _behind(one: Rows, other: Rows) -> Rows:
    columns = {role: joined(each, other.columns[role]) for role, each in one.columns.items()}
    return replace(one, columns=columns, missing=one.missing + other.missing)


def scaled(rows: Rows, scale: Sequence[Any] | None) -> Rows:
    """The same with 1.0 and 1 as one value, and with all values of the scale known, in its order."""
    value = rows.columns["value"]
    listed = None if scale is None else [label_name(each) for each in scale]
    if listed is not None and (not listed or None in listed or len({*listed}) < len(listed)):
        raise InputError("bad-scale", scale=[str(each) for each in scale or ()])
    names = [name for name in listed or () if name is not None]
    same = same_labels(value.names, names)
    value = merged(Coded(value.codes, [same.get(name, name) for name in value.names]))
    labels: tuple[str, ...] = ()
    if names:
        names = [same.get(name, name) for name in names]
        strange = next((name for name in value.names if name not in names), None)
        if strange is not None:
            count = int(value.is_label(strange).sum())
            raise InputError("value-beyond-scale", value=strange, count=count, names=names)
        if any(_number(name) is None for name in names):  # words stand for their places
            labels = tuple(names)
            value = value.renamed(names)
            value = Coded(value.codes, [str(at) for at in range(1, len(names) + 1)])
        else:
            value = value.renamed(order_names(names))
    else:
        value = value.renamed(order_names(list(value.names)))
    return replace(rows, columns={**rows.columns, "value": value}, labels=labels)


def _number(name: str) -> float | None:
    try:
        found = float(name)
    except ValueError:
        return None
    return found if np.isfinite(found) else None
