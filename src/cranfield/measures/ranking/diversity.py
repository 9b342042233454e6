"""Diversity: a document is worth what it says about each subtopic, and less the more often that was said above."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere, cutoffs
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer, number
from cranfield.core.ragged import divide
from cranfield.errors import MeasureError
from cranfield.measures.ranking.base import RankingMean, rel_param
from cranfield.measures.ranking.between_subtopics import ends_of_mean, ends_over_greedy, rising
from cranfield.measures.ranking.subtopics import NO_SUBTOPIC, covered, ideal_novelty

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.ragged import Ragged
    from cranfield.measures.ranking.between import Ends

__all__ = ["NNRBP", "NRBP", "AlphaDCG", "AlphaNDCG", "ErrIA", "NErrIA"]

CLARKE = "Clarke et al., Novelty and diversity in information retrieval evaluation, SIGIR 2008; ndeval"
_MOST_RANKS = 10**7
_FIRST = (Elsewhere("ndeval", "elsewhere-first-rank"),)


class _Novelty(RankingMean):
    """A sum over the results of what is new in them, weighed by their rank."""

    reads: ClassVar[tuple[str, ...]] = ("subtopic", "rank", "judgment")
    adds_up: ClassVar[str] = "term"
    undefined_when: ClassVar[str] = NO_SUBTOPIC
    source: ClassVar[str] = CLARKE

    rel: float = rel_param()
    alpha: float = number(0.5, lo=0, hi=1, help="by how much a subtopic is worth less each time it comes again")

    @abstractmethod
    def weights(self, depth: int) -> NDArray[np.float64]:
        """What each rank from 1 to depth is worth."""

    @abstractmethod
    def weight_words(self) -> dict[str, Any]:
        """How an explanation says it."""

    @property
    def depth(self) -> int | None:
        """How many results count."""
        cut: int | None = vars(self).get("k")
        return cut

    def gained(self, batch: Batch, note: Note) -> NDArray[np.float64]:
        """What the results of each query are worth together."""
        found, rank = covered(batch, self.rel), batch.ragged("rank")
        count = found.per_document(np.ones(len(found.document)), len(rank.values))
        note.rows("subtopics-of-document", count, rel=self.rel)
        gain = found.per_document(np.power(1 - self.alpha, found.before.astype(np.float64)), len(rank.values))
        gain = note.rows("gain-of-new", gain, alpha=self.alpha)
        weight = self.weights(int(rank.values.max(initial=0)))[rank.values - 1]
        weight = weight if self.depth is None else np.where(rank.values <= self.depth, weight, 0.0)
        weight = note.rows("weight-of-rank", weight, k=self.depth, **self.weight_words())
        term = note.rows("term", gain * weight)
        note.unit("subtopics-with-relevant", found.judged, rel=self.rel)
        return note.unit("new-together", rank.sum(term))

    def ideal(self, batch: Batch, note: Note) -> NDArray[np.float64]:
        """What the best order of all judged documents is worth."""
        best: Ragged = ideal_novelty(batch, self.alpha, self.rel, self.depth)
        weight = self.weights(int(best.sizes.max(initial=0)))
        return note.unit("new-ideal", best.sum(best.values * weight[best.position - 1]))

    def worth(self, ranks: NDArray[np.int64]) -> float:
        """What documents at these ranks, in their order, are worth to one subtopic."""
        if self.depth is not None:
            ranks = ranks[ranks <= self.depth]
        if not len(ranks):
            return 0.0
        return float(self.weights(int(ranks[-1]))[ranks - 1] @ np.power(1 - self.alpha, np.arange(len(ranks))))

    def once(self) -> float:
        """What k documents would be worth to a subtopic if all were relevant to it."""
        assert self.depth is not None
        # what comes later is too small to change a digit
        least = self.depth if self.alpha * self.depth < 50 else int(np.ceil(50 / self.alpha))  # e^-50
        places = min(self.depth, least)
        if places > _MOST_RANKS:
            raise MeasureError("cutoff-too-large", measure=str(self), most=_MOST_RANKS, given=self.depth)
        worth = np.power(1 - self.alpha, np.arange(places, dtype=np.float64))
        return float(np.sum(self.weights(places) * worth))

    def most(self, batch: Batch, note: Note) -> NDArray[np.float64]:
        """What k documents would be worth that are each relevant to every subtopic."""
        most = np.asarray(covered(batch, self.rel).judged * self.once(), np.float64)
        return note.unit("new-most", most, k=self.depth, alpha=self.alpha)


class _Cut(_Novelty):
    """The same of the first k results."""

    at: ClassVar[str | None] = "k"
    k: int | None = integer(None, lo=1, help="look only at the first k results")


class _OverMost(_Cut):
    """Over what documents would be worth that know everything."""

    judging: ClassVar[str | None] = "reached"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = _FIRST
    k: int | None = integer(None, lo=1, help="look only at the first k results; must be given")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.k is None:
            raise MeasureError("needs-cutoff", measure=self.name)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The share of the most there could be."""
        gained, most = self.gained(batch, note), self.most(batch, note)
        return note.unit("new-over-most", divide(gained, most), of=(gained, most), name=str(self))

    def apart(self, batch: Batch) -> Ends:
        """A further relevant document never makes a subtopic worth less."""
        return ends_of_mean(batch, self.rel, rising(lambda ranks: self.worth(ranks) / self.once()))


class _OverIdeal(_Cut):
    """Over what the best order is worth."""

    judging: ClassVar[str | None] = "apart"

    def apart(self, batch: Batch) -> Ends:
        """What is new in the results, over what the best order can be worth."""
        return ends_over_greedy(batch, self)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The share of what the best order has."""
        gained, best = self.gained(batch, note), self.ideal(batch, note)
        return note.unit("new-over-ideal", divide(gained, best), of=(gained, best), name=str(self))


class _Log(_Novelty):
    def weights(self, depth: int) -> NDArray[np.float64]:
        """As DCG has them."""
        return 1.0 / np.log2(np.arange(2, depth + 2, dtype=np.float64))

    def weight_words(self) -> dict[str, Any]:
        """As DCG says it."""
        return {"weight": "weight-log2"}


class _Reciprocal(_Novelty):
    def weights(self, depth: int) -> NDArray[np.float64]:
        """As ERR has them."""
        return 1.0 / np.arange(1, depth + 1, dtype=np.float64)

    def weight_words(self) -> dict[str, Any]:
        """As a fraction."""
        return {"weight": "weight-reciprocal"}


class AlphaDCG(_OverMost, _Log):
    """The new gain of the first k results, over that of k documents that would each cover every subtopic."""

    name: ClassVar[str] = "alpha_DCG"
    formula: ClassVar[str] = "sum of new / log2(rank + 1) / sum of subtopics (1 - alpha)^(rank - 1) / log2(rank + 1)"
    chinese: ClassVar[str] = "前 k 个结果的新增益，除以 k 篇覆盖全部子话题的文档的新增益。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("alpha-DCG", suffix=cutoffs, default="5,10,20", form="", tool="ndeval"),
        Alias("α_DCG", suffix=cutoffs, default="5,10,20", form="", tool="ir_measures"),
    )  # fmt: skip


class AlphaNDCG(_OverIdeal, _Log):
    """The new gain of the first k results, divided by that of the best order of the judged documents."""

    name: ClassVar[str] = "alpha_nDCG"
    formula: ClassVar[str] = "sum of new / log2(rank + 1) / the same of the best order"
    chinese: ClassVar[str] = "前 k 个结果的新增益，除以已判定文档最佳次序的新增益；重复的子话题按 1 - alpha 递减。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("alpha-nDCG", tool="ndeval"), Alias("α_nDCG", tool="ir_measures"))


class ErrIA(_OverMost, _Reciprocal):
    """Intent-aware ERR: the mean over subtopics of 1 / rank at which a user who stops is content, over the most."""

    name: ClassVar[str] = "ERR_IA"
    formula: ClassVar[str] = "sum of new / rank / sum of subtopics (1 - alpha)^(rank - 1) / rank"
    source: ClassVar[str] = "Chapelle et al., Intent-based diversification of web search results, IR 2011; ndeval"
    chinese: ClassVar[str] = "意图感知的 ERR：各子话题的用户满意即停，其名次倒数的期望，除以可能的最大值。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("ERR-IA", suffix=cutoffs, default="5,10,20", form="", tool="ndeval"),
    )  # fmt: skip


class NErrIA(_OverIdeal, _Reciprocal):
    """Intent-aware ERR of the first k results, divided by that of the best order of the judged documents."""

    name: ClassVar[str] = "nERR_IA"
    formula: ClassVar[str] = "sum of new / rank / the same of the best order"
    source: ClassVar[str] = ErrIA.source
    chinese: ClassVar[str] = "前 k 个结果的意图感知 ERR，除以已判定文档最佳次序的意图感知 ERR。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("nERR-IA", tool="ndeval"),)


class _Patient(_Novelty):
    """All results, seen by a user who goes on with a fixed probability."""

    source: ClassVar[str] = "Clarke, Kolla and Vechtomova, An effectiveness measure for ambiguous queries, ICTIR 2009"

    beta: float = number(0.5, lo=0, hi=1, above=True, below=True, help="the probability of going on to the next result")

    def weights(self, depth: int) -> NDArray[np.float64]:
        """As RBP has them."""
        return np.power(self.beta, np.arange(depth, dtype=np.float64))

    def weight_words(self) -> dict[str, Any]:
        """As a power."""
        return {"weight": "weight-patience", "beta": self.beta}


class NRBP(_Patient):
    """Novelty and rank-biased precision: what is new in the results, for a user who goes on with probability beta."""

    name: ClassVar[str] = "NRBP"
    judging: ClassVar[str | None] = "reached"
    formula: ClassVar[str] = "(1 - (1 - alpha) beta) / subtopics x sum of new x beta^(rank - 1)"
    chinese: ClassVar[str] = "用户以概率 beta 继续看下一个结果时，结果中新内容的折损之和；完美排序为 1。"

    def once(self) -> float:
        """What documents without end would be worth to a subtopic."""
        return 1 / (1 - (1 - self.alpha) * self.beta)

    def apart(self, batch: Batch) -> Ends:
        """A further relevant document never makes a subtopic worth less."""
        return ends_of_mean(batch, self.rel, rising(lambda ranks: self.worth(ranks) / self.once()))

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The sum, scaled so that documents that know everything would give 1."""
        gained = self.gained(batch, note)
        most = covered(batch, self.rel).judged / (1 - (1 - self.alpha) * self.beta)
        note.unit("new-most-patient", most, alpha=self.alpha, beta=self.beta)
        return note.unit("new-over-most", divide(gained, most), of=(gained, most), name=str(self))


class NNRBP(_Patient):
    """NRBP of the results, divided by that of the best order of the judged documents."""

    name: ClassVar[str] = "nNRBP"
    judging: ClassVar[str | None] = "apart"
    formula: ClassVar[str] = "sum of new x beta^(rank - 1) / the same of the best order"
    chinese: ClassVar[str] = "结果的 NRBP 除以已判定文档最佳次序的 NRBP。"

    def apart(self, batch: Batch) -> Ends:
        """What is new in the results, over what the best order can be worth."""
        return ends_over_greedy(batch, self)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The share of what the best order has."""
        gained, best = self.gained(batch, note), self.ideal(batch, note)
        return note.unit("new-over-ideal", divide(gained, best), of=(gained, best), name=str(self))
