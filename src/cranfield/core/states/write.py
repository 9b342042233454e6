"""States as Arrow tables: columns for the data, and who made it under which decisions beside the schema."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.coded import Coded, Numbers, Scores
from cranfield.errors import MeasureError
from cranfield.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pyarrow as pa

    from cranfield.core.states.kept import Kept
    from cranfield.core.states.keyed import Keyed
    from cranfield.core.states.listed import Listed
    from cranfield.core.states.ranges import Ranges
    from cranfield.core.states.sums import Sums
    from cranfield.core.states.totals import Totals

__all__ = ["KEY", "write_kept", "write_keyed", "write_listed", "write_ranges", "write_sums", "write_totals"]

KEY = b"cranfield.state"
_FEW = 1 << 16  # so many names are written beside the schema, because Parquet may forget those that no row has


def write_sums(state: Sums) -> pa.Table:
    """A row for each unit."""
    import pyarrow as pa  # noqa: PLC0415 (most evaluations never write a state)

    columns: dict[str, Any] = {
        "unit": _names(state.units), "sums": _lists(state.rows), "undefined": pa.array(state.undefined)
    }  # fmt: skip
    told: dict[str, Any] = {"pool": state.pool, "sessions": state.sessions}
    _add_groups(state.groups, columns, told)
    return _write("sums", state, columns, told)


def write_listed(state: Listed) -> pa.Table:
    """A row for each unit."""
    import pyarrow as pa  # noqa: PLC0415

    columns: dict[str, Any] = {
        "unit": _names(state.units), "numbers": _lists(state.rows), "undefined": pa.array(state.undefined)
    }  # fmt: skip
    told: dict[str, Any] = {"grouped": state.grouped}
    _add_groups(state.groups, columns, told)
    return _write("listed", state, columns, told)


def write_keyed(state: Keyed) -> pa.Table:
    """A row for each entry, or for each named unit with lists of its entries."""
    import pyarrow as pa  # noqa: PLC0415

    columns: dict[str, Any] = {f"key {name}": _coded(column) for name, column in state.columns.items()}
    columns |= {f"number {at}": pa.array(each) for at, each in enumerate(state.numbers) if each is not None}
    told: dict[str, Any] = {"columns": {name: _known(column) for name, column in state.columns.items()}}
    told |= {"numbers": len(state.numbers), "per": state.per, "grouped": state.grouped, "drawable": state.drawable}
    if state.groups is not None:
        told["groups"] = _known(state.groups)
        columns["group"] = _coded(state.groups[np.repeat(np.arange(len(state.groups)), state.per)])
    if state.named is not None:
        order = pa.array(np.argsort(state.named.owner, kind="stable"))
        sizes = np.bincount(state.named.owner, minlength=len(state.named.units))
        ends = pa.array(np.concatenate(([0], np.cumsum(sizes))))
        columns = {name: pa.LargeListArray.from_arrays(ends, each.take(order)) for name, each in columns.items()}
        columns["unit"], columns["sums"] = _names(state.named.units), _lists(state.named.rows)
        columns["undefined"] = pa.array(state.named.undefined)
        _add_groups(state.named.groups, columns, told)
    return _write("keyed", state, columns, told)


def _add_groups(groups: Coded | None, columns: dict[str, Any], told: dict[str, Any]) -> None:
    """The group of each row, if there are groups."""
    if groups is not None:
        told["groups"] = _known(groups)
        columns["group"] = _coded(groups)


def write_kept(state: Kept) -> pa.Table:
    """A row for each example."""
    import pyarrow as pa  # noqa: PLC0415

    columns: dict[str, Any] = {}
    told: dict[str, Any] = {"labels": {}, "scores": {}, "grouped": state.grouped}
    for name, column in state.columns.items():
        if isinstance(column, Scores):
            told["scores"][name] = list(column.names)
            columns[name] = _lists(column.values)
        elif isinstance(column, Coded):
            told["labels"][name] = _known(column)
            columns[name] = _coded(column)
        else:
            columns[name] = pa.array(column)
    _add_groups(state.groups, columns, told)
    return _write("kept", state, columns, told)


def write_totals(state: Totals) -> pa.Table:
    """The few rows, and beside the schema what is known of the units."""
    told = {"size": state.size, "lacking": state.lacking, "examples": list(state.examples)}
    columns = {"sums": _lists(state.rows)}
    return _write("totals", state, columns, {**told, "pool": state.pool, "sessions": state.sessions})


def write_ranges(state: Ranges) -> pa.Table:
    """A row for each range; whole numbers as text, because they have no limit."""
    import pyarrow as pa  # noqa: PLC0415

    columns: dict[str, Any] = {
        name: pa.array([getattr(each, name) for each in state.ranges], pa.float64()) for name in ("low", "high")
    }
    whole = ("twice", "positives", "negatives")
    columns |= {name: pa.array([str(getattr(each, name)) for each in state.ranges], pa.string()) for name in whole}
    columns["area"] = pa.array([each.area for each in state.ranges], pa.list_(pa.float64()))
    above = [None if each.above is None else list(map(str, each.above)) for each in state.ranges]
    columns["above"] = pa.array(above, pa.list_(pa.string()))
    return _write("ranges", state, columns, {})


def _write(kind: str, state: Any, columns: Mapping[str, Any], told: Mapping[str, Any]) -> pa.Table:
    """The columns with the kind of state, the measure with all parameters and the policy beside the schema."""
    import pyarrow as pa  # noqa: PLC0415

    whole = {
        "kind": kind,
        "cranfield": __version__,
        "family": state.measure.family,
        "measure": state.measure.as_dict(),
        "profile": state.policy.profile,
        "policy": state.policy.as_dict(),
        **told,
    }
    try:
        text = json.dumps(whole, ensure_ascii=False, allow_nan=False)
    except TypeError:
        raise MeasureError("state-with-function", measure=str(state.measure)) from None
    return pa.table(dict(columns)).replace_schema_metadata({KEY: text.encode()})


def _names(names: Sequence[str]) -> pa.Array:
    import pyarrow as pa  # noqa: PLC0415

    return pa.array(list(names), pa.large_string())


def _lists(rows: Any) -> pa.Array:
    """A list of equal length for each row."""
    import pyarrow as pa  # noqa: PLC0415

    return pa.FixedSizeListArray.from_arrays(pa.array(np.ascontiguousarray(rows).ravel()), rows.shape[1])


def _known(column: Coded) -> list[str] | int | None:
    """What is written beside the schema of the names: all if they are few, how many if they count from 0."""
    if isinstance(column.names, Numbers) and isinstance(column.names.values, range):
        return len(column.names)
    return list(column.names) if len(column.names) <= _FEW else None


def _coded(column: Coded) -> pa.Array:
    """Labels with their names; names that only count are left out."""
    import pyarrow as pa  # noqa: PLC0415

    if isinstance(_known(column), int):
        return pa.array(column.codes)
    return pa.DictionaryArray.from_arrays(pa.array(column.codes.astype(np.int32, copy=False)), _names(column.names))
