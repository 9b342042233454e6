"""Inferred average precision: average precision from a sample of the judgments."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.note import SILENT, Note
from cranfield.core.ragged import divide
from cranfield.measures.ranking.base import NO_RELEVANT, QueryMean, num_relevant, rel_param, relevant, relevant_so_far

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["InferredAveragePrecision"]

EPSILON = 1e-5  # Lidstone smoothing with trec_eval's constant


class InferredAveragePrecision(QueryMean):
    """An estimate of average precision when only a random sample of the pooled documents was judged.

    A negative grade marks a document that was in the pool but not in the sample.
    """

    judging: ClassVar[str | None] = "order"
    name: ClassVar[str] = "infAP"
    adds_up: ClassVar[str] = "inferred-precision"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "pooled", "ideal")
    undefined_when: ClassVar[str] = NO_RELEVANT
    formula: ClassVar[str] = "sum over relevant of (1 + pooled above x relevant / judged above, smoothed) / rank / R"
    source: ClassVar[str] = "Yilmaz and Aslam, Estimating AP with incomplete and imperfect judgments, CIKM 2006"
    chinese: ClassVar[str] = "只判定了文档池的随机样本时，对平均查准率的估计。"

    rel: float = rel_param()

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The estimated precisions at the relevant documents over R."""
        rank = batch.ragged("rank")
        hit = relevant(batch, self.rel)
        good = note.rows("relevant-above", relevant_so_far(batch, self.rel) - hit)
        judged = note.rows("judged-above", rank.position - 1)
        unsampled = note.rows("unsampled-above", _pooled_above(batch))
        share = (good + EPSILON) / (judged + 2 * EPSILON)
        # (1 + pooled above x share) / rank, rounded step by step as trec_eval does
        above = rank.values - 1
        pooled = np.divide(judged + unsampled, above, out=np.zeros(len(above)), where=above > 0)
        precision = 1.0 / rank.values + above / rank.values * pooled * share
        row = note.rows("inferred-precision", np.where(hit, precision, 0.0))
        total = rank.sum(row)
        wanted = note.unit("R", num_relevant(batch, self.rel))
        return note.unit("precisions-over-R", divide(total, wanted), of=(total, wanted), name=str(self))


def _pooled_above(batch: Batch) -> NDArray[np.int64]:
    """For each retrieved judged document, how many pooled but unjudged documents stand above it."""
    rank, pooled = batch.ragged("rank"), batch.ragged("pooled")
    depth = int(max(rank.values.max(initial=0), pooled.values.max(initial=0))) + 1
    places = np.sort(pooled.owner * depth + pooled.values)
    return np.searchsorted(places, rank.owner * depth + rank.values) - np.searchsorted(places, rank.owner * depth)
