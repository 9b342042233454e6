"""Numbers that were predicted beside true numbers: how far they are off, and how much they explain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from cranfield.core.coded import Scores
from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.ragged import divide
from cranfield.errors import MeasureError
from cranfield.measures.labels.base import ExampleMean, LabelMeasure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure
    from cranfield.core.states.tally import Tally

__all__ = ["MAE", "MSE", "R2", "RMSE", "Whole", "numbers_of"]

_FLAT = 1e-30
ALL = "all"  # the one unit of a number that single values have not got


def numbers_of(measure: Measure, names: Sequence[str]) -> NDArray[np.float64]:
    """The numbers that true labels are, or a sentence about the first that is none."""
    found = []
    for name in names:
        try:
            found.append(float(name))
        except ValueError:
            found.append(np.nan)
        if not np.isfinite(found[-1]):
            raise MeasureError("truth-no-number", measure=str(measure), value=name)
    return np.array(found, np.float64)


def _check(measure: Measure, batch: Batch) -> None:
    """Refuse labels that are no numbers, and several scores."""
    numbers_of(measure, batch.coded("truth").names)
    if isinstance(batch.columns["score"], Scores):
        raise MeasureError("one-score-needed", measure=str(measure))


class _Distance(ExampleMean):
    """A mean over examples of how far the score is off."""

    reads: ClassVar[tuple[str, ...]] = ("truth", "score")
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    better: ClassVar[str | None] = "lower"
    unbounded: ClassVar[bool] = True

    def resolve(self, batch: Batch) -> Self:
        """The same, if the data are numbers."""
        _check(self, batch)
        return self

    def off(self, batch: Batch) -> NDArray[np.float64]:
        """Score - truth of each example."""
        truth = batch.coded("truth")
        with np.errstate(invalid="ignore", over="ignore"):  # what is too large is refused later
            return batch.array("score").astype(np.float64) - numbers_of(self, truth.names)[truth.codes]


class MAE(_Distance):
    """The mean absolute difference between scores and true numbers."""

    name: ClassVar[str] = "MAE"
    formula: ClassVar[str] = "mean of |score - truth|"
    source: ClassVar[str] = "Willmott and Matsuura, Advantages of the mean absolute error, Climate Research 2005"
    chinese: ClassVar[str] = "预测值与真实值之差的绝对值的平均，越小越好。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("mean_absolute_error", tool="scikit-learn"),)

    def values(self, batch: Batch) -> NDArray[np.float64]:
        """The distance of each example."""
        return np.abs(self.off(batch))


class MSE(_Distance):
    """The mean squared difference between scores and true numbers."""

    name: ClassVar[str] = "MSE"
    formula: ClassVar[str] = "mean of (score - truth)^2"
    source: ClassVar[str] = "Legendre, Nouvelles méthodes pour la détermination des orbites des comètes, 1805"
    chinese: ClassVar[str] = "预测值与真实值之差的平方的平均，越小越好。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("mean_squared_error", tool="scikit-learn"),)

    def values(self, batch: Batch) -> NDArray[np.float64]:
        """The squared distance of each example."""
        with np.errstate(over="ignore"):
            return self.off(batch) ** 2


class RMSE(MSE):
    """The square root of the mean squared difference between scores and true numbers, in their own unit."""

    name: ClassVar[str] = "RMSE"
    formula: ClassVar[str] = "sqrt(mean of (score - truth)^2)"
    chinese: ClassVar[str] = "预测值与真实值之差的平方的平均再开方，单位与数值相同，越小越好。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("root_mean_squared_error", tool="scikit-learn"),)

    def stats(self, batch: Batch, note: Note = SILENT) -> Any:
        """As for the mean square."""
        state = super().stats(batch)
        if note is not SILENT:
            above, below = state.total().sums
            weighted = "weight" in batch
            note.unit("sum-of-values", above, weighted=weighted)
            note.unit("examples-of-label", below, weighted=weighted)
            note.unit("root-over-examples", self.each(state), name=str(self))
        return state

    def tell_whole(self, state: Any, note: Note) -> None:
        """The sum over all examples, and the root of their mean."""
        above, below = (each.sum(axis=-1) for each in state.total().sums)
        note.unit("sum-over-all-examples", above)
        note.unit("all-examples", below)
        note.unit("root-over-examples", self.finish(state.total()), name=str(self))

    def each(self, state: Any) -> NDArray[np.float64]:
        """The root of each label."""
        return np.sqrt(super().each(state))

    def finish(self, total: Tally) -> NDArray[np.float64]:
        """The root of the mean."""
        return np.sqrt(super().finish(total))


class Whole(LabelMeasure):
    """A number of all examples together, which no single value has."""

    reads: ClassVar[tuple[str, ...]] = ("truth", "score")
    undefined_when: ClassVar[str] = "when-all-equal"

    def resolve(self, batch: Batch) -> Self:
        """The same, if the data are numbers."""
        _check(self, batch)
        return self

    def unit_noun(self, batch: Batch) -> str:  # noqa: ARG002 (the same for all data)
        """There is one unit: all examples."""
        return "units"

    def each(self, state: Any) -> NDArray[np.float64]:
        """The value of the whole."""
        return np.atleast_1d(self.finish(state.total()))

    def about(self, total: Any) -> tuple[Sequence[str], NDArray[np.bool_]]:
        """All examples, and whether they have no value."""
        return (ALL,), np.atleast_1d(np.isnan(self.finish(total)))


class R2(Whole, _Distance):
    """How much of the spread of the true numbers the scores explain: 1 for all, 0 for as much as their mean does."""

    name: ClassVar[str] = "R2"
    bounds: ClassVar[tuple[float, float]] = (float("-inf"), 1.0)
    better: ClassVar[str | None] = "higher"
    formula: ClassVar[str] = "1 - sum of (score - truth)^2 / sum of (truth - mean of truth)^2"
    source: ClassVar[str] = "Wright, Correlation and causation, Journal of Agricultural Research 1921"
    chinese: ClassVar[str] = "预测值解释了真实值离散程度的多少：全部为 1，与取平均值相当为 0。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("r2_score", tool="scikit-learn"),)
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("scikit-learn", "elsewhere-constant-truth"),)

    def values(self, batch: Batch) -> NDArray[np.float64]:
        """The squared distance of each example."""
        with np.errstate(over="ignore"):
            return self.off(batch) ** 2

    def stats(self, batch: Batch, note: Note = SILENT) -> Any:
        """As for the mean square: squares and weights by true number."""
        state = super().stats(batch)
        if note is not SILENT:
            self.tell_whole(state, note)
        return state

    def _squares(self, total: Tally) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Squares that are left, and those around the mean."""
        squares, weight = total.sums
        truth = numbers_of(self, total.names["truth"])
        weight = np.asarray(weight, np.float64)
        whole = weight.sum(axis=-1)
        mean = divide((weight * truth).sum(axis=-1), whole)
        spread = (weight * (truth - mean[..., None]) ** 2).sum(axis=-1)
        # what rounding makes of equal numbers is no spread
        flat = spread <= _FLAT * whole * np.square(truth).max(initial=0.0)
        return squares.sum(axis=-1), np.where(flat, 0.0, spread)

    def finish(self, total: Tally) -> NDArray[np.float64]:
        """1 - what is left."""
        left, spread = self._squares(total)
        return 1 - divide(left, spread)

    def tell_whole(self, state: Any, note: Note) -> None:
        """Both sums, and their quotient."""
        left, spread = self._squares(state.total())
        note.unit("squares-left", np.atleast_1d(left))
        note.unit("squares-of-truth", np.atleast_1d(spread))
        note.unit("explained-share", self.each(state), name=str(self))

    def exhibits(self, batch: Batch, index: int) -> Any:  # noqa: ARG002 (all examples are too many to show)
        """Nothing more."""
        return ()
