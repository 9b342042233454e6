"""The measures themselves: the list of all, and one with parameters, formula, other names and paper."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from cranfield.core.param import show
from cranfield.report.screen import new_console, text_of
from cranfield.words import say, translated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.core.measure import Measure

__all__ = ["names_of", "parameters_of", "range_of", "render_list", "render_measure"]


def parameters_of(measure: type[Measure], language: str = "en") -> list[tuple[str, str, str, str]]:
    """Name, default, rule and help of each parameter."""
    nothing = translated("none", language=language)
    return [
        (
            name,
            nothing if param.default is None else param.show(param.default),
            param.rule_in(language),
            param.help_in(language),
        )
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


def range_of(measure: type[Measure], language: str = "en") -> str:
    """The bounds in words, and which end is better."""
    endless = translated("infinity", language=language)
    low, high = (("-" if bound < 0 else "") + endless if abs(bound) == float("inf") else show(float(bound))
                 for bound in measure.bounds)  # fmt: skip
    facts = {"low": low, "high": high, "up": measure.better == "higher", "down": measure.better == "lower"}
    return say("range-of-values", facts, language=language)


def render_list(
    measures: Mapping[str, type[Measure]], *, language: str = "en", width: int = 80, colour: bool = False
) -> str:
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
        table.add_row(names[name], Text(measures[name].definition(language)))
    console.print(table)
    console.print()
    console.print(Text(say("list-hint", {}, language=language), style="dim"))
    return text_of(console)


def render_measure(measure: type[Measure], *, language: str = "en", width: int = 80, colour: bool = False) -> str:
    """Everything about one measure."""
    console = new_console(width, colour=colour)
    console.print(Text(measure.name, style="bold"), Text(measure.definition(language)))
    console.print()
    about = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    about.add_column(style="dim", no_wrap=True)
    about.add_column(overflow="fold")
    named = partial(translated, language=language)
    about.add_row(named("formula"), Text(measure.formula_in(language)))
    about.add_row(named("range"), range_of(measure, language))
    if measure.undefined_when:
        facts = {"why": measure.undefined_when}
        about.add_row(named("undefined"), Text(say("undefined-when", facts, language=language)))
    about.add_row(named("source"), Text(measure.source))
    for tool, names in names_of(measure).items():
        title = named("also") if tool == "cranfield" else say("name-in-tool", {"tool": tool}, language=language)
        about.add_row(title, Text(", ".join(names)))
    for each in measure.elsewhere:
        values = ", ".join(f"{name}={measure.params()[name].show(value)}" for name, value in each.change.items())
        facts = {"tools": each.tools, "why": each.why, "way": f"{measure.name}({values})" if values else ""}
        about.add_row(named("elsewhere"), Text(say("elsewhere", facts, language=language)))
    console.print(about)
    if parameters := parameters_of(measure, language):
        console.print()
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for column in ("parameter", "default", "rule", "meaning"):
            table.add_column(named(column), overflow="fold", no_wrap=column in ("parameter", "default"))
        for name, default, rule, text in parameters:
            at = " (@)" if name == measure.at else ""
            table.add_row(
                name + at, Text(default), Text(say("parameter-rule", {"rule": rule}, language=language)), Text(text)
            )
        console.print(table)
    return text_of(console)
