"""Precision at the number of relevant documents, at multiples of it, and where precision equals recall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias
from cranfield.core.note import SILENT, Note
from cranfield.core.param import number
from cranfield.core.ragged import divide
from cranfield.errors import MeasureError
from cranfield.measures.ranking.base import NO_RELEVANT, RankingMean, num_relevant, rel_param, relevant, within
from cranfield.measures.ranking.by_rank import precision_recall
from cranfield.measures.ranking.recall_levels import documents_needed, fractions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit

__all__ = ["BreakEvenPoint", "RPrecision", "RPrecisionMultiple"]


class _AtR(RankingMean):
    """A measure at a rank that depends on R."""

    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal", "num_ret")
    judging: ClassVar[str | None] = "order"
    expected_ties: ClassVar[bool] = True
    undefined_when: ClassVar[str] = NO_RELEVANT

    rel: float = rel_param()

    def hits(self, batch: Batch, cut: NDArray[Any], note: Note) -> NDArray[np.float64]:
        """The relevant documents up to the rank of each query."""
        row = note.rows("is-relevant-up-to-there", relevant(batch, self.rel) * within(batch, cut), rel=self.rel)
        return note.unit("hits", batch.ragged("rank").sum(row))


class RPrecision(_AtR):
    """The precision at rank R, where R is the number of relevant documents."""

    name: ClassVar[str] = "Rprec"
    adds_up: ClassVar[str] = "is-relevant-up-to-there"
    formula: ClassVar[str] = "relevant in the first R / R"
    source: ClassVar[str] = "Buckley and Voorhees, Retrieval system evaluation, in TREC, MIT Press 2005"
    chinese: ClassVar[str] = "前 R 个结果的查准率，R 为相关文档总数。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("r-precision", tool="ranx"),)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """Relevant documents in the first R over R."""
        wanted = note.unit("R", num_relevant(batch, self.rel))
        hits = self.hits(batch, wanted, note)
        return note.unit("hits-over-R", divide(hits, wanted), of=(hits, wanted), name=str(self))


class RPrecisionMultiple(_AtR):
    """The precision at a multiple of R, where R is the number of relevant documents."""

    name: ClassVar[str] = "Rprec_mult"
    adds_up: ClassVar[str] = "is-relevant-up-to-there"
    at: ClassVar[str | None] = "multiple"
    formula: ClassVar[str] = "relevant in the first n / n, where n is multiple x R rounded up"
    source: ClassVar[str] = "trec_eval's Rprec_mult (Buckley 2008)"
    chinese: ClassVar[str] = "在 R 的若干倍处的查准率，R 为相关文档总数。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("Rprec_mult", suffix=fractions, default="0.2,0.4,0.6,0.8,1.0,1.2,1.4,1.6,1.8,2.0", form="{:.2f}"),
    )

    multiple: float | None = number(None, lo=0, hi=1e6, above=True, help="how many times R; must be given")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.multiple is None:
            raise MeasureError("needs-multiple")

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """Relevant documents in the first n over n; 0 where the policy rounds n to 0."""
        wanted = note.unit("R", num_relevant(batch, self.rel))
        assert self.multiple is not None
        # both versions of trec_eval round here as version 9 rounds recall levels
        rule = "exact" if batch.policy.recall_levels == "exact" else "trec_eval-9"
        cut = note.unit("multiple-of-R", documents_needed(self.multiple, wanted, rule), multiple=self.multiple)
        hits = self.hits(batch, cut, note)
        share = hits / np.maximum(cut, 1)
        return note.unit("hits-over-n", np.where(wanted > 0, share, np.nan), of=(hits, cut), name=str(self))


class BreakEvenPoint(_AtR):
    """The height of the precision-recall curve at the point where precision equals recall.

    Going down the ranking, precision stays above recall until rank R, where they meet. The curve of a ranking that ends
    before rank R drops to precision 0 at the last recall reached, as with interpolated precision: they meet there.
    """

    name: ClassVar[str] = "BEP"
    adds_up: ClassVar[str] = "is-relevant-up-to-there"
    formula: ClassVar[str] = "P = R, at the first rank where recall has caught up with precision"
    source: ClassVar[str] = "Lewis, Representation and learning in information retrieval, 1992, section 6.2"
    chinese: ClassVar[str] = "P-R 曲线上查准率等于召回率的那一点的值。"

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:  # noqa: ARG002 (a query stands alone)
        """The precision-recall curve of the query."""
        return precision_recall(batch, self.rel, without_unjudged=self.judged_only)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """Recall at the crossing, where precision is the same."""
        wanted = note.unit("R", num_relevant(batch, self.rel))
        last = np.minimum(wanted, batch.array("num_ret"))
        rank = note.unit("rank-of-balance", last)
        hits = self.hits(batch, rank, note)
        note.unit("precision-there", hits / np.maximum(rank, 1), of=(hits, rank))
        return note.unit("recall-there", divide(hits, wanted), of=(hits, wanted), name=str(self))
