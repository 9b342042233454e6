"""Runs and judgments as objects in objects, {query: {document: number}}, or a run as {query: [best, second, ...]}."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.bytes.quote import shorten
from cranfield.io.read.roles import named_like, value_role
from cranfield.io.read.table_input import TableInput
from cranfield.io.read.values import Pairs, encodable, identifier, number, repeated, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cranfield.io.read.input import Input, Wanted

__all__ = ["of_dict", "tables_of_dict", "tables_of_object"]

_ROWS = 100_000
_SHAPE = "{query: {document: number}}"


def of_dict(data: Mapping[Any, Any], wanted: Wanted, name: str) -> Input:
    """A dict of dicts, or of lists of documents."""
    return TableInput.of_uniform(name, wanted, lambda: tables_of_dict(data, name, wanted.kind))


def tables_of_dict(data: Mapping[Any, Any], name: str, kind: str = "run") -> Iterator[pa.Table]:
    """Uniform tables of a dict; integer ids are welcome."""
    return _tables(data.items(), name, "number", kind)


def tables_of_object(outer: Iterable[tuple[str, Any]] | None, name: str, kind: str) -> Iterator[pa.Table]:
    """Uniform tables of the members of a JSON object, whose objects are pairs; a key that occurs twice is an error."""
    if outer is None:
        raise InputError("json-shape", source=name, shape=_SHAPE)
    return _tables(outer, name, value_role(kind), kind)


def _tables(outer: Iterable[tuple[Any, Any]], name: str, value: str, kind: str) -> Iterator[pa.Table]:
    seen: set[str] = set()
    queries: list[str] = []
    docs: list[str] = []
    values: list[float] = []
    subtopics: list[str] = []
    empty = True
    try:
        for query, inner in outer:
            query_id = identifier(query, "query")
            if query_id in seen:
                raise InputError(
                    "lists-query-twice-text-number" if value == "number" else "lists-query-twice", twice=query_id
                )
            seen.add(query_id)
            told, found, numbers = _answers(query_id, inner, value, kind)
            subtopics += told
            if docs and bool(subtopics) != (len(subtopics) == len(docs) + len(found)):
                raise InputError("subtopics-of-some", query=query_id)
            empty = empty and not found
            queries += [query_id] * len(found)
            docs += found
            values += numbers
            if len(docs) >= _ROWS:
                yield _table(queries, docs, values, subtopics)
                queries, docs, values, subtopics = [], [], [], []
        if docs:
            yield _table(queries, docs, values, subtopics)
    except InputError as error:
        raise error.at(source=name) from None
    if empty:
        raise InputError("holds-nothing", source=name, value=value, shape=_SHAPE)


def _answers(query: str, inner: Any, value: str, kind: str) -> tuple[list[str], list[str], list[float]]:
    """The subtopics, documents and numbers of a query; no subtopics where it has none."""
    members = inner if isinstance(inner, Pairs) else list(inner.items()) if isinstance(inner, Mapping) else []
    if kind != "qrels" or not members or not all(isinstance(each, Pairs | Mapping) for _, each in members):
        return [], *_answer(query, inner, value, kind)
    subtopics, docs, numbers = list[str](), list[str](), list[float]()
    _refuse_fields(query, members, value)
    for subtopic, judged in members:
        found, grades = _answer(query, judged, value, kind)
        subtopics += [identifier(subtopic, "subtopic")] * len(found)
        docs += found
        numbers += grades
    return subtopics, docs, numbers


def _refuse_fields(query: str, members: Sequence[tuple[Any, Any]], value: str) -> None:
    """Refuse documents with named fields, which would be taken for subtopics with documents of these names."""
    for _, fields in members:
        keys = [key for key, _ in fields] if isinstance(fields, Pairs) else list(fields)
        if not any(isinstance(key, str) and named_like(key, "qrels", "grade") for key in keys):
            return
    raise _fields_for_grade(query, *members[0], value)


def _fields_for_grade(query: str, doc: Any, fields: Any, value: str) -> InputError:
    memory = value == "number"  # a file has no rows that could be named otherwise
    shape = "{query: {document: grade}}"
    return InputError("fields-for-grade", query=query, doc=doc, shown=shown(fields), shape=shape, memory=memory)


def _answer(query: str, inner: Any, value: str, kind: str) -> tuple[list[str], list[float]]:
    """The documents of a query and their numbers."""
    listed = kind == "run" and isinstance(inner, list | tuple) and not isinstance(inner, Pairs)
    if not listed and not isinstance(inner, Pairs | Mapping):
        raise InputError("query-hold-object", query=query, value=value, shown=shown(inner), shape=_SHAPE)
    pairs = _ranked(inner, query) if listed else inner if isinstance(inner, Pairs) else list(inner.items())
    docs = [doc if type(doc) is str and doc else identifier(doc, "doc") for doc, _ in pairs]
    if listed or isinstance(inner, Pairs) or any(type(doc) is not str for doc, _ in pairs):
        twice = repeated(docs)
        if twice is not None:
            raise InputError("query-lists-document-twice", query=query, twice=twice)
    listing = next(((doc, each) for doc, each in pairs if isinstance(each, list | tuple)), None)
    if kind == "qrels" and listing is not None:
        raise _fields_for_grade(query, *listing, value)
    numbers = [
        each if type(each) is float else number(each, f"{value} of query {shorten(query)} document {doc!r:.50}")
        for doc, (_, each) in zip(docs, pairs, strict=True)
    ]
    return docs, numbers


def _ranked(inner: Sequence[Any], query: str) -> list[tuple[Any, float]]:
    """A list of documents, best first: the score is the rank turned round."""
    wrong = next((doc for doc in inner if isinstance(doc, float | bool | Sequence) and not isinstance(doc, str)), None)
    if wrong is not None:
        what = f"query {shorten(query)} must list document ids, best first, not {shown(wrong)}"
        raise InputError("list-of-documents", what=what, shape=_SHAPE)
    return [(doc, -float(rank)) for rank, doc in enumerate(inner, 1)]


def _table(queries: list[str], docs: list[str], values: list[float], subtopics: list[str]) -> pa.Table:
    try:
        return pa.table({
            "query": pa.array(queries, pa.string()), "doc": pa.array(docs, pa.string()),
            "value": pa.array(values, pa.float64()),
            **({"subtopic": pa.array(subtopics, pa.string())} if subtopics else {}),
        })  # fmt: skip
    except UnicodeEncodeError:
        for each in (*queries, *docs, *subtopics):
            encodable(each)
        raise
