"""Average precision: precision at each relevant document, averaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere, cutoffs
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer, word
from cranfield.core.ragged import divide
from cranfield.measures.ranking.base import (
    NO_RELEVANT,
    RankingMean,
    num_relevant,
    precisions,
    rel_param,
    relevant,
    relevant_so_far,
    tie_groups,
    within,
)
from cranfield.measures.ranking.by_rank import precision_recall
from cranfield.measures.ranking.further_relevant import further_precision

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.ragged import Ragged

__all__ = ["AveragePrecision"]


class AveragePrecision(RankingMean):
    """The mean of the precision at the rank of each relevant document; one that is not returned adds 0."""

    name: ClassVar[str] = "AP"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("ml_metrics, LightGBM", "elsewhere-over-shorter"),)
    adds_up: ClassVar[str] = "precision-so-far"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal", "tie_first", "tie_last")
    at: ClassVar[str | None] = "k"
    expected_ties: ClassVar[bool] = True
    undefined_when: ClassVar[str] = NO_RELEVANT
    formula: ClassVar[str] = "sum over relevant documents of (relevant so far / rank) / R"
    source: ClassVar[str] = "Buckley and Voorhees, Evaluating evaluation measure stability, SIGIR 2000"
    chinese: ClassVar[str] = "在每个相关文档的名次处计算查准率并求和，再除以相关文档总数；未返回的相关文档计 0。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("map"),
        Alias("gm_map", {"mean": "geometric"}),
        Alias("map_cut", suffix=cutoffs, default="5,10,15,20,30,100,200,500,1000"),
        Alias("GMAP", {"mean": "geometric"}, tool="cranfield"),
        Alias("average_precision", tool="cranfield"),
    )

    k: int | None = integer(None, lo=1, help="look only at the first k results")
    over: str = word("relevant", "relevant", "retrieved", help="divide by all relevant documents or by those returned")
    rel: float = rel_param()

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:  # noqa: ARG002 (a query stands alone)
        """The precision-recall curve of the query."""
        return precision_recall(batch, self.rel, self.k, without_unjudged=self.judged_only)

    def when_judged(self, scale: NDArray[np.float64]) -> str | None:  # noqa: ARG002 (as for all)
        """Not known where returning one more relevant document can lower the mean."""
        return "order" if self.over == "relevant" else None

    def near(self, batch: Batch, ranks: Ragged, elsewhere: NDArray[np.int64], *, first: bool) -> list[Any]:
        """Its values with further relevant documents, of which the first or last are those that are not judged."""
        rank, hit = batch.ragged("rank"), relevant(batch, self.rel)
        wanted = num_relevant(batch, self.rel)
        return [
            further_precision(
                rank[at][hit[rank.offsets[at] : rank.offsets[at + 1]]], ranks[at], int(wanted[at]), int(elsewhere[at]),
                first=first,
            )
            for at in range(len(batch))
        ]  # fmt: skip

    def averages_ties(self) -> bool:
        """Not when both the sum and what it is divided by depend on the order."""
        return self.over == "relevant" or self.k is None

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The sum of precisions over the number of relevant documents."""
        rank = batch.ragged("rank")
        hit = relevant(batch, self.rel)
        averaged = batch.policy.ties == "expected"
        quotient = None if averaged else (relevant_so_far(batch, self.rel), rank.values)
        row = note.rows("precision-so-far", self._precisions(batch, hit), of=quotient, k=self.k)
        total = note.unit("sum", rank.sum(row))
        if self.over == "retrieved":
            below = note.unit("R-returned", rank.sum(hit * within(batch, self.k)), k=self.k)
            value = divide(total, below)
            value[(below == 0) & (num_relevant(batch, self.rel) > 0)] = 0.0
            return note.unit("sum-over-R-returned", value, of=(total, below), name=str(self))
        wanted = note.unit("R", num_relevant(batch, self.rel))
        return note.unit("sum-over-R", divide(total, wanted), of=(total, wanted), name=str(self))

    def _precisions(self, batch: Batch, hit: NDArray[np.bool_]) -> NDArray[np.float64]:
        if batch.policy.ties != "expected":
            found = precisions(batch, self.rel)
            return found if self.k is None else found * within(batch, self.k)
        return _expected_precisions(batch, hit, self.k)


def _expected_precisions(batch: Batch, hit: NDArray[np.bool_], k: int | None) -> NDArray[np.float64]:
    """The mean over all orders of tied documents, spread evenly over the relevant ones of each tie.

    McSherry and Najork, Computing information retrieval performance measures efficiently in the presence of tied
    scores, ECIR 2008: a document at place i of a tie of n documents with r relevant ones is relevant with probability
    r/n and then sees 1 + before + (i - 1)(r - 1)/(n - 1) relevant documents.
    """
    rank = batch.ragged("rank")
    first, last = batch.ragged("tie_first").values, batch.ragged("tie_last").values
    if not len(first):
        return np.zeros(0)
    starts, tie = tie_groups(batch)
    found = np.bincount(tie, weights=hit)
    before = (rank.cumsum(hit) - hit)[starts]
    begin, size = first[starts].astype(float), (last - first + 1)[starts].astype(float)
    end = last[starts] if k is None else np.minimum(last[starts], k)
    harmonic = np.concatenate(([0.0], np.cumsum(1.0 / np.arange(1, last.max() + 1))))
    reached = np.maximum(end - begin + 1, 0)
    inverse = harmonic[np.maximum(end, first[starts] - 1)] - harmonic[first[starts] - 1]
    slope = np.divide(found - 1, size - 1, out=np.zeros(len(size)), where=size > 1)
    # the i-th place has rank begin + i - 1, so sum((i - 1) / rank) = reached - begin * sum(1 / rank)
    total = found / size * ((before + 1) * inverse + slope * (reached - begin * inverse))
    each = np.divide(total, found, out=np.zeros(len(found)), where=found > 0)
    return np.where(hit, each[tie], 0.0)
