"""How the objects of the house show themselves when they are printed, and in a notebook."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cranfield.core.compared import Compared
from cranfield.core.overview import overview_of
from cranfield.core.result import Result, Results
from cranfield.core.trusted import Judges
from cranfield.report.cells import raised
from cranfield.report.comparison import comparison_page
from cranfield.report.document import html, text
from cranfield.report.document.blocks import Cell, Column, Drawing, Heading, Prose, Sheet, cell
from cranfield.report.explanation import page_of
from cranfield.report.grid import make_grids
from cranfield.report.judges import judges_page
from cranfield.report.page import render_page
from cranfield.report.signature import signature_lines
from cranfield.report.svg.small import small_histogram, small_span
from cranfield.report.told.exhibits import exhibit_blocks
from cranfield.report.told.numbers import DIGITS
from cranfield.words import say

if TYPE_CHECKING:
    from cranfield.report.document.blocks import Block
    from cranfield.report.grid import Grid
    from cranfield.report.page import Page

__all__ = ["as_html", "as_text", "blocks_of"]

WIDTH = 100


def blocks_of(what: Any) -> list[Block]:
    """The page of an object, or what it says there is to see."""
    if isinstance(what, Results):
        return _results(what)
    if isinstance(what, Result):
        return page_of(overview_of(what))
    if isinstance(what, Compared | Judges):
        return _compared(_page(what))
    if own := what.shown_as():
        return [block for each in own for block in exhibit_blocks(each, language="en", digits=DIGITS)]
    return page_of(what)


def as_text(what: Any) -> str:
    """What `print` shows, without the last line end."""
    if isinstance(what, Compared | Judges):
        return render_page(_page(what), "table", width=WIDTH).rstrip("\n")
    return text.render_page(blocks_of(what), width=WIDTH).rstrip("\n")


def as_html(what: Any) -> str:
    """What a notebook shows: escaped, without script, in its own style, with small pictures in its tables.

    Of results these say how the values of units are spread, of a comparison on which side of 0 differences lie.
    """
    if isinstance(what, Compared | Judges):
        return html.render_fragment(_compared(_page(what), drawn=True))
    return html.render_fragment(_results(what, drawn=True) if isinstance(what, Results) else blocks_of(what))


def _page(what: Compared | Judges) -> Page:
    return judges_page(what) if isinstance(what, Judges) else comparison_page(what)


def _results(results: Results, *, drawn: bool = False) -> list[Block]:
    blocks: list[Block] = []
    for grid in make_grids([results], per_query=False):
        blocks += [Heading(grid.title)] if grid.title else []
        sheet = _sheet(grid)
        spreads = [cell("") if row.indent else _spread(results, row.label) for row in grid.rows if drawn]
        if any(each.drawn for each in spreads):
            rows = [[*row, each] for row, each in zip(sheet.rows, spreads, strict=True)]
            sheet = Sheet([*sheet.columns, Column("spread")], rows)
        blocks.append(sheet)
    return [*blocks, *(Prose(line, faint=True) for line in signature_lines([results]))]


def _sheet(grid: Grid) -> Sheet:
    """A table of a report as one of a page; the best values are strong and starred."""
    names = [
        Column(grid.corner),
        *(Column(name, right=not words) for name, words in zip(grid.columns, grid.wordy, strict=True)),
    ]
    rows = [
        [cell(row.label, "faint" if row.indent else ""), *(
            cell(each.text + "*" * each.best + raised(each.mark), "strong" if each.best else "") for each in row.cells
        )]
        for row in grid.rows
    ]  # fmt: skip
    return Sheet(names, rows)


def _spread(results: Results, name: str) -> Cell:
    """A small histogram of the values of the units, where a measure has several."""
    found = results.found.get(name)
    known = [] if found is None else [each for each in found.values.tolist() if math.isfinite(each)]
    if found is None or len(known) < 2:
        return cell("")
    bounds = zip(found.measure.bounds, (min, max), strict=True)
    low, high = (end if math.isfinite(end) else far(known) for end, far in bounds)
    told = say("spread-of-units", {"count": len(known), "noun": found.noun, "low": min(known), "high": max(known)})
    return Cell("", drawn=small_histogram(known, told, low=low, high=high))


def _with_spans(sheet: Sheet, grid: Grid) -> Sheet:
    """The differences of a table drawn beside it, where they have intervals."""
    if not any(row.span for row in grid.rows):
        return sheet
    rows = []
    for cells, row in zip(sheet.rows, grid.rows, strict=True):
        drawn = ""
        if row.span is not None:
            low, value, high, reach = row.span
            fields = {"name": row.label, "value": value, "low": low, "high": high, "bounded": True}
            drawn = small_span(low, value, high, say("told-span", fields), reach=reach)
        rows.append([*cells, Cell("", drawn=drawn)])
    return Sheet([*sheet.columns, Column(say("beside-zero", {}))], rows)


def _compared(page: Page, *, drawn: bool = False) -> list[Block]:
    """The page of a comparison: its tables, and the sentences that say what they mean."""
    blocks: list[Block] = []
    for each in page.blocks:
        if each.grid is not None:
            blocks += [Heading(each.grid.title)] if each.grid.title else []
            sheet = _sheet(each.grid)
            blocks.append(_with_spans(sheet, each.grid) if drawn else sheet)
        if each.picture:
            blocks.append(Drawing("", lambda _width, lines=each.picture: lines))  # type: ignore[misc]
        blocks += map(Prose, each.lines)
    return [*blocks, *(Prose(line, faint=True) for line in (*page.stars(), *page.signature))]
