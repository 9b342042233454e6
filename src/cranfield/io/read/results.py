"""What a JSON record of a run or of judgments holds: one document, or a list of results.

A list of results is a list of objects with an id and a number, of pairs of a document and its number, two lists side by
side (`doc_ids` and `scores`), or plain ids with the best first; a list whose name says that it is what should be found,
such as `expected_ids`, needs no grades. Each result becomes a flat record, as if it had stood on a line of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.bytes.quote import shorten
from cranfield.io.read.lines import is_number
from cranfield.io.read.roles import (
    OtherKindError,
    choose_columns,
    given_columns,
    list_of,
    named_like,
    query_key,
    says_grade,
    value_role,
)  # fmt: skip
from cranfield.io.read.strangers import refuse_stranger
from cranfield.io.read.values import at, identifier, number

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
    paths: Sequence[str] = ()  # names of columns that are paths to something inside of records
    answered: set[str] = field(default_factory=set)
    pairs: str = ""  # the list whose results are pairs of a document and its number

    @classmethod
    def of(cls, first: Mapping[str, Any], wanted: Wanted) -> ResultReader | None:
        """What to read of records like this one; None if its lists are empty, so that it cannot be told."""
        paths = [name for name in wanted.columns.values() if "." in name]
        record = _with_paths(first, paths)
        pairs = _list_of_pairs(record, wanted)
        if pairs:
            record = _unpaired(record, pairs, wanted.kind)
        lists = {key: value for key, value in record.items() if isinstance(value, list)}
        try:
            keys = _keys({key: each for key, each in record.items() if key not in lists}, wanted)
            return cls(wanted.kind, keys, paths=paths)
        except InputError:
            ours = [key for key in record if list_of(key) == wanted.kind]
            if (lists or ours) and not any(lists.get(key) for key in ours or lists):
                return None
            try:
                found = _listed(record, {key: value for key, value in lists.items() if value}, wanted, paths)
                return (
                    cls(wanted.kind, _keys(record, wanted), paths=paths)
                    if found is None
                    else replace(found, pairs=pairs)
                )
            except InputError:
                if not wanted.columns:
                    refuse_stranger(record, surely=False)
                raise

    def rows(self, record: Mapping[str, Any]) -> list[Row]:
        """Query, document, number and rank of each result."""
        found = _with_paths(record, self.paths)
        if self.spread is None:
            return [self._row(found)]
        if self.pairs:
            found = _unpaired(found, self.pairs, self.kind)
        rows = []
        for place, flat in enumerate(self.spread(found), 1):
            try:
                rows.append(self._row(flat))
            except InputError as error:
                raise InputError("odd-result", place=place, what=error.what) from None
        if rows and self.kind == "run" and "score" not in self.keys:
            if rows[0][0] in self.answered:  # two orders for one query cannot both be right
                raise InputError("lists-query-twice", twice=rows[0][0])
            self.answered.add(rows[0][0])
        return rows

    def _row(self, record: Mapping[str, Any]) -> Row:
        value = value_role(self.kind)
        needed = value if value in self.keys else "rank"
        _require(record, *(self.keys[role] for role in ("query", "doc", needed)))
        query, doc = (identifier(record[self.keys[role]], role) for role in ("query", "doc"))
        worth = record[self.keys[needed]]
        # DPR writes the scores of a list as text
        text = self.spread is not None and self.kind == "run" and isinstance(worth, str) and is_number(worth)
        found = float(worth) if text else number(worth, needed)
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


def _with_paths(record: Mapping[str, Any], paths: Sequence[str]) -> Mapping[str, Any]:
    """The record with what stands at some paths under the names of these."""
    found = {path: at(record, path) for path in paths if path not in record}
    return {**record, **{path: value for path, value in found.items() if value is not None}} if found else record


def _require(record: Mapping[str, Any], *keys: str) -> None:
    for key in keys:
        if key not in record:
            raise InputError("lacks-key", name=key)


def _list(record: Mapping[str, Any], key: str) -> list[Any]:
    _require(record, key)
    found = [] if record[key] is None else record[key]  # nothing was found, as some write it
    if not isinstance(found, list):
        raise InputError("list-first-line", name=key, record=str(found))
    return list(found)


def _list_of_pairs(record: Mapping[str, Any], wanted: Wanted) -> str:
    """The list whose results are pairs, as LangChain's searches with scores return them; nothing if there is none."""
    key = next((key for key, value in record.items() if isinstance(value, list) and value and _is_pair(value[0])), "")
    if key and wanted.kind == "qrels" and list_of(key) != "qrels":
        if given_columns(wanted.columns, "qrels"):
            return ""
        raise OtherKindError("run-lists", looks="run", names=[key])
    return key


def _is_pair(each: Any) -> bool:
    return (
        isinstance(each, list | tuple)
        and len(each) == 2
        and isinstance(each[0], str | Mapping)
        and isinstance(each[1], int | float)
    )


def _unpaired(record: Mapping[str, Any], key: str, kind: str) -> Mapping[str, Any]:
    """The record with its pairs as objects."""
    made = []
    for place, each in enumerate(_list(record, key), 1):
        if not _is_pair(each):
            raise InputError("pair-needed", place=place, shown=str(each), role=value_role(kind))
        inner = _unpacked(each[0]) if isinstance(each[0], Mapping) else {"doc": each[0]}
        made.append({**inner, value_role(kind): each[1]})
    return {**record, key: made}


def _keys(record: Mapping[str, Any], wanted: Wanted) -> dict[str, str]:
    """The field of each role."""
    names = list(record)
    numeric = [at for at, value in enumerate(record.values()) if isinstance(value, int | float)]
    return {role: names[at] for role, at in choose_columns(names, wanted, numeric=numeric).items()}


def _listed(
    record: Mapping[str, Any], lists: Mapping[str, list[Any]], wanted: Wanted, paths: Sequence[str]
) -> ResultReader | None:
    """What to read of a record with lists; None if they are no results."""
    kind, value = wanted.kind, value_role(wanted.kind)
    given = given_columns(wanted.columns, kind)
    scalars = [key for key in record if key not in lists]
    query = given.get("query") or query_key(scalars)
    if query not in scalars:
        return None
    ours, others = ([key for key in lists if (list_of(key) == kind) is mine and list_of(key)] for mine in (True, False))
    objects = next((key for key in ours or lists if key not in others and isinstance(lists[key][0], dict)), None)
    docs = given.get("doc")
    known = {"query": query}
    if objects is not None and docs not in lists:
        first = _with_paths(_unpacked(lists[objects][0]), paths)
        plain = next((key for key in first if key.strip("_").lower() == "id" and first[key] is not None), None)
        if plain and not (docs or any(named_like(key, kind, "doc") for key in first)):
            known["doc"] = plain
        numbers = any(named_like(key, kind, role) or key in wanted.columns.values()
                      for key in first if key != docs for role in (value, "rank"))  # fmt: skip
        nameless = plain is None and not docs and isinstance(first.get("metadata"), dict) and "id" in first
        if nameless and not any(named_like(key, kind, "doc") for key in first):
            told = next((key for key, value in first["metadata"].items() if isinstance(value, str)), "source")
            raise InputError("documents-without-id", example={"doc": f"metadata.{told}"})
        if kind == "run" and not numbers and objects not in ours and any(map(says_grade, first)):
            raise OtherKindError("judgments-for-run", looks="qrels", names=list(first))
        listed = not numbers and kind == "qrels" and objects in ours
        spread = _of_objects(query, objects, paths, None if numbers else "grade" if listed else "rank")
    else:
        docs = docs or next(iter(ours), None)
        docs = docs or next((key for key in lists if named_like(key, kind, "doc", several=True)), None)
        if docs is None and others and list_of(others[0]) != "texts":
            unsaid = next((key for key in lists if key not in others), None)
            example = None if unsaid is None else {f"{kind}.doc": unsaid}
            raise OtherKindError(
                "judgments-lists" if kind == "run" else "run-lists", looks=list_of(others[0]), names=others,
                example=example,
            )  # fmt: skip
        docs = docs or (next(iter(lists)) if len(lists) == 1 and not others else None)
        if docs is None or docs not in lists or isinstance(lists[docs][0], list):
            return None
        # scores beside two lists are those of what was found
        free = [
            key for key in lists if kind == "run" or not others or not named_like(key, "run", "score", several=True)
        ]
        values = given.get(value) or next((key for key in free if named_like(key, kind, value, several=True)), None)
        known["doc"] = docs
        if values is not None and values in lists:
            known[value] = values
        elif kind != "run" and docs not in (*ours, given.get("doc")):
            return None
        spread = _of_lists(query, docs, known.get(value), "rank" if kind == "run" else "grade")
    keys = _keys(spread(record)[0], replace(wanted, columns={**wanted.columns, **known}))
    return ResultReader(kind, keys, spread, paths)


def _of_objects(query: str, objects: str, paths: Sequence[str], made: str | None) -> Spread:
    """Results that are objects; where they have no numbers, their order is their rank, or they are all relevant."""

    def spread(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        _require(record, query)
        found = _list(record, objects)
        for place, each in enumerate(found, 1):
            if not isinstance(each, dict):
                raise InputError("object-first-line", place=place, each=str(each))
        more = [_made(made, place) for place in range(1, len(found) + 1)]
        return [
            {**_with_paths(_unpacked(each), paths), **own, query: record[query]}
            for each, own in zip(found, more, strict=True)
        ]

    return spread


def _unpacked(each: Mapping[str, Any]) -> Mapping[str, Any]:
    """What LangChain's dumps packs up with the name of its class."""
    inner = each.get("kwargs") if "lc" in each else None
    return inner if isinstance(inner, Mapping) else each


def _made(role: str | None, place: int) -> dict[str, int]:
    return {} if role is None else {role: place if role == "rank" else 1}


def _of_lists(query: str, docs: str, values: str | None, made: str) -> Spread:
    """Results whose parts are in lists side by side; without numbers, as above."""

    def spread(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        _require(record, query)
        listed = _list(record, docs)
        if values is None:
            return [{query: record[query], docs: doc, **_made(made, place)} for place, doc in enumerate(listed, 1)]
        numbers = _list(record, values)
        if len(numbers) != len(listed):
            counts = f"{len(listed)} in {docs!r} and {len(numbers)} in {values!r}"
            raise InputError("lists-one-length", counts=counts)
        return [{query: record[query], docs: doc, values: each} for doc, each in zip(listed, numbers, strict=True)]

    return spread
