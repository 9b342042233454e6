"""Draws what stands between the axes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cranfield.report.svg.picture import Bars, Cells, Dots, Line, Rule, Spans
from cranfield.report.svg.style import QUIET, shade
from cranfield.report.svg.text import width

if TYPE_CHECKING:
    from cranfield.report.svg.axes import Frame
    from cranfield.report.svg.canvas import Canvas
    from cranfield.report.svg.picture import Mark

__all__ = ["draw_mark"]

_FEW = 15  # points that each have a marker; longer lines have some
_MARKERS = 6


def draw_mark(canvas: Canvas, frame: Frame, mark: Mark, *, quiet: bool = False) -> None:
    """One mark; a quiet one is grey and thin, because there is no room to name it."""
    if isinstance(mark, Line):
        _draw_line(canvas, frame, mark, quiet=quiet)
    elif isinstance(mark, Dots):
        _draw_dots(canvas, frame, mark)
    elif isinstance(mark, Bars):
        _draw_bars(canvas, frame, mark)
    elif isinstance(mark, Spans):
        _draw_spans(canvas, frame, mark)
    elif isinstance(mark, Cells):
        _draw_cells(canvas, frame, mark)
    elif isinstance(mark, Rule):
        (x1, y1), (x2, y2) = mark.start, mark.end
        canvas.line(frame.x(x1), frame.y(y1), frame.x(x2), frame.y(y2), thick=0.6, opacity=0.5, dash=(2, 2))


def _draw_line(canvas: Canvas, frame: Frame, mark: Line, *, quiet: bool) -> None:
    colour, dash = canvas.pen_of(mark.style)
    places = [(frame.x(x), frame.y(y)) for x, y in zip(mark.x, mark.y, strict=True)]
    if quiet:
        canvas.path(places, colour=QUIET, thick=0.5, opacity=0.6, title=mark.name)
        return
    if len(mark.low):
        for (x, _), low, high in zip(places, mark.low, mark.high, strict=True):
            if not math.isnan(low):
                canvas.line(x, frame.y(low), x, frame.y(high), colour=colour, thick=0.6)
    canvas.path(places, colour=colour, dash=dash, title=mark.name)
    for at in _marked(places, mark.style):
        canvas.marker(*places[at], mark.style)


def _marked(places: list[tuple[float, float]], style: int) -> list[int]:
    """Which points have a marker: all of a few, otherwise some at even distances, those of other lines elsewhere."""
    if len(places) <= _FEW:
        return list(range(len(places)))
    known = [at for at, (x, y) in enumerate(places) if not (math.isnan(x) or math.isnan(y))]
    if not known:
        return []
    left, right = places[known[0]][0], places[known[-1]][0]
    wanted = [left + (right - left) * (step + (style % 4 + 1) / 5) / _MARKERS for step in range(_MARKERS)]
    return sorted({min(known, key=lambda at: abs(places[at][0] - place)) for place in wanted})


def _draw_dots(canvas: Canvas, frame: Frame, mark: Dots) -> None:
    titles = mark.names or [mark.name] * len(mark.x)
    colour, cap, aside = canvas.pen_of(mark.style)[0], 0.25 * canvas.font, mark.aside * canvas.font
    flat = mark.value == "x"
    shift = (0.0, aside) if flat else (aside, 0.0)
    unknown = [math.nan] * len(mark.x)
    every = zip(mark.x, mark.y, mark.low or unknown, mark.high or unknown, titles, strict=True)
    for x, y, low, high, title in every:
        across, up = frame.x(x) + shift[0], frame.y(y) + shift[1]
        if not (math.isnan(low) or math.isnan(high)):
            if flat:
                _whisker(canvas, (frame.x(low), up), (frame.x(high), up), (0.0, cap), colour)
            else:
                _whisker(canvas, (across, frame.y(low)), (across, frame.y(high)), (cap, 0.0), colour)
        canvas.marker(across, up, mark.style, title=f"{title}: {x:.4g}, {y:.4g}")


def _draw_bars(canvas: Canvas, frame: Frame, mark: Bars) -> None:
    colour, dash = canvas.pen_of(mark.style)
    zero = frame.y(max(frame.y.axis.low, 0.0))
    if mark.outlined:
        steps = [(frame.x(mark.left[0]), zero)] if len(mark.left) else []
        for left, right, height in zip(mark.left, mark.right, mark.height, strict=True):
            steps += [(frame.x(left), frame.y(height)), (frame.x(right), frame.y(height))]
        steps += [(frame.x(mark.right[-1]), zero)] if len(mark.right) else []
        canvas.path(steps, colour=colour, dash=dash, fill=colour, title=mark.name)
        return
    for left, right, height in zip(mark.left, mark.right, mark.height, strict=True):
        one, two, top = frame.x(left), frame.x(right), frame.y(height)
        canvas.box(one, min(zero, top), two - one, abs(top - zero), colour)


def _draw_spans(canvas: Canvas, frame: Frame, mark: Spans) -> None:
    colour, cap = canvas.pen_of(mark.style)[0], 0.25 * canvas.font
    for row, (value, low, high) in enumerate(zip(mark.value, mark.low, mark.high, strict=True)):
        y = frame.y(row + 0.5)
        if not (math.isnan(low) or math.isnan(high)):
            _whisker(canvas, (frame.x(low), y), (frame.x(high), y), (0.0, cap), colour)
        canvas.marker(frame.x(value), y, mark.style, title=f"{value:.4g} [{low:.4g}, {high:.4g}]")


def _whisker(
    canvas: Canvas, one: tuple[float, float], two: tuple[float, float], cap: tuple[float, float], colour: str
) -> None:  # fmt: skip
    """A line from one point to another, with a short one across at each end."""
    canvas.line(*one, *two, colour=colour, thick=0.9)
    for x, y in (one, two):
        canvas.line(x - cap[0], y - cap[1], x + cap[0], y + cap[1], colour=colour, thick=0.9)


def _draw_cells(canvas: Canvas, frame: Frame, mark: Cells) -> None:
    font = canvas.font
    room = abs(frame.x(1) - frame.x(0)), abs(frame.y(1) - frame.y(0))
    longest = max((width(text, font) for row in mark.text for text in row), default=0)
    scale = min(1.0, (room[0] - 0.3 * font) / longest if longest else 1.0, room[1] / (1.1 * font))
    for row, (texts, shares) in enumerate(zip(mark.text, mark.share, strict=True)):
        for column, (text, share) in enumerate(zip(texts, shares, strict=True)):
            fill, ink = shade(0.0 if math.isnan(share) else share)
            x, y = frame.x(column), min(frame.y(row), frame.y(row + 1))
            canvas.box(x, y, *room, fill, edge="#bbbbbb" if scale >= 0.6 else None, title="" if scale >= 0.6 else text)
            if scale >= 0.6:  # smaller could not be read
                middle = y + room[1] / 2 + 0.35 * font * scale
                canvas.text(x + room[0] / 2, middle, text, anchor="middle", colour=ink, scale=scale)
