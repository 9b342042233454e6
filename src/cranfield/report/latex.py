"""Results as LaTeX tables in the style of booktabs, for papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.report.grid import DIGITS, UNDEFINED, Grid, make_grids
from cranfield.report.signature import signature_lines
from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.result import Results

__all__ = ["escape", "render_latex"]

_SPECIAL = str.maketrans(
    {char: "\\" + char for char in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}"}
    | {">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}"}
)


def escape(text: str) -> str:
    """A text that stands for itself."""
    return visible(text).translate(_SPECIAL)


def _minus(text: str) -> str:
    """A real minus sign for negative numbers, a dash for what is undefined."""
    return "--" if text == UNDEFINED else text.replace("-", "$-$")


def _table(grid: Grid) -> str:
    lines = [f"% {visible(grid.title)}"] if grid.title else []
    lines += [
        r"\begin{tabular}{l" + "r" * len(grid.columns) + "}",
        r"\toprule",
        " & ".join(map(escape, (grid.corner, *grid.columns))) + r" \\",
        r"\midrule",
    ]
    for row in grid.rows:
        cells = (rf"\textbf{{{_minus(cell.text)}}}" if cell.best else _minus(cell.text) for cell in row.cells)
        label = (r"\quad " if row.indent else "") + escape(row.label)
        lines.append(" & ".join((label, *cells)) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def render_latex(systems: Sequence[Results], *, per_query: bool = False, digits: int = DIGITS) -> str:
    r"""Tables for \usepackage{booktabs} with the best value in bold; the signature is a comment."""
    comments = "".join(f"% {line}\n" for line in (r"needs \usepackage{booktabs}", *signature_lines(systems)))
    return comments + "\n".join(_table(grid) for grid in make_grids(systems, per_query=per_query, digits=digits))
