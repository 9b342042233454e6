"""Counts that are added up over the queries: not measures of quality, but what they are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere, UnitSum
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer, number
from cranfield.measures.ranking.base import num_relevant, rel_param, relevant, within

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["NumNonrelJudgedRet", "NumQ", "NumRel", "NumRelRet", "NumRet"]


class _Count(UnitSum):
    """A number of documents."""

    family: ClassVar[str] = "ranking"
    expected_ties: ClassVar[bool] = True
    source: ClassVar[str] = "trec_eval"


class NumQ(_Count):
    """The number of queries."""

    name: ClassVar[str] = "NumQ"
    reads: ClassVar[tuple[str, ...]] = ("num_ret",)
    formula: ClassVar[str] = "1 for each query"
    chinese: ClassVar[str] = "查询的数目。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("num_q"),)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """One each."""
        return note.unit("one-a-query", np.ones(len(batch)), name=str(self))


class NumRet(_Count):
    """The number of documents returned."""

    name: ClassVar[str] = "NumRet"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "num_ret")
    formula: ClassVar[str] = "documents returned, or those with grade >= rel"
    chinese: ClassVar[str] = "返回的文档数。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("num_ret"),)

    rel: float | None = number(None, lo=0, above=True, help="if given, count only documents of this grade or higher")

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """All documents, or the relevant ones."""
        if self.rel is None:
            return note.unit("all-returned", batch.array("num_ret").astype(np.float64), name=str(self))
        row = note.rows("is-relevant", relevant(batch, self.rel), rel=self.rel)
        return note.unit("sum-of-these", batch.ragged("rank").sum(row), name=str(self))


class NumRel(_Count):
    """The number of relevant documents in the judgments."""

    name: ClassVar[str] = "NumRel"
    reads: ClassVar[tuple[str, ...]] = ("ideal",)
    formula: ClassVar[str] = "judged documents with grade >= rel"
    chinese: ClassVar[str] = "判定为相关的文档数。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("num_rel"),)

    rel: float = rel_param()

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The relevant documents, returned or not."""
        return note.unit("all-relevant", num_relevant(batch, self.rel).astype(np.float64), name=str(self))


class NumRelRet(_Count):
    """The number of relevant documents among the first k results, or among all returned."""

    name: ClassVar[str] = "NumRelRet"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("ranx", "elsewhere-mean-count"),)
    adds_up: ClassVar[str] = "is-relevant"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade")
    at: ClassVar[str | None] = "k"
    formula: ClassVar[str] = "returned documents with grade >= rel and rank <= k"
    chinese: ClassVar[str] = "返回的（前 k 个结果中的）相关文档数。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("num_rel_ret"),)

    k: int | None = integer(None, lo=1, help="look only at the first k results")
    rel: float = rel_param()

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The relevant documents up to k."""
        row = note.rows("is-relevant", relevant(batch, self.rel) * within(batch, self.k), rel=self.rel, k=self.k)
        return note.unit("sum-of-these", batch.ragged("rank").sum(row), name=str(self))


class NumNonrelJudgedRet(_Count):
    """The number of returned documents that were judged and found not relevant."""

    name: ClassVar[str] = "NumNonrelJudgedRet"
    adds_up: ClassVar[str] = "is-not-relevant"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade")
    formula: ClassVar[str] = "returned documents with 0 <= grade < rel"
    chinese: ClassVar[str] = "返回的、经判定为不相关的文档数。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("num_nonrel_judged_ret"),)

    rel: float = rel_param()

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The judged documents that are not relevant."""
        row = note.rows("is-not-relevant", ~relevant(batch, self.rel), rel=self.rel)
        return note.unit("sum-of-these", batch.ragged("rank").sum(row), name=str(self))
