"""What a rule may ask about one measure of one system next to a baseline: plain numbers, from wherever they come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.core.measure import Measure

__all__ = ["Facts"]


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
    why: str | None = None  # the key of the sentence that says why there is no interval and no p, where that is known
    paired: float | None = None  # the difference over the units that both have a value for, where it is known

    @property
    def better(self) -> str | None:
        """`higher`, `lower`, or None where neither is."""
        return self.measure.better

    @property
    def difference(self) -> float | None:
        """System minus baseline, over the units that both have a value for."""
        if self.paired is not None:
            return self.paired
        return None if self.baseline_value is None else self.value - self.baseline_value

    @property
    def change(self) -> float | None:
        """The difference as a share of the baseline; from nothing to something is no share."""
        if self.difference is None or self.baseline_value is None:
            return None
        if self.baseline_value == 0:
            return 0.0 if self.difference == 0 else None
        return self.difference / abs(self.baseline_value)
