"""Where a value or a difference lies: t, percentile and BCa bootstrap, and DeLong's interval."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.distributions import normal_quantile, normal_tail, t_quantile
from cranfield.core.states.sums import Sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.compare.lineup import Lineup

__all__ = ["Left", "bca", "is_among", "normal_interval", "percentile", "t_interval"]

_LEFT_OUT = 1000  # parts of the examples that are left out in turn, where there are more examples
_SLACK = 1e-12  # of the largest value: what adding up in another order may change
_ROOM = 1 << 22  # numbers held at once

Ends = tuple[float, float] | None


def t_interval(values: NDArray[np.float64], confidence: float) -> Ends:
    """Of the mean, by Student's t; None for a single value."""
    if len(values) < 2:
        return None
    spread = float(values.std(ddof=1)) if np.ptp(values) > 0 else 0.0
    half = t_quantile((1 + confidence) / 2, len(values) - 1) * spread / sqrt(len(values))
    mean = float(values.mean())
    return mean - half, mean + half


def normal_interval(value: float, error: float, confidence: float) -> tuple[float, float]:
    """Around a value with a standard error."""
    half = normal_quantile((1 + confidence) / 2) * error
    return value - half, value + half


def percentile(drawn: NDArray[np.float64], confidence: float) -> Ends:
    """Between which the values of most draws lie, Efron 1979; draws without a value are left out."""
    known = drawn[~np.isnan(drawn)]
    if not len(known):
        return None
    low, high = np.quantile(known, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


def bca(drawn: NDArray[np.float64], value: float, left: NDArray[np.float64], confidence: float) -> Ends:
    """The percentile interval corrected for bias and skew, Efron, JASA 1987; `left` leaves each unit out once."""
    known = drawn[~np.isnan(drawn)]
    if not len(known) or np.isnan(value):
        return None
    slack = _SLACK * float(np.abs(known).max())
    below = (float((known < value - slack).mean()) + float((known <= value + slack).mean())) / 2
    if not 0 < below < 1:  # the value is outside of all draws, where nothing corrects it
        return None
    if np.ptp(known) <= slack:
        return value, value
    bias = normal_quantile(below)
    there = left[~np.isnan(left)]
    apart = there.mean() - there if len(there) else there  # without any unit there may be no value
    squares = float((apart**2).sum())
    skew = float((apart**3).sum()) / (6 * squares**1.5) if squares > 0 else 0.0
    shares = []
    for tail in ((1 - confidence) / 2, (1 + confidence) / 2):
        reach = bias + normal_quantile(tail)
        if skew * reach >= 1:  # the formula turns round there
            return None
        shares.append(1 - normal_tail(bias + reach / (1 - skew * reach)))
    low, high = np.quantile(known, shares)
    # draws that are nearly all on one side of the value leave an interval beside it, or of no width
    return (float(low), float(high)) if low - slack <= value <= high + slack and high - low > slack else None


def is_among(drawn: NDArray[np.float64], value: float) -> bool:
    """Whether the value lies among the draws; where units that repeat move a measure to one side it does not."""
    known = drawn[~np.isnan(drawn)]
    slack = _SLACK * float(np.abs(known).max(initial=0.0))
    return bool(len(known)) and bool(known.min() - slack <= value <= known.max() + slack)


@dataclass(frozen=True, eq=False)
class Left:
    """The value of each system with one unit left out, or with one of a thousand parts of very many examples."""

    lineup: Lineup
    seed: int

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """`[system, unit]`."""
        if self.lineup.cells is not None and not self.lineup.summed and not np.isnan(self.lineup.cells).any():
            cells = self.lineup.cells
            return (cells.sum(axis=1, keepdims=True) - cells) / max(cells.shape[1] - 1, 1)
        found = []
        for result, state, place in zip(self.lineup.results, self.lineup.states, self.lineup.places, strict=True):
            if isinstance(state, Sums) and np.isfinite(state.rows).all():
                found.append(result.measure.finish(state.rows.sum(axis=0) - state.rows)[place])
                continue
            part, kept = self._parts, []
            kinds = self.lineup.kinds if self.lineup.size > _LEFT_OUT else None
            if kinds is not None:
                at = len(found)
                found.append(result.measure.finish(kinds.lineup.states[at].drawn(kinds.without(part))))
                continue
            step = max(_ROOM // max(state.cost, 1), 1)
            for start in range(0, part.max() + 1, step):
                often = (part[None] != np.arange(start, min(start + step, part.max() + 1))[:, None]).astype(np.float64)
                theirs = np.empty_like(often)
                theirs[:, place] = often
                kept.append(result.measure.finish(state.drawn(theirs)))
            found.append(np.concatenate(kept))
        return np.array(found)

    @cached_property
    def _parts(self) -> NDArray[np.int64]:
        """Which part each of the population is in; parts are random, as data is often sorted."""
        size = self.lineup.size
        if size <= _LEFT_OUT:
            return np.arange(size)
        return np.random.default_rng(self.seed).permutation(np.arange(size) % _LEFT_OUT)
