"""Interpolated precision: the precision-recall curve without its teeth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer, number
from cranfield.core.ragged import Ragged
from cranfield.errors import MeasureError
from cranfield.measures.ranking.base import (
    NO_RELEVANT,
    RankingMean,
    num_relevant,
    once,
    precisions,
    rel_param,
    relevant,
    relevant_so_far,
)
from cranfield.measures.ranking.by_rank import precision_recall
from cranfield.measures.ranking.recall_levels import documents_needed, fractions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit

__all__ = ["InterpolatedAveragePrecision", "InterpolatedPrecision"]


@once
def _highest(batch: Batch, rel: float) -> NDArray[np.float64]:
    """At each relevant document returned, the highest precision there or further down; 0 at the others."""
    rank, precision = batch.ragged("rank"), precisions(batch, rel)
    reverse = Ragged(precision[::-1], len(precision) - rank.offsets[::-1])
    highest = reverse.accumulate(reverse.values, np.maximum)[::-1]
    return np.where(relevant(batch, rel), highest, 0.0)


class _Interpolated(RankingMean):
    """A measure of the interpolated precision-recall curve."""

    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal")
    judging: ClassVar[str | None] = "order"
    undefined_when: ClassVar[str] = NO_RELEVANT
    source: ClassVar[str] = "Manning, Raghavan and Schütze, Introduction to Information Retrieval, 2008, section 8.4"

    rel: float = rel_param()

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:  # noqa: ARG002 (a query stands alone)
        """The precision-recall curve of the query."""
        return precision_recall(batch, self.rel, without_unjudged=self.judged_only)

    def heights(self, batch: Batch, note: Note) -> NDArray[np.float64]:
        """At each relevant document returned, the highest precision there or further down; 0 at the others."""
        quotient = relevant_so_far(batch, self.rel), batch.ragged("rank").values
        note.rows("precision-so-far", precisions(batch, self.rel), of=quotient)
        return note.rows("highest", _highest(batch, self.rel))

    def at_level(self, batch: Batch, heights: NDArray[np.float64], needed: NDArray[Any]) -> NDArray[np.float64]:
        """The curve where `needed` relevant documents have been found; 0 if so many were not."""
        rank = batch.ragged("rank")
        here = relevant_so_far(batch, self.rel) == np.maximum(needed, 1)[rank.owner]
        here &= relevant(batch, self.rel)
        value = np.where(num_relevant(batch, self.rel) > 0, 0.0, np.nan)
        value[rank.owner[here]] = heights[here]
        return value


class InterpolatedPrecision(_Interpolated):
    """The highest precision at any rank where recall has reached the given level."""

    name: ClassVar[str] = "IPrec"
    at: ClassVar[str | None] = "recall"
    formula: ClassVar[str] = "max of P at ranks where recall >= r"
    chinese: ClassVar[str] = "召回率不低于给定水平的所有位置中最高的查准率。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("iprec_at_recall", suffix=fractions, default="0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1", form="{:.2f}"),
    )

    recall: float | None = number(None, lo=0, hi=1, help="the recall level; must be given")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.recall is None:
            raise MeasureError("needs-recall")

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The height of the curve at the recall level."""
        assert self.recall is not None
        wanted = note.unit("R", num_relevant(batch, self.rel))
        heights = self.heights(batch, note)
        needed = documents_needed(self.recall, wanted, batch.policy.recall_levels)
        needed = note.unit("needed-for-recall", needed, recall=self.recall)
        value = self.at_level(batch, heights, needed)
        return note.unit("height-at-recall", value, name=str(self))


class InterpolatedAveragePrecision(_Interpolated):
    """The mean of the interpolated precision at evenly spaced recall levels, eleven by default."""

    name: ClassVar[str] = "IAP"
    formula: ClassVar[str] = "mean of IPrec at 0, 1/(points - 1), ..., 1"
    chinese: ClassVar[str] = "在等距的召回率水平（默认 11 点）上插值查准率的平均值。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("11pt_avg"), Alias("11pt", tool="cranfield"))

    points: int = integer(11, lo=2, hi=100001, help="how many recall levels, from 0 to 1")

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The mean of the heights."""
        wanted = note.unit("R", num_relevant(batch, self.rel))
        heights = self.heights(batch, note)
        total = np.zeros(len(batch))
        for index in reversed(range(self.points)):  # as trec_eval adds them: digits depend on the order
            level = index / (self.points - 1)
            needed = documents_needed(level, wanted, batch.policy.recall_levels)
            total += note.unit("height-at-level", self.at_level(batch, heights, needed), level=level)
        return note.unit("mean-of-heights", total / self.points, name=str(self), points=self.points)
