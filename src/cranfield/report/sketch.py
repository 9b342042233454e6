"""A picture made of characters: a few lines over a few places, each drawn with its own letter."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["sketch"]

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_HEIGHT, _STEP = 12, 12  # lines, and columns between two places
_AXIS = 8  # columns for the numbers at the side


def sketch(series: Mapping[str, Sequence[float]], places: Sequence[str], *, name: str = "") -> list[str]:
    """Lines of values over places; where two lines meet, an asterisk. Too many lines are left to other formats."""
    values = [value for each in series.values() for value in each if not math.isnan(value)]
    if len(places) < 2 or not values or len(series) > len(_LETTERS):
        return []
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 0.5, high + 0.5
    width = _STEP * (len(places) - 1) + 1
    canvas = [[" "] * width for _ in range(_HEIGHT)]
    for letter, each in zip(_LETTERS, series.values(), strict=False):
        for at, value in _line(each):
            row = _HEIGHT - 1 - round((value - low) / (high - low) * (_HEIGHT - 1))
            exact = at % _STEP == 0
            there = canvas[row][at]
            if exact:
                canvas[row][at] = letter if there in " ·" else "*"
            elif there == " ":
                canvas[row][at] = "·"
    lines = [name.rjust(_AXIS - 2)]
    for row, cells in enumerate(canvas):
        label = f"{high - (high - low) * row / (_HEIGHT - 1):.2f}" if row % 3 == 2 or row == 0 else ""
        lines.append(f"{label:>{_AXIS - 2}} │{''.join(cells)}".rstrip())
    lines.append(" " * (_AXIS - 1) + "└" + "─" * width)
    feet = [" "] * (_AXIS + width + _STEP)
    for at, place in enumerate(places):
        begin = max(_AXIS + at * _STEP - len(place) // 2, 0)
        feet[begin : begin + len(place)] = place
    named = [f"{letter} {each}" for letter, each in zip(_LETTERS, series, strict=False)]
    return [*lines, "".join(feet).rstrip(), " " * _AXIS + "   ".join(named)]


def _line(values: Sequence[float]) -> list[tuple[int, float]]:
    """Column and value of each point of a line; nothing is drawn to or from a missing value."""
    found = []
    for at, value in enumerate(values):
        if not math.isnan(value):
            found.append((at * _STEP, value))
            following = values[at + 1] if at + 1 < len(values) else math.nan
            if not math.isnan(following):
                found += [
                    (at * _STEP + step, value + (following - value) * step / _STEP) for step in range(1, _STEP)
                ]  # fmt: skip
    return sorted(found, key=lambda point: point[0] % _STEP != 0, reverse=True)
