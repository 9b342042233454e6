"""Results in a terminal: measures as rows, systems side by side, as many as the width holds."""

from __future__ import annotations

from operator import gt
from typing import TYPE_CHECKING

from cranfield.report.cells import fold, styled, width_of
from cranfield.report.grid import DIGITS, Grid, make_grids
from cranfield.report.signature import signature_lines
from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cranfield.core.result import Results
    from cranfield.report.grid import Cell

__all__ = ["render_table"]

GAP = 3  # blanks between columns
LABEL = 40  # a longer label or system name is folded


def render_table(
    systems: Sequence[Results], *, per_query: bool = False, width: int = 80, colour: bool = False, digits: int = DIGITS
) -> str:
    """Tables for reading, and the signature below them."""
    grids = make_grids(systems, per_query=per_query, digits=digits)
    lines = []
    for grid in grids:
        if grid.title:
            lines += [styled(line, "bold", colour=colour) for line in fold(visible(grid.title), width)]
        for index, columns in enumerate(_parts(grid, width)):
            lines += [""] if index else []
            lines += _part(grid, columns, width, colour=colour)
        lines.append("")
    marked = dict.fromkeys(grid.best_of for grid in grids if grid.marked)
    below = [f"* best of the {' or '.join(marked)}"] if marked else []
    for text in [*below, *signature_lines(systems)]:
        lines += [styled(line, "dim", colour=colour) for line in fold(text, width)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _parts(grid: Grid, width: int) -> Iterator[list[int]]:
    """The columns of the grid in groups that fit."""
    labels = [grid.corner, *("  " * row.indent + visible(row.label) for row in grid.rows)]
    room = width - min(max(map(width_of, labels)), LABEL) - GAP
    columns: list[int] = []
    used = 0
    for index, name in enumerate(grid.columns):
        cells = (len(_shown(row.cells[index], marks=grid.marked)) for row in grid.rows)
        needed = max(min(width_of(visible(name)), LABEL), *cells, 0) + GAP
        if columns and used + needed > room:
            yield columns
            columns, used = [], 0
        columns.append(index)
        used += needed
    yield columns


def _part(grid: Grid, columns: Sequence[int], width: int, *, colour: bool) -> list[str]:
    """The lines of a table: a header, a rule and the rows; what is too long goes on in the next line."""
    marks = grid.marked
    names = [grid.corner, *(visible(grid.columns[index]) for index in columns)]
    rows = [(names, ["bold"] * (len(columns) + 1))]
    for each in grid.rows:
        cells = [each.cells[index] for index in columns]
        texts = ["  " * each.indent + visible(each.label), *(_shown(cell, marks=marks) for cell in cells)]
        rows.append((texts, ["dim" if each.indent else "", *("bold green" if cell.best else "" for cell in cells)]))
    sizes = [list(map(width_of, texts)) for texts, _ in rows]
    labels = min(max(row[0] for row in sizes), LABEL)
    # a column that stands alone is as narrow as the terminal wants it, but its numbers stay whole
    numbers = max((size for row in sizes[1:] for size in row[1:]), default=1)
    limits = [LABEL, *[max(min(LABEL, width - labels - GAP), numbers)] * len(columns)]
    # only what is too long is folded, as nearly nothing is
    long = [index for index, row in enumerate(sizes) if any(map(gt, row, limits))]
    folded = {index: list(map(fold, rows[index][0], limits)) for index in long}
    for index, cells_folded in folded.items():
        sizes[index] = [max(map(width_of, each)) for each in cells_folded]
    widths = [max(row[at] for row in sizes) for at in range(len(limits))]
    lines: list[str] = []
    for index, (texts, styles) in enumerate(rows):
        if index not in folded:
            lines.append(_line(texts, sizes[index], widths, styles, colour=colour))
        else:
            # the header stands on the rule, rows begin at their label
            height = max(map(len, folded[index]))
            blanks = [[""] * (height - len(each)) for each in folded[index]]
            pairs = zip(blanks, folded[index], strict=True)
            padded = [[*blank, *each] if not index else [*each, *blank] for blank, each in pairs]
            lines += [
                _line(shown, list(map(width_of, shown)), widths, styles, colour=colour)
                for shown in zip(*padded, strict=True)
            ]
        if not index:
            lines.append("─" * (sum(widths) + GAP * len(columns)))
    return lines


def _line(
    texts: Sequence[str], sizes: Sequence[int], widths: Sequence[int], styles: Sequence[str], *, colour: bool
) -> str:
    """Texts in their columns: the label on the left, numbers on the right."""
    blanks = [" " * (width - size) for width, size in zip(widths, sizes, strict=True)]
    cells = [texts[0] + blanks[0], *(blank + text for blank, text in zip(blanks[1:], texts[1:], strict=True))]
    if colour:
        cells = [styled(cell, style, colour=True) for cell, style in zip(cells, styles, strict=True)]
    return (" " * GAP).join(cells)


def _shown(cell: Cell, *, marks: bool) -> str:
    """The star keeps the best value visible without colour; the blank keeps the numbers in line."""
    return cell.text + "*" if cell.best else cell.text + " " * marks
