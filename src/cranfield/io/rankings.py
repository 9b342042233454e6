"""What several runs return for their queries, judged or not: every document once, with its ranks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.finding import Finding
from cranfield.core.ragged import Ragged, spans
from cranfield.errors import InputError
from cranfield.io.ids.ids import Ids, numbered
from cranfield.io.join.judgments import Judgments, Strangers
from cranfield.io.join.run import join_run
from cranfield.io.join.run_rows import Asked
from cranfield.io.read.open import open_input

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.join.run_rows import Joined

__all__ = ["HOLDS_JUDGMENTS", "Rankings", "read_rankings"]

# what is said of judgments that stand where a run should be, with advice for commands that take both
HOLDS_JUDGMENTS = ("lines-of-judgments", "judgments-for-run", "lines-of-examples", "shape-of-qrels", "judgments-lists")

_ALL = 2**53  # more documents than any run has


@dataclass(frozen=True, eq=False)
class Rankings:
    """The documents of several runs, those of a query together and in order of their ids.

    `document`, `system`, `rank` and `score` say what was returned, by rank: equal ranks of two documents are added
    up alike.
    """

    systems: list[str]
    queries: list[str]  # that some run answers, in byte order
    query: NDArray[np.int64]  # of each document
    docs: Ids
    document: NDArray[np.int64]
    system: NDArray[np.int64]
    rank: NDArray[np.int64]
    score: NDArray[np.float64]
    grade: NDArray[np.float64]  # of each document, nan where nobody judged it
    elsewhere: Ragged  # the grades of judged documents of each query that no run returned
    elsewhere_docs: Ids  # and which they are
    max_grade: float  # the highest of all judgments
    findings: tuple[Finding, ...]

    def __len__(self) -> int:
        return len(self.query)

    def best_rank(self) -> NDArray[np.int64]:
        """The rank at which each document is first seen."""
        best = np.full(len(self), _ALL)
        np.minimum.at(best, self.document, self.rank)
        return best


def read_rankings(
    runs: Mapping[str, Any], gold: Judgments | None, policy: Policy, *, depth: int | None = None,
    input_format: str | None = None, columns: Mapping[str, str] | None = None,
) -> Rankings:  # fmt: skip
    """Read runs by their names, each down to a depth; ties are broken as everywhere."""
    judged = Judgments([], np.zeros(1, np.int64), np.zeros(0), policy) if gold is None else gold
    strangers = Strangers(len(judged.queries))
    judged = replace(judged, strangers=strangers)
    query, rank, system = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    docs, score = [Ids.of([])], [np.zeros(0)]
    findings: list[Finding] = []
    for at, (name, run) in enumerate(runs.items()):
        listed = open_input(run, "run", input_format=input_format, columns=columns)
        joined = join_run(listed, judged, policy, Asked(keep=_ALL if depth is None else depth))
        tops = [(one.query, one.top) for one in joined if one.top is not None]
        for numbers, top in tops:
            query.append(np.repeat(numbers, top.sizes))
            rank.append(spans(np.ones(len(top.sizes), np.int64), top.sizes))
            docs.append(top.doc)
            score.append(np.asarray(top.score, np.float64))
        count = sum(len(top.doc) for _, top in tops)
        system.append(np.full(count, at))
        if not count:
            raise InputError("holds-only-blank-lines-comments", source=listed.name)
        findings += _findings(name, joined, policy)
    names = [*judged.queries, *strangers.names()]
    numbers, answered = np.concatenate(query), np.zeros(len(names), bool)
    answered[numbers] = True
    order = sorted(np.flatnonzero(answered).tolist(), key=lambda each: names[each].encode())
    place = np.full(len(names), -1)
    place[order] = np.arange(len(order))
    together = Ids.together(docs)
    # by rank, so that documents with the same ranks have the same sums to the last digit
    by_rank = np.argsort(np.concatenate(rank), kind="stable")
    document, first = _numbered(place[numbers], together)
    named = together[first].compact()
    of_query = place[numbers[first]]
    grade, elsewhere, elsewhere_docs = _judged(judged, numbers[first], named, place, len(order))
    return Rankings(
        list(runs), [names[each] for each in order], of_query, named, document[by_rank],
        np.concatenate(system)[by_rank], np.concatenate(rank)[by_rank],
        np.concatenate(score)[by_rank], grade, elsewhere, elsewhere_docs,
        judged.max_grade, tuple(findings),
    )  # fmt: skip


def _numbered(query: NDArray[np.int64], docs: Ids) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """A number for each document of a query, in order of both, and a row that has it."""
    if not len(docs):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    code, first = docs.in_byte_order()
    if len(first) * (int(query.max()) + 1) >= 2**63:
        raise InputError("pool-too-large")
    return numbered((query * len(first) + code).astype(np.uint64))


def _judged(
    gold: Judgments, numbers: NDArray[np.int64], docs: Ids, place: NDArray[np.int64], queries: int
) -> tuple[NDArray[np.float64], Ragged, Ids]:
    """The grade of each document, and those of judged documents that nobody returned; negative ones are none."""
    grade = np.full(len(docs), np.nan)
    returned = np.zeros(len(gold.grade), bool)
    known = np.flatnonzero(numbers < len(gold.queries))
    if len(known) and len(gold.grade):
        row = gold.find(numbers[known], docs[known])
        known, row = known[row >= 0], row[row >= 0]
        returned[row] = True
        grade[known] = np.where(gold.grade[row] >= 0, gold.grade[row], np.nan)
    left = np.flatnonzero(~returned & (gold.grade >= 0))
    left = left[place[gold.query_of[left]] >= 0]
    where = place[gold.query_of[left]]
    left = left[np.argsort(where, kind="stable")]
    offsets = np.concatenate(([0], np.cumsum(np.bincount(where, minlength=queries))))
    return grade, Ragged(gold.grade[left], offsets), gold.doc_ids[left]


def _findings(name: str, joined: Sequence[Joined], policy: Policy) -> list[Finding]:
    """What was odd about a run."""
    tally: Counter[str] = sum((one.tally for one in joined), Counter())
    found = []
    if tally["duplicate"]:
        facts = {"duplicates": policy.duplicates}
        found.append(Finding("duplicate-document", tally["duplicate"], facts, "warning", source=name))
    if tally["nonfinite"]:
        found.append(Finding("nonfinite-score", tally["nonfinite"], {}, "warning", source=name))
    if tally["contradicted"]:
        found.append(Finding("rank-contradicts-score", tally["contradicted"], {}, "warning", source=name))
    return found
