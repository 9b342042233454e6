"""Nugget recall: which facts of a list an answer supports, from assignments that people or a model made."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.exhibit import Listing, Word
from cranfield.core.measure import Alias
from cranfield.core.note import SILENT, Note
from cranfield.core.param import word
from cranfield.core.ragged import divide
from cranfield.core.unit_measure import UnitMean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit

__all__ = ["NuggetRecall"]

_ASSIGNED = ("not supported", "partly supported", "supported")


class NuggetRecall(UnitMean):
    """The share of the nuggets (facts that a good answer holds) that an answer supports."""

    name: ClassVar[str] = "NuggetRecall"
    family: ClassVar[str] = "text"
    reads: ClassVar[tuple[str, ...]] = ("vital", "support")
    formula: ClassVar[str] = "weight of the supported nuggets / weight of all nuggets"
    source: ClassVar[str] = (
        "Pradeep et al., The great nugget recall: automating fact extraction and RAG evaluation, 2025"
    )
    chinese: ClassVar[str] = "回答所支持的信息点占全部信息点（或关键信息点）的比例，依据已有的信息点标注。"
    undefined_when: ClassVar[str] = "when-no-nugget"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("strict_vital_score", {"importance": "vital", "support": "strict"}, tool="nuggetizer"),
        Alias("vital_score", {"importance": "vital", "support": "partial"}, tool="nuggetizer"),
        Alias("strict_all_score", {"importance": "all", "support": "strict"}, tool="nuggetizer"),
        Alias("all_score", {"importance": "all", "support": "partial"}, tool="nuggetizer"),
        Alias("strict_weighted_score", {"importance": "weighted", "support": "strict"}, tool="nuggetizer"),
        Alias("weighted_score", {"importance": "weighted", "support": "partial"}, tool="nuggetizer"),
    )

    importance: str = word(
        "vital", "vital", "all", "weighted", help="vital nuggets only, all of them, or all with okay ones as half"
    )  # fmt: skip
    support: str = word("strict", "strict", "partial", help="partial support counts nothing, or half")

    def _weights(self, batch: Batch) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The weight of every nugget, and how far it is supported."""
        vital = batch.ragged("vital").values.astype(bool)
        weight = np.where(vital, 1.0, {"vital": 0.0, "all": 1.0, "weighted": 0.5}[self.importance])
        half = 0.5 if self.support == "partial" else 0.0
        return weight, np.array([0.0, half, 1.0])[batch.ragged("support").values]

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The share of each answer."""
        nuggets = batch.ragged("vital")
        weight, held = self._weights(batch)
        below, above = nuggets.sum(weight), nuggets.sum(weight * held)
        kind = self.importance
        note.unit("weight-of-nuggets", below, vital=kind == "vital", weighted=kind == "weighted")
        note.unit("supported-nuggets", above, partial=self.support == "partial")
        return note.unit("supported-over-nuggets", divide(above, below), of=(above, below), name=str(self))

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The nuggets with their importance and assignment."""
        vital, support = batch.ragged("vital")[index].tolist(), batch.ragged("support")[index].tolist()
        columns = {
            "nugget": batch.ragged("nugget")[index].tolist(),
            "importance": [Word("vital" if each else "okay") for each in vital],
            "assignment": [Word(_ASSIGNED[each]) for each in support],
        }
        return (Listing("shown-nuggets", columns),)
