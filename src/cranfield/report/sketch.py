"""A picture in the letters of a terminal: coarse, but at once."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from cranfield.report.svg.axes import tick_labels
from cranfield.report.svg.picture import Bars, Cells, Dots, Line, Rule, Spans
from cranfield.report.svg.text import number
from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.report.svg.picture import Axis, Mark, Panel, Picture

__all__ = ["render_sketch"]

SIGNS = "●■▲◆○□△◇"
_HIGH = 14


def render_sketch(picture: Picture, *, width: int = 80) -> str:
    """The picture as lines of text, at most so wide."""
    lines = [visible(picture.title), ""]
    if not picture.panels:
        lines.append(visible(picture.told))
    for panel in picture.panels:
        if panel.heading:
            lines.append(_padded(panel.heading, width))
        first = next((mark for mark in panel.marks if not isinstance(mark, Rule)), None)
        if isinstance(first, Cells):
            lines += _cells(panel, first, width)
        elif isinstance(first, Spans):
            lines += _spans(panel, first, width)
        else:
            lines += _plane(panel, width)
        lines.append("")
    return "\n".join(line.rstrip() for line in lines)


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    from rich.cells import cell_len  # noqa: PLC0415 (only terminals need it)

    return cell_len(text)


def _padded(text: str, room: int, *, right: bool = False) -> str:
    shown = visible(text)
    while columns(shown) > room:
        shown = shown[:-2] + "…" if len(shown) > 1 else ""
    air = " " * (room - columns(shown))
    return air + shown if right else shown + air


def _plane(panel: Panel, width: int) -> list[str]:
    """Signs on a plane with numbers at its sides."""
    told = tick_labels(panel.y, _HIGH * 0.9, 1.0, upright=True)
    side = max((len(text) for _, text in told), default=0)
    wide = max(width - side - 2, 10)
    signs = np.full((_HIGH, wide), " ", dtype="<U1")
    for mark in panel.marks:
        _put(signs, panel, mark)
    rows = {_row(panel.y, value): text for value, text in told}
    lines = [_padded(visible(panel.y.name), width)]
    lines += [f"{rows.get(at, ''):>{side}} │{''.join(signs[at])}" for at in range(_HIGH)]
    lines.append(" " * side + " └" + "─" * wide)
    lines.append(" " * (side + 2) + _below(panel.x, wide))
    lines.append(" " * (side + 2) + _padded(panel.x.name, wide))
    lines += [
        f"  {_sign(mark)} {_padded(_label(panel, mark), width - 4).rstrip()}"
        for mark in panel.marks
        if mark.label and not isinstance(mark, Rule)
    ]
    return lines


def _label(panel: Panel, mark: Mark) -> str:
    return f"{mark.label} ({panel.notes} {mark.note})" if isinstance(mark, Line) and mark.note else mark.label


def _sign(mark: Mark) -> str:
    if isinstance(mark, Bars) and not mark.outlined:
        return "█" if mark.style == 0 else "▒"
    return SIGNS[mark.style % len(SIGNS)]


def _row(axis: Axis, value: float) -> int:
    share = (value - axis.low) / ((axis.high - axis.low) or 1.0)
    return min(max(round((1 - share) * (_HIGH - 1)), 0), _HIGH - 1)


def _column(axis: Axis, value: float, wide: int) -> int:
    share = (value - axis.low) / ((axis.high - axis.low) or 1.0)
    return min(max(round(share * (wide - 1)), 0), wide - 1)


def _put(signs: NDArray[np.str_], panel: Panel, mark: Mark) -> None:
    wide = signs.shape[1]
    if isinstance(mark, Line):
        known = [(x, y) for x, y in zip(mark.x, mark.y, strict=True) if not (math.isnan(x) or math.isnan(y))]
        places = [(_column(panel.x, x, wide), y) for x, y in known]
        for (one, first), (two, last) in pairwise(places):
            if one == two:
                rows = sorted((_row(panel.y, first), _row(panel.y, last)))
                signs[rows[0] : rows[1] + 1, one] = _sign(mark)
            for at in range(one, two):
                height = first + (last - first) * (at - one) / (two - one)
                signs[_row(panel.y, height), at] = _sign(mark)
        for at, y in places:
            signs[_row(panel.y, y), at] = _sign(mark)
    elif isinstance(mark, Dots):
        for x, y in zip(mark.x, mark.y, strict=True):
            signs[_row(panel.y, y), _column(panel.x, x, wide)] = _sign(mark)
    elif isinstance(mark, Bars):
        zero = _row(panel.y, max(panel.y.low, 0.0))
        for left, right, height in zip(mark.left, mark.right, mark.height, strict=True):
            one, two, top = _column(panel.x, left, wide), _column(panel.x, right, wide), _row(panel.y, height)
            if mark.outlined:
                signs[top, one : two + 1] = _sign(mark)
            else:
                signs[min(top, zero) : max(top, zero) + 1, one : max(two, one + 1)] = _sign(mark)
    elif isinstance(mark, Rule):
        (x1, y1), (x2, y2) = mark.start, mark.end
        one, two = _column(panel.x, x1, wide), _column(panel.x, x2, wide)
        for at in range(one, two + 1):
            height = y1 + (y2 - y1) * (at - one) / max(two - one, 1)
            if signs[_row(panel.y, height), at] == " ":
                signs[_row(panel.y, height), at] = "·"


def _below(axis: Axis, wide: int) -> str:
    """Numbers below the plane, each under its column."""
    line = [" "] * wide
    for value, text in tick_labels(axis, wide * 0.55, 1.0, upright=False):
        at = min(max(_column(axis, value, wide) - len(text) // 2, 0), wide - len(text))
        line[at : at + len(text)] = text
    return "".join(line).rstrip()


def _spans(panel: Panel, mark: Spans, width: int) -> list[str]:
    """A row for each system: ├──●──┤."""
    side = min(max((columns(visible(name)) for name in panel.y.names), default=0), width // 3)
    wide = max(width - side - 12, 10)
    lines = []
    for name, value, low, high in zip(panel.y.names, mark.value, mark.low, mark.high, strict=True):
        line = [" "] * wide
        if panel.x.low <= 0 <= panel.x.high:
            line[_column(panel.x, 0.0, wide)] = "·"
        if not (math.isnan(low) or math.isnan(high)):
            one, two = _column(panel.x, low, wide), _column(panel.x, high, wide)
            line[one : two + 1] = "─" * (two - one + 1)
            line[one], line[two] = "├", "┤"
        if not math.isnan(value):
            line[_column(panel.x, value, wide)] = "●"
        lines.append(f"{_padded(name, side)} {''.join(line)} {number(value):>9}")
    lines.append(" " * (side + 1) + _below(panel.x, wide))
    lines.append(" " * (side + 1) + _padded(panel.x.name, width - side - 1))
    return lines


def _cells(panel: Panel, mark: Cells, width: int) -> list[str]:
    """Counts in a grid, with the names of rows and columns."""
    side = min(max((columns(visible(name)) for name in panel.y.names), default=0), width // 4)
    texts: list[Sequence[str]] = [panel.x.names, *mark.text]
    each = max(columns(visible(text)) for row in texts for text in row) if panel.x.names else 1
    shown = max(1, (width - side - 2) // (each + 2))
    lines = [_padded(f"{panel.y.name} \\ {panel.x.name}", width)]
    for name, row in zip(["", *panel.y.names], texts, strict=True):
        cells = "".join("  " + _padded(text, each, right=True) for text in row[:shown])
        lines.append(_padded(name, side) + cells + (" …" if len(row) > shown else ""))
    return lines
