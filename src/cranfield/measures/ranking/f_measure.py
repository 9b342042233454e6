"""F and E: precision and recall in one number."""

from __future__ import annotations

from abc import abstractmethod
from math import sqrt
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer, number
from cranfield.core.ragged import divide
from cranfield.measures.ranking.base import NO_RELEVANT, Ratio, num_relevant, rel_param, relevant, within

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["T11F", "EMeasure", "FMeasure"]


def _squared(text: str) -> list[dict[str, Any]]:
    """Read trec_eval's `set_F.0.5`: its parameter is beta squared."""
    return [{"beta": sqrt(float(text))}]


class _Weighted(Ratio):
    """A weighted harmonic mean of precision and recall, as one quotient of counts."""

    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal", "num_ret")
    judging: ClassVar[str | None] = "order"
    expected_ties: ClassVar[bool] = True
    undefined_when: ClassVar[str] = NO_RELEVANT

    rel: float = rel_param()

    @abstractmethod
    def weights(self) -> tuple[float, float]:
        """How much a relevant document and a returned one weigh in the denominator."""

    def found(self, batch: Batch, note: Note, k: int | None = None) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """How many relevant documents were found, how many there are, and how many results were looked at."""
        row = note.rows("is-relevant", relevant(batch, self.rel) * within(batch, k), rel=self.rel, k=k)
        hits = note.unit("hits", batch.ragged("rank").sum(row))
        wanted = note.unit("R", num_relevant(batch, self.rel))
        looked_at = note.unit("returned", batch.array("num_ret")) if k is None else np.full(len(batch), k)
        return hits, wanted, looked_at

    def sizes(self, batch: Batch, note: Note, k: int | None = None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The weighted number of documents found, and of those wanted plus those looked at."""
        hits, wanted, looked_at = self.found(batch, note, k)
        relevance, size = self.weights()
        return (relevance + size) * hits, relevance * wanted + size * looked_at

    def without_value(self, batch: Batch, below: NDArray[Any]) -> NDArray[np.bool_]:
        """Those without a relevant document; pooled, what they returned still counts against the rest."""
        return (num_relevant(batch, self.rel) == 0) & (below == 0)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The quotient of each query that has a relevant document."""
        above, below = self.counts(batch, note)
        value = np.where(num_relevant(batch, self.rel) > 0, above / np.where(below > 0, below, 1), np.nan)
        return self.tell(value, note, (above, below))


class FMeasure(_Weighted):
    """The harmonic mean of precision and recall; beta above 1 favours recall, below 1 precision."""

    name: ClassVar[str] = "F"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("trec_eval", "elsewhere-beta-squared"),)
    step: ClassVar[str] = "weighted-hits-over-sizes"
    at: ClassVar[str | None] = "k"
    formula: ClassVar[str] = "(1 + beta^2) P R / (beta^2 P + R) = (1 + beta^2) hits / (beta^2 relevant + k or returned)"
    source: ClassVar[str] = "van Rijsbergen, Information Retrieval, 1979; trec_eval's set_F"
    chinese: ClassVar[str] = "查准率与召回率的加权调和平均；beta 大于 1 时偏重召回率。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("set_F", suffix=_squared, form=""),
        Alias("SetF", tool="ir_measures"),
        Alias("f1", {"beta": 1.0}, tool="ranx"),
    )

    k: int | None = integer(None, lo=1, help="look only at the first k results, with precision over k")
    beta: float = number(1.0, lo=0, help="how many times more recall matters than precision")

    def weights(self) -> tuple[float, float]:
        """beta^2 for a relevant document, 1 for a returned one."""
        # without the last digit, which is noise where beta is a root: set_F.2 weighs 2 and not 2.0000000000000004
        return float(f"{self.beta * self.beta:.15g}"), 1.0

    def counts(self, batch: Batch, note: Note) -> tuple[NDArray[Any], NDArray[Any]]:
        """The two sizes, which are added up over the queries for the micro average."""
        return self.sizes(batch, note, self.k)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """Precision times recall over their weighted sum, which rounds as trec_eval does; the sizes would not."""
        hits, wanted, looked_at = self.found(batch, note, self.k)
        precision = note.unit("precision-of-results", hits / np.maximum(looked_at, 1), of=(hits, looked_at), k=self.k)
        recall = note.unit("recall-of-results", divide(hits, wanted), of=(hits, wanted))
        weight, _ = self.weights()
        value = (weight + 1.0) * precision * recall / np.where(hits > 0, weight * precision + recall, 1.0)
        return note.unit("f-of-precision-and-recall", value, name=str(self), beta=self.beta)


class EMeasure(_Weighted):
    """How far precision and recall are from perfect; 0 is best, and b above 1 favours precision."""

    name: ClassVar[str] = "E"
    step: ClassVar[str] = "missing-over-sizes"
    at: ClassVar[str | None] = "k"
    better: ClassVar[str | None] = "lower"
    formula: ClassVar[str] = "1 - (1 + b^2) / (b^2 / P + 1 / R) = 1 - (1 + b^2) hits / (R + b^2 (k or returned))"
    source: ClassVar[str] = "van Rijsbergen, Information Retrieval, 1979"
    chinese: ClassVar[str] = "1 减去查准率与召回率的加权调和平均，越小越好；b 大于 1 时偏重查准率。"

    k: int | None = integer(None, lo=1, help="look only at the first k results, with precision over k")
    b: float = number(1.0, lo=0, help="how many times more precision matters than recall")

    def weights(self) -> tuple[float, float]:
        """1 for a relevant document, b^2 for a returned one."""
        return 1.0, self.b * self.b

    def counts(self, batch: Batch, note: Note) -> tuple[NDArray[Any], NDArray[Any]]:
        """What is missing from the sizes."""
        found, size = self.sizes(batch, note, self.k)
        return note.unit("size-missing", size - found, b=self.b, k=self.k), size


class T11F(_Weighted):
    """The F of TREC's filtering track: the harmonic mean of precision and recall that favours precision."""

    name: ClassVar[str] = "T11F"
    step: ClassVar[str] = "filtering-f"
    formula: ClassVar[str] = "1.25 / (0.25 / R + 1 / P) = 1.25 hits / (0.25 R + returned)"
    source: ClassVar[str] = "Robertson and Soboroff, The TREC 2002 filtering track report, 2002"
    chinese: ClassVar[str] = "TREC 过滤任务的 F 值：偏重查准率的调和平均（beta = 0.5）。"

    def weights(self) -> tuple[float, float]:
        """A quarter for a relevant document, 1 for a returned one."""
        return 0.25, 1.0

    def counts(self, batch: Batch, note: Note) -> tuple[NDArray[Any], NDArray[Any]]:
        """The two sizes of everything returned."""
        return self.sizes(batch, note)
