"""Resampling: the units drawn again and again, and the measure finished on each draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.state import Sums
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cranfield.core.result import Result

__all__ = ["SEED", "Interval", "draws", "interval", "rows_of"]

SEED = 12345  # sacrebleu's, so that both draw the same units
_ROOM = 1 << 24  # numbers held at once


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


def rows_of(result: Result) -> NDArray[np.float64]:
    """The numbers of each unit that add up to the value."""
    if not isinstance(result.state, Sums):
        message = f"{result.measure}: its value is no sum over {result.noun}, so they cannot be drawn again"
        raise MeasureError(message)
    return result.state.rows


def draws(units: int, resamples: int, seed: int) -> Iterator[NDArray[np.float64]]:
    """How often each unit is drawn, a block of resamples at a time."""
    rng = np.random.default_rng(seed)
    step = max(_ROOM // max(units, 1), 1)
    for start in range(0, resamples, step):
        chosen = rng.choice(units, size=(min(step, resamples - start), units), replace=True)
        shifted = chosen + units * np.arange(len(chosen))[:, None]
        counts = np.bincount(shifted.ravel(), minlength=units * len(chosen))
        yield counts.reshape(len(chosen), units).astype(np.float64)


def interval(result: Result, *, confidence: float = 0.95, resamples: int = 1000, seed: int = SEED) -> Interval:
    """The bootstrap percentile interval of a result; the same seed gives the same interval.

    Efron, Bootstrap methods: another look at the jackknife, Annals of Statistics 1979.
    """
    if not 0 < confidence < 1:
        message = f"confidence must be a number between 0 and 1, not {confidence!r}"
        raise MeasureError(message)
    _require_count(resamples)
    rows = rows_of(result)
    values = np.concatenate([result.measure.finish(drawn @ rows) for drawn in draws(len(rows), resamples, seed)])
    values = values[~np.isnan(values)]
    tail = (1 - confidence) / 2
    low, high = np.quantile(values, [tail, 1 - tail]) if len(values) else (np.nan, np.nan)
    return Interval(result.value, float(low), float(high), confidence, resamples, seed)


def _require_count(resamples: Any) -> None:
    if isinstance(resamples, bool) or not isinstance(resamples, int) or resamples < 1:
        message = f"resamples must be a whole number of at least 1, not {resamples!r}"
        raise MeasureError(message)
