"""The judgments of a collection, prepared once for any number of runs."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from numbers import Complex, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.batch import Finding, counted
from cranfield.core.ragged import Ragged, spans
from cranfield.errors import DuplicateError, InputError
from cranfield.io.columns import clip
from cranfield.io.ids import Ids
from cranfield.io.keys import Index, alike, grouped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.block import Block
    from cranfield.io.places import Place

_LARGE = 1 << 20  # a grade that would not fit beside the number of its query

__all__ = ["Judgments", "mark_known", "nested", "numbers", "prepare", "prepare_dict", "texts"]


@dataclass(frozen=True)
class Judgments:
    """Judged documents in order of query id; a negative grade means pooled but not judged."""

    queries: list[str]  # in byte order
    offsets: NDArray[np.int64]  # the rows of each query
    grade: NDArray[np.float64]
    policy: Policy
    query_ids: Ids | None = None  # the queries as they were read
    docs: Ids | None = None  # and the document of each row
    named: list[str] | None = None  # or as text
    known: NDArray[np.bool_] | None = None
    inputs: tuple[Mapping[str, Any], ...] = ()
    findings: tuple[Finding, ...] = field(default=())

    @cached_property
    def doc_ids(self) -> Ids:
        """The document of each row."""
        return Ids.of(self.named or []) if self.docs is None else self.docs

    @cached_property
    def _query_index(self) -> Index:
        ids = Ids.of(self.queries) if self.query_ids is None else self.query_ids
        return Index(ids, ids.hash)

    def get_ready(self) -> None:
        """Make what every thread will use, so that none makes it again."""
        _ = self._query_index, self._key

    def find_queries(self, ids: Ids) -> NDArray[np.int64]:
        """The place of each query, -1 for one without judgments."""
        return self._query_index.find(ids, ids.hash)

    @cached_property
    def _key(self) -> NDArray[np.uint64]:
        """A number of each row, made of document and query."""
        return grouped(self.doc_ids.hash, self.query_of)

    @cached_property
    def _index(self) -> Index:
        return Index(self.doc_ids, self._key)

    def matches(
        self, key: NDArray[np.uint64], docs: Callable[[NDArray[np.int64]], Ids], among: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The places of the documents that are judged for their query, and their rows; `among` are all the queries."""
        # a table of a few queries stays in the cache
        few = 4 * len(among) < len(self.queries)
        index = Index(self.doc_ids, self._key, self.rows_of(among)) if few else self._index
        return index.matches(key, docs)

    def find(self, queries: NDArray[Any], docs: Ids) -> NDArray[np.int64]:
        """The row of each document of a query, -1 where it is not judged for it."""
        return self._index.find(docs, grouped(docs.hash, queries))

    @cached_property
    def places(self) -> dict[str, int]:
        """Query to its place."""
        return dict(zip(self.queries, range(len(self.queries)), strict=True))

    @cached_property
    def row_names(self) -> list[str]:
        """The document id of each row."""
        return self.doc_ids.texts() if self.named is None else self.named

    @cached_property
    def query_of(self) -> NDArray[np.int64]:
        """Row to query."""
        return np.repeat(np.arange(len(self.queries)), np.diff(self.offsets))

    @property
    def max_grade(self) -> float:
        """The highest grade of the collection."""
        return float(self.grade.max(initial=0.0))

    @cached_property
    def _ideal_rows(self) -> NDArray[np.int64]:
        rows = np.flatnonzero(self.grade >= 0)
        return rows[np.lexsort((-self.grade[rows], self.query_of[rows]))]

    @cached_property
    def ideal(self) -> Ragged:
        """The judged grades of each query, highest first."""
        judged = self.grade >= 0
        if judged.all():
            return Ragged(self._descending(slice(None)), self.offsets)
        sizes = np.bincount(self.query_of[judged], minlength=len(self.queries))
        return Ragged(self._descending(judged), np.concatenate(([0], np.cumsum(sizes))))

    def _descending(self, judged: NDArray[np.bool_] | slice) -> NDArray[np.float64]:
        highest, grade = int(min(self.max_grade, _LARGE)), self.grade[judged]
        if highest == _LARGE or (grade != np.trunc(grade)).any():
            return self.grade[self._ideal_rows]
        # one number for query and grade: sorting plain numbers is several times faster, and narrow ones twice that
        bits = highest.bit_length()
        narrow = np.uint32 if len(self.queries) << bits < 1 << 32 else np.uint64
        key: NDArray[Any] = self.query_of[judged].astype(narrow)
        key <<= narrow(bits)
        below = grade.astype(narrow)
        key |= np.subtract(narrow(highest), below, out=below)
        key.sort()
        key &= narrow((1 << bits) - 1)
        found = key.astype(np.float64)
        return np.subtract(highest, found, out=found)

    @cached_property
    def ideal_known(self) -> Ragged:
        """Whether the user knew each of the ideal documents."""
        assert self.known is not None
        return self.ideal.like(self.known[self._ideal_rows])

    def rows_of(self, queries: NDArray[np.int64]) -> NDArray[np.int64]:
        """All judgment rows of some queries."""
        return spans(self.offsets[queries], self.offsets[queries + 1] - self.offsets[queries])


def prepare(block: Block, policy: Policy, source: Any, places: Callable[[list[int]], Sequence[Place]]) -> Judgments:
    """Judgments from rows of query, doc and value; `places` says where some rows are."""
    name = source["name"]

    def refuse(row: int, rule: str) -> InputError:
        who = f"query {clip(block.query_at(row))} document {clip(block.doc.text(row))}"
        return places([row])[0].error(f"{who} has the grade {grade[row]:g}; {rule}", name)

    grade = block.value  # also in the message of a refusal
    grade, findings = _decide(grade, policy, name, refuse)
    names, query = _numbered(block)
    docs = block.doc
    same = alike(grouped(docs.hash, query))
    repeats = _repeats(same, query, docs[same]) if len(same) else []
    if repeats:
        rows = _without_repeats(repeats, grade, block, policy, name, places)
        count = len(block) - len(rows)
        text = f"{name}: {counted(count, 'judgments')} repeating an earlier one for the same query"
        text += f", duplicates={policy.duplicates}"
        findings.append(Finding("duplicate-judgment", count, text, "warning"))
        query, grade, docs = query[rows], grade[rows], docs[rows]
    offsets = np.concatenate(([0], np.cumsum(np.bincount(query, minlength=len(names)))))
    order = None
    if (query[1:] < query[:-1]).any():
        order = np.argsort(query, kind="stable")  # the order of the input inside each query
    elif not grade.flags.owndata:
        order = np.arange(len(grade))  # copied, because the table they belong to may be changed
    if order is not None:
        grade, docs = grade[order], docs[order]
    return Judgments(
        names.texts(), offsets, grade, policy, query_ids=names, docs=docs, inputs=(source,), findings=tuple(findings)
    )


def _numbered(block: Block) -> tuple[Ids, NDArray[np.int64]]:
    """The distinct queries in byte order, and the place of each row's query among them."""
    if block.query.is_ascending():
        return block.query, np.repeat(np.arange(len(block.query)), block.sizes)
    code, first = block.query.in_byte_order()
    return block.query[first], np.repeat(code, block.sizes)


def prepare_dict(qrels: Mapping[Any, Any], policy: Policy, source: Any) -> Judgments | None:
    """The same from an ordinary dict of dicts, without a table; None where the general way must look."""
    if not nested(qrels) or not texts(qrels):
        return None
    queries = sorted(qrels)
    judged = list(map(qrels.__getitem__, queries))
    if not all(judged):
        queries, judged = [query for query in queries if qrels[query]], [docs for docs in judged if docs]
    if not judged:
        return None
    named = list(chain.from_iterable(judged))
    given = numbers(judged, len(named)) if texts(named) else None
    if given is None:
        return None
    offsets = np.concatenate(([0], np.cumsum(np.fromiter(map(len, judged), np.int64, len(judged)))))

    def refuse(row: int, rule: str) -> InputError:
        query = queries[int(np.searchsorted(offsets, row, side="right")) - 1]
        who = f"query {clip(query)} document {clip(named[row])}"
        return InputError(f"{who} has the grade {given[row]:g}; {rule}", source=source["name"])

    grade, findings = _decide(given, policy, source["name"], refuse)
    return Judgments(queries, offsets, grade, policy, named=named, inputs=(source,), findings=tuple(findings))


def nested(mapping: Mapping[Any, Any]) -> bool:
    """Whether it is a dict of dicts all through, without empty names."""
    # an OrderedDict may have an order that the methods of dict do not know
    if not set(map(type, mapping.values())) <= {dict, defaultdict, Counter}:
        return False
    return "" not in mapping and not any("" in docs for docs in mapping.values())


def texts(*lists: Iterable[Any]) -> bool:
    """Whether all names are text that a file can hold; found without a loop over them."""
    try:
        for joined in map("".join, lists):
            _ = joined.isascii() or joined.encode()
    except (TypeError, UnicodeEncodeError):
        return False
    return True


def numbers(dicts: Sequence[Any], count: int) -> NDArray[np.float64] | None:
    """The values of dicts; None if one of them is no number."""
    try:
        with np.errstate(all="ignore"):  # small numbers of numpy
            # text, which numpy would read, cannot be added up
            kinds = {type(total): total for total in map(sum, map(dict.values, dicts))}
        for kind, total in kinds.items():
            if issubclass(kind, Complex) and not issubclass(kind, Real):
                return None
            float(total)
        return np.fromiter(chain.from_iterable(map(dict.values, dicts)), np.float64, count)
    except (TypeError, ArithmeticError):
        return None


def _decide(
    grade: NDArray[np.float64], policy: Policy, name: str, refuse: Callable[[int, str], InputError]
) -> tuple[NDArray[np.float64], list[Finding]]:
    """Grades that are not ordinary: refused or counted and treated as the policy says."""
    findings = []
    odd = np.flatnonzero(~np.isfinite(grade))
    if len(odd):
        raise refuse(int(odd[0]), "a grade must be a finite number")
    negative = np.flatnonzero(grade < 0)
    if len(negative):
        if policy.negative == "error":
            raise refuse(int(negative[0]), "negative grades are refused by negative=error")
        treated = "counted as unjudged" if policy.negative == "unjudged" else "counted as 0"
        text = f"{name}: {counted(len(negative), 'judgments')} with a negative grade {treated}"
        findings.append(Finding("negative-grade", len(negative), text))
    fraction = np.flatnonzero(grade != np.trunc(grade))
    if len(fraction):
        if policy.fractions == "error":
            raise refuse(int(fraction[0]), "fractions are refused by fractions=error")
        if policy.fractions == "truncate":
            text = f"{name}: {counted(len(fraction), 'grades')} with a fraction cut to whole numbers"
            findings.append(Finding("fractional-grade", len(fraction), text, "warning"))
            grade = np.trunc(grade)
        elif 2 * len(fraction) > len(grade):
            text = f"{name}: {counted(len(fraction), 'grades')} with a fraction; are they the scores of a run?"
            findings.append(Finding("fractional-grade", len(fraction), text, "warning"))
    return (np.maximum(grade, 0.0) if policy.negative == "zero" else grade), findings


def _repeats(rows: NDArray[np.int64], query: NDArray[np.int64], docs: Ids) -> list[list[int]]:
    """The rows of each document that is judged more than once for a query."""
    found: dict[tuple[int, str], list[int]] = {}
    for row, of, doc in zip(rows.tolist(), query[rows].tolist(), docs.texts(), strict=True):
        found.setdefault((of, doc), []).append(row)
    return [same for same in found.values() if len(same) > 1]


def _without_repeats(
    repeats: list[list[int]], grade: NDArray[np.float64], block: Block, policy: Policy, name: str,
    places: Callable[[list[int]], Sequence[Place]],
) -> NDArray[np.int64]:  # fmt: skip
    """One row for each (query, document), chosen by the policy, or an error that names both places."""
    if policy.duplicates == "error":
        first, second = min(repeats, key=lambda rows: rows[1])[:2]
        before, place = places([first, second])
        again = f" (first {before})" if str(before) else ""
        what = (
            f"query {clip(block.query_at(second))} judges document {clip(block.doc.text(second))} twice{again};"
            " remove one or choose duplicates=first, last or best"
        )
        raise place.error(what, name, DuplicateError)
    kept = np.ones(len(block), bool)
    for rows in repeats:
        kept[rows] = False
        best = max(rows, key=lambda row: (grade[row], -row))
        kept[{"first": rows[0], "last": rows[-1], "best": best}[policy.duplicates]] = True
    return np.flatnonzero(kept)


def mark_known(gold: Judgments, listed: Block) -> Judgments:
    """The same judgments, with the documents marked that the user already knew."""
    rows = gold.find(np.repeat(gold.find_queries(listed.query), listed.sizes), listed.doc)
    known = np.zeros(len(gold.grade), bool)
    known[rows[rows >= 0]] = True
    return replace(gold, known=known)
