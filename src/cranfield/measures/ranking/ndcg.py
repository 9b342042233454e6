"""Cumulated gain and its discounted and normalised forms."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere, cutoffs
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer, number, word
from cranfield.core.ragged import divide
from cranfield.errors import MeasureError
from cranfield.measures.ranking.base import discounted, discounts
from cranfield.measures.ranking.by_rank import gains_by_rank
from cranfield.measures.ranking.gains import NO_GAIN, GainMean, gain_pairs, log_divisors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit

__all__ = ["CG", "DCG", "IDCG", "NCG", "NDCG"]


class _Cumulated(GainMean):
    """Gain added up over the ranking."""

    at: ClassVar[str | None] = "k"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    expected_ties: ClassVar[bool] = True
    summed_as: ClassVar[str] = "DCG"  # what gains are called when they are added up

    k: int | None = integer(None, lo=1, help="look only at the first k results")
    rel: float | None = number(None, lo=0, above=True, help="grades below this one are worth nothing")

    def gains(self, grades: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each grade is worth; nothing below `rel`."""
        worth = super().gains(grades)
        return worth if self.rel is None else np.where(grades >= self.rel, worth, 0.0)

    def gain_words(self) -> dict[str, Any]:
        """With the lowest grade that is worth anything."""
        return {**super().gain_words(), "rel": self.rel}

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:  # noqa: ARG002 (a query stands alone)
        """The gains of the query, added up rank by rank."""
        return gains_by_rank(self, batch, self.summed_as)

    @abstractmethod
    def divisors(self, depth: int) -> NDArray[np.float64]:
        """What a gain at each rank from 1 to depth is divided by."""

    @abstractmethod
    def weight_words(self) -> dict[str, Any]:
        """How an explanation says what a rank is worth: a key and its fields."""

    def achieved(self, batch: Batch, note: Note) -> NDArray[np.float64]:
        """The discounted gain of each query's ranking."""
        gain = self.told_gains(batch, note)
        depth = int(batch.ragged("tie_last").values.max(initial=0))
        divisor = self.divisors(depth)
        note.rows("weight-of-rank", discounts(batch, 1.0 / divisor, self.k), **self.weight_words(), k=self.k)
        term = note.rows("term", discounted(batch, gain, divisor, self.k))
        return batch.ragged("rank").sum(term)

    def ideal(self, batch: Batch) -> NDArray[np.float64]:
        """The discounted gain of the best possible ranking."""
        best = self.ideal_gains(batch)
        if self.k is not None:
            best = best.head(self.k)
        divisor = self.divisors(int(best.sizes.max(initial=0)))
        return best.sum(best.values / divisor[best.position - 1])


class _Undiscounted(_Cumulated):
    summed_as: ClassVar[str] = "CG"

    def divisors(self, depth: int) -> NDArray[np.float64]:
        """Every rank counts the same."""
        return np.ones(depth)

    def weight_words(self) -> dict[str, Any]:
        """Every rank counts the same."""
        return {"weight": "weight-of-any-rank"}


class _Discounted(_Cumulated):
    discount: str = word(
        "log2", "log2", "jarvelin", help="log2(rank + 1), or none before rank `base` and then log_base(rank)"
    )
    base: float | None = number(None, lo=1, above=True, help="the base of the jarvelin discount (2 if not given)")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.base is not None and self.discount != "jarvelin":
            raise MeasureError("base-without-jarvelin", measure=self.name)

    def divisors(self, depth: int) -> NDArray[np.float64]:
        """log2(rank + 1), or Järvelin and Kekäläinen's own."""
        if self.discount == "log2":
            return log_divisors(depth)
        ranks = np.arange(1, depth + 1, dtype=np.float64)
        base = self.base or 2.0
        logs = np.log(np.maximum(ranks, base)) / np.log(base)
        return np.where(ranks < base, 1.0, logs)

    def weight_words(self) -> dict[str, Any]:
        """The formula of the discount, with its base."""
        if self.discount == "log2":
            return {"weight": "weight-log2"}
        return {"weight": "weight-jarvelin", "base": self.base or 2.0}


class CG(_Undiscounted):
    """The sum of the gains of the first k results."""

    name: ClassVar[str] = "CG"
    adds_up: ClassVar[str] = "term"
    judging: ClassVar[str | None] = "adds"
    formula: ClassVar[str] = "sum of gain(grade) over the first k"
    chinese: ClassVar[str] = "前 k 个结果的增益之和，不考虑名次。"

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The sum of gains."""
        return note.unit("sum-of-terms", self.achieved(batch, note), name=str(self))


class DCG(_Discounted):
    """The sum of the gains of the first k results, each divided by a discount that grows with the rank."""

    name: ClassVar[str] = "DCG"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("scikit-learn, ranx", "elsewhere-linear-gain", {"gain": "linear"}),
        Elsewhere("ranx (dcg_burges)", "elsewhere-exponential-gain", {"gain": "exp"}),
    )
    adds_up: ClassVar[str] = "term"
    judging: ClassVar[str | None] = "adds"
    formula: ClassVar[str] = "sum of gain(grade) / log2(rank + 1) over the first k"
    chinese: ClassVar[str] = "前 k 个结果的增益之和，名次越靠后折损越大。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("dcg", suffix=gain_pairs, form=""),
        Alias("dcg_burges", {"gain": "exp"}, tool="ranx"),
    )

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The discounted sum of gains."""
        return note.unit("sum-of-terms", self.achieved(batch, note), name=str(self))


class IDCG(_Discounted):
    """The discounted gain of the best possible ranking of all judged documents."""

    name: ClassVar[str] = "IDCG"
    unbounded: ClassVar[str] = "unbounded-counts"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("", "elsewhere-exponential-gain", {"gain": "exp"}),)
    better: ClassVar[str | None] = None
    formula: ClassVar[str] = "DCG of the judged documents in the best order"
    chinese: ClassVar[str] = "全部判定文档按最佳次序排列时的折损累计增益。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("ideal_dcg", suffix=gain_pairs, form=""),)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The ideal sum."""
        return note.unit(
            "ideal-sum", self.ideal(batch), name=str(self), **self.gain_words(), **self.weight_words(), k=self.k
        )


class NCG(_Undiscounted):
    """The gain of the first k results, divided by that of the best possible ranking."""

    name: ClassVar[str] = "nCG"
    adds_up: ClassVar[str] = "term"
    judging: ClassVar[str | None] = "gain"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    undefined_when: ClassVar[str] = NO_GAIN
    formula: ClassVar[str] = "CG / ideal CG"
    chinese: ClassVar[str] = "前 k 个结果的累计增益除以最佳排序的累计增益。"

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The share of the ideal gain."""
        gained = note.unit("CG", self.achieved(batch, note))
        best = note.unit("ideal-CG", self.ideal(batch))
        return note.unit("CG-over-ideal", divide(gained, best), of=(gained, best), name=str(self))


class NDCG(_Discounted):
    """The discounted gain of the first k results, divided by that of the best possible ranking."""

    name: ClassVar[str] = "nDCG"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("trec_eval, ir_measures, scikit-learn, ranx", "elsewhere-linear-gain", {"gain": "linear"}),
        Elsewhere("gdeval, LightGBM, XGBoost, ranx (ndcg_burges)", "elsewhere-exponential-gain", {"gain": "exp"}),
    )
    adds_up: ClassVar[str] = "term"
    judging: ClassVar[str | None] = "gain"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    undefined_when: ClassVar[str] = NO_GAIN
    formula: ClassVar[str] = "DCG / ideal DCG"
    chinese: ClassVar[str] = "前 k 个结果的折损累计增益（DCG）除以最佳排序的折损累计增益。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("ndcg", suffix=gain_pairs, form=""),
        Alias("ndcg_cut", suffix=cutoffs, default="5,10,15,20,30,100,200,500,1000"),
        Alias("ndcg_burges", {"gain": "exp"}, tool="ranx"),
        Alias("MSnDCG", tool="NTCIREVAL"),
    )

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The share of the ideal discounted gain."""
        gained = note.unit("DCG", self.achieved(batch, note))
        best = note.unit("ideal-DCG", self.ideal(batch))
        return note.unit("DCG-over-ideal", divide(gained, best), of=(gained, best), name=str(self))
