"""States that were written down, read again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import door
from cranfield.core.coded import Coded, Numbers, Scores
from cranfield.core.policy import Policy
from cranfield.core.registry import registry
from cranfield.core.states.kept import Kept
from cranfield.core.states.keyed import Keyed
from cranfield.core.states.listed import Listed
from cranfield.core.states.named import Named
from cranfield.core.states.ranges import Range, Ranges
from cranfield.core.states.sums import Sums
from cranfield.core.states.totals import Totals
from cranfield.core.states.write import KEY
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.states.state import State

__all__ = ["from_arrow"]


@door()
def from_arrow(table: Any) -> State:
    """The state that `to_arrow` wrote, from a table, a record batch or anything else with the Arrow interface."""
    import pyarrow as pa  # noqa: PLC0415 (most evaluations never read a state)

    try:
        found = table if isinstance(table, pa.Table) else pa.table(table)
        found.validate(full=True)
    except Exception as error:
        raise InputError("no-state") from error
    text = (found.schema.metadata or {}).get(KEY)
    if text is None:
        raise InputError("no-state")
    told = json.loads(text)
    kinds, name = registry(told["family"]), told["measure"].pop("name")
    if name not in kinds:
        raise InputError("state-of-unknown", name=name, family=told["family"])
    usual = Policy.named(told["profile"]).as_dict()
    changed = {each: value for each, value in told["policy"].items() if value != usual.get(each)}
    readers = {
        "sums": _sums, "listed": _listed, "keyed": _keyed, "kept": _kept, "totals": _totals, "ranges": _ranges
    }  # fmt: skip
    read = readers[told["kind"]]
    measure = kinds[name](**{each: _tuple(value) for each, value in told["measure"].items()})
    return read(measure, Policy.named(told["profile"], **changed), found, told)


def _tuple(value: Any) -> Any:
    """A parameter as a measure holds it: JSON has lists for its tuples."""
    return tuple(_tuple(each) for each in value) if isinstance(value, list) else value


def _sums(measure: Measure, policy: Policy, table: pa.Table, told: Mapping[str, Any]) -> State:
    undefined = table["undefined"].to_numpy().astype(bool)
    units, rows = table["unit"].to_pylist(), _rows(table["sums"])
    return Sums(measure, policy, units, rows, undefined, told["pool"], told["sessions"], _groups(table, told))


def _listed(measure: Measure, policy: Policy, table: pa.Table, told: Mapping[str, Any]) -> State:
    undefined = table["undefined"].to_numpy().astype(bool)
    units, rows = table["unit"].to_pylist(), _rows(table["numbers"])
    return Listed(measure, policy, units, rows, undefined, _groups(table, told), told["grouped"])


def _keyed(measure: Measure, policy: Policy, table: pa.Table, told: Mapping[str, Any]) -> State:
    named = None
    if "unit" in table.column_names:
        lists = table[f"key {next(iter(told['columns']))}"]
        sizes = [chunk.value_lengths().to_numpy() for chunk in lists.chunks]
        owner = np.repeat(np.arange(len(table)), np.concatenate(sizes) if sizes else np.zeros(0, np.int64))
        undefined = table["undefined"].to_numpy().astype(bool)
        named = Named(table["unit"].to_pylist(), owner, _rows(table["sums"]), undefined, _groups(table, told))
    columns = {name: _coded(_flat(table[f"key {name}"]), names) for name, names in told["columns"].items()}
    written = [f"number {at}" for at in range(told["numbers"])]
    numbers = tuple(_flat(table[each]).to_numpy() if each in table.column_names else None for each in written)
    groups = _groups(table, told) if named is None else None
    if groups is not None:
        groups = groups[np.arange(0, len(groups), told["per"])]
    return Keyed(measure, policy, columns, numbers, told["per"], named, groups, told["grouped"], told["drawable"])


def _kept(measure: Measure, policy: Policy, table: pa.Table, told: Mapping[str, Any]) -> State:
    columns: dict[str, Any] = {}
    for name in table.column_names:
        if name in told["labels"]:
            columns[name] = _coded(table[name], told["labels"][name])
        elif name in told["scores"]:
            columns[name] = Scores(_rows(table[name]), told["scores"][name])
        elif name != "group":
            columns[name] = table[name].to_numpy()
    return Kept(measure, policy, columns, _groups(table, told), told["grouped"])


def _groups(table: pa.Table, told: Mapping[str, Any]) -> Coded | None:
    return _coded(table["group"], told["groups"]) if "groups" in told else None


def _rows(lists: pa.ChunkedArray) -> NDArray[Any]:
    """The rows of a column of lists of equal length."""
    flat = _flat(lists)
    return np.asarray(flat.to_numpy()).reshape(-1, lists.type.list_size)


def _flat(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """What the lists of a column hold, one behind the other; a column without lists as it is."""
    import pyarrow as pa  # noqa: PLC0415

    if not hasattr(column.type, "value_field"):
        return column
    return pa.chunked_array([chunk.flatten() for chunk in column.chunks], column.type.value_type)


def _coded(column: pa.ChunkedArray, names: list[str] | int | None) -> Coded:
    if isinstance(names, int):
        return Coded(column.to_numpy(), Numbers(range(names)))
    chunks = column.unify_dictionaries().chunks
    codes = [chunk.indices.to_numpy(zero_copy_only=False) for chunk in chunks]
    found = Coded(
        np.concatenate(codes) if codes else np.zeros(0, np.int32), chunks[0].dictionary.to_pylist() if chunks else []
    )
    return found if names is None else found.renamed(names)


def _totals(measure: Measure, policy: Policy, table: pa.Table, told: Mapping[str, Any]) -> State:
    examples = tuple(told["examples"])
    return Totals(
        measure, policy, _rows(table["sums"]), told["size"], told["lacking"], examples, told["pool"], told["sessions"]
    )


def _ranges(measure: Measure, policy: Policy, table: pa.Table, told: Mapping[str, Any]) -> State:
    _ = told
    found = [
        Range(
            row["low"], row["high"], int(row["twice"]), int(row["positives"]), int(row["negatives"]),
            tuple(row["area"]), None if row["above"] is None else (int(row["above"][0]), int(row["above"][1])),
        )
        for row in table.to_pylist()
    ]  # fmt: skip
    return Ranges(measure, policy, tuple(found))
