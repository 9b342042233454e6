"""What came back: how many bytes, whether anything was found, and whether there was an answer at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.note import SILENT, Note
from cranfield.measures.cost.base import ShareOfRequests
from cranfield.measures.cost.spread import Spread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["Bytes", "Coverage", "ErrorRate"]


class Bytes(Spread):
    """How many bytes the answer to a request has."""

    name: ClassVar[str] = "Bytes"
    reads: ClassVar[tuple[str, ...]] = ("bytes",)
    formula: ClassVar[str] = "bytes of the answer"
    source: ClassVar[str] = "RFC 9110, HTTP Semantics, section 6.4"
    chinese: ClassVar[str] = "一次请求的回答有多少字节。"
    undefined_when: ClassVar[str] = "when-no-answer"

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The bytes of each answer."""
        return note.unit("answer-bytes", batch.array("bytes"), name=self.name)


class ErrorRate(ShareOfRequests):
    """The share of requests that failed: no answer in time, a refusal, or an answer that is an error."""

    name: ClassVar[str] = "ErrorRate"
    reads: ClassVar[tuple[str, ...]] = ("failed",)
    better: ClassVar[str | None] = "lower"
    formula: ClassVar[str] = "failed requests / requests"
    source: ClassVar[str] = "Beyer, Jones, Petoff and Murphy, Site Reliability Engineering, 2016, chapter 6"
    chinese: ClassVar[str] = "失败的请求所占的比例：超时、被拒绝或回答为错误。"

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """1 for a request that failed."""
        return note.unit("request-failed", batch.array("failed").astype(np.float64), name=self.name)


class Coverage(ShareOfRequests):
    """The share of queries that were answered with at least one result, each request counted."""

    name: ClassVar[str] = "Coverage"
    reads: ClassVar[tuple[str, ...]] = ("results", "failed")
    formula: ClassVar[str] = "requests with at least one result / requests"
    source: ClassVar[str] = "OpenSearch Search Relevance Workbench, Coverage@k"
    chinese: ClassVar[str] = "得到至少一条结果的查询所占的比例（按请求计）。"
    undefined_when: ClassVar[str] = "when-results-unknown"

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """1 for a request with a result; one that failed has none."""
        failed = batch.array("failed")
        results = np.where(failed, 0.0, batch.array("results"))
        note.unit("results-of-request", results)
        return note.unit("any-result", np.where(np.isnan(results), np.nan, results > 0), name=self.name)
