"""Resampling: the units drawn again and again, and the measure finished on each draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cranfield.core.result import Result
    from cranfield.core.states.state import State

__all__ = ["SEED", "Interval", "check_resamples", "draws", "interval", "state_by"]

_MOST = 10_000_000  # resamples
SEED = 12345  # sacrebleu's, so that both draw the same units
_ROOM = 1 << 23  # numbers held at once


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
    """The state of a result, from which units are drawn, or whole groups of them."""
    if by not in (None, "group"):
        raise MeasureError("bad-by", given=by)
    return result.state if by is None else result.state.by_group()


def draws(size: int, resamples: int, seed: int, cost: int = 1) -> Iterator[NDArray[np.float64]]:
    """How often each of a population is drawn, a block of draws at a time; `cost` is what a draw takes in memory."""
    rng = np.random.default_rng(seed)
    kind: Any = np.int32 if size < 2**31 else np.int64  # both give the numbers of rng.choice
    step = max(_ROOM // max(size, cost, 1), 1)
    for start in range(0, resamples, step):
        block = np.empty((min(step, resamples - start), size))
        for row in block:
            row[:] = np.bincount(rng.integers(max(size, 1), size=size, dtype=kind), minlength=size)
        yield block


def interval(
    result: Result, *, confidence: float = 0.95, resamples: int = 1000, seed: int = SEED, by: str | None = None
) -> Interval:  # fmt: skip
    """The bootstrap percentile interval of a result; the same seed gives the same interval.

    Units are drawn: queries, segments, sessions, or the examples of measures of labels. `by='group'` draws whole
    sessions of examples instead, as examples of one session are rarely independent.
    Efron, Bootstrap methods: another look at the jackknife, Annals of Statistics 1979.
    """
    if not 0 < confidence < 1:
        raise MeasureError("bad-confidence", given=confidence)
    check_resamples(resamples)
    state = state_by(result, by)
    blocks = draws(len(state.population), resamples, seed, state.cost)
    values = np.concatenate([result.measure.finish(state.drawn(often)) for often in blocks])
    values = values[~np.isnan(values)]
    tail = (1 - confidence) / 2
    low, high = np.quantile(values, [tail, 1 - tail]) if len(values) else (np.nan, np.nan)
    return Interval(result.value, float(low), float(high), confidence, resamples, seed)


def check_resamples(resamples: Any) -> None:
    """Refuse what is no number of draws."""
    if isinstance(resamples, bool) or not isinstance(resamples, int) or resamples < 1:
        raise MeasureError("bad-resamples", given=resamples)
    if resamples > _MOST:  # the values of all are kept until their quantiles are known
        raise MeasureError("too-many-resamples", given=resamples, most=_MOST)
