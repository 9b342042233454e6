"""Average precision: the area under the precision-recall curve of scores, in steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import word
from cranfield.core.ragged import divide
from cranfield.core.reach import order_by
from cranfield.core.states.exact import exact_sum
from cranfield.core.states.kept import Kept
from cranfield.core.states.ranges import Range, Ranges, Won
from cranfield.measures.labels.confused import mean_over_labels, tell_weighted
from cranfield.measures.labels.ranges import cut_by_score, range_of
from cranfield.measures.labels.scored import Scored
from cranfield.measures.labels.shown import thresholds_shown
from cranfield.measures.labels.tasks import labels_scored, positive_of, ranked, support, tasks, units_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.policy import Policy
    from cranfield.core.states.kept import Sample
    from cranfield.core.states.state import State
    from cranfield.measures.labels.tasks import Ranked, Task

__all__ = ["AveragePrecision"]


class AveragePrecision(Scored):
    """The mean precision at the scores of the positive examples: the area under the precision-recall curve."""

    name: ClassVar[str] = "AveragePrecision"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("scikit-learn (auc), Spark", "elsewhere-trapezoids"),)
    formula: ClassVar[str] = "sum over thresholds of (recall - recall before) * precision"
    source: ClassVar[str] = "Zhu, Recall, precision and average precision, 2004; scikit-learn's average_precision_score"
    chinese: ClassVar[str] = "按得分从高到低，在每个正例得分处的精确率的平均：精确率-召回率曲线下的面积（不插值）。"
    undefined_when: ClassVar[str] = "when-no-example"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("average_precision", tool="scikit-learn"),
        Alias("average_precision_score", tool="scikit-learn"),
        Alias("PR_AUC", tool="cranfield"),
    )

    average: str | None = word(
        None, "macro", "weighted", help="for several labels: the mean over labels, even or weighted by true examples"
    )

    @property
    def over(self) -> str:
        """One label, or all against the rest."""
        return "binary" if self.average is None else "ovr"

    def stats(self, batch: Batch, note: Note = SILENT) -> Kept:
        """The rows themselves."""
        state = self.kept(batch)
        if note is not SILENT:
            self._tell(state, note)
        return state

    @property
    def summed(self) -> str:
        """A mean over labels, one that weighs them, or neither."""
        return "weighted" if self.average == "weighted" else super().summed

    def tell_whole(self, state: Any, note: Note) -> None:
        """The steps of the positive label, or of the weighted mean."""
        if self.over == "binary":
            self._tell(state, note)
        elif self.average == "weighted":
            total = state.total()
            tell_weighted(note, self.by_unit(total), self._positives(total), self.finish(total), str(self))

    def _tell(self, state: Any, note: Note) -> None:
        note.unit("positives", self._positives(state.total()))
        note.unit("area-by-thresholds", self.each(state), name=str(self))

    def together(self, batch: Batch) -> str:
        """Equal scores; of several labels or of weighted rows all of them."""
        return cut_by_score(batch) if self.over == "binary" else "all"

    def ranged(self, state: State, above: tuple[int, int]) -> State:
        """The precisions at the positives of the range, which need what is above it."""
        if not isinstance(state, Kept):
            return state
        ((task,),) = tasks(state.total(), self.over, positive_of(state.total()))
        return range_of(state, _terms(task, above), above)

    def tied(self, policy: Policy, score: float, sides: tuple[int, int], above: tuple[int, int]) -> State:
        """One step of the curve."""
        positives, negatives = sides
        found, missed = float(positives + above[0]), float(negatives + above[1])
        area = (positives * (found / (found + missed)),) if positives else ()
        return Ranges(self, policy, (Range(score, score, positives * negatives, positives, negatives, area, above),))

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """Precision and recall at each score, if these are few."""
        return thresholds_shown(batch, str(self.stats(batch).units[index]))

    def _positives(self, total: Sample) -> NDArray[np.float64]:
        """How many examples each unit has, or the sum of their weights."""
        counts, names = support(total), list(total.coded("truth").names)
        units = units_of(self.over, positive_of(total), labels_scored(total))
        held = [counts[..., names.index(unit)] if unit in names else np.zeros(counts.shape[:-1]) for unit in units]
        return np.stack(held, axis=-1)

    def about(self, total: Any) -> tuple[Sequence[str], NDArray[np.bool_]]:
        """The labels, and which no example has."""
        if isinstance(total, Won):
            return (positive_of(total),), np.array([total.positives == 0])
        return units_of(self.over, positive_of(total), labels_scored(total)), self._positives(total) == 0

    def by_unit(self, total: Any) -> NDArray[np.float64]:
        """The value of each label."""
        if isinstance(total, Won):
            return divide(np.array([total.area]), np.array([float(total.positives)]))
        chosen = positive_of(total)
        if total.weights is not None:
            return np.stack([_areas(each, total.weights) for (each,) in ranked(total, self.over, chosen)], axis=-1)
        if "area" not in total.held:
            total.held["area"] = np.asarray([_area(task) for (task,) in tasks(total, self.over, chosen)])
        return total.held["area"]

    def finish(self, total: Sample) -> NDArray[np.float64]:
        """The mean over the labels that have a value."""
        weights = self._positives(total) if self.average == "weighted" else None
        return mean_over_labels(self.by_unit(total), weights)


def _area(task: Task) -> float:
    """Precision at each distinct score of a positive, times the recall gained there."""
    if not len(task.positive):
        return float("nan")
    if task.positive_weight is None or task.negative_weight is None:
        return exact_sum(_terms(task)) / len(task.positive)
    order = order_by(task.positive, task.positive_weight)
    ranked_scores = task.positive[order]
    begin = _begins(ranked_scores)
    gained = np.add.reduceat(task.positive_weight[order], begin)
    order = order_by(task.negative, task.negative_weight)
    above = np.concatenate((np.cumsum(task.negative_weight[order][::-1])[::-1], [0.0]))
    missed = above[np.searchsorted(task.negative[order], ranked_scores[begin], "left")]
    found = np.cumsum(gained[::-1])[::-1]  # at or above the score
    return float((gained / gained.sum() * (found / (found + missed))).sum())


def _terms(task: Task, above: tuple[int, int] = (0, 0)) -> NDArray[np.float64]:
    """At each distinct score of a positive its precision, times how many have it; `above` are elsewhere."""
    if not len(task.positive):
        return np.zeros(0)
    ranked_scores = np.sort(task.positive)
    begin = _begins(ranked_scores)
    gained = np.diff(np.append(begin, len(ranked_scores))).astype(np.float64)
    missed = len(task.negative) - np.searchsorted(np.sort(task.negative), ranked_scores[begin], "left") + above[1]
    found = np.cumsum(gained[::-1])[::-1] + above[0]  # at or above the score
    return gained * (found / (found + missed))


def _begins(ranked_scores: NDArray[Any]) -> NDArray[np.int64]:
    return np.flatnonzero(np.concatenate(([True], ranked_scores[1:] != ranked_scores[:-1])))


def _areas(order: Ranked, often: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same for many draws."""
    if not len(order.positive):
        return np.full(often.shape[:-1], np.nan)
    positive, negative = order.weigh(often)
    gained = positive
    if len(order.starts) < len(order.positive):
        gained = np.add.reduceat(positive, order.starts, axis=-1)
    found = np.cumsum(gained[..., ::-1], axis=-1)[..., ::-1]
    above = np.zeros((*negative.shape[:-1], negative.shape[-1] + 1))
    above[..., :-1] = np.cumsum(negative[..., ::-1], axis=-1)[..., ::-1]
    reached = found + np.take(above, order.left[order.starts], axis=-1)
    precision = np.divide(found, reached, out=np.zeros(found.shape), where=reached > 0)
    return divide((gained * precision).sum(axis=-1), found[..., 0])
