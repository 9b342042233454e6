"""What grades are worth: the gain of measures that add it up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.param import custom, show
from cranfield.errors import MeasureError
from cranfield.measures.ranking.base import RankingMean

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.note import Note
    from cranfield.core.ragged import Ragged

__all__ = ["LARGEST_EXPONENT", "NO_GAIN", "Gain", "GainMean", "gain_pairs", "gain_param", "log_divisors"]

LARGEST_EXPONENT = 960  # a float ends at 2^1024, and sums have to fit as well
LARGEST_GAIN = 1e290  # ten billion of them still add up to a number
SMALLEST_GAIN = 1e-290  # its shares have all their digits
NO_GAIN = "when-no-gain"
Gain = str | tuple[tuple[float, float], ...]


def _check_gain(value: Any) -> Gain:
    if value in ("linear", "exp"):
        return str(value)
    if isinstance(value, dict):
        value = tuple(value.items())
    if not isinstance(value, tuple) or not value:
        raise ValueError
    try:
        pairs = tuple(sorted((float(grade), float(gain)) for grade, gain in value))
    except (TypeError, ValueError):
        raise ValueError from None
    if not all(np.isfinite(gain) and gain >= 0 and np.isfinite(grade) for grade, gain in pairs):
        raise ValueError("negative-gain")
    return pairs


def _show_gain(value: Gain) -> str:
    if isinstance(value, str):
        return repr(value)
    return "{" + ", ".join(f"{show(grade)}: {show(gain)}" for grade, gain in value) + "}"


def gain_pairs(text: str) -> list[dict[str, Any]]:
    """Read trec_eval's `1=3,2=9`."""
    return [{"gain": {float(k): float(v) for k, v in (each.split("=") for each in text.split(","))}}]


def log_divisors(depth: int) -> NDArray[np.float64]:
    """log2(rank + 1) for each rank from 1 to depth."""
    return np.log2(np.arange(2, depth + 2, dtype=np.float64))


def gain_param(default: str) -> Any:
    """What a grade is worth."""
    return custom(
        default, check=_check_gain, show=_show_gain,
        rule="'linear', 'exp' or a map of grades to gains such as {1: 3, 2: 9}",
        help="the grade itself, 2^grade - 1, or a map; a grade that the map leaves out is worth itself",
    )  # fmt: skip


class GainMean(RankingMean):
    """A measure of what the grades are worth."""

    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal")
    source: ClassVar[str] = "Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques, TOIS 2002"

    unbounded: ClassVar[str] = "unbounded-gains"
    gain: Gain = gain_param("linear")

    def when_judged(self, scale: NDArray[np.float64]) -> str | None:
        """Not known where a map gives a higher grade less gain."""
        return super().when_judged(scale) if (np.diff(self.gains(np.sort(scale))) >= 0).all() else None

    def gains(self, grades: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each grade is worth."""
        if self.gain == "exp" and grades.max(initial=0.0) > LARGEST_EXPONENT:
            raise MeasureError("gain-too-large", measure=str(self), top=float(grades.max()))
        if isinstance(self.gain, str):
            return self._addable(grades if self.gain == "linear" else np.exp2(grades) - 1)
        worth = grades.copy()
        for grade, gain in self.gain:
            worth[grades == grade] = gain
        return self._addable(worth)

    def _addable(self, worth: NDArray[np.float64]) -> NDArray[np.float64]:
        """Refuse gains whose sums would be infinite or whose shares would be rounded away."""
        top = worth.max(initial=0.0)
        if top > LARGEST_GAIN:
            raise MeasureError("gains-not-addable", measure=str(self), given=float(top), most=LARGEST_GAIN)
        small = (worth > 0) & (worth < SMALLEST_GAIN)
        if small.any():
            given = float(worth[small][0])
            raise MeasureError("gains-too-small", measure=str(self), given=given, least=SMALLEST_GAIN)
        return worth

    def gain_words(self) -> dict[str, Any]:
        """How an explanation says what a grade is worth: a key and its fields."""
        if isinstance(self.gain, str):
            return {"gain": "gain-linear" if self.gain == "linear" else "gain-exponential"}
        return {"gain": "gain-by-map", "gains": _show_gain(self.gain)}

    def told_gains(self, batch: Batch, note: Note) -> NDArray[np.float64]:
        """What each retrieved judged document is worth."""
        return note.rows("gain-of-grade", self.gains(batch.ragged("grade").values), **self.gain_words())

    def ideal_gains(self, batch: Batch) -> Ragged:
        """The gains of all judged documents of each query, highest first."""
        grades = batch.ragged("ideal")
        best = grades.like(self.gains(grades.values))
        if isinstance(self.gain, str):
            return best
        # a map may turn the order of grades around
        return best.like(best.values[np.lexsort((-best.values, best.owner))])
