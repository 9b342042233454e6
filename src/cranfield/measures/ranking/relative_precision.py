"""Precision as a share of what is possible, and precision times recall of a set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, cutoffs
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer
from cranfield.measures.ranking.base import (
    NO_RELEVANT,
    RankingMean,
    Ratio,
    num_relevant,
    rel_param,
    relevant,
    within,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["RelativePrecision", "SetAveragePrecision"]


class RelativePrecision(Ratio):
    """The relevant documents among the first k, as a share of how many there could be at best."""

    name: ClassVar[str] = "relative_P"
    adds_up: ClassVar[str] = "is-relevant"
    step: ClassVar[str] = "hits-over-possible"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal", "num_ret")
    judging: ClassVar[str | None] = "order"
    at: ClassVar[str | None] = "k"
    expected_ties: ClassVar[bool] = True
    undefined_when: ClassVar[str] = NO_RELEVANT
    formula: ClassVar[str] = "relevant in the first k / min(k, R); without k: relevant returned / min(returned, R)"
    source: ClassVar[str] = "trec_eval's relative_P and set_relative_P; BEIR calls it capped recall"
    chinese: ClassVar[str] = "前 k 个结果中的相关文档数，除以最多可能有的数目。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("set_relative_P"),
        Alias("relative_P", suffix=cutoffs),
        Alias("R_cap", tool="BEIR"),
        Alias("SetRelP", tool="ir_measures"),
    )

    k: int | None = integer(None, lo=1, help="look only at the first k results")
    rel: float = rel_param()

    def counts(self, batch: Batch, note: Note) -> tuple[NDArray[Any], NDArray[Any]]:
        """Relevant documents over the most that fit."""
        row = note.rows("is-relevant", relevant(batch, self.rel) * within(batch, self.k), rel=self.rel, k=self.k)
        hits = note.unit("hits", batch.ragged("rank").sum(row))
        wanted = note.unit("R", num_relevant(batch, self.rel))
        room = batch.array("num_ret") if self.k is None else np.full(len(batch), self.k)
        return hits, note.unit("possible", np.minimum(wanted, room))

    def without_value(self, batch: Batch, below: NDArray[Any]) -> NDArray[np.bool_]:  # noqa: ARG002 (what is relevant decides)
        """Those without a relevant document; it is 0 when nothing was returned."""
        return num_relevant(batch, self.rel) == 0


class SetAveragePrecision(RankingMean):
    """Precision times recall of everything returned, in whatever order."""

    name: ClassVar[str] = "set_map"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal", "num_ret")
    judging: ClassVar[str | None] = "order"
    expected_ties: ClassVar[bool] = True
    undefined_when: ClassVar[str] = NO_RELEVANT
    formula: ClassVar[str] = "hits^2 / (returned x R)"
    source: ClassVar[str] = "trec_eval's set_map"
    chinese: ClassVar[str] = "返回集合的查准率与召回率之积，不考虑次序。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("set_map"), Alias("SetAP", tool="ir_measures"))

    rel: float = rel_param()

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The product; 0 when nothing was returned."""
        row = note.rows("is-relevant", relevant(batch, self.rel), rel=self.rel)
        hits = note.unit("hits", batch.ragged("rank").sum(row))
        returned = note.unit("returned", batch.array("num_ret"))
        wanted = note.unit("R", num_relevant(batch, self.rel))
        share = hits * hits / np.maximum(returned * wanted, 1)
        return note.unit(
            "hits-squared", np.where(wanted > 0, share, np.nan), of=(hits * hits, returned * wanted), name=str(self)
        )
