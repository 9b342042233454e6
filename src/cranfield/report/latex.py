"""Results as LaTeX tables in the style of booktabs, for papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.report.grid import DIGITS, UNDEFINED, Grid, make_grids
from cranfield.report.signature import interval_lines, signature_lines
from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cranfield.core.result import Results
    from cranfield.report.grid import Cell, Intervals

__all__ = ["comments", "escape", "grid_table", "render_latex"]

# what the fonts of LaTeX have only in formulas
_SIGNS = {"<": r"$<$", ">": r"$>$", "†": r"$\dagger$", "−": r"$-$", "↑": r"$\uparrow$", "↓": r"$\downarrow$",
          "…": r"\dots{}", "–": "--"}  # fmt: skip
_SPECIAL = str.maketrans(
    {char: "\\" + char for char in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "|": r"\textbar{}"}
    | {'"': r"\textquotedbl{}", "[": "{[}", "]": "{]}"}  # a bracket at the start of a row would belong to the row above
    | _SIGNS
    | {"<": r"\textless{}", ">": r"\textgreater{}"}
)
# a number is a text too: it may hold a percentage, a place such as #3 or what a measure of a user's own makes of it
_NUMBERS = _SPECIAL | str.maketrans({**_SIGNS, "-": r"$-$", "[": "[", "]": "]"})


def escape(text: str) -> str:
    """A text that stands for itself."""
    return visible(text).translate(_SPECIAL)


def _minus(text: str) -> str:
    """A real minus sign for negative numbers, a dash for what is undefined."""
    return "--" if text == UNDEFINED else visible(text).translate(_NUMBERS)


def comments(lines: Iterable[str]) -> str:
    """Lines that are kept but not set, the package that the tables need first."""
    return "".join(f"% {line}\n" for line in (r"needs \usepackage{booktabs}", *lines))


def _cell(cell: Cell) -> str:
    """The best one bold, marks raised."""
    text = escape(cell.text) if cell.words else _minus(cell.text)
    text = rf"\textbf{{{text}}}" if cell.best else text
    return text + (rf"\textsuperscript{{{escape(cell.mark)}}}" if cell.mark else "")


def grid_table(grid: Grid) -> str:
    """One table, with its title as a comment."""
    lines = [f"% {visible(grid.title)}"] if grid.title else []
    lines += [
        r"\begin{tabular}{l" + "".join("l" if words else "r" for words in grid.wordy) + "}",
        r"\toprule",
        " & ".join(map(escape, (grid.corner, *grid.columns))) + r" \\",
        r"\midrule",
    ]
    for row in grid.rows:
        label = (r"\quad " if row.indent else "") + escape(row.label)
        lines.append(" & ".join((label, *map(_cell, row.cells))) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def render_latex(systems: Sequence[Results], *, per_query: bool = False, digits: int = DIGITS,
    intervals: Sequence[Intervals] | None = None,
) -> str:  # fmt: skip
    r"""Tables for \usepackage{booktabs} with the best value in bold; the signature is a comment."""
    return comments([*interval_lines(intervals), *signature_lines(systems, full=True)]) + "\n".join(
        grid_table(grid) for grid in make_grids(systems, per_query=per_query, digits=digits, intervals=intervals)
    )
