"""What a page is made of: headings, sentences, tables, linked words and drawings, in one language already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cranfield.report.svg.picture import Picture

__all__ = ["Block", "Cell", "Column", "Drawing", "Heading", "LinkedWords", "Prose", "Sheet", "cell"]


@dataclass(frozen=True)
class Heading:
    """What the blocks below it are about; the title of the page has level 1."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Prose:
    """A sentence or two; `faint` is what most readers skip, `code` a formula."""

    text: str
    faint: bool = False
    code: bool = False


@dataclass(frozen=True)
class Column:
    """The name above a column; numbers stand to the right."""

    name: str
    right: bool = False
    whole: bool = False  # folded only where nothing else helps


@dataclass(frozen=True)
class Cell:
    """What stands in a table: `faint`, `strong` or plain; `drawn` is a small picture as SVG, which only HTML shows."""

    text: str
    style: str = ""
    drawn: str = ""


@dataclass(frozen=True)
class Sheet:
    """A table; without names above it is a list of facts."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    title: str = ""
    below: Sequence[str] = ()  # sentences about it
    named: bool = True  # whether the names of the columns are shown
    lined: bool = False  # whether rows of several lines stand apart


@dataclass(frozen=True)
class LinkedWords:
    """Two lines of words and which are linked: place above, place below, and by what (nothing: the word itself)."""

    title: str
    names: tuple[str, str]
    above: Sequence[str]
    below: Sequence[str]
    links: Sequence[tuple[int, int, str]]


@dataclass(frozen=True)
class Drawing:
    """Lines of signs for a given width; `picture` is the same for who can show more than signs."""

    title: str
    draw: Callable[[int], Sequence[str]]
    picture: Picture | None = None


Block = Heading | Prose | Sheet | LinkedWords | Drawing


def cell(text: str, style: str = "") -> Cell:
    """A cell of a table."""
    return Cell(text, style)
