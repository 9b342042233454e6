"""What a picture shows, before anybody knows how large it is or what draws it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from numpy.typing import NDArray

    Numbers = Sequence[float] | NDArray[Any]

__all__ = ["Axis", "Bars", "Cells", "Dots", "Line", "Mark", "Panel", "Picture", "Rule", "Spans"]


@dataclass(frozen=True)
class Axis:
    """What is measured along a side, and from where to where; or the names of rows or columns, one a step."""

    name: str
    low: float = 0.0
    high: float = 1.0
    form: str = "number"  # or "percent", or "whole" for numbers between which there is nothing
    names: tuple[str, ...] = ()
    thinned: bool = True  # where there is no room for all names, some of them still help


@dataclass(frozen=True)
class Line:
    """Points in order, joined; nan is a gap. The label stands at its end."""

    name: str
    x: Numbers
    y: Numbers
    style: int = 0
    label: str = ""
    note: str = ""  # a number in front of the label, which is never cut
    low: Numbers = ()  # how far each point may be lower, and
    high: Numbers = ()  # how far higher


@dataclass(frozen=True)
class Dots:
    """Points that are not joined; some may have names."""

    name: str
    x: Numbers
    y: Numbers
    style: int = 0
    label: str = ""
    names: Sequence[str] = ()
    low: Numbers = ()  # from where
    high: Numbers = ()  # to where each may lie, on the axis of its value:
    value: str = "y"  # or x
    aside: float = 0.0  # letters, so that its interval does not hide another


@dataclass(frozen=True)
class Bars:
    """Bars from zero, from `left` to `right`."""

    name: str
    left: Numbers
    right: Numbers
    height: Numbers
    style: int = 0
    label: str = ""
    outlined: bool = False  # only its contour, so that others can be seen behind it


@dataclass(frozen=True)
class Spans:
    """In each row a value and from where to where it may lie."""

    name: str
    value: Numbers
    low: Numbers
    high: Numbers
    style: int = 0
    label: str = ""


@dataclass(frozen=True)
class Cells:
    """A square in each row and column: its text, and how dark it is from 0 to 1."""

    text: Sequence[Sequence[str]]
    share: Sequence[Numbers]
    name: str = ""
    style: int = 0
    label: str = ""


@dataclass(frozen=True)
class Rule:
    """A thin straight line to compare with, in units of the axes."""

    start: tuple[float, float]
    end: tuple[float, float]
    name: str = ""
    style: int = 0
    label: str = ""


Mark = Line | Dots | Bars | Spans | Cells | Rule


@dataclass(frozen=True)
class Panel:
    """One pair of axes with what is drawn between them; a picture of several systems may have several."""

    x: Axis
    y: Axis
    marks: tuple[Mark, ...]
    heading: str = ""
    notes: str = ""  # what the numbers in front of labels are
    at_ends: bool = True  # labels stand where lines end; otherwise below each other, in order
    square: bool = False


@dataclass(frozen=True)
class Picture:
    """Panels, a title, and the same told in words for who cannot see it."""

    title: str
    told: str
    panels: tuple[Panel, ...]
    language: str = "en"
