"""What a JSON record of a run or of judgments holds: one document, or a list of results.

A list of results is a list of objects with an id and a number, two lists side by side (`doc_ids` and `scores`), or
plain ids with the best first. Each result becomes a flat record, as if it had stood on a line of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.bytes.quote import shorten
from cranfield.io.read.roles import choose_columns, named_like, value_role
from cranfield.io.read.values import identifier, number

if TYPE_CHECKING:
    from cranfield.io.read.input import Wanted

    Row = tuple[str, str, float, int | None] | tuple[str, str, float, int | None, str]

__all__ = ["ResultReader"]

_RANKS = range(-(2**63), 2**63)
Spread = Callable[[Mapping[str, Any]], list[Mapping[str, Any]]]


@dataclass(frozen=True)
class ResultReader:
    """How to read records like the first one: the field of each role in flat records, and how these are made."""

    kind: str
    keys: Mapping[str, str]
    spread: Spread | None = None  # None if records are flat

    @classmethod
    def of(cls, record: Mapping[str, Any], wanted: Wanted) -> ResultReader | None:
        """What to read of records like this one; None if its lists are empty, so that it cannot be told."""
        lists = {key: value for key, value in record.items() if isinstance(value, list)}
        try:
            return cls(wanted.kind, _keys({key: each for key, each in record.items() if key not in lists}, wanted))
        except InputError:
            if lists and not any(lists.values()):
                return None
            found = _listed(record, {key: value for key, value in lists.items() if value}, wanted)
            return cls(wanted.kind, _keys(record, wanted)) if found is None else found

    def rows(self, record: Mapping[str, Any]) -> list[Row]:
        """Query, document, number and rank of each result."""
        if self.spread is None:
            return [self._row(record)]
        rows = []
        for place, flat in enumerate(self.spread(record), 1):
            try:
                rows.append(self._row(flat))
            except InputError as error:
                raise InputError("odd-result", place=place, what=error.what) from None
        return rows

    def _row(self, record: Mapping[str, Any]) -> Row:
        value = value_role(self.kind)
        needed = value if value in self.keys else "rank"
        _require(record, *(self.keys[role] for role in ("query", "doc", needed)))
        query, doc = (identifier(record[self.keys[role]], role) for role in ("query", "doc"))
        found = number(record[self.keys[needed]], needed)
        if needed == value:
            given = record.get(self.keys["rank"]) if "rank" in self.keys else None
            # scores decide, so an odd rank is no error
            row = query, doc, found, given if isinstance(given, int) and given in _RANKS else None
            return row if "subtopic" not in self.keys else (*row, self._subtopic(record))
        if found % 1 != 0 or int(found) not in _RANKS:
            shown = shorten(str(record[self.keys["rank"]]))
            raise InputError("rank-whole-number", shown=shown)
        return query, doc, -found, int(found)  # the order is all there is, so the score is the rank turned round

    def _subtopic(self, record: Mapping[str, Any]) -> str:
        _require(record, self.keys["subtopic"])
        return identifier(record[self.keys["subtopic"]], "subtopic")


def _require(record: Mapping[str, Any], *keys: str) -> None:
    for key in keys:
        if key not in record:
            raise InputError("lacks-key", name=key)


def _list(record: Mapping[str, Any], key: str) -> list[Any]:
    _require(record, key)
    if not isinstance(record[key], list):
        raise InputError("list-first-line", name=key, record=str(record[key]))
    return list(record[key])


def _keys(record: Mapping[str, Any], wanted: Wanted) -> dict[str, str]:
    """The field of each role."""
    names = list(record)
    numeric = [at for at, value in enumerate(record.values()) if isinstance(value, int | float)]
    return {role: names[at] for role, at in choose_columns(names, wanted, numeric=numeric).items()}


def _listed(record: Mapping[str, Any], lists: Mapping[str, list[Any]], wanted: Wanted) -> ResultReader | None:
    """What to read of a record with lists; None if they are no results."""
    kind, value = wanted.kind, value_role(wanted.kind)
    given = {role: wanted.columns.get(f"{kind}.{role}", wanted.columns.get(role)) for role in ("query", "doc", value)}
    scalars = [key for key in record if key not in lists]
    query = given["query"] or next((key for key in scalars if named_like(key, kind, "query")), None)
    if query not in scalars:
        return None
    objects = next((key for key, each in lists.items() if isinstance(each[0], dict)), None)
    known = {"query": query}
    if objects is not None:
        first = lists[objects][0]
        plain = next((key for key in first if key.strip("_").lower() == "id"), None)
        if plain and not (given["doc"] or any(named_like(key, kind, "doc") for key in first)):
            known["doc"] = plain
        numbers = any(named_like(key, kind, role) or key in wanted.columns.values()
                      for key in first if key != given["doc"] for role in (value, "rank"))  # fmt: skip
        spread = _of_objects(query, objects, ordered=not numbers)
    else:
        docs = given["doc"] or next((key for key in lists if named_like(key, kind, "doc", several=True)), None)
        docs = docs or (next(iter(lists)) if len(lists) == 1 else None)
        if docs is None or docs not in lists or isinstance(lists[docs][0], list):
            return None
        values = given[value] or next((key for key in lists if named_like(key, kind, value, several=True)), None)
        known["doc"] = docs
        if values is not None and values in lists:
            known[value] = values
        elif kind != "run":
            return None
        spread = _of_lists(query, docs, known.get(value))
    return ResultReader(kind, _keys(spread(record)[0], replace(wanted, columns={**wanted.columns, **known})), spread)


def _of_objects(query: str, objects: str, *, ordered: bool) -> Spread:
    """Results that are objects; their order is their rank where they have no numbers."""

    def spread(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        _require(record, query)
        found = _list(record, objects)
        for place, each in enumerate(found, 1):
            if not isinstance(each, dict):
                raise InputError("object-first-line", place=place, each=str(each))
        ranks = [{"rank": place} if ordered else {} for place in range(1, len(found) + 1)]
        return [{**each, **rank, query: record[query]} for each, rank in zip(found, ranks, strict=True)]

    return spread


def _of_lists(query: str, docs: str, values: str | None) -> Spread:
    """Results whose parts are in lists side by side; without numbers, their order is their rank."""

    def spread(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        _require(record, query)
        listed = _list(record, docs)
        numbers = range(1, len(listed) + 1) if values is None else _list(record, values)
        if len(numbers) != len(listed):
            counts = f"{len(listed)} in {docs!r} and {len(numbers)} in {values!r}"
            raise InputError("lists-one-length", counts=counts)
        return [
            {query: record[query], docs: doc, values or "rank": each} for doc, each in zip(listed, numbers, strict=True)
        ]

    return spread
