"""The fast way through a dict of dicts: look up the few judged documents and count the scores above theirs."""

from __future__ import annotations

from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.io.join.prepare import nested, numbers, texts
from cranfield.io.join.run_rows import Joined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.join.judgments import Judgments

__all__ = ["join_dict"]

_LONG = 64  # documents a query, from which on queries are sorted one by one


def join_dict(run: Mapping[Any, Any], gold: Judgments, policy: Policy) -> Joined | None:
    """The same as `join`, or None where the general way must look: odd keys, odd values, listed ranks."""
    if policy.ties == "rank" or not nested(run) or not texts(run, *run.values()):
        return None
    # in the order of the judgments, so that their rows need not be moved
    answers: list[Any] = list(map(run.get, gold.queries))
    known = len(answers) - answers.count(None)
    unknown = run.keys() - gold.number_of.keys() if known < len(run) else set[str]()
    unknown = {name for name in unknown if run[name]}
    query = np.flatnonzero(np.fromiter(map(bool, answers), bool, len(answers)))
    if len(query) < len(answers):  # a query with an empty answer is one without an answer
        answers = list(filter(None, answers))
    if not answers:
        return None
    sizes = np.fromiter(map(len, answers), np.int64, len(answers))
    edges = np.concatenate(([0], np.cumsum(sizes)))
    score = numbers(answers, int(edges[-1]))
    if score is None or numbers([run[name] for name in unknown], -1) is None:
        return None
    if not np.isfinite(score).all():
        return None
    if policy.scores == "float32":
        with np.errstate(over="ignore"):  # as in the general way
            score = score.astype(np.float32)
    answer, row, own = _judged(answers, query, gold)
    with np.errstate(over="ignore"):
        own = own.astype(score.dtype)
    down = _descending(score, edges)
    begin, end = edges[answer], edges[answer + 1]
    first = _bisect(down, -own, begin, end, right=False)
    rank = tie_first = first - begin + 1
    tied = (first + 1 < end) & (down[np.minimum(first + 1, len(down) - 1)] == -own)
    after = first + 1
    after[tied] = _bisect(down, -own[tied], after[tied], end[tied], right=True)
    if tied.any():
        ties = "input" if policy.ties == "expected" else policy.ties
        rank = rank.copy()
        rank[tied] += _before_in_ties(answers, gold, score, edges, answer[tied], row[tied], own[tied], ties)
    order = np.lexsort((rank, query[answer]))
    return Joined(query, sizes, row[order], rank[order], tie_first[order], (after - begin)[order], unknown)


def _judged(
    answers: list[dict[str, float]], query: NDArray[np.int64], gold: Judgments
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """For each judged document that was retrieved: its answer, its judgment row and its score.

    A chain of maps: the interpreter never sees a single row.
    """
    rows, counts = gold.rows_of(query), np.diff(gold.offsets)[query]
    every = len(rows) == len(gold.row_names)
    names = gold.row_names if every else map(gold.row_names.__getitem__, rows.tolist())
    asked = chain.from_iterable(map(repeat, answers, counts.tolist()))
    own = np.fromiter(map(dict.get, asked, names, repeat(np.nan)), np.float64, len(rows))
    found = np.flatnonzero(~np.isnan(own))
    return np.repeat(np.arange(len(answers)), counts)[found], rows[found], own[found]


def _descending(score: NDArray[Any], edges: NDArray[np.int64]) -> NDArray[Any]:
    """The scores of each query from high to low, with their signs turned so that they ascend."""
    down = -score
    inside = np.ones(len(down), bool)
    inside[edges[1:-1]] = False
    rising = np.flatnonzero((down[1:] < down[:-1]) & inside[1:])
    if not len(rising):
        return down
    if len(down) < _LONG * (len(edges) - 1):
        owner = np.repeat(np.arange(len(edges) - 1), np.diff(edges))
        return down[np.lexsort((down, owner))]
    for answer in np.unique(np.searchsorted(edges, rising, side="right") - 1):
        down[edges[answer] : edges[answer + 1]].sort()
    return down


def _bisect(
    values: NDArray[Any], wanted: NDArray[Any], low: NDArray[np.int64], high: NDArray[np.int64], *, right: bool
) -> NDArray[np.int64]:
    """np.searchsorted, each time among other values: those from `low` to `high`."""
    low, high = low.copy(), high.copy()
    while (open_ := low < high).any():
        middle = (low + high) // 2
        probe = values[np.minimum(middle, len(values) - 1)]
        up = open_ & ((probe <= wanted) if right else (probe < wanted))
        low = np.where(up, middle + 1, low)
        high = np.where(open_ & ~up, middle, high)
    return low


def _before_in_ties(
    answers: list[dict[str, float]], gold: Judgments, score: NDArray[Any], edges: NDArray[np.int64],
    answer: NDArray[np.int64], row: NDArray[np.int64], own: NDArray[Any], ties: str,
) -> NDArray[np.int64]:  # fmt: skip
    """How many documents of the same score come before each judged one."""
    wanted: dict[int, set[float]] = {}
    for at, value in zip(answer.tolist(), own.tolist(), strict=True):
        wanted.setdefault(at, set()).add(value)
    members: dict[tuple[int, float], list[str]] = {}
    for at, values in wanted.items():
        for name, value in zip(answers[at], score[edges[at] : edges[at + 1]].tolist(), strict=True):
            if value in values:
                members.setdefault((at, value), []).append(name)
    place = {}
    for (at, _), names in members.items():
        if ties != "input":
            names.sort(reverse=ties == "docid-desc")  # code points sort as UTF-8 bytes do
        place.update({(at, name): before for before, name in enumerate(names)})
    judged = map(gold.row_names.__getitem__, row.tolist())
    return np.fromiter(map(place.__getitem__, zip(answer.tolist(), judged, strict=True)), np.int64, len(row))
