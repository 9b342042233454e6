"""Results in a terminal: measures as rows, systems side by side, as many as the width holds."""

from __future__ import annotations

from operator import gt
from typing import TYPE_CHECKING, NamedTuple

from cranfield.report.cells import fold, justify, raised, styled, width_of
from cranfield.report.grid import DIGITS, Grid, make_grids
from cranfield.report.signature import interval_lines, signature_lines
from cranfield.words import say, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cranfield.core.result import Results
    from cranfield.report.grid import Cell, Intervals, Row

__all__ = ["best_lines", "grid_lines", "render_table"]

GAPS = (3, 2)  # blanks between columns; fewer where all columns then fit beside each other
LABEL = 40  # a longer label or system name is folded


def render_table(
    systems: Sequence[Results], *, per_query: bool = False, width: int = 80, colour: bool = False, digits: int = DIGITS,
    intervals: Sequence[Intervals] | None = None, parts: bool | None = None, signature: bool = False,
) -> str:  # fmt: skip
    """Tables for reading, and what was decided below them; `signature` has every line whole, to be copied."""
    grids = make_grids(systems, per_query=per_query, digits=digits, intervals=intervals, parts=parts)
    lines = []
    for grid in grids:
        lines += [*grid_lines(grid, width, colour=colour), ""]
    signed = signature_lines(systems, full=signature)
    for text in [*best_lines(grids), *interval_lines(intervals), *signed]:
        whole = signature and text in signed
        lines += [styled(line, "dim", colour=colour) for line in ([text] if whole else fold(text, width))]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def best_lines(grids: Sequence[Grid], language: str = "en") -> list[str]:
    """What the star means, where there is one."""
    places = dict.fromkeys(grid.best_of for grid in grids if grid.marked)
    return [say("best-of-row" if place == "row" else "best-of-column", {}, language=language) for place in places]


def grid_lines(grid: Grid, width: int, *, colour: bool) -> list[str]:
    """The lines of one table; what is too wide goes on below."""
    lines = []
    if grid.title:
        lines += [styled(line, "bold", colour=colour) for line in fold(visible(grid.title), width)]
    shown = _shown_texts(grid)
    splits = {gap: list(_parts(shown, width, gap)) for gap in GAPS}
    gap = GAPS[-1] if len(splits[GAPS[-1]]) == 1 < len(splits[GAPS[0]]) else GAPS[0]
    for index, columns in enumerate(splits[gap]):
        lines += [""] if index else []
        lines += _part(grid, shown, columns, width, gap, colour=colour)
    return lines


class _Shown(NamedTuple):
    """A column as it is shown, its name first, and how wide each text is: found once, as tables may be long."""

    texts: Sequence[str]
    sizes: Sequence[int]


def _shown_texts(grid: Grid) -> list[_Shown]:
    """The labels, and each column."""
    labels = [grid.corner, *("  " * row.indent + visible(row.label) for row in grid.rows)]
    columns = [
        [visible(name), *(_shown(grid, row.cells[index], index) for row in grid.rows)]
        for index, name in enumerate(grid.columns)
    ]
    return [_Shown(texts, list(map(width_of, texts))) for texts in (labels, *columns)]


def _parts(shown: Sequence[_Shown], width: int, gap: int) -> Iterator[list[int]]:
    """The columns of the grid in groups that fit."""
    room = width - min(max(shown[0].sizes), LABEL) - gap
    columns: list[int] = []
    used = 0
    for index, (_, (name, *cells)) in enumerate(shown[1:]):
        needed = max(min(name, LABEL), *cells, 0) + gap
        if columns and used + needed > room:
            yield columns
            columns, used = [], 0
        columns.append(index)
        used += needed
    yield columns


def _part(
    grid: Grid, shown: Sequence[_Shown], columns: Sequence[int], width: int, gap: int, *, colour: bool
) -> list[str]:  # fmt: skip
    """The lines of a table: a header, a rule and the rows; what is too long goes on in the next line."""
    chosen = [shown[0], *(shown[index + 1] for index in columns)]
    styles = [["bold"] * len(chosen), *(_styles(row, columns) for row in grid.rows)] if colour else None
    rows = list(zip(*(each.texts for each in chosen), strict=True))
    sizes = list(zip(*(each.sizes for each in chosen), strict=True))
    labels = min(max(row[0] for row in sizes), LABEL)
    # a column that stands alone is as narrow as the terminal wants it, but its numbers stay whole
    numbers = max((size for row in sizes[1:] for size in row[1:]), default=1)
    limits = [LABEL, *[max(min(LABEL, width - labels - gap), numbers)] * len(columns)]
    # only what is too long is folded, as nearly nothing is
    long = [index for index, row in enumerate(sizes) if any(map(gt, row, limits))]
    folded = {index: list(map(fold, rows[index], limits)) for index in long}
    for index, cells_folded in folded.items():
        sizes[index] = tuple(max(map(width_of, each)) for each in cells_folded)
    widths = list(map(max, zip(*sizes, strict=True)))
    right = [False, *(not grid.wordy[index] for index in columns)]
    between = " " * gap
    lines: list[str] = []
    for index, texts in enumerate(rows):
        look = styles[index] if styles else None
        if index not in folded:
            lines.append(between.join(_line(texts, sizes[index], widths, right, look)))
        else:
            # the header stands on the rule, rows begin at their label
            height = max(map(len, folded[index]))
            blanks = [[""] * (height - len(each)) for each in folded[index]]
            pairs = zip(blanks, folded[index], strict=True)
            padded = [[*blank, *each] if not index else [*each, *blank] for blank, each in pairs]
            lines += [
                between.join(_line(part, list(map(width_of, part)), widths, right, look))
                for part in zip(*padded, strict=True)
            ]
        if not index:
            lines.append("─" * (sum(widths) + gap * len(columns)))
    return lines


def _styles(row: Row, columns: Sequence[int]) -> list[str]:
    return ["dim" if row.indent else "", *("bold green" if row.cells[index].best else "" for index in columns)]


def _line(
    texts: Sequence[str], sizes: Sequence[int], widths: Sequence[int], right: Sequence[bool],
    styles: Sequence[str] | None,
) -> list[str]:  # fmt: skip
    """Texts in their columns: words on the left, numbers on the right; without styles there is no colour."""
    cells = [
        " " * (width - size) + text if side else text + " " * (width - size)
        for text, size, width, side in zip(texts, sizes, widths, right, strict=True)
    ]
    return [styled(cell, style, colour=True) for cell, style in zip(cells, styles, strict=True)] if styles else cells


def _shown(grid: Grid, cell: Cell, column: int) -> str:
    """The star keeps the best value visible without colour; the blanks keep the numbers in line."""
    text = visible(cell.text) if cell.words else cell.text
    text += "*" if cell.best else " " * grid.marked
    return text + justify(raised(cell.mark), grid.mark_widths[column])
