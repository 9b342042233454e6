"""ROC and precision-recall curves as data: thresholds and rates, and the confusion matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import checked
from cranfield.core.batch import BATCH
from cranfield.core.confusion import Confusion
from cranfield.core.ragged import divide
from cranfield.errors import MeasureError
from cranfield.measures.labels.accuracy import Accuracy
from cranfield.measures.labels.auc import AUC
from cranfield.measures.labels.tasks import tasks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["PRCurve", "ROCCurve", "confusion", "precision_recall_curve", "roc_curve"]


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
    return Confusion.of(Accuracy().stats(batch).total())


def _counts(batch: Batch, positive: Any) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.float64]]:
    """Distinct scores from high to low, with the positives and negatives at or above each."""
    if "score" not in batch:
        raise MeasureError("curve-without-score")
    measure = AUC(positive=positive, average=None, exact=True).resolve(batch)
    ((task,),) = tasks(measure.kept(batch).total(), "binary", measure.positive or "")
    score = np.concatenate((task.positive, task.negative)) + 0.0
    sides = (len(task.positive), len(task.negative))
    weights = [np.ones(size) if given is None else given
               for size, given in zip(sides, (task.positive_weight, task.negative_weight), strict=True)]  # fmt: skip
    order = np.argsort(-score, kind="stable")
    ranked = score[order]
    last = np.flatnonzero(np.concatenate((ranked[1:] != ranked[:-1], [True])))
    above = np.concatenate((weights[0], np.zeros(sides[1])))[order]
    below = np.concatenate((np.zeros(sides[0]), weights[1]))[order]
    return ranked[last], np.cumsum(above)[last], np.cumsum(below)[last]


@checked(batch=BATCH)
def roc_curve(batch: Batch, *, positive: Any = None) -> ROCCurve:
    """The ROC curve from (0, 0) to (1, 1); a rate is nan where its class is absent."""
    thresholds, true, false = _counts(batch, positive)
    zero = np.zeros(1)
    return ROCCurve(
        np.concatenate(([np.inf], thresholds)),
        divide(np.concatenate((zero, false)), false[-1:]),
        divide(np.concatenate((zero, true)), true[-1:]),
    )


@checked(batch=BATCH)
def precision_recall_curve(batch: Batch, *, positive: Any = None) -> PRCurve:
    """The precision-recall curve from the highest threshold down; recall is nan where there is no positive example."""
    thresholds, true, false = _counts(batch, positive)
    return PRCurve(np.asarray(thresholds, np.float64), divide(true, true + false), divide(true, true[-1:]))
