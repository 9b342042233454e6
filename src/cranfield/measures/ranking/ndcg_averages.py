"""nDCG averaged over several ranks of a query instead of taken at one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import number
from cranfield.core.ragged import divide
from cranfield.measures.ranking.base import discounted, num_relevant
from cranfield.measures.ranking.between import and_more, mean_of_chosen, shares
from cranfield.measures.ranking.gains import NO_GAIN, GainMean, gain_pairs, log_divisors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.ragged import Ragged
    from cranfield.measures.ranking.between import Ends

__all__ = ["NDCGAtLevels", "NDCGAtRelevant"]


def _ideal_sums(best: Ragged) -> NDArray[np.float64]:
    """The ideal DCG up to each ideal document."""
    return best.cumsum(best.values / log_divisors(int(best.sizes.max(initial=0)))[best.position - 1])


def _between_ndcg(measure: GainMean, least: Batch, most: Batch) -> tuple[Ends, Ends]:
    """The ends of nDCG at each result, and of that of the whole ranking."""
    rank = least.ragged("rank")
    so_far, ideal, whole, final = [], [], [], []
    for batch in (least, most):
        best, term = measure.ideal_gains(batch), measure.gains(batch.ragged("grade").values)
        term = term / log_divisors(int(rank.values.max(initial=0)))[rank.values - 1]
        sums = _ideal_sums(best)
        so_far.append(rank.cumsum(term))
        ideal.append(sums[best.offsets[rank.owner] + np.minimum(rank.values, best.sizes[rank.owner]) - 1])
        whole.append(rank.sum(term))
        last = np.zeros(len(batch))
        np.maximum.at(last, best.owner, sums)
        final.append(last)
    return (
        shares((so_far[0], so_far[1]), (ideal[0], ideal[1])), shares((whole[0], whole[1]), (final[0], final[1]))
    )  # fmt: skip


class NDCGAtRelevant(GainMean):
    """The mean over the relevant documents of nDCG at the rank of each; one not returned takes nDCG at the end."""

    judging: ClassVar[str | None] = "between"
    name: ClassVar[str] = "ndcg_rel"
    undefined_when: ClassVar[str] = NO_GAIN
    formula: ClassVar[str] = "(sum of nDCG@rank over returned with gain > 0 + missed x nDCG) / documents with gain > 0"
    source: ClassVar[str] = "trec_eval's ndcg_rel (Buckley 2008)"
    chinese: ClassVar[str] = "在每个相关文档的名次处计算 nDCG，再对全部相关文档求平均；未返回的取末尾处的 nDCG。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("ndcg_rel", suffix=gain_pairs, form=""),)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The mean of the nDCGs."""
        rank = batch.ragged("rank")
        gain = self.told_gains(batch, note)
        term = gain / log_divisors(int(rank.values.max(initial=0)))[rank.values - 1]
        dcg = note.rows("DCG-so-far", rank.cumsum(term))
        best = self.ideal_gains(batch)
        sums = _ideal_sums(best)
        here = best.offsets[rank.owner] + np.minimum(rank.values, best.sizes[rank.owner]) - 1
        ndcg = note.rows("nDCG-so-far", divide(dcg, sums[here]))
        good = gain > 0
        at_hits = note.unit("sum-of-nDCG", rank.sum(np.where(good, ndcg, 0.0)))
        wanted = note.unit("R-with-gain", best.count(best.values > 0))
        missed = note.unit("missed-with-gain", wanted - rank.count(good))
        final = np.zeros(len(batch))
        final[best.sizes > 0] = sums[best.offsets[1:][best.sizes > 0] - 1]
        whole = rank.sum(term)
        note.unit("nDCG-of-all", divide(whole, final))
        total = at_hits + divide(missed * whole, final)  # multiplied first, as trec_eval rounds
        return note.unit("nDCG-at-relevant", divide(total, wanted), name=str(self))

    def between(self, least: Batch, most: Batch) -> Ends:
        """The mean over the documents that have gain anyway, and as many of the others as is best or worst."""
        rank = least.ragged("rank")
        here, end = _between_ndcg(self, least, most)
        sure, any_gain = (self.gains(each.ragged("grade").values) > 0 for each in (least, most))
        one, other = (best.count(best.values > 0) for best in map(self.ideal_gains, (least, most)))
        missed = one - rank.count(sure)
        beyond = other - one - rank.count(any_gain & ~sure)
        low, high = (
            (rank.sum(np.where(sure, each, 0.0)) + missed * last,
             and_more(rank.like(each).filter(any_gain & ~sure), beyond, last))
            for each, last in zip(here, end, strict=True)
        )  # fmt: skip
        return mean_of_chosen((low[0], high[0]), one, (low[1], high[1]), lambda count: count)


class NDCGAtLevels(GainMean):
    """The mean of nDCG at the ranks where the ideal ranking passes to a lower grade, and at the end of the ranking.

    The end counts only when more than one document follows the last of those ranks: trec_eval has it so.
    """

    judging: ClassVar[str | None] = "between"
    name: ClassVar[str] = "Rndcg"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("trec_eval", "elsewhere-threshold-ignored"),)
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal", "num_ret", "tie_last")
    undefined_when: ClassVar[str] = "when-no-gain-or-grade"
    expected_ties: ClassVar[bool] = True
    formula: ClassVar[str] = "mean of nDCG@n over the n where the ideal gain falls, and nDCG of the whole if longer"
    source: ClassVar[str] = "trec_eval's Rndcg (Buckley 2008)"
    chinese: ClassVar[str] = "在理想排序的增益下降的各名次处以及排序末尾计算 nDCG，再取平均。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("Rndcg", suffix=gain_pairs, form=""),)

    rel: float | None = number(None, lo=0, help="if given, a query without a document of this grade has no value")

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The mean over the levels and the end."""
        rank = batch.ragged("rank")
        gain = self.told_gains(batch, note)
        divisor = log_divisors(int(batch.ragged("tie_last").values.max(initial=0)))
        best = self.ideal_gains(batch)
        sums = _ideal_sums(best)
        after = np.where(best.position == best.sizes[best.owner], 0.0, np.append(best.values[1:], 0.0))
        falls = np.flatnonzero((best.values > 0) & (after < best.values))
        owner = best.owner[falls]
        level = np.arange(len(falls)) - np.searchsorted(owner, owner)  # the first, second, ... fall of each query
        total, points, last = np.zeros(len(batch)), np.zeros(len(batch)), np.zeros(len(batch), np.int64)
        for index in range(int(level.max(initial=-1)) + 1):
            rows = falls[level == index]
            units = best.owner[rows]
            cut = np.zeros(len(batch), np.int64)
            cut[units] = last[units] = best.position[rows]
            ideal = np.zeros(len(batch))
            ideal[units] = sums[rows]
            dcg = rank.sum(discounted(batch, gain, divisor, cut))
            value = note.unit("nDCG-at-fall", np.nan_to_num(divide(dcg, ideal)), fall=index + 1)
            total += value
            points[units] += 1
        ends = (batch.array("num_ret") > last + 1) & (points > 0)
        final = np.ones(len(batch))
        final[points > 0] = sums[best.offsets[:-1][points > 0] + last[points > 0] - 1]
        dcg = rank.sum(discounted(batch, gain, divisor, None))
        total += note.unit("nDCG-at-end", np.where(ends, dcg / final, 0.0))
        points = note.unit("points", points + ends)
        value = divide(total, points)
        if self.rel is not None:
            value[num_relevant(batch, self.rel) == 0] = np.nan
        return note.unit("sum-over-points", value, name=str(self))

    def between(self, least: Batch, most: Batch) -> Ends:
        """A mean of nDCG at some ranks lies between the least and the most that nDCG can be at any rank."""
        rank = least.ragged("rank")
        here, end = _between_ndcg(self, least, most)
        low, high = (each.copy() for each in end)
        np.minimum.at(low, rank.owner, here[0])
        np.maximum.at(high, rank.owner, here[1])
        gain = self.ideal_gains(least)
        lacking = gain.count(gain.values > 0) == 0
        if self.rel is not None:
            lacking |= num_relevant(least, self.rel) == 0
        return np.where(lacking, 0.0, low), high
