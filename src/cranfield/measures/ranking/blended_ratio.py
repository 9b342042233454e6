"""The blended ratio of Sakai: precision and cumulated gain in one number."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.measure import Alias
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer, number
from cranfield.core.ragged import divide
from cranfield.measures.ranking.base import NO_RELEVANT, num_relevant, rel_param, relevant, relevant_so_far
from cranfield.measures.ranking.between import mean_over_relevant
from cranfield.measures.ranking.gains import GainMean

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.measures.ranking.between import Ends

__all__ = ["OMeasure", "QMeasure"]


class _Blended(GainMean):
    """A measure of (relevant so far + beta x gain so far) / (rank + beta x ideal gain so far)."""

    judging: ClassVar[str | None] = "between"
    at: ClassVar[str | None] = "k"

    k: int | None = integer(None, lo=1, help="look only at the first k results")
    beta: float = number(1.0, lo=0, help="how much the gain counts beside the number of relevant documents")
    rel: float = rel_param()

    def between_ratios(self, least: Batch, most: Batch, *, alone: bool = False) -> Ends:
        """The ends of the ratio at each result, were it relevant."""
        rank = least.ragged("rank")
        parts = []
        for batch in (least, most):
            best, gain = self.ideal_gains(batch), self.gains(batch.ragged("grade").values)
            last = best.offsets[rank.owner] + np.minimum(rank.values, best.sizes[rank.owner]) - 1
            count = np.ones(len(gain)) if alone else relevant_so_far(batch, self.rel).astype(np.float64)
            above = count + self.beta * (gain if alone else rank.cumsum(gain))
            parts.append((above, rank.values + self.beta * best.cumsum(best.values)[last]))
        return parts[0][0] / parts[1][1], np.minimum(parts[1][0] / parts[0][1], 1.0)

    def ratios(self, batch: Batch, note: Note, *, alone: bool = False) -> NDArray[np.float64]:
        """The ratio at each judged result; with `alone` only its own gain and relevance count above the line."""
        rank, best = batch.ragged("rank"), self.ideal_gains(batch)
        gain = self.told_gains(batch, note)
        running = best.cumsum(best.values)
        last = best.offsets[rank.owner] + np.minimum(rank.values, best.sizes[rank.owner]) - 1
        ideal = note.rows("ideal-gain-so-far", running[last] if len(running) else np.zeros(len(rank.values)))
        count = np.ones(len(gain)) if alone else relevant_so_far(batch, self.rel).astype(np.float64)
        above = count + self.beta * (gain if alone else rank.cumsum(gain))
        below = rank.values + self.beta * ideal
        counts = relevant(batch, self.rel) & (rank.values <= (np.inf if self.k is None else self.k))
        ratio = np.where(counts, above / below, 0.0)
        if alone:
            return note.rows("blended-ratio-alone", ratio, beta=self.beta, k=self.k)
        return note.rows("blended-ratio", ratio, beta=self.beta, k=self.k)


class QMeasure(_Blended):
    """As AP, but with the blended ratio of relevant documents and gains where AP has precision."""

    name: ClassVar[str] = "Q"
    adds_up: ClassVar[str] = "blended-ratio"
    undefined_when: ClassVar[str] = NO_RELEVANT
    formula: ClassVar[str] = (
        "sum of (relevant so far + beta x gain so far) / (rank + beta x ideal gain so far) / min(R, k)"
    )
    source: ClassVar[str] = "Sakai, On penalising late arrival of relevant documents, EVIA 2007; NTCIREVAL"
    chinese: ClassVar[str] = "Q 值：把 AP 中的查准率换成相关文档数与累计增益的混合比。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("Q-measure", tool="NTCIREVAL"),)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The sum of the ratios, over as many as there could be."""
        ratio = self.ratios(batch, note)
        total = note.unit("sum-of-ratios", batch.ragged("rank").sum(ratio))
        there = num_relevant(batch, self.rel)
        there = note.unit("relevant-or-k", there if self.k is None else np.minimum(there, self.k), k=self.k)
        return note.unit("ratios-over-R", divide(total, there), of=(total, there), name=str(self))

    def between(self, least: Batch, most: Batch) -> Ends:
        """The documents that are relevant anyway, and as many of the others as is best or worst."""
        return mean_over_relevant(
            least, most, self.rel, self.between_ratios(least, most), lambda count: np.minimum(count, self.k or count)
        )


class OMeasure(_Blended):
    """The blended ratio at the first relevant document: for users who want one document, and rather a good one."""

    name: ClassVar[str] = "O"
    undefined_when: ClassVar[str] = NO_RELEVANT
    formula: ClassVar[str] = "(1 + beta x gain) / (rank + beta x ideal gain so far), at the first relevant document"
    source: ClassVar[str] = (
        "Sakai, On the properties of evaluation metrics for finding one highly relevant document, 2007"
    )
    chinese: ClassVar[str] = "O 值：第一个相关文档处的混合比，兼顾其名次与等级。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("O-measure", tool="NTCIREVAL"),)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The ratio at the first relevant document, 0 if there is none."""
        rank = batch.ragged("rank")
        ratio = self.ratios(batch, note, alone=True)
        first = relevant(batch, self.rel) & (relevant_so_far(batch, self.rel) == 1)
        value = rank.sum(np.where(first, ratio, 0.0))
        return note.unit("ratio-of-first", np.where(num_relevant(batch, self.rel) > 0, value, np.nan), name=str(self))

    def between(self, least: Batch, most: Batch) -> Ends:
        """Any result that may be relevant may be the first, down to one that is relevant anyway."""
        rank = least.ragged("rank")
        low, high = self.between_ratios(least, most, alone=True)
        sure = relevant(least, self.rel)
        first = relevant(most, self.rel) & (rank.cumsum(sure) - sure == 0)
        ends = np.where(rank.count(sure) > 0, np.inf, 0.0), np.zeros(len(least))
        np.minimum.at(ends[0], rank.owner[first], low[first])
        np.maximum.at(ends[1], rank.owner[first], high[first])
        return ends
