"""Writes the elements of an SVG file: lines, boxes, markers and text."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cranfield.report.svg.style import COLOURS, DASHES, STYLES
from cranfield.report.svg.text import escaped, family_of, width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Canvas", "short", "simplified", "unbroken"]

_BOLD = 1.06  # how much wider bold letters are


def short(value: float, digits: int = 2) -> str:
    """A coordinate without needless digits."""
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


class Canvas:
    """Gathers elements; text and axes have the colour of what is around the picture, so that it may be dark."""

    def __init__(self, font: float) -> None:
        self.font = font
        self.stroke = font * 0.16
        self.parts: list[str] = []

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *, colour: str = "currentColor", thick: float = 0.45,
        opacity: float = 1.0, dash: tuple[float, ...] = (),
    ) -> None:  # fmt: skip
        """A straight line; `thick` is in strokes of the picture."""
        place = f'x1="{short(x1)}" y1="{short(y1)}" x2="{short(x2)}" y2="{short(y2)}"'
        self.parts.append(f"<line {place} {self._pen(colour, thick, opacity, dash)}/>")

    def path(
        self, points: Iterable[tuple[float, float]], *, colour: str, thick: float = 1.0, dash: tuple[float, ...] = (),
        fill: str = "none", opacity: float = 1.0, title: str = "",
    ) -> None:  # fmt: skip
        """Joined points, with gaps where one is nan; what no eye can see is left out."""
        commands = "".join(
            "M" + "L".join(f"{short(x, 1)} {short(y, 1)}" for x, y in simplified(stretch))
            for stretch in unbroken(points)
        )
        if commands:
            told = f"<title>{escaped(title)}</title>" if title else ""
            pen = self._pen(colour, thick, opacity, dash)
            filled = f'fill="{fill}" fill-opacity="0.15"' if fill != "none" else 'fill="none"'
            shape = f'<path d="{commands}" {filled} {pen} stroke-linejoin="round"'
            self.parts.append(f"{shape}>{told}</path>" if told else f"{shape}/>")

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, *, title: str = "", edge: str | None = None
    ) -> None:
        """A filled rectangle."""
        place = f'x="{short(x)}" y="{short(y)}" width="{short(max(width, 0))}" height="{short(max(height, 0))}"'
        pen = f' stroke="{edge}" stroke-width="{short(self.stroke * 0.4)}"' if edge else ""
        told = f"<title>{escaped(title)}</title></rect>" if title else ""
        self.parts.append(f'<rect {place} fill="{fill}"{pen}{">" + told if told else "/>"}')

    def marker(self, x: float, y: float, style: int, *, colour: str | None = None, title: str = "") -> None:
        """The sign of a style; those of the second four are hollow."""
        if math.isnan(x) or math.isnan(y):
            return
        ink, r, kind = colour or COLOURS[style % STYLES], self.font * 0.26, (style + style // STYLES) % STYLES
        corners = (
            [(x + r * math.cos(turn * math.pi / 6), y + r * math.sin(turn * math.pi / 6)) for turn in range(12)],
            [(x - r * 0.88, y - r * 0.88), (x + r * 0.88, y - r * 0.88), (x + r * 0.88, y + r * 0.88),
             (x - r * 0.88, y + r * 0.88)],
            [(x, y - r * 1.2), (x + r * 1.1, y + r * 0.8), (x - r * 1.1, y + r * 0.8)],
            [(x, y - r * 1.25), (x + r * 1.25, y), (x, y + r * 1.25), (x - r * 1.25, y)],
        )[kind % 4]  # fmt: skip
        outline = "M" + "L".join(f"{short(a)} {short(b)}" for a, b in corners) + "Z"
        fill = ink if kind < 4 else "#ffffff"
        pen = f'stroke="{ink}" stroke-width="{short(self.stroke * 0.7)}"'
        told = f"><title>{escaped(title)}</title></path>" if title else "/>"
        self.parts.append(f'<path d="{outline}" fill="{fill}" {pen}{told}')

    def text(
        self, x: float, y: float, text: str, *, anchor: str = "start", colour: str = "currentColor", bold: bool = False,
        turned: bool = False, scale: float = 1.0,
    ) -> None:  # fmt: skip
        """A text whose baseline is at y; `turned` reads upwards."""
        if not text:
            return
        more = "" if anchor == "start" else f' text-anchor="{anchor}"'
        more += f' fill="{colour}"' if colour != "currentColor" else ""
        more += ' font-weight="bold"' if bold else ""
        more += f' font-size="{short(self.font * scale)}"' if scale != 1.0 else ""
        more += f' transform="rotate(-90 {short(x)} {short(y)})"' if turned else ""
        family = family_of(text)
        more += f' font-family="{family}"' if family else ""
        if len(text) > 2:  # fonts differ by a fifth in width; told its length, a text keeps to its room in each
            length = short(width(text, self.font * scale * (_BOLD if bold else 1.0)))
            more += f' textLength="{length}" lengthAdjust="spacingAndGlyphs"'
        self.parts.append(f'<text x="{short(x)}" y="{short(y)}"{more}>{escaped(text)}</text>')

    def _pen(self, colour: str, thick: float, opacity: float, dash: tuple[float, ...]) -> str:
        pen = f'stroke="{colour}" stroke-width="{short(self.stroke * thick)}"'
        pen += f' stroke-opacity="{short(opacity)}"' if opacity < 1 else ""
        if dash:
            pen += f' stroke-dasharray="{" ".join(short(self.stroke * each) for each in dash)}"'
        return pen

    def pen_of(self, style: int) -> tuple[str, tuple[float, ...]]:
        """The colour and the dashes of a style."""
        return COLOURS[style % STYLES], DASHES[style % STYLES]


def unbroken(points: Iterable[tuple[float, float]]) -> Iterator[list[tuple[float, float]]]:
    """The stretches between gaps."""
    stretch: list[tuple[float, float]] = []
    for x, y in points:
        if not (math.isnan(x) or math.isnan(y)):
            stretch.append((round(x, 1), round(y, 1)))
        elif stretch:
            yield stretch
            stretch = []
    if stretch:
        yield stretch


def simplified(points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same line without points that no eye would miss: repeated ones, and those inside level and upright parts."""
    kept: list[tuple[float, float]] = []
    for here in points:
        if kept and here == kept[-1]:
            continue
        if len(kept) > 1 and _between(kept[-2], kept[-1], here):
            kept[-1] = here
        else:
            kept.append(here)
    return kept


def _between(first: tuple[float, float], middle: tuple[float, float], last: tuple[float, float]) -> bool:
    straight = any(first[at] == middle[at] == last[at] for at in (0, 1))
    return straight and all(min(first[at], last[at]) <= middle[at] <= max(first[at], last[at]) for at in (0, 1))
