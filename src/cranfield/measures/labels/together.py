"""Whether predicted numbers and true numbers go together: Pearson's and Spearman's correlation."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias
from cranfield.core.note import SILENT, Note
from cranfield.core.ragged import divide
from cranfield.core.reach import in_reach
from cranfield.core.states.exact import exact_sum, exact_sums_by
from cranfield.core.states.kept import Kept
from cranfield.errors import MeasureError
from cranfield.measures.labels.base import groups_of, weight_of
from cranfield.measures.labels.regression import Whole, numbers_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.states.kept import Sample

__all__ = ["Pearson", "Spearman"]


class _Together(Whole):
    """A correlation of scores with true numbers."""

    bounds: ClassVar[tuple[float, float]] = (-1.0, 1.0)

    def together(self, batch: Batch) -> str:  # noqa: ARG002 (the same for all data)
        """All rows."""
        return "all"

    @abstractmethod
    def sides(self, sample: Sample) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The numbers that are correlated, `[..., row]`."""

    def stats(self, batch: Batch, note: Note = SILENT) -> Kept:
        """Truth, score and weight of every example."""
        columns: dict[str, Any] = {"truth": batch.coded("truth"), "score": batch.columns["score"]}
        if (weight := weight_of(batch)) is not None:
            columns["weight"] = weight
        state = Kept(self.settled(batch), batch.policy, columns, groups_of(batch))
        if note is not SILENT:
            self.tell_whole(state, note)
        return state

    def _spreads(self, sample: Sample) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Covariance and both variances; of all examples once exact, so that no order of rows changes a bit."""
        one, two = self.sides(sample)
        often = heavy_of(sample)
        if sample.weights is None:
            whole = exact_sum(often)
            if not whole:
                return np.asarray(0.0), np.asarray(0.0), np.asarray(0.0)
            one, two = (each - exact_sum(often * each) / whole for each in (one, two))
            both, first, second = (exact_sum(often * (a * b) / whole) for a, b in ((one, two), (one, one), (two, two)))
            return np.asarray(both), np.asarray(first), np.asarray(second)
        whole = often.sum(axis=-1, keepdims=True)
        one, two = (each - divide((often * each).sum(axis=-1, keepdims=True), whole) for each in (one, two))
        share = divide(often, whole)
        return (share * one * two).sum(axis=-1), (share * one**2).sum(axis=-1), (share * two**2).sum(axis=-1)

    def finish(self, total: Sample) -> NDArray[np.float64]:
        """Covariance over both spreads."""
        both, first, second = self._spreads(total)
        below = np.sqrt(first) * np.sqrt(second)
        flat = (first <= _FLAT) | (second <= _FLAT)
        return np.clip(divide(both, np.where(flat, 0.0, below)), -1, 1)

    def tell_whole(self, state: Any, note: Note) -> None:
        """Covariance and spreads, and their quotient."""
        both, first, second = self._spreads(state.total())
        note.unit("numbers-together", np.atleast_1d(both), ranks=isinstance(self, Spearman))
        note.unit("spread-of-true-numbers", np.atleast_1d(np.sqrt(first)))
        note.unit("spread-of-scores", np.atleast_1d(np.sqrt(second)))
        note.unit("correlation-of-numbers", self.each(state), name=str(self))


_FLAT = 1e-30  # of numbers between -1 and 1: what rounding makes of equal ones


def heavy_of(sample: Sample) -> NDArray[np.float64]:
    """How often each row counts: its weight, times how often it was drawn."""
    given = sample.array("weight")
    rows = len(sample.coded("truth"))
    weight = np.ones(rows) if given is None else in_reach(np.asarray(given, np.float64))
    return weight if sample.weights is None else sample.weights * weight


class Pearson(_Together):
    """Pearson's correlation of scores with true numbers: 1 if they lie on a rising line, -1 on a falling one."""

    name: ClassVar[str] = "Pearson"
    formula: ClassVar[str] = "covariance of score and truth / (spread of scores x spread of truth)"
    source: ClassVar[str] = "Pearson, Notes on regression and inheritance, Proceedings of the Royal Society 1895"
    chinese: ClassVar[str] = "预测值与真实值的 Pearson 相关系数：同在一条上升直线上为 1，下降直线上为 -1。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("pearsonr", tool="scipy"),)

    def sides(self, sample: Sample) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Truth and score, each divided by a power of two that keeps squares in reach."""
        truth = sample.coded("truth")
        score = np.asarray(sample.array("score"), np.float64)
        if not np.isfinite(score).all():
            row = int(np.flatnonzero(~np.isfinite(score))[0]) + 1
            raise MeasureError("score-too-large", measure=str(self), row=row)
        return _within_one(numbers_of(self, truth.names)[truth.codes]), _within_one(score)


def _within_one(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Times a power of two, so that the largest is at most 1; correlations stay the same."""
    _, exponent = np.frexp(np.abs(values).max(initial=0.0))
    return np.ldexp(values, -int(exponent))


class Spearman(_Together):
    """Spearman's correlation of scores with true numbers: Pearson's of their ranks, equal numbers sharing a rank."""

    name: ClassVar[str] = "Spearman"
    formula: ClassVar[str] = "covariance of the ranks of score and truth / (spread of the one x spread of the other)"
    source: ClassVar[str] = "Spearman, The proof and measurement of association between two things, 1904"
    chinese: ClassVar[str] = "预测值与真实值的 Spearman 相关系数：两者名次的 Pearson 相关系数，相等的数同名次。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("spearmanr", tool="scipy"),)

    def sides(self, sample: Sample) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The ranks of truth and score, as a share of all rows."""
        truth = sample.coded("truth")
        often = heavy_of(sample)
        given = numbers_of(self, truth.names)[truth.codes], np.asarray(sample.array("score"), np.float64)
        one, two = (_ranks(values, often) for values in given)
        return one, two


def _ranks(values: NDArray[np.float64], often: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of each row the middle of the rows that share its value, among all of them from 0 to 1."""
    _, codes = np.unique(values, return_inverse=True)
    codes = codes.reshape(-1)
    order = np.argsort(codes, kind="stable")
    if often.ndim == 1:
        sizes = exact_sums_by(codes, often, int(codes.max(initial=-1)) + 1)
    else:
        starts = np.flatnonzero(np.concatenate(([True], np.diff(codes[order]) != 0)))
        sizes = np.add.reduceat(often[..., order], starts, axis=-1)
    ends = np.cumsum(sizes, axis=-1)
    middle = divide(ends - sizes / 2, ends[..., -1:])
    return np.asarray(np.nan_to_num(middle)[..., codes])
