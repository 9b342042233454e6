"""Expected reciprocal rank over that of the best order."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.measure import Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer
from cranfield.core.ragged import divide
from cranfield.measures.ranking.between import shares
from cranfield.measures.ranking.gains import NO_GAIN, Gain, GainMean, gain_param
from cranfield.measures.ranking.top_grade import max_grade_param, top_grade

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.ragged import Ragged
    from cranfield.measures.ranking.between import Ends

__all__ = ["NormalizedERR"]


def _expected(rank: Ragged, places: NDArray[np.int64], stop: NDArray[np.float64], k: float) -> NDArray[np.float64]:
    """What each document adds to the expected reciprocal rank."""
    left = rank.accumulate(1 - stop, np.multiply)
    arrive = np.where(rank.position == 1, 1.0, np.roll(left, 1))
    return np.where(places <= k, arrive * stop / places, 0.0)


class NormalizedERR(GainMean):
    """ERR of the first k results, divided by that of the best possible ranking."""

    judging: ClassVar[str | None] = "between"
    name: ClassVar[str] = "nERR"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("NTCIREVAL", "elsewhere-linear-stops", {"gain": "linear"}),)
    adds_up: ClassVar[str] = "term-of-stop"
    at: ClassVar[str | None] = "k"
    undefined_when: ClassVar[str] = NO_GAIN
    formula: ClassVar[str] = "ERR / ideal ERR, with S = gain / (highest gain + 1)"
    source: ClassVar[str] = "Chapelle et al. 2009; Sakai and Song, Diversified search evaluation, SIGIR 2011; NTCIREVAL"
    chinese: ClassVar[str] = "前 k 个结果的 ERR 除以最佳排序的 ERR。"

    k: int | None = integer(None, lo=1, help="look only at the first k results")
    gain: Gain = gain_param("exp")
    max_grade: float | None = max_grade_param()

    def resolve(self, batch: Batch) -> NormalizedERR:
        """With the highest grade of the judgments."""
        return self.replace(max_grade=top_grade(batch, self.max_grade, self.name))

    def _highest(self, top: float) -> float:
        """What the best document could be worth: a map may give a lower grade the highest gain."""
        mapped = [] if isinstance(self.gain, str) else [gain for grade, gain in self.gain if grade <= top]
        return max(float(self.gains(np.array([top]))[0]), *mapped, 0.0)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The share of what the best order has."""
        gained, ideal = self._parts(batch, note)
        return note.unit("ERR-over-ideal", divide(gained, ideal), of=(gained, ideal), name=str(self))

    def between(self, least: Batch, most: Batch) -> Ends:
        """Both parts never fall when a grade rises."""
        low, high = self._parts(least, SILENT), self._parts(most, SILENT)
        return shares((low[0], high[0]), (low[1], high[1]))

    def _parts(self, batch: Batch, note: Note) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        rank, best = batch.ragged("rank"), self.ideal_gains(batch)
        top = self._highest(top_grade(batch, self.max_grade, self.name))
        cut = np.inf if self.k is None else self.k
        stop = note.rows("stop-of-gain", np.minimum(self.told_gains(batch, note) / (top + 1), 1.0), top=top)
        note.rows("arrives", np.where(rank.position == 1, 1.0, np.roll(rank.accumulate(1 - stop, np.multiply), 1)))
        term = note.rows("term-of-stop", _expected(rank, rank.values, stop, cut), k=self.k)
        gained = note.unit("ERR-together", rank.sum(term))
        ideal = note.unit(
            "ERR-ideal", best.sum(_expected(best, best.position, np.minimum(best.values / (top + 1), 1.0), cut))
        )
        return gained, ideal
