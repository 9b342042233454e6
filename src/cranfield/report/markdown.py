"""Results as Markdown tables, for issues and notes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cranfield.report.grid import DIGITS, Grid, make_grids
from cranfield.report.signature import signature_lines
from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.result import Results

__all__ = ["escape", "render_markdown"]

_HYPHENS = re.compile(r"-(?=[->])")  # two in a row would end the comment
_SPECIAL = str.maketrans({char: "\\" + char for char in "\\|*_`<[]"})


def escape(text: str) -> str:
    """A text that stands for itself inside a table."""
    return visible(text).translate(_SPECIAL)


def _table(grid: Grid) -> str:
    lines = [
        "| " + " | ".join(map(escape, (grid.corner, *grid.columns))) + " |",
        "|---|" + "---:|" * len(grid.columns),
    ]
    for row in grid.rows:
        cells = (f"**{cell.text}**" if cell.best else cell.text for cell in row.cells)
        label = ("&nbsp;&nbsp;" if row.indent else "") + escape(row.label)
        lines.append("| " + " | ".join((label, *cells)) + " |")
    return (f"{escape(grid.title)}\n\n" if grid.title else "") + "\n".join(lines) + "\n"


def render_markdown(systems: Sequence[Results], *, per_query: bool = False, digits: int = DIGITS) -> str:
    """Pipe tables with the best value in bold; the signature is a comment."""
    tables = [_table(grid) for grid in make_grids(systems, per_query=per_query, digits=digits)]
    comments = [f"<!-- {_HYPHENS.sub('- ', line)} -->\n" for line in signature_lines(systems)]
    return "\n".join([*tables, "".join(comments)])
