"""Labels beside lines: each where its line ends, none over another."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from cranfield.report.svg.picture import Bars, Cells, Line, Rule
from cranfield.report.svg.text import fitted_apart, width
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.report.svg.axes import Frame
    from cranfield.report.svg.canvas import Canvas
    from cranfield.report.svg.picture import Mark, Panel

__all__ = ["Legend", "draw_legend", "legend_of", "spread"]

_GAP = 1.25  # lines of text
_FAR = 2.5  # font sizes that a label may be away from the end of its line
_SAMPLE = 2.2  # how long the piece of line in front of a label is, in font sizes


_Named = TypeVar("_Named", bound="Mark")


@dataclass(frozen=True)
class Legend:
    """What stands beside the panel: the marks that are named, their texts, and how many there was no room for."""

    marks: tuple[Mark, ...]
    texts: tuple[str, ...]
    width: float
    left_out: int = 0


def legend_of(panel: Panel, room: float, height: float, font: float, language: str) -> Legend:
    """The labels of a panel in at most so much room, and how many are not named."""
    named = [mark for mark in panel.marks if mark.label and not isinstance(mark, Cells | Rule)]
    fitting = max(1, math.floor(height / (_GAP * font)) - (1 if panel.notes else 0))
    left_out = 0
    if len(named) > fitting:
        left_out = len(named) - (fitting - 1)
        named = _worth_naming(named, fitting - 1)
    notes = [f"{mark.note}  " if isinstance(mark, Line) and mark.note else "" for mark in named]
    taken = max((width(note, font) for note in notes), default=0.0)
    labels = fitted_apart([mark.label for mark in named], room - (_SAMPLE + 0.5) * font - taken, font)
    texts = [note + label for note, label in zip(notes, labels, strict=True)]
    if left_out:
        texts.append(say("picture-more", {"count": left_out}, language=language))
    if not texts:
        return Legend((), (), 0.0)
    return Legend(
        tuple(named),
        tuple(texts),
        max(width(text, font) for text in (*texts, panel.notes)) + (_SAMPLE + 0.5) * font,
        left_out,
    )


def _worth_naming(marks: Sequence[_Named], most: int) -> list[_Named]:
    """The highest lines, and the first one given, which others are usually compared with; in the given order."""
    if not all(isinstance(mark, Line) for mark in marks):
        return list(marks[:most])
    chosen = [0, *(at for at in _by_height(marks) if at)][:most] if most > 1 else _by_height(marks)[:most]
    return [marks[at] for at in sorted(chosen)]


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near as possible to the wanted ones, at least a gap apart and inside bounds."""
    order = sorted(range(len(wanted)), key=lambda at: (wanted[at], at))
    blocks: list[list[float]] = []  # the sum and the number of those that must keep together
    for place, at in enumerate(order):
        blocks.append([wanted[at] - place * gap, 1])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]:
            last = blocks.pop()
            blocks[-1] = [blocks[-1][0] + last[0], blocks[-1][1] + last[1]]
    top = max(low, high - (len(order) - 1) * gap)
    places = [min(max(total / count, low), top) for total, count in blocks for _ in range(int(count))]
    found = [0.0] * len(wanted)
    for place, at in enumerate(order):
        found[at] = places[place] + place * gap
    return found


def draw_legend(canvas: Canvas, frame: Frame, panel: Panel, legend: Legend, left: float) -> None:
    """Each label with a piece of its line in front, and a thin line to where the line ends."""
    font = canvas.font
    lowest, highest = frame.top + 0.5 * font, frame.bottom - 0.3 * font
    if panel.notes:
        canvas.text(left + (_SAMPLE + 0.4) * font, lowest + 0.35 * font, panel.notes)
        lowest += _GAP * font
    ends = [_end(mark, frame) for mark in legend.marks] if panel.at_ends else []
    known = [end for end in ends if end is not None]
    wanted = [end[1] for end in known] + [highest] * (len(legend.texts) - len(known))
    places = spread(wanted, _GAP * font, lowest, highest)
    far = max((abs(place - end[1]) for place, end in zip(places, known, strict=False)), default=0.0)
    joined = bool(known) and len(known) == len(legend.marks) and far <= _FAR * font
    if not joined:  # the labels stand below each other, the highest lines first
        order = _by_height(legend.marks) if panel.at_ends else range(len(legend.marks))
        for place, at in enumerate([*order, *range(len(legend.marks), len(legend.texts))]):
            places[at] = lowest + place * _GAP * font
    for at, (text, y) in enumerate(zip(legend.texts, places, strict=True)):
        if at >= len(legend.marks):
            canvas.text(left, y + 0.35 * font, text)
            continue
        if joined:
            canvas.line(known[at][0] + 0.3 * font, known[at][1], left - 0.1 * font, y, thick=0.35, opacity=0.4)
        _draw_sample(canvas, legend.marks[at], left, y)
        canvas.text(left + (_SAMPLE + 0.4) * font, y + 0.35 * font, text)


def _by_height(marks: Sequence[Mark]) -> list[int]:
    """The lines from the highest to the lowest, by their mean."""

    def height(at: int) -> float:
        mark = marks[at]
        known = [y for y in mark.y if not math.isnan(y)] if isinstance(mark, Line) else []
        return sum(known) / len(known) if known else -math.inf

    return sorted(range(len(marks)), key=lambda at: -height(at))


def _draw_sample(canvas: Canvas, mark: Mark, left: float, y: float) -> None:
    font = canvas.font
    colour, dash = canvas.pen_of(mark.style)
    if isinstance(mark, Bars) and not mark.outlined:
        canvas.box(left + 0.6 * font, y - 0.4 * font, 0.8 * font, 0.8 * font, colour)
        return
    if isinstance(mark, Line | Bars):
        canvas.path([(left, y), (left + _SAMPLE * font, y)], colour=colour, dash=dash)
    if not isinstance(mark, Bars):
        canvas.marker(left + _SAMPLE * font / 2, y, mark.style)


def _end(mark: Mark, frame: Frame) -> tuple[float, float] | None:
    """Where a line ends on the page."""
    if not isinstance(mark, Line):
        return None
    known = [(x, y) for x, y in zip(mark.x, mark.y, strict=True) if not (math.isnan(x) or math.isnan(y))]
    return (frame.x(known[-1][0]), frame.y(known[-1][1])) if known else None
