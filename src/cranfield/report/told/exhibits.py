"""What a measure shows of the data: tables, linked words and curves as blocks of a page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from cranfield.core.exhibit import Curve, Links, Listing, Word
from cranfield.report.document.blocks import Column, Drawing, LinkedWords, Sheet, cell
from cranfield.report.document.drawing import curve
from cranfield.report.told.curves import curve_picture
from cranfield.report.told.numbers import shorts
from cranfield.words import say, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.exhibit import Exhibit
    from cranfield.report.document.blocks import Block

__all__ = ["exhibit_blocks"]

MOST_ROWS = 60


def exhibit_blocks(exhibit: Exhibit, *, language: str, digits: int) -> list[Block]:
    """The blocks of one exhibit."""
    title = say(exhibit.key, exhibit.fields, language=language)
    if isinstance(exhibit, Listing):
        return [_sheet(exhibit, title, language, digits)]
    if isinstance(exhibit, Links):
        names = translated("candidate", language=language), translated("reference", language=language)
        links = [(above, below, translated(how, language=language)) for above, below, how in exhibit.links]
        return [LinkedWords(title, names, exhibit.above, exhibit.below, links)]
    return [_curve(exhibit, title, language)]


def _curve(exhibit: Curve, title: str, language: str) -> Drawing:
    names = translated(exhibit.across, language=language), translated(exhibit.up, language=language)
    return Drawing(
        title, partial(curve, exhibit.points, exhibit.stairs, names), curve_picture(exhibit, title, language)
    )


def _sheet(listing: Listing, title: str, language: str, digits: int) -> Sheet:
    shown = [_texts(each[:MOST_ROWS], language, digits) for each in listing.columns.values()]
    count = max((len(each) for each in listing.columns.values()), default=0)
    names = [
        Column(translated(name, language=language), right=not any(isinstance(one, str) for one in each))
        for name, each in listing.columns.items()
    ]
    rows = [[cell(text) for text in row] for row in zip(*shown, strict=True)]
    more = [say("told-more-rows", {"count": count - MOST_ROWS}, language=language)] if count > MOST_ROWS else []
    return Sheet(names, rows, title, more)


def _texts(values: Sequence[Any], language: str, digits: int) -> list[str]:
    """Numbers alike, our own words in the language, and texts of the data as they are."""
    numbers = shorts([value for value in values if isinstance(value, int | float)], digits)
    return [_text(value, language) if value is None or isinstance(value, str) else numbers.pop(0) for value in values]


def _text(value: str | None, language: str) -> str:
    if value is None:
        return "-"
    return translated(value, language=language) if isinstance(value, Word) else value
