"""Resampling: the units drawn again and again, and the measure finished on each draw."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.intervals import is_among
from cranfield.core.arguments import ANY_SEED, CONFIDENCE, DRAWS, checked
from cranfield.core.result import RESULT
from cranfield.errors import MeasureError
from cranfield.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cranfield.core.result import Result
    from cranfield.core.states.state import State

__all__ = ["SEED", "Interval", "draws", "draws_wanted", "interval", "state_by"]

SEED = 12345  # sacrebleu's, so that both draw the same units
_ROOM = 1 << 21  # numbers held at once
_LARGE = 1 << 17  # beyond this, units are drawn a bucket at a time: a third of the time, as a bucket fits the cache
_BUCKET = 1 << 16


@dataclass(frozen=True)
class Interval:
    """Where the value lies in most resamples of the units."""

    value: float
    low: float
    high: float
    confidence: float
    resamples: int
    seed: int

    def __str__(self) -> str:
        return f"{self.value:.4f} [{self.low:.4f}, {self.high:.4f}]"


def state_by(result: Result, by: str | None) -> State:
    """The state of a result, from which units are drawn, or whole groups of them if asked or if the data has them."""
    if by is not None and (not isinstance(by, str) or by != "group"):
        raise MeasureError("bad-by", given=shown(by))
    return result.state.by_group() if by is not None or result.state.clustered else result.state


def draws(size: int, resamples: int, seed: int, cost: int = 1) -> Iterator[NDArray[np.float64]]:
    """How often each of a population is drawn, a block of draws at a time; `cost` is what a draw takes in memory."""
    rng = np.random.default_rng(seed)
    step = max(_ROOM // max(3 * size, cost, 1), 1)
    for start in range(0, resamples, step):
        rows = min(step, resamples - start)
        if size > _LARGE:
            block = np.empty((rows, size))
            for row in block:
                _draw_buckets(rng, row)
            yield block
        else:  # the numbers of rng.choice, which sacrebleu draws with
            chosen = rng.integers(max(size, 1), size=(rows, size), dtype=np.int32) + np.arange(rows)[:, None] * size
            yield np.bincount(chosen.ravel(), minlength=rows * size).reshape(rows, size).astype(np.float64)


def _draw_buckets(rng: np.random.Generator, row: NDArray[np.float64]) -> None:
    """How many draws fall into each bucket, and then how often each of its units is drawn: the same distribution."""
    starts = range(0, len(row), _BUCKET)
    sizes = np.minimum(_BUCKET, len(row) - np.array(starts))
    for start, size, count in zip(starts, sizes, rng.multinomial(len(row), sizes / len(row)), strict=True):
        drawn = rng.integers(size, size=count, dtype=np.uint16)
        row[start : start + size] = np.bincount(drawn, minlength=size)


def draws_wanted(confidence: float) -> int:
    """How many draws an interval needs, so that at least one of them is beyond each of its ends."""
    return ceil(round(2 / (1 - float(confidence)), 6))


@checked(result=RESULT, confidence=CONFIDENCE, resamples=DRAWS, seed=ANY_SEED)
def interval(
    result: Result, *, confidence: float = 0.95, resamples: int = 1000, seed: int = SEED, by: str | None = None
) -> Interval:  # fmt: skip
    """The bootstrap percentile interval of a result; the same seed gives the same interval.

    Units are drawn: queries, segments, sessions, or the examples of measures of labels. `by='group'` draws whole
    sessions of examples instead, as examples of one session are rarely independent.
    Efron, Bootstrap methods: another look at the jackknife, Annals of Statistics 1979.
    """
    wanted = draws_wanted(confidence)
    if resamples < wanted:
        raise MeasureError("few-draws", percent=100 * confidence, resamples=resamples, wanted=wanted)
    state = state_by(result, by)
    blocks = draws(len(state.population), resamples, seed, state.cost)
    values = np.concatenate([result.measure.finish(state.drawn(often)) for often in blocks])
    if not np.isnan(result.value) and not np.isnan(values).all() and not is_among(values, result.value):
        raise MeasureError("compare-biased-draws", name=str(result.measure))  # its draws say nothing about it
    values = values[~np.isnan(values)]
    tail = (1 - confidence) / 2
    low, high = np.quantile(values, [tail, 1 - tail]) if len(values) else (np.nan, np.nan)
    return Interval(result.value, float(low), float(high), confidence, resamples, seed)
