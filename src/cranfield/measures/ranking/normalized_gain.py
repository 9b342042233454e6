"""Buckley's G: gain discounted by how far the ranking lags behind the ideal one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.measure import Alias
from cranfield.core.note import SILENT, Note
from cranfield.core.ragged import divide
from cranfield.measures.ranking.base import NO_RELEVANT, RankingMean, num_relevant, rel_param, relevant, relevant_so_far
from cranfield.measures.ranking.between import shares
from cranfield.measures.ranking.gains import NO_GAIN, GainMean, gain_pairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.measures.ranking.between import Ends

__all__ = ["BinaryG", "G"]


class G(GainMean):
    """The gain of each document, discounted by how far the ranking lags behind the ideal one at its rank."""

    judging: ClassVar[str | None] = "between"
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
        ideal = note.rows("ideal-so-far", self._ideal_so_far(batch))
        lag = note.rows("lag", ideal - rank.cumsum(gain))
        term = note.rows("term-by-lag", gain / np.log2(2 + lag))
        gained = rank.sum(term)
        total = note.unit("ideal-gain", best.sum(best.values))
        return note.unit("terms-over-ideal-gain", divide(gained, total), of=(gained, total), name=str(self))

    def _ideal_so_far(self, batch: Batch) -> NDArray[np.float64]:
        """The ideal gain at each returned document, at least 1 a rank."""
        rank, best = batch.ragged("rank"), self.ideal_gains(batch)
        if not len(rank.values):
            return np.zeros(0)
        running = best.cumsum(np.maximum(best.values, 1.0))
        reached = np.minimum(rank.values, best.sizes[rank.owner])
        return np.asarray(running[best.offsets[rank.owner] + reached - 1] + (rank.values - reached), np.float64)

    def between(self, least: Batch, most: Batch) -> Ends:
        """The lag lies between the least ideal gain less the most gain so far, and the reverse."""
        rank = least.ragged("rank")
        low, high = (self.gains(each.ragged("grade").values) for each in (least, most))
        lag = np.maximum(self._ideal_so_far(least) - rank.cumsum(high), 0.0)
        gained = (
            rank.sum(low / np.log2(2 + self._ideal_so_far(most) - rank.cumsum(low))), rank.sum(high / np.log2(2 + lag))
        )  # fmt: skip
        one, other = (best.sum(best.values) for best in map(self.ideal_gains, (least, most)))
        return shares(gained, (one, other))


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
