"""The judgments of a collection, prepared once for any number of runs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.batch import Finding, counted
from cranfield.core.ragged import Ragged
from cranfield.errors import DuplicateError, InputError
from cranfield.io.arrow import encode, flat, lookup, plain, strings
from cranfield.io.columns import clip
from cranfield.io.words import hashes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.policy import Policy

__all__ = ["Judgments", "mark_known", "ordinary", "prepare", "prepare_dict"]


@dataclass(frozen=True)
class Judgments:
    """Judged documents in order of query id; a negative grade means pooled but not judged."""

    queries: list[str]  # in byte order
    offsets: NDArray[np.int64]  # the rows of each query
    grade: NDArray[np.float64]
    policy: Policy
    coded: tuple[NDArray[np.int64], pa.Array] | None = None  # the document of each row, as a place among distinct ids
    named: list[str] | None = None  # or as it is
    known: NDArray[np.bool_] | None = None
    inputs: tuple[Mapping[str, Any], ...] = ()
    findings: tuple[Finding, ...] = field(default=())

    @cached_property
    def query_ids(self) -> pa.Array:
        """The queries as an Arrow array."""
        return strings(self.queries)

    @cached_property
    def hashes(self) -> NDArray[np.uint64]:
        """A hash of each document id."""
        return hashes(self.docs)

    @cached_property
    def places(self) -> dict[str, int]:
        """Query to its place."""
        return {query: place for place, query in enumerate(self.queries)}

    @cached_property
    def row_names(self) -> list[str]:
        """The document id of each row."""
        if self.named is not None:
            return self.named
        names = self.docs.to_pylist()
        return [names[code] for code in self.code.tolist()]

    @cached_property
    def _coded(self) -> tuple[NDArray[np.int64], pa.Array]:
        return self.coded or encode(strings(self.row_names))

    @property
    def docs(self) -> pa.Array:
        """Every judged document id once."""
        return self._coded[1]

    @property
    def code(self) -> NDArray[np.int64]:
        """The place of each row's document among them."""
        return self._coded[0]

    @cached_property
    def query_of(self) -> NDArray[np.int64]:
        """Row to query."""
        return np.repeat(np.arange(len(self.queries)), np.diff(self.offsets))

    @cached_property
    def _keys(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """One ascending number for each (query, document), and the row it belongs to."""
        keys = self.query_of * len(self.docs) + self.code
        rows = np.argsort(keys, kind="stable")
        return keys[rows], rows

    def rows_at(self, queries: NDArray[np.int64], codes: NDArray[np.int64]) -> NDArray[np.int64]:
        """The row of each (query, document), -1 where the document is not judged for the query."""
        keys, rows = self._keys
        wanted = queries * len(self.docs) + codes
        place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where(keys[place] == wanted, rows[place], -1)

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
        rows = self._ideal_rows
        sizes = np.bincount(self.query_of[rows], minlength=len(self.queries))
        return Ragged(self.grade[rows], np.concatenate(([0], np.cumsum(sizes))))

    @cached_property
    def ideal_known(self) -> Ragged:
        """Whether the user knew each of the ideal documents."""
        assert self.known is not None
        return self.ideal.like(self.known[self._ideal_rows])

    def rows_of(self, queries: NDArray[np.int64]) -> NDArray[np.int64]:
        """All judgment rows of some queries."""
        sizes = self.offsets[queries + 1] - self.offsets[queries]
        edges = np.concatenate(([0], np.cumsum(sizes)))
        return np.arange(edges[-1]) + np.repeat(self.offsets[queries] - edges[:-1], sizes)


def prepare(
    table: pa.Table, policy: Policy, source: Any, where: Callable[[list[int]], list[int | None]] | None
) -> Judgments:
    """Judgments from rows of query, doc and value; `where` turns row numbers into line numbers."""
    name = source["name"]

    def refuse(row: int, rule: str) -> InputError:
        who = f"query {clip(table['query'][row])} document {clip(table['doc'][row])}"
        line = where([row])[0] if where else None
        return InputError(f"{who} has the grade {grade[row]:g}; {rule}", source=name, line=line)

    grade = plain(table["value"]).astype(np.float64)
    grade, findings = _decide(grade, policy, name, refuse)
    query, ids = encode(flat(table["query"]))
    code, docs = encode(flat(table["doc"]))
    names = ids.to_pylist()
    order = np.asarray(sorted(range(len(names)), key=names.__getitem__), np.int64)
    place = np.empty(len(names), np.int64)
    place[order] = np.arange(len(names))
    key = place[query] * len(docs) + code
    rows = np.argsort(key, kind="stable")
    repeats = np.flatnonzero(np.diff(key[rows]) == 0)
    if len(repeats):
        rows = _without_repeats(rows, key, repeats, grade, table, policy, name, where)
        text = f"{name}: {counted(len(repeats), 'judgments')} repeating an earlier one for the same query"
        text += f", duplicates={policy.duplicates}"
        findings.append(Finding("duplicate-judgment", len(repeats), text, "warning"))
    offsets = np.searchsorted(key[rows] // len(docs), np.arange(len(names) + 1))
    return Judgments(
        [names[i] for i in order], offsets, grade[rows], policy, coded=(code[rows], docs),
        inputs=(source,), findings=tuple(findings),
    )  # fmt: skip


def prepare_dict(qrels: Mapping[Any, Any], policy: Policy, source: Any) -> Judgments | None:
    """The same from an ordinary dict of dicts, without a table; None where the general way must look."""
    if not ordinary(qrels):
        return None
    queries = sorted(query for query, docs in qrels.items() if docs)
    judged = list(map(qrels.__getitem__, queries))
    named = list(chain.from_iterable(judged))
    if not named:
        return None
    grade = np.fromiter(chain.from_iterable(map(dict.values, judged)), np.float64, len(named))
    offsets = np.concatenate(([0], np.cumsum(np.fromiter(map(len, judged), np.int64, len(judged)))))

    def refuse(row: int, rule: str) -> InputError:
        query = queries[int(np.searchsorted(offsets, row, side="right")) - 1]
        who = f"query {clip(query)} document {clip(named[row])}"
        return InputError(f"{who} has the grade {grade[row]:g}; {rule}", source=source["name"])

    offsets = np.concatenate(([0], np.cumsum(np.fromiter((len(qrels[q]) for q in queries), np.int64, len(queries)))))
    if not named:
        return None
    grade, findings = _decide(grade, policy, source["name"], refuse)
    return Judgments(queries, offsets, grade, policy, named=named, inputs=(source,), findings=tuple(findings))


def ordinary(mapping: Mapping[Any, Any]) -> bool:
    """Whether a dict of dicts leads from text to text to number all through; found without a loop over the rows."""
    try:
        "".join(mapping)
        "".join(chain.from_iterable(map(dict.keys, mapping.values())))
        float(sum(chain.from_iterable(map(dict.values, mapping.values()))))  # text and None cannot be added up
    except (TypeError, OverflowError):
        return False
    return True


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
    return (np.maximum(grade, 0.0) if policy.negative == "zero" else grade), findings


def _without_repeats(
    rows: NDArray[np.int64], key: NDArray[np.int64], repeats: NDArray[np.int64], grade: NDArray[np.float64],
    table: pa.Table, policy: Policy, name: str, where: Callable[[list[int]], list[int | None]] | None,
) -> NDArray[np.int64]:  # fmt: skip
    """One row for each (query, document), chosen by the policy, or an error that names both places."""
    if policy.duplicates == "error":
        first, second = int(rows[repeats[0]]), int(rows[repeats[0] + 1])
        lines = where([first, second]) if where else None
        again = f" (first on line {lines[0]})" if lines and lines[0] is not None else ""
        what = (
            f"query {clip(table['query'][second])} judges document {clip(table['doc'][second])} twice{again};"
            " remove one or choose duplicates=first, last or best"
        )
        raise DuplicateError(what, source=name, line=lines[1] if lines else None)
    if policy.duplicates == "best":
        rows = np.lexsort((-grade, key))
    kept = np.concatenate(([True], np.diff(key[rows]) != 0))
    if policy.duplicates == "last":
        kept = np.concatenate((np.diff(key[rows]) != 0, [True]))
    return rows[kept]


def mark_known(gold: Judgments, query: pa.Array, doc: pa.Array) -> Judgments:
    """The same judgments, with the documents marked that the user already knew."""
    of, place = lookup(query, gold.query_ids), lookup(doc, gold.docs)
    both = (of >= 0) & (place >= 0)
    rows = gold.rows_at(of[both], place[both])
    known = np.zeros(len(gold.grade), bool)
    known[rows[rows >= 0]] = True
    return replace(gold, known=known)
