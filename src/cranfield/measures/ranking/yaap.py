"""Yet another average precision: average precision as log odds."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.note import SILENT, Note
from cranfield.measures.ranking.base import RankingMean, num_relevant, precisions, rel_param, relevant_so_far
from cranfield.measures.ranking.by_rank import precision_recall

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit

__all__ = ["Yaap"]


class Yaap(RankingMean):
    """Average precision as log odds, which can be averaged over easy and hard queries."""

    name: ClassVar[str] = "yaap"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal")
    judging: ClassVar[str | None] = "order"
    bounds: ClassVar[tuple[float, float]] = (float("-inf"), float("inf"))
    formula: ClassVar[str] = "log((1 + s) / (1 + R - s)), s = sum over relevant documents of (relevant so far / rank)"
    source: ClassVar[str] = "Robertson, On smoothing average precision, ECIR 2012"
    chinese: ClassVar[str] = "平均查准率的对数几率形式，便于在难易不同的查询之间求平均。"

    rel: float = rel_param()

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:  # noqa: ARG002 (a query stands alone)
        """The precision-recall curve of the query."""
        return precision_recall(batch, self.rel, without_unjudged=self.judged_only)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The logarithm of the smoothed odds."""
        rank = batch.ragged("rank")
        row = note.rows(
            "precision-so-far", precisions(batch, self.rel), of=(relevant_so_far(batch, self.rel), rank.values)
        )
        total = note.unit("s", rank.sum(row))
        wanted = note.unit("R", num_relevant(batch, self.rel))
        odds = note.unit("odds", (1 + total) / (1 + wanted - total))
        return note.unit("log-of-odds", np.log(odds), name=str(self))
