"""Axes: where on the page a number is, round numbers to stand beside it, and names of rows and columns."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from cranfield.report.svg.text import fitted, fitted_apart, number, width

if TYPE_CHECKING:
    from cranfield.report.svg.canvas import Canvas
    from cranfield.report.svg.picture import Axis

__all__ = ["Frame", "Scale", "draw_axes", "tick_labels", "ticks"]

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True)
class Scale:
    """From a number to its place on the page."""

    axis: Axis
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The place of a number."""
        low, high = self.axis.low, self.axis.high
        share = (value - low) / (high - low) if high > low else 0.5
        return self.start + (self.end - self.start) * share


@dataclass(frozen=True)
class Frame:
    """The room between the axes."""

    x: Scale
    y: Scale

    @property
    def left(self) -> float:
        """Where the x axis begins."""
        return self.x.start

    @property
    def right(self) -> float:
        """Where the x axis ends."""
        return self.x.end

    @property
    def top(self) -> float:
        """Where the y axis ends."""
        return min(self.y.start, self.y.end)

    @property
    def bottom(self) -> float:
        """Where the y axis begins."""
        return max(self.y.start, self.y.end)


def ticks(axis: Axis, most: int) -> list[float]:
    """Round numbers on an axis, at most so many; an axis of ranks has its first one too."""
    low, high = axis.low, axis.high
    if not high > low:
        return [low]
    rough = (high - low) / max(most - 1, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(each * power for each in _STEPS if each * power >= rough * (1 - 1e-9))
    if axis.form == "whole":
        step = max(1.0, math.ceil(step))
    first = math.ceil(low / step - 1e-9)
    found = [round(each * step, 12) for each in range(first, math.floor(high / step + 1e-9) + 1)]
    if axis.form == "whole" and found and low < found[0]:
        found = [low, *(each for each in found if each - low > 0.4 * step)]
    return found


def tick_labels(axis: Axis, room: float, font: float, *, upright: bool) -> list[tuple[float, str]]:
    """Numbers and how they are written, as many as stand beside each other with air between them."""
    for most in range(11 if axis.form != "percent" else 6, 1, -1):
        found = ticks(axis, most)
        gaps = [two - one for one, two in pairwise(found)]
        step = min(gaps[-1:] or [1.0])
        told = [(each, number(each, step, axis.form)) for each in found]
        needed = 1.9 * font if upright else max(width(text, font) for _, text in told) + 1.2 * font
        span = axis.high - axis.low
        if not gaps or not span or min(gaps) / span * room >= needed:
            return told
    return told


def draw_axes(canvas: Canvas, frame: Frame, room: float, far: float) -> None:
    """Both axes, light lines at the numbers of the upright one, and their names.

    Rows have so much room for their names, and nothing goes beyond `far`.
    """
    font, x, y = canvas.font, frame.x.axis, frame.y.axis
    if y.names:
        _draw_rows(canvas, frame, room)
    else:
        for value, text in tick_labels(y, frame.bottom - frame.top, font, upright=True):
            at = frame.y(value)
            canvas.line(frame.left, at, frame.right, at, thick=0.35, opacity=0.18)
            canvas.text(frame.left - 0.5 * font, at + 0.35 * font, text, anchor="end")
    start = frame.left - (0 if y.names else 0.5 * font)
    canvas.text(start, frame.top - 0.7 * font, fitted(y.name, far - start, font))
    canvas.line(frame.left, frame.bottom, frame.right, frame.bottom, opacity=0.7)
    named = x.names and has_names(x, frame.right - frame.left, font)
    below = _draw_columns(canvas, frame) if named else _draw_numbers(canvas, frame)
    canvas.text(
        (frame.left + frame.right) / 2,
        frame.bottom + below + 1.25 * font,
        fitted(x.name, far - frame.left, font),
        anchor="middle",
    )


def _draw_numbers(canvas: Canvas, frame: Frame) -> float:
    font, x = canvas.font, frame.x.axis
    for value, text in tick_labels(x, frame.right - frame.left, font, upright=False):
        at = frame.x(value)
        canvas.line(at, frame.bottom, at, frame.bottom + 0.3 * font, opacity=0.7)
        canvas.text(at, frame.bottom + 1.25 * font, text, anchor="middle")
    return 1.3 * font


def _draw_rows(canvas: Canvas, frame: Frame, room: float) -> None:
    font, names = canvas.font, frame.y.axis.names
    every = max(1, math.ceil(1.1 * font / max(abs(frame.y(1) - frame.y(0)), 1e-9)))
    for at, text in enumerate(fitted_apart(list(names), room, font)):
        if at % every == 0:
            canvas.text(frame.left - 0.5 * font, frame.y(at + 0.5) + 0.35 * font, text, anchor="end")


def has_names(axis: Axis, room: float, font: float) -> bool:
    """Whether the columns have their names below them; some names alone would not do for all axes."""
    return bool(axis.names) and (axis.thinned or names_of_columns(axis, room, font, font)[2] == 1)


def names_of_columns(axis: Axis, room: float, font: float, height: float) -> tuple[list[str], bool, int]:
    """Names below columns, whether they must stand upright, and every which one there is room for."""
    each = room / max(len(axis.names), 1)
    if max((width(name, font) for name in axis.names), default=0) + 0.6 * font <= each:
        return list(axis.names), False, 1
    return fitted_apart(list(axis.names), height, font), True, max(1, math.ceil(1.1 * font / max(each, 1e-9)))


def room_below(axis: Axis, room: float, font: float, height: float) -> float:
    """How much the names below columns need, or numbers in their place."""
    if not has_names(axis, room, font):
        return 1.3 * font
    names, upright, _ = names_of_columns(axis, room, font, height)
    return max((width(name, font) for name in names), default=0) + 0.6 * font if upright else 1.3 * font


def _draw_columns(canvas: Canvas, frame: Frame) -> float:
    font, axis, room = canvas.font, frame.x.axis, frame.right - frame.left
    names, upright, every = names_of_columns(axis, room, font, _longest(canvas))
    for at, text in enumerate(names):
        middle = frame.x(at + 0.5)
        if upright and at % every == 0:
            canvas.text(middle + 0.35 * font, frame.bottom + 0.5 * font, text, anchor="end", turned=True)
        elif not upright:
            canvas.text(middle, frame.bottom + 1.25 * font, text, anchor="middle")
    return room_below(axis, room, font, _longest(canvas))


def _longest(canvas: Canvas) -> float:
    """How long names below columns may be."""
    return 7 * canvas.font
