"""The measures themselves: the list of all, and one with parameters, formula, other names and paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from cranfield.core.param import show
from cranfield.report.screen import new_console, text_of
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.core.measure import Measure

__all__ = ["names_of", "parameters_of", "range_of", "render_list", "render_measure"]


def parameters_of(measure: type[Measure]) -> list[tuple[str, str, str, str]]:
    """Name, default, rule and help of each parameter."""
    return [
        (name, "none" if param.default is None else param.show(param.default), param.rule, param.help)
        for name, param in measure.params().items()
    ]


def names_of(measure: type[Measure]) -> dict[str, list[str]]:
    """The other names of a measure by tool; `_k` and the like stand for what may follow."""
    found: dict[str, list[str]] = {}
    for alias in measure.aliases:
        shown = alias.name + ("_..." if alias.suffix is not None else "")
        if alias.preset:
            values = (f"{name}={measure.params()[name].show(value)}" for name, value in alias.preset.items())
            shown += f" = {measure.name}({', '.join(values)})"
        found.setdefault(alias.tool, []).append(shown)
    return found


def range_of(measure: type[Measure]) -> str:
    """The bounds in words, and which end is better."""
    low, high = (("-" if bound < 0 else "") + "infinity" if abs(bound) == float("inf") else show(float(bound))
                 for bound in measure.bounds)  # fmt: skip
    return f"{low} to {high}" + (f", {measure.better} is better" if measure.better else "")


def render_list(measures: Mapping[str, type[Measure]], *, width: int = 80, colour: bool = False) -> str:
    """One line each; in a narrow terminal the sentence goes on in the next line."""
    console = new_console(width, colour=colour)
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    names = {
        name: name + (f"-{each.dash}" if each.dash_always else "") + (f"@{each.at}" if each.at else "")
        for name, each in measures.items()
    }
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name in sorted(measures, key=str.lower):
        table.add_row(names[name], Text(measures[name].describe()))
    console.print(table)
    console.print()
    console.print(
        Text(
            "cranfield measures NAME describes one. Write parameters in brackets: P(rel=2)@5. Other tools' names work"
            " too: map, ndcg_cut_10, recip_rank, official.",
            style="dim",
        )
    )
    return text_of(console)


def render_measure(measure: type[Measure], *, width: int = 80, colour: bool = False) -> str:
    """Everything about one measure."""
    console = new_console(width, colour=colour)
    console.print(Text(measure.name, style="bold"), Text(measure.describe()))
    console.print(Text(measure.chinese))
    console.print()
    about = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    about.add_column(style="dim", no_wrap=True)
    about.add_column(overflow="fold")
    about.add_row("formula", Text(measure.formula))
    about.add_row("range", range_of(measure))
    if measure.undefined_when:
        about.add_row("undefined", Text("when " + say(measure.undefined_when, {})))
    about.add_row("source", Text(measure.source))
    for tool, names in names_of(measure).items():
        about.add_row("also" if tool == "cranfield" else f"in {tool}", Text(", ".join(names)))
    console.print(about)
    if parameters := parameters_of(measure):
        console.print()
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for column in ("parameter", "default", "rule", "meaning"):
            table.add_column(column, overflow="fold", no_wrap=column in ("parameter", "default"))
        for name, default, rule, text in parameters:
            at = " (@)" if name == measure.at else ""
            table.add_row(name + at, Text(default), Text("must be " + rule), Text(text))
        console.print(table)
    return text_of(console)
