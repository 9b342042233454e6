"""Kept rows: truth and score of every example, for measures that need them all."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.coded import Coded, Scores, merge_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

__all__ = ["Rows", "Task"]


@dataclass(frozen=True)
class Task:
    """The scores of positive and negative examples, and their weights."""

    positive: NDArray[Any]
    negative: NDArray[Any]
    positive_weight: NDArray[Any] | None = None
    negative_weight: NDArray[Any] | None = None


@dataclass(frozen=True)
class Rows:
    """Truth, score and weight of each example; merging puts them behind each other.

    `average` says what the values are about: one label against the rest (`binary`), each label against the rest (`ovr`)
    or each pair of labels (`ovo`).
    """

    truth: Coded
    score: NDArray[Any] | Scores
    weight: NDArray[Any] | None = None
    average: str = "binary"
    positive: str = ""
    held: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)  # results of long sorts

    @property
    def names(self) -> Sequence[str]:
        """The labels that have a score."""
        assert isinstance(self.score, Scores)
        return self.score.names

    @property
    def units(self) -> Sequence[str]:
        """The positive label, each label, or each pair."""
        if self.average == "binary":
            return (self.positive,)
        if self.average == "ovr":
            return self.names
        return tuple(f"{first}/{second}" for first, second in combinations(self.names, 2))

    @property
    def support(self) -> dict[str, float]:
        """How many examples have each label, or the sum of their weights."""
        counts = np.bincount(self.truth.codes, weights=self.weight, minlength=len(self.truth.names))
        return dict(zip(self.truth.names, counts.tolist(), strict=True))

    @property
    def undefined(self) -> NDArray[np.bool_]:
        """Where one of the two sides is empty."""
        support = self.support
        if self.average == "ovo":
            pairs = combinations(self.names, 2)
            return np.asarray([not (support.get(first) and support.get(second)) for first, second in pairs])
        there = {name for name, count in support.items() if count}
        return np.asarray([unit not in there or len(there) == 1 for unit in self.units])

    def __add__(self, other: Rows) -> Rows:
        """Merge two partitions, which may know different labels."""
        if (self.average, self.positive, self.weight is None) != (other.average, other.positive, other.weight is None):
            message = "the partitions keep rows of different measures, or only one of them has weights"
            raise ValueError(message)
        names = merge_names(self.truth.names, other.truth.names)
        codes = np.concatenate((self.truth.renamed(names).codes, other.truth.renamed(names).codes))
        score: NDArray[Any] | Scores
        if isinstance(self.score, Scores) and isinstance(other.score, Scores):
            if self.score.names != other.score.names:
                message = "the partitions have scores of different labels"
                raise ValueError(message)
            score = Scores(np.concatenate((self.score.values, other.score.values)), self.score.names)
        elif isinstance(self.score, np.ndarray) and isinstance(other.score, np.ndarray):
            score = np.concatenate((self.score, other.score))
        else:
            message = "one partition has a score for each label, the other has one score"
            raise ValueError(message)  # noqa: TRY004 (it is the data that does not fit)
        weight = None
        if self.weight is not None and other.weight is not None:
            weight = np.concatenate((self.weight, other.weight))
        return replace(self, truth=Coded(codes, names), score=score, weight=weight)

    def total(self, units: NDArray[Any] | None = None) -> Rows:
        """All of it; a part of the labels has no value of its own."""
        if units is not None:
            message = "groups of labels have no value; give the groups of the examples as labels(..., group=...)"
            raise ValueError(message)
        return self

    def each(self) -> Rows:
        """The same: the units are inside."""
        return self

    def tasks(self) -> Iterator[list[Task]]:
        """For each unit what is to be told apart; a pair of labels in both directions, each by its own score."""
        if self.average == "binary":
            score = self.score.of(self.positive) if isinstance(self.score, Scores) else self.score
            marked = self.truth.is_label(self.positive)
            yield [self._task(score, marked, ~marked)]
        elif self.average == "ovr":
            assert isinstance(self.score, Scores)
            for name in self.names:
                marked = self.truth.is_label(name)
                yield [self._task(self.score.of(name), marked, ~marked)]
        else:
            assert isinstance(self.score, Scores)
            for first, second in combinations(self.names, 2):
                one, two = self.truth.is_label(first), self.truth.is_label(second)
                yield [self._task(self.score.of(first), one, two), self._task(self.score.of(second), two, one)]

    def _task(self, score: NDArray[Any], positive: NDArray[np.bool_], negative: NDArray[np.bool_]) -> Task:
        if self.weight is None:
            return Task(score[positive], score[negative])
        # a row that weighs nothing takes no part
        positive, negative = positive & (self.weight > 0), negative & (self.weight > 0)
        return Task(score[positive], score[negative], self.weight[positive], self.weight[negative])
