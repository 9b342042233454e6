"""Numbers as an explanation shows them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["DIGITS", "full", "quotient", "short", "shorts", "signed"]

DIGITS = 4
_LARGEST = 1e15  # a larger whole number is not exact


def _whole(value: float) -> bool:
    return math.isfinite(value) and value == int(value) and abs(value) < _LARGEST


def short(value: float, digits: int = DIGITS) -> str:
    """A whole number as it is, any other with so many decimals; one that would be 0 keeps its first digits."""
    if _whole(value):
        return str(int(value))
    shown = f"{value:.{digits}f}"
    return shown if not math.isfinite(value) or float(shown) != 0 else f"{value:.3g}"


def shorts(values: Sequence[float], digits: int = DIGITS) -> list[str]:
    """The numbers of a column: all whole, or all with decimals, except what is exactly 0."""
    if all(_whole(value) for value in values):
        return [short(value) for value in values]
    return ["0" if value == 0 else f"{value:.{digits}f}" if _whole(value) else short(value, digits) for value in values]


def signed(value: float, digits: int = DIGITS) -> str:
    """A difference with its sign."""
    return "0" if value == 0 else ("+" if value > 0 else "") + short(value, digits)


def full(value: float) -> str:
    """Every digit, so that it is the number itself and no other."""
    return str(int(value)) if _whole(value) else repr(float(value))


def quotient(value: float, of: tuple[float, float]) -> str | None:
    """3/5, where whole numbers were divided and nothing else was done."""
    above, below = of
    if not (_whole(above) and _whole(below)) or above == 0 or below == 0 or above / below != value:
        return None
    return f"{int(above)}/{int(below)}"
