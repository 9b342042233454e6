"""Buckley's G: gain discounted by how far the ranking lags behind the ideal one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.measure import Alias
from cranfield.core.note import SILENT, Note
from cranfield.core.ragged import divide
from cranfield.measures.ranking.base import NO_RELEVANT, RankingMean, num_relevant, rel_param, relevant, relevant_so_far
from cranfield.measures.ranking.gains import NO_GAIN, GainMean, gain_pairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["BinaryG", "G"]


class G(GainMean):
    """The gain of each document, discounted by how far the ranking lags behind the ideal one at its rank."""

    unbounded: ClassVar[str] = "unbounded-ideal"
    name: ClassVar[str] = "G"
    adds_up: ClassVar[str] = "term-by-lag"
    undefined_when: ClassVar[str] = NO_GAIN
    formula: ClassVar[str] = (
        "sum of gain / log2(2 + ideal gain so far - gain so far) / all ideal gain; ideal at least 1 a rank"
    )
    source: ClassVar[str] = "trec_eval's G (Buckley 2008)"
    chinese: ClassVar[str] = "每个文档的增益，按当前排序落后于理想排序的程度打折后求和并归一。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("G", suffix=gain_pairs, form=""),)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The discounted gain over the ideal gain."""
        rank = batch.ragged("rank")
        gain = self.told_gains(batch, note)
        best = self.ideal_gains(batch)
        running = best.cumsum(np.maximum(best.values, 1.0))
        sizes = best.sizes[rank.owner]
        reached = np.minimum(rank.values, sizes)
        ideal = running[best.offsets[rank.owner] + reached - 1] + (rank.values - reached) if len(gain) else gain
        ideal = note.rows("ideal-so-far", np.asarray(ideal, np.float64))
        lag = note.rows("lag", ideal - rank.cumsum(gain))
        term = note.rows("term-by-lag", gain / np.log2(2 + lag))
        gained = rank.sum(term)
        total = note.unit("ideal-gain", best.sum(best.values))
        return note.unit("terms-over-ideal-gain", divide(gained, total), of=(gained, total), name=str(self))


class BinaryG(RankingMean):
    """The mean over the relevant documents of a discount that grows with the non-relevant documents above."""

    name: ClassVar[str] = "binG"
    adds_up: ClassVar[str] = "term-by-above"
    judging: ClassVar[str | None] = "order"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal")
    undefined_when: ClassVar[str] = NO_RELEVANT
    formula: ClassVar[str] = "sum over relevant returned of 1 / log2(2 + non-relevant above) / R"
    source: ClassVar[str] = "trec_eval's binG (Buckley 2008)"
    chinese: ClassVar[str] = "对每个相关文档按其前面不相关文档的数目打折，再对全部相关文档求平均。"

    rel: float = rel_param()

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The mean of the discounts; a document that is not returned adds 0."""
        rank = batch.ragged("rank")
        hit = relevant(batch, self.rel)
        above = note.rows("others-above", rank.values - relevant_so_far(batch, self.rel))
        term = np.where(hit, 1.0 / np.log2(2.0 + above), 0.0)
        row = note.rows("term-by-above", term)
        wanted = note.unit("R", num_relevant(batch, self.rel))
        total = rank.sum(row)
        return note.unit("terms-over-R", divide(total, wanted), of=(total, wanted), name=str(self))
