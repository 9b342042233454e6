"""The judgments of a collection, prepared once for any number of runs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.batch import Finding
from cranfield.core.ragged import Ragged
from cranfield.errors import DuplicateError, InputError
from cranfield.io.arrays import encode, places, strings, to_numpy
from cranfield.io.columns import clip
from cranfield.io.words import hashes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.policy import Policy

__all__ = ["Judgments", "mark_known", "prepare"]


@dataclass(frozen=True)
class Judgments:
    """Judged documents in order of query id and document code; a negative grade means pooled but not judged."""

    queries: list[str]  # in byte order
    offsets: NDArray[np.int64]  # the rows of each query
    docs: pa.Array  # every judged document id once
    code: NDArray[np.int64]  # row to place in docs
    grade: NDArray[np.float64]
    policy: Policy
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
    def query_of(self) -> NDArray[np.int64]:
        """Row to query."""
        return np.repeat(np.arange(len(self.queries)), np.diff(self.offsets))

    @cached_property
    def keys(self) -> NDArray[np.int64]:
        """One ascending number for each (query, document)."""
        return self.query_of * len(self.docs) + self.code

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
    grade = to_numpy(table["value"]).astype(np.float64)
    findings = _check_grades(grade, table, policy, name, where)
    if policy.fractions == "truncate":
        grade = np.trunc(grade)
    if policy.negative == "zero":
        grade = np.maximum(grade, 0.0)
    queries, query = encode(table["query"])
    docs, code = encode(table["doc"])
    names = queries.to_pylist()
    order = np.asarray(sorted(range(len(names)), key=names.__getitem__), np.int64)
    place = np.empty(len(names), np.int64)
    place[order] = np.arange(len(names))
    key = place[query] * len(docs) + code
    rows = np.argsort(key, kind="stable")
    repeats = np.flatnonzero(np.diff(key[rows]) == 0)
    if len(repeats):
        rows = _without_repeats(rows, key, repeats, grade, table, policy, name, where)
        found = (
            f"{name}: {len(repeats)} judgments repeat an earlier one for the same query; duplicates={policy.duplicates}"
        )
        findings.append(Finding("duplicate-judgment", len(repeats), found, "warning"))
    query_of = key[rows] // len(docs)
    offsets = np.searchsorted(query_of, np.arange(len(names) + 1))
    return Judgments(
        [names[i] for i in order], offsets, docs, code[rows], grade[rows], policy,
        inputs=(source,), findings=tuple(findings),
    )  # fmt: skip


def _check_grades(
    grade: NDArray[np.float64],
    table: pa.Table,
    policy: Policy,
    name: str,
    where: Callable[[list[int]], list[int | None]] | None,
) -> list[Finding]:
    """Grades that are not ordinary: refused or counted, as the policy says."""
    findings = []

    def refuse(rows: NDArray[np.int64], rule: str) -> InputError:
        row = int(rows[0])
        line = where([row])[0] if where else None
        who = f"query {clip(table['query'][row])} document {clip(table['doc'][row])}"
        return InputError(f"{who} has the grade {grade[row]:g}; {rule}", source=name, line=line)

    odd = np.flatnonzero(~np.isfinite(grade))
    if len(odd):
        raise refuse(odd, "a grade must be a finite number")
    negative = np.flatnonzero(grade < 0)
    if len(negative):
        if policy.negative == "error":
            raise refuse(negative, "negative grades are refused by negative=error")
        treated = "as unjudged" if policy.negative == "unjudged" else "as 0"
        found = f"{name}: {len(negative)} judgments have a negative grade and count {treated}"
        findings.append(Finding("negative-grade", len(negative), found))
    fraction = np.flatnonzero(grade != np.trunc(grade))
    if len(fraction):
        if policy.fractions == "error":
            raise refuse(fraction, "fractions are refused by fractions=error")
        if policy.fractions == "truncate":
            found = f"{name}: {len(fraction)} grades are fractions and are cut to whole numbers"
            findings.append(Finding("fractional-grade", len(fraction), found, "warning"))
    return findings


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
    q, d = places(query, gold.query_ids), places(doc, gold.docs)
    both = (q >= 0) & (d >= 0)
    key = q[both] * len(gold.docs) + d[both]
    return replace(gold, known=np.isin(gold.keys, key))
