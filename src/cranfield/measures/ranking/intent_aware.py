"""Measures of one topic, averaged over the subtopics of a query."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, cutoffs
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer
from cranfield.core.ragged import divide
from cranfield.errors import MeasureError
from cranfield.measures.ranking.base import RankingMean, rel_param, within
from cranfield.measures.ranking.between_subtopics import average_precisions, ends_of_mean, rising
from cranfield.measures.ranking.subtopics import NO_SUBTOPIC, covered

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.measures.ranking.between import Ends

__all__ = ["ApIA", "PrecisionIA", "SubtopicRecall"]


class _IntentAware(RankingMean):
    """A mean over the subtopics that have a relevant document."""

    judging: ClassVar[str | None] = "reached"
    reads: ClassVar[tuple[str, ...]] = ("subtopic", "rank", "judgment")
    undefined_when: ClassVar[str] = NO_SUBTOPIC
    source: ClassVar[str] = "Agrawal et al., Diversifying search results, WSDM 2009; ndeval"

    rel: float = rel_param()


class PrecisionIA(_IntentAware):
    """The mean over the subtopics of the share of the first k results that are relevant to it."""

    name: ClassVar[str] = "P_IA"
    at: ClassVar[str | None] = "k"
    adds_up: ClassVar[str] = "subtopics-of-document"
    expected_ties: ClassVar[bool] = True
    formula: ClassVar[str] = "relevant pairs of document and subtopic in the first k / (k x subtopics)"
    chinese: ClassVar[str] = "意图感知的查准率：前 k 个结果中与各子话题相关的比例，对子话题取平均。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("P-IA", suffix=cutoffs, default="5,10,20", form="", tool="ndeval"),
    )  # fmt: skip

    k: int | None = integer(None, lo=1, help="look only at the first k results; must be given")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.k is None:
            raise MeasureError("needs-cutoff", measure=self.name)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """Relevant pairs over all pairs there could be."""
        found, rank = covered(batch, self.rel), batch.ragged("rank")
        count = found.per_document(np.ones(len(found.document)), len(rank.values)) * within(batch, self.k)
        pairs = note.unit("pairs", rank.sum(note.rows("subtopics-of-document", count, rel=self.rel, k=self.k)))
        topics = note.unit("subtopics-with-relevant", found.judged, rel=self.rel)
        assert self.k is not None
        below: NDArray[Any] = topics * self.k
        return note.unit("pairs-over-all", divide(pairs, below), of=(pairs, below), name=str(self), k=self.k)

    def apart(self, batch: Batch) -> Ends:
        """A further relevant document never makes precision less."""
        assert self.k is not None
        cut = self.k
        return ends_of_mean(batch, self.rel, rising(lambda ranks: int((ranks <= cut).sum()) / cut))


class ApIA(_IntentAware):
    """The mean over the subtopics of the average precision for it."""

    name: ClassVar[str] = "AP_IA"
    adds_up: ClassVar[str] = "subtopic-precision"
    formula: ClassVar[str] = "sum over subtopics of AP of the subtopic / subtopics"
    chinese: ClassVar[str] = "意图感知的平均查准率：对每个子话题求 AP，再对子话题取平均。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("MAP-IA", tool="ndeval"), Alias("MAP_IA", tool="ndeval"), Alias("AP-IA", tool="ndeval"),
    )  # fmt: skip

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """Precision at each relevant pair, over the relevant documents of its subtopic."""
        found, rank = covered(batch, self.rel), batch.ragged("rank")
        note.rows(
            "subtopics-of-document", found.per_document(np.ones(len(found.document)), len(rank.values)), rel=self.rel
        )
        precision = (found.before + 1) / rank.values[found.document] / found.relevant[found.topic]
        share = note.rows("subtopic-precision", found.per_document(precision, len(rank.values)))
        total = note.unit("ap-together", rank.sum(share))
        topics = note.unit("subtopics-with-relevant", found.judged, rel=self.rel)
        return note.unit("ap-over-subtopics", divide(total, topics), of=(total, topics), name=str(self))

    def apart(self, batch: Batch) -> Ends:
        """With a given number of relevant documents, average precision is best if these come first."""
        return ends_of_mean(batch, self.rel, average_precisions)


class SubtopicRecall(_IntentAware):
    """The share of the subtopics to which one of the first k results is relevant."""

    name: ClassVar[str] = "StRecall"
    at: ClassVar[str | None] = "k"
    adds_up: ClassVar[str] = "first-to-cover"
    formula: ClassVar[str] = "subtopics covered by the first k / subtopics"
    source: ClassVar[str] = "Zhai, Cohen and Lafferty, Beyond independent relevance, SIGIR 2003; ndeval"
    chinese: ClassVar[str] = "子话题召回率：前 k 个结果至少覆盖到的子话题所占的比例。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("strec", tool="ndeval"), Alias("S-recall", tool="ndeval"))

    k: int | None = integer(None, lo=1, help="look only at the first k results")

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """Subtopics that come for the first time, over all."""
        found, rank = covered(batch, self.rel), batch.ragged("rank")
        new = found.per_document((found.before == 0).astype(np.float64), len(rank.values)) * within(batch, self.k)
        seen = note.unit("subtopics-covered", rank.sum(note.rows("first-to-cover", new, rel=self.rel, k=self.k)))
        topics = note.unit("subtopics-with-relevant", found.judged, rel=self.rel)
        return note.unit("covered-over-subtopics", divide(seen, topics), of=(seen, topics), name=str(self))

    def apart(self, batch: Batch) -> Ends:
        """A further relevant document never takes a subtopic away."""
        cut = np.inf if self.k is None else self.k
        return ends_of_mean(batch, self.rel, rising(lambda ranks: float((ranks <= cut).any())))
