"""Numbers of judges as they are shown: shares, intervals, and a dash for what has no value."""

from __future__ import annotations

import math
from typing import Any

from cranfield.report.grid import UNDEFINED

__all__ = ["ends", "number", "ranged", "share"]


def number(value: float | None, digits: int) -> str:
    """A few decimals."""
    return UNDEFINED if value is None or math.isnan(value) else f"{value:.{digits}f}"


def share(value: float) -> str:
    """A percentage."""
    return UNDEFINED if math.isnan(value) else f"{value:.0%}"


def ends(found: Any, digits: int) -> str:
    """The ends of an interval, which have a digit less."""
    if found.low is None or found.high is None:
        return UNDEFINED
    short = max(digits - 1, 0)
    return f"[{found.low:.{short}f}, {found.high:.{short}f}]"


def ranged(found: Any, digits: int) -> str:
    """A number and its interval."""
    if found.low is None or found.high is None or math.isnan(found.value):
        return number(found.value, digits)
    return f"{found.value:.{digits}f} {ends(found, digits)}"
