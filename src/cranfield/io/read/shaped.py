"""Rows of the shapes that tools give to their JSON."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.read.lines import is_number
from cranfield.io.read.roles import OtherKindError, given_columns, query_key, value_role
from cranfield.io.read.shapes import has_no_results, shape_of
from cranfield.io.read.strangers import refuse_stranger
from cranfield.io.read.values import Twice, at, identifier, number, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from cranfield.io.read.input import Wanted
    from cranfield.io.read.json_document import Keys
    from cranfield.io.read.shapes import Shape

    Row = tuple[str, str, float, int | None]
    Read = Callable[[Any, Any], tuple[Any, Any, int | None]]

__all__ = ["ShapeReader"]


class ShapeReader:
    """How to read documents and records like the first one."""

    keys = ("rank",)  # that rows have beside query, document and number

    def __init__(self, shape: Shape, wrap: str, wanted: Wanted) -> None:
        self.shape, self._wrap, self._kind = shape, wrap, wanted.kind
        self._value = value_role(wanted.kind)
        self._given = given_columns(wanted.columns, wanted.kind)
        self._part, self._parts = wanted.part if shape.part else None, dict[str, None]()
        self._answered: set[str] = set()

    @classmethod
    def of(cls, first: Any, wanted: Wanted) -> ShapeReader | None:
        """What reads such a document or record; None if it has none of the known shapes."""
        found = shape_of(first)
        if found is None:
            if not wanted.columns:
                refuse_stranger(first, surely=True)
            return None
        shape, wrap = found
        if shape.kind != wanted.kind:
            raise OtherKindError(
                "shape-of-run" if shape.kind == "run" else "shape-of-qrels", looks=shape.kind, shape=shape.name
            )
        return cls(shape, wrap, wanted)

    def rows(self, document: Mapping[str, Any]) -> list[Row]:
        """Query, document, number and rank of each result."""
        return list(chain.from_iterable(self.record(keys, each) for keys, each in self.shape.members(document)))

    def finish(self, *, rows: bool) -> None:
        """Say so if the part that was asked for is not there, or nothing is."""
        if self._part is not None and self._part not in self._parts:
            raise InputError("no-such-part", part=self._part, parts=list(self._parts))
        if not rows:
            raise InputError("shape-without-rows", shape=self.shape.name)

    def record(self, keys: Keys, record: Any) -> list[Row]:
        """The rows of one record, to which these keys lead; a fault is said with the path to where it is."""
        if self.shape.part is not None and not self._is_wanted("/".join(map(str, keys[self.shape.part]))):
            return []
        path = list(keys)
        try:
            apart = self._whole(keys, record) if self.shape.apart is None else self.shape.apart(_object(record))
            inside = (self._wrap, *self.shape.results.path.split("."))
            path += [step for step in inside if step]
            return [row for query, results in apart for row in self._results(query, results, path)]
        except InputError as error:
            if not path:
                raise
            raise InputError("fault-at", path=_spelt(path), what=error.what) from None

    def _is_wanted(self, part: str) -> bool:
        self._parts[part] = None
        if self._part is None and len(self._parts) > 1:
            raise InputError("several-parts", parts=list(self._parts), example={"part": part})
        return self._part in (None, part)

    def _whole(self, keys: Keys, record: Any) -> list[tuple[Any, Any]]:
        """The query of a record and its results."""
        where = self.shape.results.path
        if self.shape.query == "@" and not isinstance(keys[-1], str):
            raise InputError("list-for-queries", shape=self.shape.name)
        query = keys[-1] if self.shape.query == "@" else self._query(_object(record))
        if not where:
            return [(query, record)]
        inner = at(_object(record), self._wrap) if self._wrap else record
        results = at(inner, where)
        if results is None and not has_no_results(inner, self.shape):
            raise InputError("lacks-results", name=".".join(filter(None, (self._wrap, where))))
        return [(query, [] if results is None else results)]

    def _query(self, record: Mapping[str, Any]) -> Any:
        beside = query_key(record) if self.shape.engine else None
        path = self._given.get("query") or beside or self.shape.query
        query = at(record, path) if path else None
        if query is None:
            raise InputError(
                "no-query-in-answer" if self.shape.engine else "lacks-query", shape=self.shape.name, name=path
            )
        return query

    def _results(self, query: Any, results: Any, path: list[str | int]) -> Iterator[Row]:
        """The rows of a query; `path` leads to where we are."""
        query_id = identifier(query, "query")
        members: Iterable[tuple[str | int, Any]]
        if isinstance(results, Twice):
            raise InputError("query-lists-document-twice", query=query_id, twice=results.key)
        if isinstance(results, list):
            read, members = self._listed(query_id, results), enumerate(results)
        elif isinstance(results, Mapping):
            read, members = _named, results.items()
        else:
            raise InputError("results-list-object", shown=shown(results))
        path.append("")
        for path[-1], each in members:
            doc, value, rank = read(path[-1], each)
            # OpenSearch and RRE also write their ratings as text
            worth = float(value) if isinstance(value, str) and is_number(value) else number(value, self._value)
            yield query_id, identifier(doc, "doc"), worth, rank
        path.pop()

    def _listed(self, query: str, results: list[Any]) -> Read:
        """What reads one of a list of results."""
        run = self._kind == "run"
        if run and query in self._answered:  # two rankings for one query cannot both be right
            raise InputError("lists-query-twice", twice=query)
        self._answered.add(query)
        doc_path = self._given.get("doc") or self.shape.results.doc
        value_path = self._given.get(self._value) or self.shape.results.value
        ordered = run and all(at(each, value_path) is None for each in results)

        def read(place: Any, result: Any) -> tuple[Any, Any, int | None]:
            rank = place + 1 if run else None
            if not doc_path:
                return result, -float(place + 1) if run else 1.0, rank
            doc = at(_object(result), doc_path)
            if doc is None:
                raise InputError("result-lacks-key", name=doc_path, names=list(result), example={"doc": "..."})
            return doc, -float(place + 1) if ordered else at(result, value_path), rank

        return read


def _named(doc: Any, value: Any) -> tuple[Any, Any, int | None]:
    return doc, value, None


def _object(given: Any) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise InputError("object-needed", shown=shown(given))
    return given


def _spelt(keys: Sequence[str | int]) -> str:
    """Keys as people write them: requests[2]."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys).removeprefix(".")
