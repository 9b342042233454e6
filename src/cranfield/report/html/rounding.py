"""Numbers as short as a page needs them."""

from __future__ import annotations

import math
from typing import Any

__all__ = ["rounded"]


def rounded(value: Any) -> float | int | None:
    """Six digits, whole numbers as such, and nothing where there is no number."""
    if value is None or not math.isfinite(value):
        return None
    short = float(f"{value:.6g}")
    return int(short) if short.is_integer() and abs(short) < 1e15 else short
