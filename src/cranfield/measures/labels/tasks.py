"""What scores must tell apart: one label from the rest, each label from the rest, or the two labels of each pair."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.coded import Scores
from cranfield.core.reach import in_reach
from cranfield.core.states.exact import exact_sums_by

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from cranfield.core.states.kept import Sample
    from cranfield.core.states.ranges import Won
    from cranfield.core.states.tally import Tally

__all__ = ["Ranked", "Task", "labels_scored", "positive_of", "ranked", "support", "tasks", "units_of"]


@dataclass(frozen=True)
class Task:
    """The scores of positive and negative examples, and their weights."""

    positive: NDArray[Any]
    negative: NDArray[Any]
    positive_weight: NDArray[Any] | None = None
    negative_weight: NDArray[Any] | None = None


@dataclass(frozen=True)
class Ranked:
    """The rows of positive and negative examples in order of score, ready to be weighed again and again.

    `left[i]` negatives are below the positive `i`, and `right[i]` are not above it; `starts` are the positives that
    begin a new score.
    """

    positive: NDArray[np.int64]
    negative: NDArray[np.int64]
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    starts: NDArray[np.int64]
    positive_weight: NDArray[Any] | None
    negative_weight: NDArray[Any] | None

    def weigh(self, often: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """`often[draw, row]` for the positives and for the negatives, times their weights."""
        positive, negative = np.take(often, self.positive, axis=-1), np.take(often, self.negative, axis=-1)
        if self.positive_weight is not None and self.negative_weight is not None:
            positive *= self.positive_weight
            negative *= self.negative_weight
        return positive, negative


def positive_of(total: Sample | Tally | Won) -> str:
    """The positive label; the measure that made the state knows it, also where it was not named."""
    return str(vars(total.measure).get("positive") or "")


def labels_scored(sample: Sample) -> Sequence[str]:
    """The labels that have a score."""
    score = sample.columns["score"]
    return score.names if isinstance(score, Scores) else ()


def units_of(over: str, positive: str, scored: Sequence[str]) -> tuple[str, ...]:
    """The positive label, each label, or each pair."""
    if over == "binary":
        return (positive,)
    if over == "ovr":
        return tuple(scored)
    return tuple(f"{first}/{second}" for first, second in combinations(scored, 2))


def support(sample: Sample) -> NDArray[np.float64]:
    """How many examples have each label of the truth, or the sum of their weights, for each draw."""
    truth, weight = sample.coded("truth"), sample.array("weight")
    size = len(truth.names)
    if sample.weights is None:
        if weight is None:
            return np.bincount(truth.codes, minlength=size).astype(np.float64)
        return exact_sums_by(truth.codes, weight, size)
    flat = sample.weights.reshape(-1, sample.weights.shape[-1])
    often = flat if weight is None else flat * weight
    counts = [np.bincount(truth.codes, weights=row, minlength=size) for row in often]
    return np.asarray(counts, np.float64).reshape(*sample.weights.shape[:-1], size)


def tasks(sample: Sample, over: str, positive: str) -> Iterator[list[Task]]:
    """For each unit what is to be told apart; a pair of labels in both directions, each by its own score."""
    weight = sample.array("weight")

    def make(directions: list[_Direction]) -> list[Task]:
        if weight is None:
            return [Task(score[yes], score[no]) for score, yes, no in directions]
        heavy = weight > 0  # a row that weighs nothing takes no part
        sides = [(score, yes & heavy, no & heavy) for score, yes, no in directions]
        return [Task(score[yes], score[no], weight[yes], weight[no]) for score, yes, no in sides]

    return map(make, _sides(sample, over, positive))  # which keeps no marks of rows while a task is worked on


def ranked(sample: Sample, over: str, positive: str) -> list[list[Ranked]]:
    """The same in order of score, once for all draws."""
    found: list[list[Ranked]] | None = sample.held.get(("ranked", over, positive))
    if found is None:
        found = [[_rank(sample, *each) for each in directions] for directions in _sides(sample, over, positive)]
        sample.held["ranked", over, positive] = found
    return found


def _rank(sample: Sample, score: NDArray[Any], yes: NDArray[np.bool_], no: NDArray[np.bool_]) -> Ranked:
    weight = sample.array("weight")
    if weight is not None:
        yes, no = yes & (weight > 0), no & (weight > 0)
    rows = []
    for side in (yes, no):
        there = np.flatnonzero(side)
        rows.append(there[np.argsort(score[there], kind="stable")])
    few, many = score[rows[0]], score[rows[1]]
    starts = np.flatnonzero(np.concatenate(([True], few[1:] != few[:-1]))) if len(few) else np.zeros(0, np.int64)
    heavy = (None, None) if weight is None else tuple(in_reach(weight[each]) for each in rows)
    return Ranked(
        rows[0], rows[1], np.searchsorted(many, few, "left"), np.searchsorted(many, few, "right"), starts, *heavy
    )  # fmt: skip


_Direction = tuple["NDArray[Any]", "NDArray[np.bool_]", "NDArray[np.bool_]"]


def _sides(sample: Sample, over: str, positive: str) -> Iterator[list[_Direction]]:
    """For each unit and direction: the scores, and which rows are positive and which negative."""
    truth, score = sample.coded("truth"), sample.columns["score"]
    if over == "binary":
        marked = truth.is_label(positive)
        given = score.of(positive) if isinstance(score, Scores) else score
        assert isinstance(given, np.ndarray)
        yield [(given, marked, ~marked)]
        return
    assert isinstance(score, Scores)
    if over == "ovr":
        for name in score.names:
            marked = truth.is_label(name)
            yield [(score.of(name), marked, ~marked)]
        return
    for first, second in combinations(score.names, 2):
        one, two = truth.is_label(first), truth.is_label(second)
        yield [(score.of(first), one, two), (score.of(second), two, one)]
