"""Facts for rules, from two results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.compare.contests import contest_of
from cranfield.compare.resample import SEED
from cranfield.core.compared import Settings
from cranfield.core.facts import Facts

if TYPE_CHECKING:
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results

__all__ = ["Facts", "facts_between"]


def facts_between(
    baseline: Results, system: Results, measure: Measure, *, confidence: float = 0.95, seed: int = SEED
) -> Facts:
    """What there is to know about a measure of a system next to a baseline, which may have the same name."""
    settings = Settings("t", "two-sided", "none", "baseline", confidence, "auto", 10_000, seed)
    pair = contest_of([baseline, system], measure, settings).pairs[0]
    return Facts(
        measure, system.system, pair.value, baseline.system, pair.baseline_value, pair.low, pair.high, pair.adjusted,
        confidence, pair.units, paired=pair.difference,
    )  # fmt: skip
