"""What a part sends home: states and what is known of the part, as rows that any engine can carry."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from cranfield.core.states.drawn_pairs import read_drawn
from cranfield.core.states.read import from_arrow
from cranfield.core.states.small import merge
from cranfield.errors import CranfieldError, InputError
from cranfield.version import __version__
from cranfield.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results
    from cranfield.core.states.drawn import Drawn
    from cranfield.core.states.drawn_pairs import DrawnPairs
    from cranfield.core.states.state import State

__all__ = [
    "WIRE",
    "Arrived",
    "Entry",
    "abouts",
    "as_sent",
    "checked",
    "folded",
    "ipc_bytes",
    "is_empty",
    "nothing",
    "pack",
    "unit_values",
    "unpack",
    "wired",
]

# measure is the place in the plan, or negative for what is known of the part and for draws; rows are those that the
# state is made of
WIRE = pa.schema([("measure", pa.int32()), ("by", pa.string()), ("rows", pa.int64()), ("state", pa.binary())])
_ABOUT = -1
_DRAWN = -1000  # and below: the draws of the measure in this place


@dataclass(frozen=True)
class Entry:
    """The state of one measure, of all rows of a part or of those with one value of the column `by`."""

    measure: int
    by: str | None
    rows: int
    state: State


@dataclass
class Arrived:
    """All that came home: states by measure and value of `by`, their rows, and what is known of each part."""

    states: dict[tuple[int, str | None], list[State]] = field(default_factory=dict)
    rows: dict[tuple[int, str | None], int] = field(default_factory=dict)
    about: list[dict[str, Any]] = field(default_factory=list)
    drawn: dict[int, list[Any]] = field(default_factory=dict)  # by measure

    def with_draws(self, results: Results) -> Results:
        """Results that know the draws of their units."""
        if not self.drawn:
            return results
        found = {
            name: replace(result, drawn=self.drawn[at][0].together(self.drawn[at][1:])) if at in self.drawn else result
            for at, (name, result) in enumerate(results.found.items())
        }
        return replace(results, found=found)


def pack(
    plan: str, entries: Iterable[Entry], about: dict[str, Any], drawn: Mapping[int, Drawn | DrawnPairs] | None = None
) -> pa.Table:  # fmt: skip
    """The rows that travel; `plan` names the plan that they belong to, and `drawn` are draws by measure."""
    told = {"cranfield": __version__, "plan": plan, **about}
    rows: list[tuple[int, str | None, int, bytes]] = [(_ABOUT, None, about["rows"], json.dumps(told).encode())]
    rows += [(each.measure, each.by, each.rows, ipc_bytes(each.state.to_arrow())) for each in entries]
    rows += [(_DRAWN - at, None, about["rows"], each.to_json()) for at, each in (drawn or {}).items()]
    return wired(rows)


def unpack(plan: str, arrived: Iterable[Any]) -> Arrived:
    """What parts sent, in any order; what another version or another plan made is refused."""
    found = Arrived()
    with as_sent():
        for table in arrived:
            for row in pa.table(table).to_pylist():
                _take(plan, row, found)
    if not found.about:
        raise InputError("no-parts")
    return found


def _take(plan: str, row: Mapping[str, Any], found: Arrived) -> None:
    if row["measure"] == _ABOUT:
        found.about.append(checked(plan, json.loads(row["state"])))
        return
    if row["measure"] <= _DRAWN:
        found.drawn.setdefault(_DRAWN - row["measure"], []).append(read_drawn(row["state"]))
        return
    key = row["measure"], row["by"]
    found.states.setdefault(key, []).append(from_arrow(pa.ipc.open_stream(row["state"]).read_all()))
    found.rows[key] = found.rows.get(key, 0) + row["rows"]


@contextmanager
def as_sent() -> Iterator[None]:
    """Refuse in a sentence what is no longer as a part sent it."""
    try:
        yield
    except (CranfieldError, MemoryError):
        raise
    except Exception as error:
        raise InputError("part-spoilt", kind=type(error).__name__, why=shown(error)) from error


def folded(plan: str, arrived: Iterable[Any]) -> pa.Table:
    """What several parts of rows that need not stay together sent, as one of them would have sent it."""
    found = unpack(plan, arrived)
    entries = [Entry(at, by, found.rows[at, by], merge(states)) for (at, by), states in found.states.items()]
    return pack(plan, entries, {**found.about[0], "rows": sum(each["rows"] for each in found.about)})


def unit_values(measures: Mapping[str, Measure], batch: Batch) -> pa.Table:
    """Measure to a column of values, and the units that they are of, which all of the measures share."""
    states = {name: measure.stats(batch) for name, measure in measures.items()}
    first = next(iter(states.values()))
    columns = {name: pa.array(measures[name].each(state), pa.float64()) for name, state in states.items()}
    return pa.table({"unit": pa.array(list(first.units), pa.string()), **columns})


def checked(plan: str, about: dict[str, Any]) -> dict[str, Any]:
    """What is known of a part, if this version made it under this plan."""
    if about["cranfield"] != __version__:
        raise InputError("part-of-other-version", theirs=about["cranfield"], ours=__version__)
    if about["plan"] != plan:
        raise InputError("part-of-other-plan")
    return about


def wired(rows: Sequence[tuple[int, str | None, int, bytes]]) -> pa.Table:
    """Rows that travel."""
    columns = [pa.array(column, kind) for column, kind in zip(zip(*rows, strict=True), WIRE.types, strict=True)]
    return pa.Table.from_arrays(columns, schema=WIRE)


def ipc_bytes(table: pa.Table) -> bytes:
    """A table as bytes."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return sink.getvalue().to_pybytes()


def abouts(arrived: Iterable[Any]) -> list[dict[str, Any]]:
    """What is known of each part, and nothing else of what arrived."""
    with as_sent():
        rows = [row for table in arrived for row in pa.table(table).to_pylist() if row["measure"] == _ABOUT]
        return [json.loads(row["state"]) for row in rows]


def nothing() -> pa.Table:
    """What a part without rows sends."""
    return WIRE.empty_table()


def is_empty(table: Any) -> bool:
    """Whether a part has no rows, as some parts of a cut may have none."""
    if isinstance(table, Mapping):
        return all(len(column) == 0 for column in table.values())
    rows = getattr(table, "num_rows", None)
    return (len(table) if rows is None and hasattr(table, "__len__") else rows) == 0
