"""Records with named fields, as JSON has them, gathered into columns: what each kind of input takes from a record."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.read.results import ResultReader
from cranfield.io.read.roles import GROUPED, choose_columns, holds_numbers, holds_text
from cranfield.io.read.shaped import ShapeReader
from cranfield.io.read.values import at, encodable, identifier, label_name, measurable, shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.io.read.input import Wanted
    from cranfield.io.read.results import Row

__all__ = ["GATHERERS", "Gatherer", "RankedRows"]


_ABSENT = object()
_BULK = {"index", "create"}


class Gatherer(ABC):
    """Columns that grow record by record."""

    roles: Sequence[str] = ()

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.ready = True  # whether it is known what to look for
        self.columns: dict[str, list[Any]] = {role: [] for role in self.roles or wanted.columns}

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), []))

    @abstractmethod
    def add(self, record: Mapping[str, Any]) -> int:
        """Take the rows of a record, all of them or none; how many they are."""

    def table(self) -> pa.Table:
        """The rows that were gathered."""
        return pa.table({role: pa.array(values) for role, values in self.columns.items()})

    def emptied(self) -> Gatherer:
        """The same without the rows."""
        self.columns = {role: [] for role in self.columns}
        return self


class RankedRows(Gatherer):
    """Rows of a run or of judgments: what to look for is told by the first record, where it is not known."""

    roles = ("query", "doc", "value", "rank", "subtopic")

    def __init__(self, wanted: Wanted, reader: ShapeReader | None = None) -> None:
        super().__init__(wanted)
        self._reader: ResultReader | ShapeReader | None = reader
        self.ready = reader is not None

    def add(self, record: Mapping[str, Any]) -> int:
        """Take the rows of a record."""
        if self._reader is None:
            self._reader = ShapeReader.of(record, self.wanted) or ResultReader.of(record, self.wanted)
            if self._reader is None:  # its list is empty, so nothing can be told yet
                return 0
            self.ready = True
        return self.take(self._reader.rows(record))

    def take(self, rows: Sequence[Row]) -> int:
        """Take rows as they are; how many they are."""
        for role, values in zip(self.roles, zip(*rows, strict=True), strict=False):
            self.columns[role] += values
        return len(rows)

    def table(self) -> pa.Table:
        """The rows that were gathered."""
        types = {"query": pa.string(), "doc": pa.string(), "value": pa.float64(), "rank": pa.int64()}
        types["subtopic"] = pa.string()
        assert self._reader is not None
        kept = [role for role in self.roles if role in ("query", "doc", "value", *self._reader.keys)]
        return pa.table({role: pa.array(self.columns[role], types[role]) for role in kept})


class _Named(Gatherer):
    """Rows with the fields that were named."""

    def add(self, record: Mapping[str, Any]) -> int:
        absent = _ABSENT
        if self.wanted.documents:
            if len(record) == 1 and record.keys() <= _BULK:  # how an engine is told where the next line goes
                return 0
            inner, absent = record.get("_source"), None
            record = inner if isinstance(inner, dict) else record
        found = {role: at(record, name, absent) for role, name in self.wanted.columns.items()}
        for role, name in self.wanted.columns.items():
            if found[role] is _ABSENT:
                choose_columns(list(record), replace(self.wanted, columns={role: name}))  # which says so
        row = {role: self.cell(value, role) for role, value in found.items()}
        for role, value in row.items():
            self.columns[role].append(value)
        return 1

    def cell(self, value: Any, role: str) -> Any:
        """What a field holds."""
        _ = role
        return value


class _Labels(_Named):
    """Truth, guesses, scores and the like."""

    def cell(self, value: Any, role: str) -> Any:
        if value is None:
            raise InputError("cell-missing", role=role)
        if holds_numbers(role):
            found = measurable(value, role)
            if role == "weight" and not 0 <= found < math.inf:
                raise InputError("weight-on-line", found=found)
            return found
        label = label_name(value)
        if label is None:
            raise InputError("text-whole-number-true-false", role=role, value=str(value))
        return label

    def table(self) -> pa.Table:
        return pa.table({
            role: _numbers(values) if holds_numbers(role) else pa.array(values) for role, values in self.columns.items()
        })  # fmt: skip


class _Ratings(_Labels):
    """Who rated what how; a rating may be missing."""

    def cell(self, value: Any, role: str) -> Any:
        absent = value is None or value == "" or value != value  # noqa: PLR0124 (nan is not itself)
        return None if role.startswith("value") and absent else super().cell(value, role)

    def table(self) -> pa.Table:
        return pa.table({role: pa.array(values, pa.string()) for role, values in self.columns.items()})


class _Cost(_Named):
    """What requests took; anything but the query may be missing."""

    def add(self, record: Mapping[str, Any]) -> int:
        return super().add({**dict.fromkeys(self.wanted.columns.values()), **record})

    def cell(self, value: Any, role: str) -> Any:
        if role == "query":
            return identifier(value, role)
        if role == "error" and isinstance(value, bool):
            return "error" if value else None
        if value is None or value == "" or value != value:  # noqa: PLR0124 (nan is not itself)
            return None
        if not holds_text(role):
            return measurable(value, role)
        if not isinstance(value, str):
            raise InputError("cell-no-text", role=role, value=str(value))
        return encodable(value)

    def table(self) -> pa.Table:
        kinds = {role: pa.string() if holds_text(role) else pa.float64() for role in self.columns}
        return pa.table({role: pa.array(values, kinds[role]) for role, values in self.columns.items()})


def _numbers(values: list[float]) -> pa.Array:
    """Numbers as float64; large whole ones as they are, because float64 would lose their order without a word."""
    if all(isinstance(value, int) for value in values) and max(map(abs, values)) > 2**53:
        with suppress(OverflowError):
            return pa.array(values, pa.int64())
    return pa.array([float(value) for value in values], pa.float64())


class _Groups(Gatherer):
    """The group of a query, or of a document."""

    roles = ("query", "group")

    def add(self, record: Mapping[str, Any]) -> int:
        names = list(record)
        chosen = {role: names[at] for role, at in choose_columns(names, self.wanted).items()}
        query, group = identifier(record[chosen["query"]], "query"), record[chosen["group"]]
        if isinstance(group, bool) or not isinstance(group, str | int):
            raise InputError("group-text", what=GROUPED[self.wanted.kind], query=query, shown=shown(group))
        self.columns["query"].append(query)
        self.columns["group"].append(encodable(str(group)))
        return 1


GATHERERS: Mapping[str, type[Gatherer]] = {
    "run": RankedRows, "qrels": RankedRows, "labels": _Labels, "ratings": _Ratings, "cost": _Cost, "texts": _Named,
    "groups": _Groups, "document groups": _Groups,
}  # fmt: skip
