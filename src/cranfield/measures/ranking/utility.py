"""Utility: what the returned set is worth to someone who reads all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer, number
from cranfield.core.ragged import divide
from cranfield.errors import MeasureError
from cranfield.measures.ranking.base import NO_RELEVANT, RankingMean, rel_param
from cranfield.measures.ranking.contingency import contingency

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["T11SU", "T11U", "Utility"]


def _worths(text: str) -> list[dict[str, Any]]:
    """Read trec_eval's `2,-1,0,0`."""
    a, b, c, d = (float(part) for part in text.split(","))
    return [{"a": a, "b": b, "c": c, "d": d}]


class _Worth(RankingMean):
    """A weighted sum of the cells of the contingency table."""

    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal", "num_ret")
    bounds: ClassVar[tuple[float, float]] = (float("-inf"), float("inf"))
    expected_ties: ClassVar[bool] = True

    judging: ClassVar[str | None] = "order"

    rel: float = rel_param()


class Utility(_Worth):
    """What is found and missed, each document weighed by what it is worth to the user."""

    name: ClassVar[str] = "Utility"
    formula: ClassVar[str] = "a hits + b returned non-relevant + c missed relevant + d all other documents"
    source: ClassVar[str] = "Lewis, The TREC-4 filtering track, 1995; trec_eval's utility"
    chinese: ClassVar[str] = "按四格表加权求和：返回的相关、返回的不相关、漏掉的相关和其余文档各有价值。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("utility", suffix=_worths, form=""),)

    a: float = number(1.0, help="worth of a relevant document that is returned")
    b: float = number(-1.0, help="worth of a non-relevant document that is returned")
    c: float = number(0.0, help="worth of a relevant document that is not returned")
    d: float = number(0.0, help="worth of a non-relevant document that is not returned")
    docs: int | None = integer(None, lo=1, help="how many documents the collection has; needed for d, unused without")

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.docs is None) != (self.d == 0):
            raise MeasureError("docs-for-d", d=self.d)

    def when_judged(self, scale: NDArray[np.float64]) -> str | None:
        """Known if relevant documents are worth no less, and worth no less returned than missed."""
        sound = self.a >= self.b and self.a + self.d >= self.b + self.c
        return super().when_judged(scale) if sound else None

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The weighted sum."""
        table = contingency(batch, self.rel, note, name=self.name, docs=self.docs)
        worth = self.a * table.hits + self.b * table.noise + self.c * table.missed
        if table.rest is not None:
            worth = worth + self.d * table.rest
        return note.unit("weighted-sum", worth, name=str(self), a=self.a, b=self.b, c=self.c, d=self.d)


class T11U(_Worth):
    """The linear utility of TREC's filtering track: two for a relevant document, minus one for any other."""

    name: ClassVar[str] = "T11U"
    formula: ClassVar[str] = "2 hits - returned non-relevant"
    source: ClassVar[str] = "Robertson and Soboroff, The TREC 2002 filtering track report, 2002"
    chinese: ClassVar[str] = "TREC 过滤任务的线性效用：返回一个相关文档得 2 分，返回一个不相关文档扣 1 分。"

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The utility."""
        table = contingency(batch, self.rel, note)
        return note.unit("linear-utility", 2 * table.hits - table.noise, name=str(self))


class T11SU(_Worth):
    """The linear utility of TREC's filtering track as a share of its maximum, scaled into 0 to 1."""

    name: ClassVar[str] = "T11SU"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    undefined_when: ClassVar[str] = NO_RELEVANT
    formula: ClassVar[str] = "(max(T11U / (2 R), -0.5) + 0.5) / 1.5"
    source: ClassVar[str] = "Robertson and Soboroff, The TREC 2002 filtering track report, 2002"
    chinese: ClassVar[str] = "T11U 除以其最大值 2R，下限取 -0.5，再线性缩放到 0 到 1。"

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The scaled utility."""
        table = contingency(batch, self.rel, note)
        utility = note.unit("linear-utility", 2 * table.hits - table.noise, name=T11U.name)
        share = note.unit("share-of-best-utility", divide(utility, 2 * (table.hits + table.missed)))
        return note.unit("scaled-utility", (np.maximum(share, -0.5) + 0.5) / 1.5, name=str(self))
