"""Results in a terminal: measures as rows, systems side by side, as many as the width holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from cranfield.report.grid import DIGITS, Grid, make_grids
from cranfield.report.screen import new_console, text_of
from cranfield.report.signature import signature_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cranfield.core.result import Results
    from cranfield.report.grid import Cell

__all__ = ["render_table"]

PADDING = 2
GAP = PADDING + 1  # the box adds one
LABEL = 40  # a longer label or system name is folded


def render_table(
    systems: Sequence[Results], *, per_query: bool = False, width: int = 80, colour: bool = False, digits: int = DIGITS
) -> str:
    """Tables for reading, and the signature below them."""
    console = new_console(width, colour=colour)
    grids = make_grids(systems, per_query=per_query, digits=digits)
    for grid in grids:
        if grid.title:
            console.print(Text(grid.title, style="bold"))
        for index, part in enumerate(_parts(grid, width)):
            if index:
                console.print()
            console.print(part)
        console.print()
    if any(grid.marked for grid in grids):
        console.print(Text("* best of the row", style="dim"))
    for line in signature_lines(systems):
        console.print(Text(line, style="dim"))
    return text_of(console)


def _parts(grid: Grid, width: int) -> Iterator[Table]:
    """The grid as tables that fit, each with some of the columns."""
    labels = [grid.corner, *("  " * row.indent + row.label for row in grid.rows)]
    room = width - min(max(map(len, labels)), LABEL) - GAP
    columns: list[int] = []
    used = 0
    for index, name in enumerate(grid.columns):
        cells = (len(row.cells[index].text) + 1 for row in grid.rows)
        needed = max(min(len(name), LABEL), *cells, 0) + GAP if grid.rows else len(name) + GAP
        if columns and used + needed > room:
            yield _part(grid, columns)
            columns, used = [], 0
        columns.append(index)
        used += needed
    yield _part(grid, columns)


def _part(grid: Grid, columns: Sequence[int]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, PADDING, 0, 0))
    table.add_column(Text(grid.corner), overflow="fold", max_width=LABEL)
    for index in columns:
        table.add_column(Text(grid.columns[index]), justify="right", overflow="fold", max_width=LABEL)
    marks = grid.marked
    for row in grid.rows:
        label = Text("  " * row.indent + row.label, style="dim" if row.indent else "")
        table.add_row(label, *(_shown(row.cells[index], marks=marks) for index in columns))
    return table


def _shown(cell: Cell, *, marks: bool) -> Text:
    """The star keeps the best value visible without colour; the blank keeps the numbers in line."""
    if cell.best:
        return Text(cell.text + "*", style="bold green")
    return Text(cell.text + " " * marks)
