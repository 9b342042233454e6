"""How large the index is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.note import SILENT, Note
from cranfield.core.param import word
from cranfield.core.ragged import divide
from cranfield.core.states.sums import Sums
from cranfield.errors import MeasureError
from cranfield.measures.cost.base import CostMeasure, groups_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure
    from cranfield.core.states.state import State

__all__ = ["Space"]


class Space(CostMeasure):
    """The bytes that the index takes, or a document of it, as the engine says; several looks are averaged."""

    name: ClassVar[str] = "Space"
    reads: ClassVar[tuple[str, ...]] = ("space",)
    better: ClassVar[str | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    formula: ClassVar[str] = "bytes of the index, or bytes / documents"
    source: ClassVar[str] = "Witten, Moffat and Bell, Managing Gigabytes, 2nd edition, 1999"
    chinese: ClassVar[str] = "索引占用的字节数，或平均每篇文档的字节数，由引擎报告；多次查看取平均。"
    undefined_when: ClassVar[str] = "when-space-unknown"

    per: str = word("index", "index", "document", help="of the whole index, or of one of its documents")

    def resolve(self, batch: Batch) -> Measure:
        """The same, if the number of documents is known where it is needed."""
        if self.per == "document" and "documents" not in batch:
            raise MeasureError("data-lacks", measure=str(self), missing=["documents"], remedy="give-documents")
        return self

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """Bytes, and what they are divided by: looks or documents."""
        space = note.unit("index-bytes", batch.array("space"))
        below = np.ones(len(batch))
        if self.per == "document":
            below = note.unit("index-documents", batch.array("documents"))
        lacking = np.isnan(space) | np.isnan(below) | (below == 0)
        above, below = np.where(lacking, 0.0, space), np.where(lacking, 0.0, below)
        note.unit("space-taken", divide(above, below), name=str(self))
        return Sums.of(self, batch, np.column_stack((above, below)), lacking, groups_of(batch))

    @property
    def summed(self) -> str:
        """The mean of several looks; of documents, a quotient of sums."""
        return "arithmetic" if self.per == "index" else "whole"

    def tell_whole(self, state: State, note: Note) -> None:
        """The bytes and documents of all looks."""
        if self.per == "document":
            total = state.total()
            above, below = note.unit("index-bytes", total[:1]), note.unit("index-documents", total[1:])
            note.unit("space-taken", divide(above, below), of=(above, below), name=str(self))

    def finish(self, total: Any) -> NDArray[np.float64]:
        """The mean of the looks, or bytes of all looks over documents of all looks."""
        return divide(total[..., 0], total[..., 1])
