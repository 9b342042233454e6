"""Numbers as an explanation shows them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["DIGITS", "full", "quotient", "short", "shorts", "signed", "signeds"]

DIGITS = 4
_LARGEST = 1e15  # a larger whole number is not exact


def _whole(value: float) -> bool:
    return math.isfinite(value) and value == int(value) and abs(value) < _LARGEST


def _decimals(values: Iterable[float], digits: int) -> int:
    """As many as the numbers have, but at most so many."""
    known = [value for value in values if math.isfinite(value)]
    return next((few for few in range(digits) if all(round(value, few) == value for value in known)), digits)


def short(value: float, digits: int = DIGITS) -> str:
    """A number with at most so many decimals; one that would be 0 keeps its first digits."""
    return shorts([value], digits)[0]


def shorts(values: Sequence[float], digits: int = DIGITS) -> list[str]:
    """The numbers of a column, all with as many decimals; what is exactly 0 is just that."""
    few = _decimals(values, digits)
    shown = [f"{value:.{few}f}" for value in values]
    return [
        "0" if value == 0 else text if not math.isfinite(value) or float(text) != 0 else f"{value:.3g}"
        for value, text in zip(values, shown, strict=True)
    ]


def signed(value: float, digits: int = DIGITS) -> str:
    """A difference with its sign."""
    return signeds([value], digits)[0]


def signeds(values: Sequence[float], digits: int = DIGITS) -> list[str]:
    """The differences of a column."""
    return [("+" if value > 0 else "") + text for value, text in zip(values, shorts(values, digits), strict=True)]


def full(value: float) -> str:
    """Every digit, so that it is the number itself and no other."""
    return str(int(value)) if _whole(value) else repr(float(value))


def quotient(value: float, of: tuple[float, float]) -> str | None:
    """3/5, where whole numbers were divided and nothing else was done."""
    above, below = of
    if not (_whole(above) and _whole(below)) or above == 0 or below == 0 or above / below != value:
        return None
    return f"{int(above)}/{int(below)}"
