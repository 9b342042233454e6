"""Precision: how much of what was returned is relevant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere, cutoffs
from cranfield.core.param import integer
from cranfield.measures.ranking.base import Ratio, rel_param, relevant, within

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.note import Note

__all__ = ["Precision"]


class Precision(Ratio):
    """The share of the first k results that is relevant; without k, of everything that was returned."""

    name: ClassVar[str] = "P"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("torchmetrics (adaptive_k)", "elsewhere-over-returned"),)
    adds_up: ClassVar[str] = "is-relevant"
    step: ClassVar[str] = "hits-over-seen"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "num_ret")
    judging: ClassVar[str | None] = "adds"
    at: ClassVar[str | None] = "k"
    expected_ties: ClassVar[bool] = True
    formula: ClassVar[str] = "relevant in the first k / k; without k: relevant returned / returned"
    source: ClassVar[str] = "Cleverdon, The Cranfield tests on index language devices, Aslib Proceedings 1967"
    chinese: ClassVar[str] = "前 k 个结果中相关文档所占的比例；不给 k 时，为全部返回结果中相关文档的比例。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("set_P"),
        Alias("P", suffix=cutoffs),
        Alias("SetP", tool="ir_measures"),
        Alias("precision", tool="ranx"),
    )

    k: int | None = integer(None, lo=1, help="look only at the first k results and divide by k")
    rel: float = rel_param()

    def counts(self, batch: Batch, note: Note) -> tuple[NDArray[Any], NDArray[Any]]:
        """Relevant documents over k, or over the number returned."""
        row = note.rows("is-relevant", relevant(batch, self.rel) * within(batch, self.k), rel=self.rel, k=self.k)
        hits = note.unit("hits", batch.ragged("rank").sum(row))
        if self.k is not None:
            return hits, np.full(len(batch), self.k)
        return hits, note.unit("returned", batch.array("num_ret"))

    def without_value(self, batch: Batch, below: NDArray[Any]) -> NDArray[np.bool_]:  # noqa: ARG002 (the same for all)
        """None: it is 0 when nothing was returned."""
        return np.zeros(len(batch), bool)
