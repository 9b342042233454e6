"""Results as Markdown tables, for issues and notes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cranfield.report.grid import DIGITS, Grid, make_grids
from cranfield.report.signature import interval_lines, signature_lines
from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.result import Results
    from cranfield.report.grid import Cell, Intervals

__all__ = ["comment", "escape", "grid_table", "render_markdown"]

_HYPHENS = re.compile(r"-(?=[->])")  # two in a row would end the comment
_SPECIAL = str.maketrans({char: "\\" + char for char in "\\|*_`<[]"})


def escape(text: str) -> str:
    """A text that stands for itself inside a table."""
    return visible(text).translate(_SPECIAL)


def comment(line: str) -> str:
    """A line that is kept but not shown."""
    return f"<!-- {_HYPHENS.sub('- ', line)} -->\n"


def _cell(cell: Cell) -> str:
    """The best one bold, marks raised."""
    text = escape(cell.text) if cell.words else cell.text
    return (f"**{text}**" if cell.best else text) + (f"<sup>{escape(cell.mark)}</sup>" if cell.mark else "")


def grid_table(grid: Grid) -> str:
    """One table, with its title above it."""
    lines = [
        "| " + " | ".join(map(escape, (grid.corner, *grid.columns))) + " |",
        "|---|" + "".join("---|" if words else "---:|" for words in grid.wordy),
    ]
    for row in grid.rows:
        label = ("&nbsp;&nbsp;" if row.indent else "") + escape(row.label)
        lines.append("| " + " | ".join((label, *map(_cell, row.cells))) + " |")
    return (f"{escape(grid.title)}\n\n" if grid.title else "") + "\n".join(lines) + "\n"


def render_markdown(systems: Sequence[Results], *, per_query: bool = False, digits: int = DIGITS,
    intervals: Sequence[Intervals] | None = None, parts: bool | None = None,
) -> str:  # fmt: skip
    """Pipe tables with the best value in bold; the signature is a comment."""
    grids = make_grids(systems, per_query=per_query, digits=digits, intervals=intervals, parts=parts)
    tables = [grid_table(grid) for grid in grids]
    return "\n".join(
        [*tables, "".join(map(comment, [*interval_lines(intervals), *signature_lines(systems, full=True)]))]
    )
