"""Ratings of texts by people and by a judge: one row for each rating, columns named as `ratings` has them."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from cranfield.core.coded import Coded
from cranfield.errors import InputError
from cranfield.io.columns.encode import encode
from cranfield.io.columns.label_columns import read_columns
from cranfield.io.columns.rated import Rated, items_of
from cranfield.io.columns.rating_rows import read_rows, scaled
from cranfield.io.ratings import ratings
from cranfield.trust.said import Said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.batch import Batch
    from cranfield.io.columns.rating_rows import Rows
    from cranfield.trust.said import Thing

__all__ = ["Columns", "read_ratings", "text_lengths"]


@dataclass(frozen=True)
class Columns:
    """The columns that hold what was rated, the rating, and what else is known."""

    item: str
    value: str
    rater: str | None = None
    system: str | None = None
    query: str | None = None
    text: str | None = None

    def named(self) -> dict[str, str]:
        """Role to column, without the rating and the text."""
        roles = {"item": self.item, "rater": self.rater, "system": self.system, "query": self.query}
        return {role: name for role, name in roles.items() if name is not None}


def read_ratings(
    data: Any, columns: Columns, name: str, *, scale: Sequence[Any] | None = None, absent: Sequence[Any] = (),
    input_format: str | None = None, alone: bool = False,
) -> tuple[Said, Batch | None]:  # fmt: skip
    """What one side said: the median where several rated; and those several, as a batch, to compare them.

    A table without the column of raters has one rater; `alone` leaves the column out.
    """
    named = columns.named()
    if alone:
        named.pop("rater", None)
    rows, inputs = read_rows(data, named, columns.value, absent=absent, input_format=input_format)
    rows = scaled(rows, scale)
    if "rater" not in rows.columns:
        one = Coded(np.zeros(len(rows), np.int32), [name])
        rows = replace(rows, columns={**rows.columns, "rater": one})
    roles = [role for role in ("system", "query", "item") if role in rows.columns]
    rated = Rated(rows, items_of(rows, roles), "first")
    if rated.numbers is None:
        raise InputError("judges-need-numbers", source=_named(data), values=list(rows.columns["value"].names))
    things = _things(rows, rated)
    number = rated.numbers[rows.columns["value"].codes]
    unit, chosen = rated.items.codes[rated.counted], rated.counted
    grade = _medians(unit, number[chosen], len(things))
    earlier, later = rated.again
    again = [
        (things[at], float(number[one]), float(number[two]))
        for at, one, two in zip(rated.items.codes[earlier].tolist(), earlier.tolist(), later.tolist(), strict=True)
    ]
    findings = tuple(each for each in rated.findings() if each.key != "repeated-ratings")
    said = Said(name, things, grade, again, findings, tuple(inputs))
    return said, _several(rows, rated, number, name)


def _named(data: Any) -> str | None:
    return os.fspath(data) if isinstance(data, str | os.PathLike) else None


def _things(rows: Rows, rated: Rated) -> list[Thing]:
    """System, query and item of each; an item without a query is drawn by itself."""
    parts = rated.items.parts
    size = len(rated.items.names)
    named = {role: [rows.columns[role].names[at] for at in parts[role].tolist()] for role in parts}
    items = named["item"]
    systems, queries = named.get("system", [""] * size), named.get("query", items)
    return list(zip(systems, queries, items, strict=True))


def _medians(unit: Any, values: Any, size: int) -> Any:
    """The median of each unit, which stand in order."""
    order = np.lexsort((values, unit))
    sizes = np.bincount(unit, minlength=size)
    first = np.concatenate(([0], np.cumsum(sizes)))[:-1]
    sorted_values = values[order]
    return (sorted_values[first + (sizes - 1) // 2] + sorted_values[first + sizes // 2]) / 2


def _several(rows: Rows, rated: Rated, number: Any, name: str) -> Batch | None:
    """Several raters as a batch."""
    raters, chosen = rows.columns["rater"], rated.counted
    if len(raters.names) < 2:
        return None
    item, parts = rated.items.codes[chosen], rated.items.parts
    # nobody sees the names of these items, which may be long texts
    return ratings(
        item=item, query=parts.get("query", parts["item"])[item], value=number[chosen], name=name,
        rater=pa.DictionaryArray.from_arrays(raters.codes[chosen], list(raters.names)),
    )  # fmt: skip


def text_lengths(data: Any, columns: Columns, *, input_format: str | None = None) -> Mapping[Thing, int]:
    """How many characters the text of each thing has."""
    if columns.text is None:
        return {}
    named = {role: name for role, name in columns.named().items() if role != "rater"}
    found, _ = read_columns(data, {**named, "text": columns.text}, kind="ratings", input_format=input_format)
    coded = {role: encode(found[role], role) for role in named}
    texts = found["text"]
    lengths: dict[Thing, int] = {}
    listed = texts.to_pylist() if hasattr(texts, "to_pylist") else list(texts)
    for at, text in enumerate(listed):
        item = str(coded["item"].names[int(coded["item"].codes[at])])
        query = str(coded["query"].names[int(coded["query"].codes[at])]) if "query" in coded else item
        system = str(coded["system"].names[int(coded["system"].codes[at])]) if "system" in coded else ""
        if text is not None:
            lengths[(system, query, item)] = len(str(text))
    return lengths
