"""Accuracy: right decisions about all documents of the collection."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer
from cranfield.errors import MeasureError
from cranfield.measures.ranking.base import RankingMean, rel_param
from cranfield.measures.ranking.contingency import contingency

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["Accuracy"]


class Accuracy(RankingMean):
    """The share of the collection that was rightly returned or rightly left out."""

    name: ClassVar[str] = "Accuracy"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal", "num_ret")
    judging: ClassVar[str | None] = "order"
    expected_ties: ClassVar[bool] = True
    formula: ClassVar[str] = "(relevant returned + non-relevant not returned) / documents in the collection"
    source: ClassVar[str] = "Manning, Raghavan and Schütze, Introduction to Information Retrieval, 2008, section 8.3"
    chinese: ClassVar[str] = "整个文档集中判断正确的比例：该返回的返回了，不该返回的没有返回。"

    docs: int | None = integer(None, lo=1, help="how many documents the collection has; must be given")
    rel: float = rel_param()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.docs is None:
            raise MeasureError("needs-docs")

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """Right decisions over all decisions."""
        table = contingency(batch, self.rel, note, name=self.name, docs=self.docs)
        assert table.rest is not None
        assert self.docs is not None
        right = note.unit("right", table.hits + table.rest)
        return note.unit(
            "right-over-docs",
            np.asarray(right / self.docs, np.float64),
            of=(right, self.docs),
            name=str(self),
            docs=self.docs,
        )
