"""What a rule may ask about one measure of one system next to a baseline: plain numbers, from wherever they come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.resample import SEED, draws
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results

__all__ = ["Facts", "facts_between"]

_DRAWS = 2000


@dataclass(frozen=True)
class Facts:
    """One measure of a system and of its baseline; None is what was not computed.

    `low` and `high` are the ends of the interval of the difference, which is system minus baseline whatever the
    direction of the measure.
    """

    measure: Measure  # as it was asked for, before the data filled in its defaults
    system: str
    value: float
    baseline: str | None = None
    baseline_value: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    confidence: float = 0.95
    units: int | None = None

    @property
    def better(self) -> str | None:
        """`higher`, `lower`, or None where neither is."""
        return self.measure.better

    @property
    def difference(self) -> float | None:
        """System minus baseline."""
        return None if self.baseline_value is None else self.value - self.baseline_value

    @property
    def change(self) -> float | None:
        """The difference as a share of the baseline; from nothing to something is no share."""
        if self.difference is None or self.baseline_value is None:
            return None
        if self.baseline_value == 0:
            return 0.0 if self.difference == 0 else None
        return self.difference / abs(self.baseline_value)


def facts_between(
    baseline: Results, system: Results, measure: Measure, *, confidence: float = 0.95, seed: int = SEED
) -> Facts:
    """What there is to know about a measure of a system next to a baseline."""
    first, second = baseline[measure], system[measure]
    one, other = first.state, second.state
    if list(one.population) != list(other.population):
        raise MeasureError("thin-other-units", one=baseline.system, two=system.system, noun=baseline.noun)
    size, finish = len(one.population), first.measure.finish
    drawn = [
        finish(other.drawn(often)) - finish(one.drawn(often))
        for often in draws(size, _DRAWS, seed, max(one.cost, other.cost))
    ]
    found = np.concatenate(drawn)
    found = found[~np.isnan(found)]
    tail = (1 - confidence) / 2
    low, high = np.quantile(found, [tail, 1 - tail]) if len(found) else (np.nan, np.nan)
    return Facts(
        measure, system.system, second.value, baseline.system, first.value, float(low), float(high), None, confidence,
        size,
    )  # fmt: skip
