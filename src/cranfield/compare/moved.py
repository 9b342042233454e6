"""The units whose values moved most between two systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results

__all__ = ["moved"]


def moved(
    baseline: Results, system: Results, measure: str | Measure, *, limit: int | None = None
) -> list[tuple[str, float, float, float]]:
    """Unit, value before, value after and change, those that changed most first; those that did not change are out."""
    before, after = baseline[measure].units, system[measure].units
    changed = [
        (unit, value, after[unit], after[unit] - value)
        for unit, value in before.items()
        if unit in after and abs(after[unit] - value) > 0  # not so for nan
    ]
    return sorted(changed, key=lambda each: -abs(each[3]))[:limit]
