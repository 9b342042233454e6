"""Pictures as small as a word or a cell, for notebooks and tables: a line, bars, an interval beside zero."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cranfield.report.svg.canvas import short, simplified, unbroken
from cranfield.report.svg.style import COLOURS
from cranfield.report.svg.text import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["small_bars", "small_histogram", "small_line", "small_span"]

_MOST_BARS = 120


def _small(parts: Iterable[str], told: str, width: float, height: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{short(width)}" height="{short(height)}"'
        f' viewBox="0 0 {short(width)} {short(height)}" role="img" aria-label="{escaped(told)}"'
        f' style="vertical-align:middle"><title>{escaped(told)}</title>{"".join(parts)}</svg>'
    )


def small_line(values: Sequence[float], told: str, *, width: float = 80, height: float = 18) -> str:
    """The course of some numbers; `told` says it in words. Inline SVG for HTML, such as `_repr_html_`."""
    known = [each for each in values if math.isfinite(each)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    span, step = (high - low) or 1.0, (width - 4) / max(len(values) - 1, 1)
    points = [
        (2 + at * step, height - 2 - (height - 4) * ((each - low) / span if high > low else 0.5))
        if math.isfinite(each) else (math.nan, math.nan)
        for at, each in enumerate(values)
    ]  # fmt: skip
    path = "".join(
        "M" + "L".join(f"{short(x, 1)} {short(y, 1)}" for x, y in simplified(stretch)) for stretch in unbroken(points)
    )
    pen = f'fill="none" stroke="{COLOURS[0]}" stroke-width="1.5" stroke-linecap="round"'
    return _small([f'<path d="{path}" {pen}/>'] if path else [], told, width, height)


def small_bars(values: Sequence[float], told: str, *, width: float = 120, height: float = 24) -> str:
    """A bar for each number, up or down from zero: what each query gained or lost. Best sorted.

    Of very many, evenly chosen ones are shown, the first and the last among them.
    """
    shown = [each for each in values if math.isfinite(each)]
    if len(shown) > _MOST_BARS:
        shown = [shown[round(at * (len(shown) - 1) / (_MOST_BARS - 1))] for at in range(_MOST_BARS)]
    low, high = min([*shown, 0.0]), max([*shown, 0.0])
    span, step = (high - low) or 1.0, width / max(len(shown), 1)
    zero = height * high / span if high > low else height / 2
    parts = [
        f'<rect x="{short(at * step)}" y="{short(min(zero, zero - each / span * height))}" width="{short(step * 0.85)}"'
        f' height="{short(abs(each) / span * height)}" fill="{COLOURS[0] if each > 0 else COLOURS[1]}"/>'
        for at, each in enumerate(shown)
        if each
    ]
    line = f'<line x1="0" x2="{short(width)}" y1="{short(zero)}" y2="{short(zero)}" stroke="currentColor"'
    return _small([*parts, f'{line} stroke-opacity="0.4" stroke-width="0.7"/>'], told, width, height)


def small_histogram(
    values: Iterable[float], told: str, *, low: float = 0.0, high: float = 1.0, bins: int = 20, width: float = 80,
    height: float = 18,
) -> str:  # fmt: skip
    """How values between two bounds are spread, such as those of the queries; what lies outside is left out."""
    counts = [0] * bins
    for each in values:
        if low <= each <= high:
            counts[min(int((each - low) / ((high - low) or 1.0) * bins), bins - 1)] += 1
    return small_bars(counts, told, width=width, height=height)


def small_span(
    low: float, value: float, high: float, told: str, *, reach: float, width: float = 120, height: float = 18
) -> str:
    """A number and the interval around it beside 0, which is in the middle; `reach` is at the edge."""
    places = [short(width / 2 + each / reach * (width / 2 - 4)) for each in (low, value, high)]
    middle, colour = short(height / 2), COLOURS[0] if low > 0 or high < 0 else "currentColor"
    zero = f'<line x1="{short(width / 2)}" x2="{short(width / 2)}" y1="0" y2="{short(height)}" stroke="currentColor"'
    bar = f'<line x1="{places[0]}" x2="{places[2]}" y1="{middle}" y2="{middle}" stroke="{colour}" stroke-width="2"'
    dot = f'<circle cx="{places[1]}" cy="{middle}" r="3.2" fill="{colour}"/>'
    parts = [f'{zero} stroke-opacity="0.5" stroke-dasharray="2 2"/>', f'{bar} stroke-linecap="round"/>', dot]
    return _small(parts, told, width, height)
