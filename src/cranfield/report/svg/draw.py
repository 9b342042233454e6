"""From the description of a picture to an SVG file."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cranfield.errors import InputError
from cranfield.report.svg.axes import Frame, Scale, draw_axes, room_below, tick_labels
from cranfield.report.svg.canvas import Canvas, short
from cranfield.report.svg.labels import draw_legend, legend_of
from cranfield.report.svg.marks import draw_mark
from cranfield.report.svg.picture import Cells, Spans
from cranfield.report.svg.style import SIZES
from cranfield.report.svg.text import FONTS, escaped, fitted, fitted_apart, width
from cranfield.words import say

if TYPE_CHECKING:
    from cranfield.report.svg.picture import Panel, Picture
    from cranfield.report.svg.style import Size

__all__ = ["render_svg"]

_BOLD = 1.12  # how much wider bold letters are
_NAMES = 0.34  # how much of the width of a panel the names of rows may take


def render_svg(
    picture: Picture,
    *,
    size: str = "paper",
    heading: str = "",
    background: str | None = "#ffffff",
    unit: str | None = None,
) -> str:
    """The picture as SVG text, the same bytes each time.

    `heading` is drawn above it; without a `background` it takes the colours of the page it stands in.
    """
    if size not in SIZES:
        raise InputError("picture-size", given=size, sizes=list(SIZES))
    room = SIZES[size]
    canvas = Canvas(room.font)
    columns = max(1, min(room.columns, len(picture.panels)))
    each, top = room.width / columns, 0.0
    if heading:
        canvas.text(
            0.5 * room.font, 1.4 * room.font, fitted(heading, room.width - room.font, _BOLD * room.font), bold=True
        )
        top = 1.8 * room.font
    headings = fitted_apart([panel.heading for panel in picture.panels], each - room.font, _BOLD * room.font)
    for first in range(0, len(picture.panels), columns):
        row = picture.panels[first : first + columns]
        heights = [_height(panel, room, each, alone=len(picture.panels) == 1) for panel in row]
        for at, panel in enumerate(row):
            canvas.text(at * each + 0.5 * room.font, top + 1.2 * room.font, headings[first + at], bold=True)
            _draw_panel(canvas, panel, (at * each, top, each, max(heights)), picture.language)
        top += max(heights)
    if not picture.panels:
        canvas.text(0.5 * room.font, top + 2 * room.font, say("picture-empty", {}, language=picture.language))
        top += 4 * room.font
    return _document(picture, canvas, room, top, background, room.unit if unit is None else unit)


def _document(picture: Picture, canvas: Canvas, room: Size, height: float, background: str | None, unit: str) -> str:
    side, high = short(room.width), short(height)
    paper = f'<rect width="{side}" height="{high}" fill="{background}"/>\n' if background else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}{unit}" height="{high}{unit}"'
        f' viewBox="0 0 {side} {high}"'
        f' role="img" lang="{picture.language}" aria-label="{escaped(picture.title)}" font-family="{FONTS}"'
        f' font-size="{short(room.font)}" fill="currentColor">\n'
        f"<title>{escaped(picture.title)}</title>\n<desc>{escaped(picture.told)}</desc>\n{paper}"
        + "\n".join(canvas.parts)
        + "\n</svg>\n"
    )


def _height(panel: Panel, room: Size, each: float, *, alone: bool) -> float:
    """As much as the size has; rows and cells need what they need."""
    font = room.font
    if any(isinstance(mark, Spans) for mark in panel.marks):
        return (len(panel.y.names) * 1.6 + 3.9 + (1.4 if panel.heading else 0)) * font
    if any(isinstance(mark, Cells) for mark in panel.marks):
        left, below = _left(panel, each, 0, font), room_below(panel.x, each * 0.6, font, 7 * font)
        side = min(each - left - font, max(len(panel.y.names) * 2.4 * font, 9 * font), room.height * 1.3)
        return side + below + (4.0 + (1.4 if panel.heading else 0)) * font
    return room.height if alone or room.columns == 1 else room.height * 0.85


def _left(panel: Panel, wide: float, high: float, font: float) -> float:
    """The room for what stands left of a panel."""
    if panel.y.names:
        texts = fitted_apart(list(panel.y.names), _NAMES * wide, font)
    else:
        texts = [text for _, text in tick_labels(panel.y, high, font, upright=True)]
    return max((width(text, font) for text in texts), default=0) + 1.0 * font


def _draw_panel(canvas: Canvas, panel: Panel, place: tuple[float, float, float, float], language: str) -> None:
    font = canvas.font
    x, y, wide, high = place
    top = y + ((2.4 if panel.y.name else 0.8) + (1.4 if panel.heading else 0)) * font
    below = room_below(panel.x, wide * 0.6, font, 7 * font) if panel.x.names else 1.3 * font
    bottom = y + high - below - 1.7 * font
    left = x + _left(panel, wide, bottom - top, font)
    legend = legend_of(panel, 0.42 * wide, bottom - top, font, language)
    air = 1.2 * font if legend.texts and panel.at_ends else 0.7 * font
    right = x + wide - 0.4 * font - (legend.width + air if legend.texts else _overhang(panel, wide, font))
    if panel.square:
        side = min(right - left, bottom - top)
        left += (right - left - side) / 2
        right, bottom = left + side, top + side
    rows = panel.y.names and len(panel.y.names)
    upright = Scale(panel.y, top, bottom) if rows else Scale(panel.y, bottom, top)
    frame = Frame(Scale(panel.x, left, right), upright)
    draw_axes(canvas, frame, _NAMES * wide, x + wide - 0.4 * font)
    named = set(map(id, legend.marks))
    quiet = [mark for mark in panel.marks if legend.left_out and mark.label and id(mark) not in named]
    for mark in quiet:
        draw_mark(canvas, frame, mark, quiet=True)
    for mark in panel.marks:
        if not any(mark is each for each in quiet):
            draw_mark(canvas, frame, mark)
    if legend.texts:
        draw_legend(canvas, frame, panel, legend, right + air)


def _overhang(panel: Panel, wide: float, font: float) -> float:
    """How far the last number of the x axis stands out to the right."""
    if panel.x.names:
        return 0.3 * font
    told = tick_labels(panel.x, wide * 0.8, font, upright=False)
    return math.ceil(width(told[-1][1], font) / 2)
