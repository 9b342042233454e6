"""How soon a change of the index is found by a search."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.note import SILENT, Note
from cranfield.core.param import word
from cranfield.measures.cost.base import MILLISECONDS
from cranfield.measures.cost.spread import Spread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["Freshness"]


class Freshness(Spread):
    """The time in milliseconds from the acknowledgement of a write to the first search that shows it."""

    name: ClassVar[str] = "Freshness"
    reads: ClassVar[tuple[str, ...]] = ("freshness", "change")
    formula: ClassVar[str] = "first search that shows the change - acknowledgement of the change"
    source: ClassVar[str] = "Cho and Garcia-Molina, Synchronizing a database to improve freshness, SIGMOD 2000"
    chinese: ClassVar[str] = "从写入被确认到首次能搜到该变化的时间（毫秒）。"
    undefined_when: ClassVar[str] = "when-other-change"
    counted_noun: ClassVar[str] = "changes"

    of: str = word(
        "all", "all", "add", "update", "delete", help="which changes: all, or only documents added, updated or deleted"
    )

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The time of each change; nan of changes that are not asked for."""
        took = batch.array("freshness") * MILLISECONDS
        if self.of != "all":
            took = np.where(batch.coded("change").is_label(self.of), took, np.nan)
        return note.unit("freshness-time", took, name=self.name)
