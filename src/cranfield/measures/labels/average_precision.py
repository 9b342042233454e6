"""Average precision: the area under the precision-recall curve of scores, in steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias
from cranfield.core.note import SILENT, Note
from cranfield.core.param import word
from cranfield.measures.labels.confused import mean_over_labels
from cranfield.measures.labels.scored import Scored

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.rows import Rows, Task

__all__ = ["AveragePrecision"]


class AveragePrecision(Scored):
    """The mean precision at the scores of the positive examples: the area under the precision-recall curve."""

    name: ClassVar[str] = "AveragePrecision"
    formula: ClassVar[str] = "sum over thresholds of (recall - recall before) * precision"
    source: ClassVar[str] = "Zhu, Recall, precision and average precision, 2004; scikit-learn's average_precision_score"
    chinese: ClassVar[str] = "按得分从高到低，在每个正例得分处的准确率的平均：准确率-召回率曲线下的面积（不插值）。"
    undefined_when: ClassVar[str] = "no example has the label"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("average_precision", tool="scikit-learn"),
        Alias("average_precision_score", tool="scikit-learn"),
        Alias("PR_AUC"),
    )

    average: str | None = word(
        None, "macro", "weighted", help="for several labels: the mean over labels, even or weighted by true examples"
    )

    @property
    def over(self) -> str:
        """One label, or all against the rest."""
        return "binary" if self.average is None else "ovr"

    def stats(self, batch: Batch, note: Note = SILENT) -> Rows:
        """The rows themselves."""
        rows = self.rows(batch)
        if note is not SILENT:
            support = [rows.support.get(unit, 0.0) for unit in rows.units]
            note.unit("positives", np.asarray(support), "examples with the label")
            note.unit(str(self), self.each(rows), self.formula)
        return rows

    def each(self, state: Any) -> NDArray[np.float64]:
        """The value of each label."""
        if "precision" not in state.held:
            state.held["precision"] = np.asarray([_area(task) for (task,) in state.tasks()])
        return state.held["precision"]

    def finish(self, total: Any) -> Any:
        """The mean over the labels that have a value."""
        weights = [total.support.get(unit, 0.0) for unit in total.units] if self.average == "weighted" else None
        return mean_over_labels(self.each(total), None if weights is None else np.asarray(weights))


def _area(task: Task) -> float:
    """Precision at each distinct score of a positive, times the recall gained there."""
    if not len(task.positive):
        return float("nan")
    order = np.argsort(task.positive)
    ranked = task.positive[order]
    begin = np.flatnonzero(np.concatenate(([True], ranked[1:] != ranked[:-1])))
    heavy = np.ones(len(ranked)) if task.positive_weight is None else task.positive_weight[order]
    gained = np.add.reduceat(heavy, begin)
    found = np.cumsum(gained[::-1])[::-1]  # at or above the score
    if task.negative_weight is None:
        missed = len(task.negative) - np.searchsorted(np.sort(task.negative), ranked[begin], "left")
    else:
        order = np.argsort(task.negative)
        above = np.concatenate((np.cumsum(task.negative_weight[order][::-1])[::-1], [0.0]))
        missed = above[np.searchsorted(task.negative[order], ranked[begin], "left")]
    return float((gained / gained.sum() * (found / (found + missed))).sum())
