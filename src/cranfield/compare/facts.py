"""Facts for rules from two results."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.resample import SEED, draws
from cranfield.core.facts import Facts
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results

__all__ = ["Facts", "facts_between"]

_DRAWS = 2000


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
