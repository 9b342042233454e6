"""How the objects of the house show themselves when they are printed, and in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.core.overview import overview_of
from cranfield.core.result import Result, Results
from cranfield.report.document import html, text
from cranfield.report.document.blocks import Column, Heading, Prose, Sheet, cell
from cranfield.report.explanation import page_of
from cranfield.report.grid import make_grids
from cranfield.report.signature import signature_lines
from cranfield.report.told.exhibits import exhibit_blocks
from cranfield.report.told.numbers import DIGITS

if TYPE_CHECKING:
    from cranfield.report.document.blocks import Block

__all__ = ["as_html", "as_text", "blocks_of"]

WIDTH = 100


def blocks_of(what: Any) -> list[Block]:
    """The page of an object, or what it says there is to see."""
    if isinstance(what, Results):
        return _results(what)
    if isinstance(what, Result):
        return page_of(overview_of(what))
    if own := what.shown_as():
        return [block for each in own for block in exhibit_blocks(each, language="en", digits=DIGITS)]
    return page_of(what)


def as_text(what: Any) -> str:
    """What `print` shows, without the last line end."""
    return text.render_page(blocks_of(what), width=WIDTH).rstrip("\n")


def as_html(what: Any) -> str:
    """What a notebook shows: escaped, without script, in its own style."""
    return html.render_fragment(blocks_of(what))


def _results(results: Results) -> list[Block]:
    blocks: list[Block] = []
    for grid in make_grids([results], per_query=False):
        blocks += [Heading(grid.title)] if grid.title else []
        names = [Column(grid.corner), *(Column(name, right=True) for name in grid.columns)]
        rows = [[cell(row.label), *(cell(each.text) for each in row.cells)] for row in grid.rows]
        blocks.append(Sheet(names, rows))
    return [*blocks, *(Prose(line, faint=True) for line in signature_lines([results]))]
