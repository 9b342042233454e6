"""Measures that are a percentile or the mean of a number that each request has."""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction
from math import ceil, isfinite
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.finding import Finding
from cranfield.core.note import SILENT, Note
from cranfield.core.param import custom
from cranfield.core.ragged import divide
from cranfield.core.states.listed import Chosen, Listed
from cranfield.core.states.sums import Sums
from cranfield.measures.cost.base import CostMeasure, groups_of
from cranfield.measures.cost.order_statistics import order_interval

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.states.state import State

__all__ = ["Spread", "needed"]

_BEYOND = 10  # requests that should lie beyond a percentile, so that it is not the whim of a few
_SLACK = 1e-12  # of the rank: 0.07 * 100 is a little more than 7


def needed(p: float) -> int:
    """How many requests a percentile needs: 10 / (1 - p/100), which are 1,000 for p99."""
    return ceil(Fraction(100 * _BEYOND) / (100 - Fraction(repr(float(p)))))


def _checked(value: Any) -> float | str:
    if isinstance(value, str):
        if value != "mean":
            raise ValueError
        return value
    if isinstance(value, bool) or not isinstance(value, Real):
        raise ValueError  # noqa: TRY004 (the parameter tells it)
    found = float(value)
    if not isfinite(found) or not 0 < found < 100:
        raise ValueError
    return found


class Spread(CostMeasure):
    """The percentile or the mean of a number of each request; a percentile is the value of one of the requests.

    The percentile is the smallest value that at least p of 100 requests do not exceed, of the raw values of all
    requests together. It is refused where fewer than ten requests could be expected beyond it.
    """

    bare: ClassVar[str | None] = "p"
    always: ClassVar[tuple[str, ...]] = ("p",)  # nobody should have to know that Latency alone is the median
    better: ClassVar[str | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))

    p: float | str = custom(
        50.0, check=_checked, rule="a number above 0 and below 100, or 'mean'",
        help="the percentile: p of 100 requests are at most this; or mean", choices=("mean",),
    )  # fmt: skip

    @property
    def summed(self) -> str:
        """A mean, or something else of the whole."""
        return "arithmetic" if self.p == "mean" else "whole"

    def unit_label(self) -> str:
        """A single request has no percentile."""
        return self.name

    @abstractmethod
    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The number of each request; nan where it has none."""

    def stats(self, batch: Batch, note: Note = SILENT) -> State:
        """The numbers themselves; of a mean, with whether there is one."""
        value, groups = self.values(batch, note), groups_of(batch)
        if self.p == "mean":
            return Sums.known(self, batch, value, groups)
        return Listed.of(self, batch, value[:, None], np.isnan(value), groups)

    def finish(self, total: Any) -> NDArray[np.float64]:
        """The mean, or the percentile; nan where there are too few requests for it."""
        if not isinstance(total, Chosen):
            return divide(total[..., 0], total[..., 1])
        assert not isinstance(self.p, str)
        values, weights = total.in_order()
        count, share = total.counted, self.p / 100
        if weights is None:
            place = ceil(len(values) * share * (1 - _SLACK)) - 1
            return np.asarray(values[place] if len(values) >= needed(self.p) else np.nan)
        if not len(values):
            return np.full(count.shape, np.nan)
        below = np.cumsum(weights, axis=-1)
        place = np.argmax(below >= (count * share * (1 - _SLACK))[..., None], axis=-1)
        return np.where(count >= needed(self.p), values[place], np.nan)

    def each(self, state: State) -> NDArray[np.float64]:
        """The number of every request."""
        rows: NDArray[np.float64] = state.each()
        return super().each(state) if isinstance(state, Sums) else rows[:, 0]

    def interval_of(self, state: Any, confidence: float) -> tuple[float, float] | None:
        """Between which requests the percentile lies, unless requests of one query belong together."""
        if isinstance(self.p, str) or state.clustered:
            return None
        return order_interval(state.total().in_order()[0], self.p / 100, confidence)

    def redrawn(self, state: Any, resamples: int, seed: int) -> NDArray[np.float64] | None:
        """The percentile of so many draws of the requests, without drawing them.

        What is drawn falls at random between 0 and 1 in the order of the requests, and the percentile of a draw is the
        one that the order statistic of such numbers falls on, which has a beta distribution.
        """
        if isinstance(self.p, str):
            return None
        values, _ = state.total().in_order()
        count = len(values)
        if count < needed(self.p):
            return np.full(resamples, np.nan)
        rank = ceil(count * self.p / 100 * (1 - _SLACK))
        at = np.random.default_rng(seed).beta(rank, count - rank + 1, resamples)
        return values[np.minimum((at * count).astype(np.int64), count - 1)]

    def remarks(self, state: Any) -> list[Finding]:
        """How many requests the percentile needs, if there are fewer."""
        if isinstance(self.p, str) or not isinstance(state, Listed):
            return []
        there = int((~state.undefined).sum())
        if there >= needed(self.p):
            return []
        facts = {"needed": needed(self.p), "noun": self.counted_noun}
        return [Finding("too-few-requests", there, facts, "warning", subject=str(self))]

    counted_noun: ClassVar[str] = "requests"

    def tell_whole(self, state: State, note: Note) -> None:
        """How many requests there are, and which of them is the percentile."""
        if isinstance(self.p, str) or not isinstance(state, Listed):
            return
        there = int((~state.undefined).sum())
        note.unit("requests-in-order", np.array([float(there)]))
        if there >= needed(self.p):
            rank = ceil(there * self.p / 100 * (1 - _SLACK))
            note.unit("rank-of-percentile", np.array([float(rank)]), p=self.p)
        note.unit("value-at-rank", np.array([float(self.finish(state.total()))]), name=str(self))
