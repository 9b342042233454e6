"""What a JSON record of a run or of judgments holds: one document, or a list of results.

A list of results is a list of objects with an id and a number, two lists side by side (`doc_ids` and `scores`), or
plain ids with the best first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.bytes.quote import shorten
from cranfield.io.read.roles import choose_columns, named_like, value_role
from cranfield.io.read.values import identifier, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.io.read.input import Wanted

    Row = tuple[str, str, float, int | None]

__all__ = ["ResultReader"]

_RANKS = range(-(2**63), 2**63)


@dataclass(frozen=True)
class ResultReader:
    """Which fields of a record, or of the objects in its list, have which role; all records are alike."""

    kind: str
    keys: Mapping[str, str]
    results: str | None = None  # the field with a list of objects
    side_by_side: bool = False  # whether the fields of document and number are lists
    ordered: bool = False  # whether the order is all there is

    @classmethod
    def of(cls, record: Mapping[str, Any], wanted: Wanted) -> ResultReader | None:
        """What to read of records like this one; None if its lists are empty, so that it cannot be told."""
        lists = {key: value for key, value in record.items() if isinstance(value, list)}
        try:
            return cls(wanted.kind, _keys({key: each for key, each in record.items() if key not in lists}, wanted))
        except InputError:
            named = {key: value for key, value in lists.items() if key in wanted.columns.values()}
            lists = named or {key: value for key, value in lists.items() if value} or lists
            found = _listed(record, lists, wanted) if lists else None
            if found is None and lists and not any(lists.values()):
                return None
            return cls(wanted.kind, _keys(record, wanted)) if found is None else found

    @property
    def ranked(self) -> bool:
        """Whether rows have ranks."""
        return self.ordered or "rank" in self.keys

    def rows(self, record: Mapping[str, Any]) -> list[Row]:
        """Query, document, number and rank of each result."""
        value = value_role(self.kind)
        outer = ["query"] if self.results or self.side_by_side or self.ordered else list(self._needed(value))
        if self.results is not None:
            self._require(record, ["query"], self.results)
            return self._of_objects(record, value)
        if self.side_by_side or self.ordered:
            self._require(record, [*outer, "doc", *(["value"] if self.side_by_side else [])])
            return self._of_lists(record, value)
        self._require(record, outer)
        return [self._row(self._query(record), record, value, None)]

    def _needed(self, value: str) -> tuple[str, ...]:
        return "query", "doc", value if value in self.keys else "rank"

    def _require(self, record: Mapping[str, Any], roles: Sequence[str], field: str | None = None) -> None:
        for key in [*(self.keys[role] for role in roles if role in self.keys), *([field] if field else [])]:
            if key not in record:
                raise InputError(f"has no {key!r}; every line must have the keys of the first")

    def _query(self, record: Mapping[str, Any]) -> str:
        return identifier(record[self.keys["query"]], "query")

    def _row(self, query: str, found: Mapping[str, Any], value: str, place: int | None) -> Row:
        """One result; `place` is where it stands in its list."""
        doc = identifier(found[self.keys["doc"]], "doc")
        if self.ordered and place is not None:
            return query, doc, -float(place), place
        if value in self.keys:
            given = found.get(self.keys["rank"]) if "rank" in self.keys else None
            # scores decide, so an odd rank is no error
            rank = given if isinstance(given, int) and given in _RANKS else None
            return query, doc, number(found[self.keys[value]], value), rank
        turned = number(found[self.keys["rank"]], "rank")
        if turned % 1 != 0 or int(turned) not in _RANKS:
            shown = shorten(str(found[self.keys["rank"]]))
            raise InputError(f"the rank must be a whole number, not {shown}; mend the line")
        return query, doc, -turned, int(turned)

    def _of_objects(self, record: Mapping[str, Any], value: str) -> list[Row]:
        query, rows = self._query(record), []
        for place, found in enumerate(_list(record, str(self.results)), 1):
            try:
                if not isinstance(found, dict):
                    raise InputError(f"must be an object as in the first line, not {shorten(str(found))}")
                needed = ["doc"] if self.ordered else list(self._needed(value)[1:])
                self._require(found, needed)
                rows.append(self._row(query, found, value, place))
            except InputError as error:
                raise InputError(f"result {place}: {error.what}") from None
        return rows

    def _of_lists(self, record: Mapping[str, Any], value: str) -> list[Row]:
        query, docs = self._query(record), _list(record, self.keys["doc"])
        names = {"doc": self.keys["doc"]} if self.ordered else {role: self.keys[role] for role in ("doc", value)}
        columns = {role: docs if role == "doc" else _list(record, key) for role, key in names.items()}
        if len({len(column) for column in columns.values()}) > 1:
            counts = " and ".join(f"{len(columns[role])} in {names[role]!r}" for role in names)
            raise InputError(f"the lists must be of one length, not {counts}; mend the line")
        rows = []
        for place, cells in enumerate(zip(*columns.values(), strict=True), 1):
            try:
                rows.append(self._row(query, dict(zip(names.values(), cells, strict=True)), value, place))
            except InputError as error:
                raise InputError(f"result {place}: {error.what}") from None
        return rows


def _list(record: Mapping[str, Any], key: str) -> list[Any]:
    if not isinstance(record[key], list):
        raise InputError(f"{key!r} must be a list as in the first line, not {shorten(str(record[key]))}; mend the line")
    return list(record[key])


def _keys(record: Mapping[str, Any], wanted: Wanted, source: str = "") -> dict[str, str]:
    """The field of each role."""
    names = list(record)
    numeric = [at for at, value in enumerate(record.values()) if isinstance(value, int | float)]
    chosen = choose_columns(names, wanted.kind, source, wanted.columns, numeric)
    return {role: names[at] for role, at in chosen.items()}


def _listed(record: Mapping[str, Any], lists: Mapping[str, list[Any]], wanted: Wanted) -> ResultReader | None:
    """What to read of a record with lists; None if they are no results."""
    kind, value = wanted.kind, value_role(wanted.kind)
    query = wanted.columns.get(f"{kind}.query", wanted.columns.get("query")) or next(
        (key for key in record if key not in lists and named_like(key, kind, "query")), None
    )
    if query is None or query not in record:
        return None
    objects = next((key for key, each in lists.items() if each and isinstance(each[0], dict)), None)
    if objects is not None:
        inner = {key: each for key, each in lists[objects][0].items() if not named_like(key, kind, "query")}
        columns = dict(wanted.columns)
        plain = next((key for key in inner if key.strip("_").lower() == "id"), None)
        if plain and not any(named_like(key, kind, "doc") or key in columns.values() for key in inner):
            columns["doc"] = plain
        bare = kind == "run" and not any(named_like(key, kind, role) for key in inner for role in ("score", "rank"))
        ordered = bare and not {"score", "rank", "run.score", "run.rank"} & columns.keys()
        shown = {query: record[query], **inner, **({value: 0.0} if ordered else {})}
        keys = _keys(shown, type(wanted)(kind, {**columns, "query": query}))
        return ResultReader(kind, {role: keys[role] for role in keys if role != value or not ordered}, objects,
                            ordered=ordered)  # fmt: skip
    docs = wanted.columns.get(f"{kind}.doc", wanted.columns.get("doc")) or next(
        (key for key in lists if named_like(key, kind, "doc", several=True)), next(iter(lists))
    )
    values = wanted.columns.get(f"{kind}.{value}", wanted.columns.get(value)) or next(
        (key for key in lists if key != docs and named_like(key, kind, value, several=True)), None
    )
    if docs not in lists or isinstance(next(iter(lists[docs]), None), list):
        return None
    if values is not None and values in lists:
        return ResultReader(kind, {"query": query, "doc": docs, value: values}, side_by_side=True)
    if kind != "run" or (len(lists) > 1 and not named_like(docs, kind, "doc", several=True)):
        return None
    return ResultReader(kind, {"query": query, "doc": docs}, ordered=True)
