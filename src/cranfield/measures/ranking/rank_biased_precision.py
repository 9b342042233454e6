"""Rank-biased precision: a user who goes on to the next result with a fixed probability."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer, number, word
from cranfield.errors import MeasureError
from cranfield.measures.ranking.base import QueryMean, RankingMean, discounts
from cranfield.measures.ranking.between import shares
from cranfield.measures.ranking.top_grade import max_grade_param, top_grade

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.measures.ranking.between import Ends

__all__ = ["RBP", "RBPResidual"]

SOURCE = "Moffat and Zobel, Rank-biased precision for measurement of retrieval effectiveness, TOIS 2008"


def _persistence(text: str) -> list[dict[str, Any]]:
    """Read trec_eval's `p=0.8` and ranx's `95`, which stands for 0.95."""
    return [{"p": float(text.removeprefix("p=") if text.startswith("p=") else f"0.{int(text):0{len(text)}d}")}]


def _persistence_param() -> Any:
    return number(0.8, lo=0, hi=1, above=True, below=True, help="the probability of going on to the next result")


def _visits(batch: Batch, p: float, k: int | None) -> NDArray[np.float64]:
    """How likely the user is to look at each retrieved judged document, times 1 - p."""
    depth = int(batch.ragged("tie_last").values.max(initial=0))
    return discounts(batch, (1 - p) * np.power(p, np.arange(depth), dtype=np.float64), k)


def _highest(batch: Batch) -> NDArray[np.float64]:
    """The highest grade of each query."""
    ideal = batch.ragged("ideal")
    best = np.zeros(len(batch))
    best[ideal.sizes > 0] = ideal.values[ideal.offsets[:-1][ideal.sizes > 0]]
    return best


class RBP(RankingMean):
    """The expected gain per result looked at, by a user who goes on to the next one with probability p."""

    name: ClassVar[str] = "RBP"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("trec_eval 10", "elsewhere-best-grade-of-query", {"p": 0.9, "scale": "topic"}),
        Elsewhere("ranx", "elsewhere-raw-grades"),
    )
    adds_up: ClassVar[str] = "term"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal", "tie_last")
    at: ClassVar[str | None] = "k"
    expected_ties: ClassVar[bool] = True
    formula: ClassVar[str] = "(1 - p) sum of gain x p^(rank - 1); gain = grade / max_grade, or 1 if grade >= rel"
    source: ClassVar[str] = SOURCE
    chinese: ClassVar[str] = "用户以概率 p 继续看下一个结果时，平均每看一个结果的增益。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("rbp", suffix=_persistence, form="", tool="ranx"),)

    k: int | None = integer(None, lo=1, help="look only at the first k results")
    p: float = _persistence_param()
    max_grade: float | None = max_grade_param()
    scale: str = word("collection", "collection", "topic", help="divide by the highest grade of all queries or of each")
    rel: float | None = number(None, lo=0, above=True, help="if given, the gain is 1 from this grade on, else 0")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.max_grade is not None and (self.rel is not None or self.scale == "topic"):
            other = "rel" if self.rel is not None else "scale='topic'"
            raise MeasureError("not-together", measure=self.name, one="max_grade", other=other)
        if self.rel is not None and self.scale == "topic":
            raise MeasureError("not-together", measure=self.name, one="scale='topic'", other="rel")

    def when_judged(self, scale: NDArray[np.float64]) -> str | None:  # noqa: ARG002 (as for all)
        """It adds up, unless one document changes what all others of the query are worth."""
        return "between" if self.scale == "topic" else "adds"

    def between(self, least: Batch, most: Batch) -> Ends:
        """The sum of grades and what they are divided by never fall when a grade rises; no gain is more than 1."""
        rank, visits = least.ragged("rank"), _visits(least, self.p, self.k)
        (low, one), (high, two) = (
            (each.ragged("grade").values, _highest(each)) for each in (least, most)
        )  # fmt: skip
        gains = shares((low, high), (one[rank.owner], two[rank.owner]))
        return rank.sum(gains[0] * visits), rank.sum(gains[1] * visits)

    def resolve(self, batch: Batch) -> RBP:
        """With the highest grade of the judgments, where it matters."""
        if self.rel is not None or self.scale == "topic":
            return self
        return self.replace(max_grade=top_grade(batch, self.max_grade, self.name))

    def gains(self, batch: Batch) -> NDArray[np.float64]:
        """What each retrieved judged document is worth, from 0 to 1."""
        grade = batch.ragged("grade")
        if self.rel is not None:
            return np.asarray(grade.values >= self.rel, np.float64)
        if self.scale == "collection":
            return grade.values / top_grade(batch, self.max_grade, self.name)
        best = _highest(batch)
        return grade.values / np.where(best > 0, best, 1.0)[grade.owner]

    def _gain_words(self) -> dict[str, Any]:
        if self.rel is not None:
            return {"gain": "gain-if-relevant", "rel": self.rel}
        if self.scale == "topic":
            return {"gain": "gain-by-query"}
        return {"gain": "gain-by-scale", "max_grade": self.max_grade}

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The sum of gains, each weighed by how likely the user is to get there."""
        gain = note.rows("gain-up-to-1", self.gains(batch), **self._gain_words())
        weight = note.rows("weight-of-visit", _visits(batch, self.p, self.k), p=self.p, k=self.k)
        term = note.rows("term", gain * weight)
        return note.unit("sum-of-terms", batch.ragged("rank").sum(term), name=str(self))


class RBPResidual(QueryMean):
    """How much RBP could still rise if every unjudged document turned out to be perfect."""

    unbounded: ClassVar[str] = "unbounded-counts"
    name: ClassVar[str] = "RBPResidual"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("trec_eval 10", "elsewhere-residual-beyond", {"p": 0.9, "beyond": "if-unjudged"}),
    )
    reads: ClassVar[tuple[str, ...]] = ("rank", "tie_last", "num_ret")
    better: ClassVar[str | None] = None
    expected_ties: ClassVar[bool] = True
    formula: ClassVar[str] = "1 - (1 - p) sum over judged of p^(rank-1) = p^n + (1 - p) sum over unjudged of p^(rank-1)"
    source: ClassVar[str] = SOURCE
    chinese: ClassVar[str] = "若所有未判定的文档都完全相关，RBP 还能上升多少，即 RBP 的不确定范围。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("rbp_resid", suffix=_persistence, form=""),)

    p: float = _persistence_param()
    beyond: str = word(
        "always", "always", "if-unjudged",
        help="count what lies beyond the last result always, or only if a result is unjudged, as trec_eval does",
    )  # fmt: skip

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """Everything that no judgment has settled."""
        weight = note.rows("weight-of-visit", _visits(batch, self.p, None), p=self.p)
        settled = note.unit("settled", batch.ragged("rank").sum(weight))
        value = np.maximum(1.0 - settled, 0.0)
        if self.beyond == "always":
            return note.unit("not-settled", value, name=str(self))
        unjudged = note.unit("unjudged-results", batch.array("num_ret") - batch.ragged("rank").sizes)
        if batch.policy.ties != "expected":
            value = _walked(batch, self.p)
        return note.unit("not-settled-if-unjudged", np.where(unjudged > 0, value, 0.0), name=str(self))


def _walked(batch: Batch, p: float) -> NDArray[np.float64]:
    """The same residual, added up over the unjudged results one by one: that is how trec_eval rounds."""
    rank, returned = batch.ragged("rank"), batch.array("num_ret")
    order = np.argsort(rank.values, kind="stable")
    owner, starts = rank.owner[order], np.searchsorted(rank.values[order], np.arange(1, returned.max(initial=0) + 2))
    total, weight, beyond = np.zeros(len(batch)), 1.0, np.ones(len(batch))
    for place in range(len(starts) - 1):
        there = returned > place
        unjudged = there.copy()
        unjudged[owner[starts[place] : starts[place + 1]]] = False
        total[unjudged] += weight
        weight *= p
        beyond[there] = weight
        if not weight:
            break  # too small to be a number, and so are all that follow
    return beyond + (1 - p) * total
