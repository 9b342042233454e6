"""ROC and precision-recall curves of scores: thresholds and rates, and the confusion matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import checked
from cranfield.core.batch import BATCH
from cranfield.core.coded import Scores
from cranfield.core.confusion import Confusion
from cranfield.core.evaluate import ready
from cranfield.core.ragged import divide
from cranfield.core.spec import parse
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["Counts", "PRCurve", "ROCCurve", "Sides", "confusion", "precision_recall_curve", "roc_curve", "sides"]


@dataclass(frozen=True)
class ROCCurve:
    """`tpr[i]` and `fpr[i]` are the rates when scores of at least `thresholds[i]` count as positive."""

    thresholds: NDArray[np.float64]
    fpr: NDArray[np.float64]
    tpr: NDArray[np.float64]


@dataclass(frozen=True)
class PRCurve:
    """`precision[i]` and `recall[i]` when scores of at least `thresholds[i]` count as positive."""

    thresholds: NDArray[np.float64]
    precision: NDArray[np.float64]
    recall: NDArray[np.float64]


@checked(batch=BATCH)
def confusion(batch: Batch) -> Confusion:
    """How often each label was guessed for each.

    `.names` and `.cells[truth, guess]` are the data, `.table()` has the totals of rows and columns.
    """
    if "guess" not in batch:
        raise MeasureError("confusion-without-guess")
    total: Any = parse("Accuracy", batch.family).stats(batch).total()
    return Confusion.of(total)


@dataclass(frozen=True)
class Sides:
    """The score of every example for the positive label, which examples have it, and what each weighs."""

    label: str
    score: NDArray[np.float64]
    positive: NDArray[np.bool_]
    weight: NDArray[np.float64] | None


def sides(batch: Batch, positive: Any = None) -> Sides:
    """What scores are to tell apart: the positive label from the rest, as AUC takes them."""
    if "score" not in batch:
        raise MeasureError("curve-without-score")
    measure: Any = ready(parse("AUC", batch.family).replace(positive=positive), batch)
    score = batch.columns["score"]
    chosen = score.of(measure.positive) if isinstance(score, Scores) else batch.array("score")
    weight = batch.array("weight").astype(np.float64) if "weight" in batch else None
    marked = batch.coded("truth").is_label(measure.positive)
    return Sides(measure.positive, np.asarray(chosen, np.float64) + 0.0, marked, weight)  # -0 is 0


@dataclass(frozen=True)
class Counts:
    """Distinct scores from high to low, with the positives and negatives at or above each."""

    thresholds: NDArray[np.float64]
    true: NDArray[np.float64]
    false: NDArray[np.float64]

    @classmethod
    def of(cls, given: Sides) -> Counts:
        """Whole numbers, or sums of weights; what weighs nothing is not there."""
        weight = np.ones(len(given.score)) if given.weight is None else given.weight
        order = np.argsort(-given.score, kind="stable")
        ranked, marked, heavy = given.score[order], given.positive[order], weight[order]
        last = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], len(ranked) > 0))
        true, false = np.cumsum(np.where(marked, heavy, 0.0)), np.cumsum(np.where(marked, 0.0, heavy))
        return cls(ranked[last], true[last], false[last])

    def from_zero(self) -> Counts:
        """With a first threshold that nothing reaches."""
        true, false = (np.concatenate((np.zeros(1), each)) for each in (self.true, self.false))
        return Counts(np.concatenate((np.full(1, np.inf), self.thresholds)), true, false)

    @property
    def fpr(self) -> NDArray[np.float64]:
        """The share of the negatives at or above each threshold; nan if there are none."""
        return divide(self.false, self.false[-1:])

    @property
    def tpr(self) -> NDArray[np.float64]:
        """The share of the positives, which is recall."""
        return divide(self.true, self.true[-1:])

    @property
    def precision(self) -> NDArray[np.float64]:
        """The share of positives among everything at or above each threshold."""
        return divide(self.true, self.true + self.false)


@checked(batch=BATCH)
def roc_curve(batch: Batch, *, positive: Any = None) -> ROCCurve:
    """The ROC curve from (0, 0) to (1, 1); a rate is nan where its class is absent."""
    counts = Counts.of(sides(batch, positive)).from_zero()
    return ROCCurve(counts.thresholds, counts.fpr, counts.tpr)


@checked(batch=BATCH)
def precision_recall_curve(batch: Batch, *, positive: Any = None) -> PRCurve:
    """The precision-recall curve from the highest threshold down; recall is nan where there is no positive example."""
    counts = Counts.of(sides(batch, positive))
    return PRCurve(counts.thresholds, counts.precision, counts.tpr)
