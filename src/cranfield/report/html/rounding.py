"""Numbers and names as short as a page needs them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["fronted", "rounded"]

_MOST = "0123456789abcdefghijklmnopqrstuvwxyz"


def rounded(value: Any) -> float | int | None:
    """Six digits, whole numbers as such, and nothing where there is no number."""
    if value is None or not math.isfinite(value):
        return None
    short = float(f"{value:.6g}")
    return int(short) if short.is_integer() and abs(short) < 1e15 else short


def fronted(names: Sequence[str]) -> list[str]:
    """Each name without the beginning that it shares with the one before, whose length stands in front."""
    found, before, shared = [], "", 0
    for name in names:
        # neighbours share about as much as those before them did, so that one or two looks are enough
        while not name.startswith(before[:shared]):
            shared -= 1
        most = min(len(before), len(name), len(_MOST) - 1)
        while shared < most and before[shared] == name[shared]:
            shared += 1
        shared = min(shared, most)
        found.append(_MOST[shared] + name[shared:])
        before = name
    return found
