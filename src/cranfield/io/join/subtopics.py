"""Judgments of the subtopics of queries, as ndeval has them: kept as they are, and collapsed to a grade a document."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.finding import Finding
from cranfield.core.ragged import Ragged
from cranfield.errors import DuplicateError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.ids.rows import Rows
    from cranfield.io.read.input import Input

__all__ = ["Subtopics", "collapsed"]


@dataclass(frozen=True)
class Subtopics:
    """What was said of each subtopic, in order of query, document id from the last on, and subtopic."""

    judgment: Ragged  # the row of the judgments that the document has
    number: Ragged  # of the subtopic in its query, from 0
    grade: Ragged
    name: Ragged  # of each subtopic of a query

    def columns(self) -> dict[str, Ragged]:
        """What a batch knows of them."""
        return {
            "subtopic": self.number, "subtopic_judgment": self.judgment, "subtopic_grade": self.grade,
            "subtopic_name": self.name,
        }  # fmt: skip

    def moved(self, place: NDArray[np.int64]) -> Subtopics:
        """The same where each row of the judgments stands at another place."""
        return replace(self, judgment=self.judgment.like(place[self.judgment.values]))


def collapsed(
    rows: Rows, query: NDArray[np.int64], grade: NDArray[np.float64], queries: int, policy: Policy, listed: Input
) -> tuple[NDArray[np.int64], NDArray[np.float64], Subtopics, list[Finding]]:
    """The first row of each judged document in order of query, its grade by the rule of the policy, and the subtopics.

    `query` is the number of the query of each row.
    """
    assert rows.subtopic is not None
    doc, _ = rows.doc.in_byte_order()
    topic, first_of_topic = rows.subtopic.in_byte_order()
    findings = []
    kept = _once(rows, query, doc, topic, grade, policy, listed)
    if len(kept) < len(rows):
        count, facts = len(rows) - len(kept), {"duplicates": policy.duplicates}
        findings.append(Finding("duplicate-judgment", count, facts, "warning", source=listed.name))
        query, doc, topic, grade = query[kept], doc[kept], topic[kept], grade[kept]
    pairs, first, of = np.unique(query * (int(doc.max()) + 1) + doc, return_index=True, return_inverse=True)
    order = np.lexsort((first, query[first]))  # documents in the order of the input inside each query
    place = np.empty(len(pairs), np.int64)
    place[order] = np.arange(len(pairs))
    row = place[of]
    offsets, number, name = _numbered(query, topic, queries)
    judged = grade >= 0  # what was not judged for a subtopic is as good as absent
    sort = np.flatnonzero(judged)
    sort = sort[np.lexsort((topic[sort], -doc[sort], query[sort]))]
    held = np.concatenate(([0], np.cumsum(np.bincount(query[sort], minlength=queries))))
    names = rows.subtopic[first_of_topic].texts()
    found = Subtopics(
        Ragged(row[sort], held), Ragged(number[sort], held), Ragged(grade[sort], held),
        Ragged(np.array([names[at] for at in name.tolist()], object), offsets),
    )  # fmt: skip
    told = {"queries": int(np.count_nonzero(np.diff(offsets))), "rule": policy.subtopics}
    findings.append(Finding("subtopics", len(name), told, source=listed.name))
    return kept[first[order]], _grades(grade, row, len(pairs), policy.subtopics), found, findings


def _numbered(
    query: NDArray[np.int64], topic: NDArray[np.int64], queries: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The subtopics of each query: where they begin, the number of each row's inside its query, and which they are."""
    width = int(topic.max(initial=0)) + 1
    known, number = np.unique(query * width + topic, return_inverse=True)
    offsets = np.concatenate(([0], np.cumsum(np.bincount(known // width, minlength=queries))))
    return offsets, number - offsets[query], known % width


def _grades(grade: NDArray[np.float64], row: NDArray[np.int64], rows: int, rule: str) -> NDArray[np.float64]:
    """One grade for each document; one that is negative for all its subtopics stays so."""
    best = np.full(rows, -np.inf)
    np.maximum.at(best, row, grade)
    if rule in ("best", "error"):
        return best
    worth = np.where(grade > 0, 1.0, 0.0) if rule == "count" else np.maximum(grade, 0.0)
    order = np.lexsort((grade, row))  # the sum of fractions must not depend on the order of the input
    total = np.bincount(row[order], weights=worth[order], minlength=rows)
    return np.where(best < 0, best, total)


def _once(
    rows: Rows, query: NDArray[np.int64], doc: NDArray[np.int64], topic: NDArray[np.int64],
    grade: NDArray[np.float64], policy: Policy, listed: Input,
) -> NDArray[np.int64]:  # fmt: skip
    """One row for each query, document and subtopic, chosen by the policy, or an error that says where both are."""
    every = np.arange(len(rows))
    prefer: dict[str, NDArray[Any]] = {"first": every, "last": -every, "best": -grade, "error": every}
    order = np.lexsort((every, prefer[policy.duplicates], topic, doc, query))
    same = np.ones(len(rows), bool)
    for each in (query, doc, topic):
        same[1:] &= np.diff(each[order]) == 0
    again = np.flatnonzero(same[1:]) + 1
    if not len(again):
        return every
    if policy.duplicates == "error":
        second = int(order[again].min())
        at = int(np.flatnonzero(order == second)[0])
        before, here = listed.locations([int(order[at - 1]), second])
        assert rows.subtopic is not None
        facts = {"query": rows.query_at(second), "doc": rows.doc.text(second), "before": str(before)}
        facts["subtopic"] = rows.subtopic.text(second)
        raise here.error("subtopic-judged-twice", listed.name, DuplicateError, **facts)
    kept = np.ones(len(rows), bool)
    kept[order[again]] = False
    return np.flatnonzero(kept)
