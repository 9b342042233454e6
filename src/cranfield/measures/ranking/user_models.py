"""Users who go on or stop after each result (C/W/L): INSQ, INST and the Bejeweled player model.

Moffat, Bailey, Scholer and Thomas, Incorporating user expectations and behavior into the measurement of search
effectiveness, TOIS 2017: the value is the gain of a result that the user looks at, expected over how far the user goes.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from cranfield.core.measure import Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer, number
from cranfield.core.ragged import Ragged, divide, spans
from cranfield.measures.ranking.base import RankingMean
from cranfield.measures.ranking.between import weighed
from cranfield.measures.ranking.top_grade import max_grade_param, top_grade

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.measures.ranking.between import Ends

__all__ = ["BPM", "INSQ", "INST"]

_CWL = 1000  # ranks that cwl_eval looks at


class _UserModel(RankingMean):
    """The mean gain of the results that a user looks at."""

    reads: ClassVar[tuple[str, ...]] = ("rank", "grade")
    at: ClassVar[str | None] = "k"
    adds_up: ClassVar[str] = "term-of-look"

    max_grade: float | None = max_grade_param()

    def resolve(self, batch: Batch) -> Self:
        """With the highest grade of the judgments."""
        return self.replace(max_grade=top_grade(batch, self.max_grade, self.name))

    @abstractmethod
    def looks(self, rank: Ragged, gain: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How likely the user is to look at each judged result, and how many results the user looks at on average."""

    @abstractmethod
    def look_words(self) -> dict[str, Any]:
        """How an explanation says how far the user goes."""

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The gain that is expected, over the results that are."""
        rank, top = batch.ragged("rank"), top_grade(batch, self.max_grade, self.name)
        gain = batch.ragged("grade").values / top
        note.rows("gain-up-to-1", gain, gain="gain-by-scale", max_grade=top)
        look, visits = self.looks(rank, gain)
        look = note.rows("chance-of-look", look, **self.look_words())
        gained = note.unit("gain-looked-at", rank.sum(note.rows("term-of-look", gain * look)))
        visits = note.unit("results-looked-at", visits)
        return note.unit("gain-over-looks", divide(gained, visits), of=(gained, visits), name=str(self))


def _remaining(start: NDArray[np.float64], end: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sum of 1 / x^2 for x from each start in steps of 1, up to but without the end."""
    return _trigamma(start) - np.where(np.isinf(end), 0.0, _trigamma(np.where(np.isinf(end), 1.0, end)))


def _trigamma(value: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sum of 1 / x^2 for x = value, value + 1, ... without end; its asymptotic series from 20 on."""
    total, x = np.zeros(len(value)), np.array(value, np.float64)
    for _ in range(20):
        total, x = total + 1 / (x * x), x + 1
    square = 1 / (x * x)
    series = 1 / 6 - square * (1 / 30 - square * (1 / 42 - square * (1 / 30 - square * 5 / 66)))
    return total + 1 / x + square / 2 + series * square / x


class _Inst(_UserModel):
    """A user who wants a gain of T, and goes on with ((rank + 2T - 1) / (rank + 2T))^2 until the gain comes."""

    adaptive: ClassVar[bool] = False
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("cwl_eval, ir_measures", "elsewhere-thousand-ranks", {"k": _CWL}),
    )

    k: int | None = integer(None, lo=1, help="the user looks at no more than k results; without it, there is no end")
    T: float = number(1.0, lo=0.5, help="how much gain the user wants; a result of the highest grade has 1")

    def resolve(self, batch: Batch) -> Self:
        """With the profile of ir_measures the user looks at no more than 1,000 results, as there."""
        ready = super().resolve(batch)
        return ready.replace(k=_CWL) if self.k is None and batch.policy.profile == "ir_measures" else ready

    def look_words(self) -> dict[str, Any]:
        """Which of the two it is."""
        return {"look": "look-inst" if self.adaptive else "look-insq", "T": self.T, "k": self.k}

    def looks(self, rank: Ragged, gain: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Rank by rank down to the last judged result, and from there on by a closed form."""
        limit = np.inf if self.k is None else float(self.k)
        inside = rank.values <= limit
        last = np.zeros(len(rank), np.int64)
        np.maximum.at(last, rank.owner[inside], rank.values[inside])
        every = Ragged(spans(np.ones(len(last), np.int64), last), np.concatenate(([0], np.cumsum(last))))
        place = every.offsets[rank.owner] + rank.values - 1
        dense = np.zeros(len(every.values))
        dense[place[inside]] = gain[inside]
        wanted = np.full(len(dense), 2 * self.T)
        if self.adaptive:
            wanted -= every.cumsum(dense)
        going_on = ((every.values + wanted - 1) / (every.values + wanted)) ** 2
        arrived = every.accumulate(going_on, np.multiply)  # behind each rank
        look = np.where(every.position == 1, 1.0, np.roll(arrived, 1))
        held = last > 0
        end = every.offsets[1:][held] - 1
        still = np.full(len(last), 2 * self.T)
        still[held] = wanted[end] + last[held]
        behind = np.ones(len(last))
        behind[held] = arrived[end]
        # behind the last judged result the chances are behind x (still / (still + 1))^2, (still / (still + 2))^2, ...
        rest = behind * still**2 * _remaining(still, still + (limit - last))
        found = np.zeros(len(rank.values))
        found[inside] = look[place[inside]]
        return found, every.sum(look) + rest


class INSQ(_Inst):
    """The mean gain of the results looked at by a user who wants a gain of T and grows more patient going down."""

    name: ClassVar[str] = "INSQ"
    judging: ClassVar[str | None] = "adds"
    formula: ClassVar[str] = "sum of gain x look / sum of look; go on with ((rank + 2T - 1) / (rank + 2T))^2"
    source: ClassVar[str] = "Moffat, Scholer and Thomas, Models and metrics: IR evaluation as a user process, ADCS 2012"
    chinese: ClassVar[str] = "用户期望获得 T 的增益、越往下越有耐心时，平均每看一个结果的增益。"


class INST(_Inst):
    """The mean gain of the results looked at by a user who wants a gain of T and loses interest as it comes."""

    judging: ClassVar[str | None] = "between"
    name: ClassVar[str] = "INST"
    adaptive: ClassVar[bool] = True
    formula: ClassVar[str] = (
        "sum of gain x look / sum of look; go on with ((rank + T + t - 1) / (rank + T + t))^2, t = T - gain so far"
    )
    source: ClassVar[str] = "Moffat, Bailey, Scholer and Thomas, INST: an adaptive metric for IR evaluation, ADCS 2015"
    chinese: ClassVar[str] = "用户期望获得 T 的增益、得到越多越容易停下时，平均每看一个结果的增益。"

    def between(self, least: Batch, most: Batch) -> Ends:
        """Higher grades never make it likelier that the user looks at a result: so its chance has two ends as well."""
        rank, top = least.ragged("rank"), top_grade(least, self.max_grade, self.name)
        gains = [each.ragged("grade").values / top for each in (least, most)]
        (likely, longest), (rare, shortest) = (self.looks(rank, gain) for gain in gains)
        behind = longest - rank.sum(likely), shortest - rank.sum(rare)
        found = np.zeros((2, len(rank)))
        for at in range(len(rank)):
            row = slice(int(rank.offsets[at]), int(rank.offsets[at + 1]))
            ends = (
                np.append(each[row], max(float(rest[at]), 0.0))
                for each, rest in ((rare, behind[1]), (likely, behind[0]))
            )
            low, high = ends
            for best in (0, 1):
                found[best, at] = weighed(np.append(gains[best][row], 0.0), low, high, most=bool(best))
        return found[0], found[1]


class BPM(_UserModel):
    """The mean gain of the results down to where a user has the wanted gain T or has looked at k of them."""

    judging: ClassVar[str | None] = "between"
    name: ClassVar[str] = "BPM"
    formula: ClassVar[str] = "gain of the first n / n, n = the first rank with a gain of T, at most k"
    source: ClassVar[str] = "Zhang et al., Evaluating web search with a bejeweled player model, SIGIR 2017"
    chinese: ClassVar[str] = "用户获得期望的增益 T 或看完 k 个结果即停时，平均每看一个结果的增益。"

    k: int = integer(_CWL, lo=1, help="how many results the user looks at at most")
    T: float = number(1.0, lo=0, above=True, help="how much gain the user wants; a result of the highest grade has 1")

    def look_words(self) -> dict[str, Any]:
        """Where the user stops."""
        return {"look": "look-bpm", "T": self.T, "k": self.k}

    def looks(self, rank: Ragged, gain: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """All results down to where the user stops."""
        enough = rank.cumsum(gain) >= self.T
        stop = np.full(len(rank), self.k, np.int64)
        np.minimum.at(stop, rank.owner[enough], rank.values[enough])
        return (rank.values <= stop[rank.owner]).astype(np.float64), stop.astype(np.float64)

    def between(self, least: Batch, most: Batch) -> Ends:
        """At each result at which the user could stop: T or a little more, over the rank; or k without stopping."""
        rank, top = least.ragged("rank"), top_grade(least, self.max_grade, self.name)
        own = most.ragged("grade").values / top
        low, high = (rank.cumsum(each.ragged("grade").values / top) for each in (least, most))
        before = low - least.ragged("grade").values / top
        slack = 1e-12 * (1 + self.T)
        here = (high >= self.T - slack) & (before < self.T)
        ends = []
        for best, sums in enumerate((low, high)):
            whole = np.zeros(len(rank))
            np.maximum.at(whole, rank.owner, sums)
            on = (np.minimum(whole, self.T) if best else whole) / self.k
            going = np.zeros(len(rank)) + (0.0 if best else np.inf)
            least_of_all = np.zeros(len(rank))
            np.maximum.at(least_of_all, rank.owner, low)
            found = np.where(least_of_all < self.T, on, going)
            value = (np.minimum(sums, self.T + own) if best else np.maximum(sums, self.T)) / rank.values
            (np.maximum if best else np.minimum).at(found, rank.owner[here], value[here])
            ends.append(found)
        return ends[0], ends[1]
