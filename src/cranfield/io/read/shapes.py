"""Shapes that tools give to their JSON: one row a shape, and what makes rows of a run or of judgments of any of them.

A path such as `requests.*.ratings` names keys one inside the other; `*` is any of them. A shape is known by signs,
paths at which something of a type stands; it has `records`, one a query, and each record has `results`: a list with the
best first, or an object {document: number}. What is known but is no data of rankings has a row in `strangers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from cranfield.io.read.roles import query_key
from cranfield.io.read.values import at, unrepeated

if TYPE_CHECKING:
    from cranfield.io.read.json_document import Keys

__all__ = ["SHAPES", "Shape", "has_no_results", "matches", "member_with_records", "shape_of"]

Sign = tuple[str, type | tuple[type, ...]]
_ABSENT = object()
_FEW = 20  # keys of a record in which an answer may be wrapped


class Results(NamedTuple):
    """Where the results of a record are, if it is not all of them, and of a result that is an object which is what.

    Without a value, or where it is null, the order is the rank of a run, and all that is listed is relevant.
    """

    path: str = ""
    doc: str = ""
    value: str = ""


@dataclass(frozen=True)
class Shape:
    """A row of the table; `kind` is what it holds, `name` the key of what people call it."""

    name: str
    kind: str
    signs: tuple[Sign, ...]
    records: str = ""  # where the records are, if the whole is no record
    query: str = ""  # in a record; @ is the last key that leads to it
    results: Results = Results()
    part: slice | None = None  # the keys that name a part of the document, of which one is read
    apart: Callable[[Mapping[str, Any]], Iterable[tuple[Any, Any]]] | None = None  # queries and results of a record
    engine: bool = False  # an answer of an engine, which may be wrapped and may not say what was asked

    @property
    def path(self) -> tuple[str, ...]:
        """The way to the records."""
        return tuple(self.records.split(".")) if self.records else ()

    def leads(self, keys: Keys) -> bool:
        """Whether something that stands there is a record."""
        return len(keys) == len(self.path) and all(map(_fits, self.path, keys))

    def members(self, document: Any) -> Iterator[tuple[Keys, Any]]:
        """The records of a document that is in memory."""
        return ((keys, value) for keys, value in _walked(document, len(self.path)) if self.leads(keys))


def _fits(step: str, key: str | int) -> bool:
    return step in ("*", key) and key != _ABOUT


def _walked(value: Any, depth: int, keys: Keys = ()) -> Iterator[tuple[Keys, Any]]:
    inside = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else None
    if inside is None or len(keys) == depth:
        yield keys, value
        return
    for key, each in inside:
        yield from _walked(each, depth, (*keys, key))


def _rated(group: Mapping[str, Any]) -> Iterator[tuple[Any, Any]]:
    """RRE: each query of a group, by its words, with {document: {gain}} or {gain: [documents]}."""
    given = group.get("relevant_documents")
    graded: Any = given
    if isinstance(given, Mapping):
        by_gain = [(doc, key) for key, value in given.items() if isinstance(value, list) for doc in value]
        by_doc = [(key, at(value, "gain", value)) for key, value in given.items() if not isinstance(value, list)]
        graded = unrepeated(by_gain + by_doc)
    asked = group.get("queries")
    seen = set()
    for each in asked if isinstance(asked, list) and asked else [group]:
        filled = at(each, "placeholders", None)
        found = filled if isinstance(filled, Mapping) else {}
        words = next((found[name] for name in ("$query", "query", *found) if name in found), group.get("name"))
        if words not in seen:  # in another template
            seen.add(words)
            yield words, graded


def _rre(sign: str, records: str) -> Shape:
    return Shape(
        "rre-ratings", "qrels", ((sign, (list, dict)),), records, results=Results("relevant_documents"), apart=_rated
    )


def _answer(name: str, sign: str, kind: type, *results: str, query: str = "") -> Shape:
    return Shape(name, "run", ((sign, kind),), query=query, results=Results(*results), engine=True)


_ABOUT = "mteb_model_meta"
_RATINGS = Results("ratings", "docId", "rating")
_QUEPID, _CASE = "quepid-ratings", ("queries.*.query_text", str)
_OPENSEARCH = "opensearch-judgments"
_HITS = "hits.hits.*._source.judgmentRatings"
_EXPERIMENT, _FOUND = "opensearch-experiment", "hits.hits.*._source"
SHAPES = (
    Shape(
        "rank-eval-request", "qrels", (("requests.*.ratings", list),), "requests.*", "id",
        Results("ratings", "_id", "rating"),
    ),
    Shape(
        "rank-eval-answer", "run", (("metric_score", (int, float)), ("details", dict)), "details.*", "@",
        Results("hits", "hit._id", "hit._score"),
    ),
    Shape(_OPENSEARCH, "qrels", (("judgmentRatings", list),), "judgmentRatings.*", "query", _RATINGS),
    Shape(_OPENSEARCH, "qrels", ((_HITS, list),), f"{_HITS}.*", "query", _RATINGS, part=slice(2, 3)),
    Shape(_OPENSEARCH, "qrels", (("ratings.*.docId", (str, int)), ("query", str)), "", "query", _RATINGS),
    Shape(
        _EXPERIMENT, "run", (("evaluationResultList", list),), "evaluationResultList.*", "searchText",
        Results("documentIds"),
    ),
    Shape(_EXPERIMENT, "run", ((f"{_FOUND}.documentIds", list),), _FOUND, "searchText", Results("documentIds")),
    Shape(_EXPERIMENT, "run", (("documentIds", list), ("searchText", str)), "", "searchText", Results("documentIds")),
    Shape(_QUEPID, "qrels", (_CASE, ("queries.*.ratings", dict)), "queries.*", "query_text", Results("ratings")),
    Shape(
        _QUEPID, "qrels", (_CASE, ("queries.*.ratings", list)), "queries.*", "query_text",
        Results("ratings", "doc_id", "rating"),
    ),
    Shape(_QUEPID, "qrels", (("queries.*.ratings", dict),), "queries.*", "query", Results("ratings")),
    _rre("topics.*.query_groups", "topics.*.query_groups.*"),
    _rre("query_groups.*.relevant_documents", "query_groups.*"),
    _rre("queries.*.relevant_documents", "queries.*"),
    Shape("mteb-predictions", "run", ((_ABOUT, dict),), "*.*.*", "@", part=slice(0, 2)),
    Shape("question-dataset", "qrels", (("relevant_docs.*", list),), "relevant_docs.*", "@"),
    Shape("question-dataset", "qrels", (("queries", dict), ("queries.*", str)), "relevant_docs.*", "@"),
    Shape(
        "rank-llm", "run", (("query.qid", (str, int)), ("candidates", list)), "", "query.qid",
        Results("candidates", "docid", "score"),
    ),
    _answer("elasticsearch-answer", "hits.hits", list, "hits.hits", "_id", "_score"),
    _answer("solr-answer", "response.docs", list, "response.docs", "id", "score", query="responseHeader.params.q"),
    _answer("vespa-answer", "root.children", list, "root.children", "id", "relevance"),
    _answer("vespa-answer", "root.fields.totalCount", int, "root.children", "id", "relevance"),
)  # fmt: skip


def matches(value: Any, signs: Iterable[Sign]) -> bool:
    """Whether something of the type stands at each of the paths."""
    return all(isinstance(at(value, path, None), kind) for path, kind in signs)


def shape_of(value: Any) -> tuple[Shape, str] | None:
    """The shape of a document or a record, and the key that an answer of an engine is wrapped in."""
    if not isinstance(value, Mapping):
        return None
    found = next((shape for shape in SHAPES if matches(value, shape.signs)), None) if _may(value, _BEGIN) else None
    if found is not None:
        return found, ""
    inside = dict(islice(value.items(), _FEW))
    if not any(_may(inner, _BEGIN_OF_ENGINES) for inner in inside.values()):
        return None
    engines = [shape for shape in SHAPES if shape.engine]
    each = next((shape for shape in engines if _of_each(inside, shape)), None)
    if each is not None:
        return replace(each, records="*", query="@", engine=False), ""
    return next(
        ((shape, key) for key, inner in inside.items() for shape in engines if matches(inner, shape.signs)), None
    )


def _beginnings(shapes: Iterable[Shape]) -> frozenset[str]:
    """The keys of which something that has one of the shapes has one at least."""
    return frozenset(key for shape in shapes for path, _ in shape.signs for key in (path, path.partition(".")[0]))


_BEGIN = _beginnings(SHAPES)
_BEGIN_OF_ENGINES = _beginnings(shape for shape in SHAPES if shape.engine)


def _may(value: Any, keys: frozenset[str]) -> bool:
    """Whether anything could have a shape; nearly all data has none, and is asked no more than this."""
    return (type(value) is dict or isinstance(value, Mapping)) and any(key in value for key in keys)


def _of_each(value: Mapping[str, Any], shape: Shape) -> bool:
    """Whether an object holds such an answer for each of several queries; the last that is known may be cut off."""
    found = [matches(inner, shape.signs) or has_no_results(inner, shape) for inner in value.values()]
    return sum(found) > 1 and all(found[:-1])


def has_no_results(record: Any, shape: Shape) -> bool:
    """Whether a record is an answer that found nothing, and leaves its results out."""
    return any(matches(record, each.signs) for each in SHAPES if each.name == shape.name)


def member_with_records(document: Any, kind: str, columns: Mapping[str, str]) -> str | None:
    """The key of the one list of an object whose members have a query, or one of the columns that were named."""
    lists = (
        {key: each for key, each in document.items() if isinstance(each, list)} if isinstance(document, Mapping) else {}
    )
    if len(lists) != 1:
        return None
    key, members = next(iter(lists.items()))
    first = members[0] if members else None
    if not isinstance(first, Mapping):
        return None
    if kind in ("run", "qrels"):
        return key if query_key(first) is not None and query_key(document) is None else None
    named = set(columns.values())
    inside = any(at(first, name, _ABSENT) is not _ABSENT for name in named)
    return key if inside and not named & document.keys() else None
