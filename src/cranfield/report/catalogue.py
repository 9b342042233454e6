"""The measures themselves: the list of all, and one with parameters, formula, other names and paper."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cranfield.core.param import show
from cranfield.report.document.blocks import Column, Heading, Prose, Sheet, cell
from cranfield.words import say, translated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.core.measure import Measure
    from cranfield.report.document.blocks import Block

__all__ = ["list_blocks", "measure_blocks", "names_of", "parameters_of", "range_of"]


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


def list_blocks(measures: Mapping[str, type[Measure]], *, language: str = "en") -> list[Block]:
    """A line for each measure: how it is written, and what it measures in a sentence."""
    rows = []
    for name in sorted(measures, key=str.lower):
        each = measures[name]
        written = name + (f"-{each.dash}" if each.dash_always else "") + (f"@{each.at}" if each.at else "")
        rows.append((cell(written, "strong"), cell(each.definition(language))))
    return [Sheet((Column("", whole=True), Column("")), rows, named=False)]


def measure_blocks(measure: type[Measure], *, language: str = "en") -> list[Block]:
    """Everything about one measure."""
    named = partial(translated, language=language)
    about = [(named("formula"), measure.formula_in(language)), (named("range"), range_of(measure, language))]
    if measure.undefined_when:
        about.append((named("undefined"), say("undefined-when", {"why": measure.undefined_when}, language=language)))
    about.append((named("source"), measure.source))
    for tool, names in names_of(measure).items():
        title = named("also") if tool == "cranfield" else say("name-in-tool", {"tool": tool}, language=language)
        about.append((title, ", ".join(names)))
    for each in measure.elsewhere:
        values = ", ".join(f"{name}={measure.params()[name].show(value)}" for name, value in each.change.items())
        facts = {"tools": each.tools, "why": each.why, "way": f"{measure.name}({values})" if values else "",
                 "written": None, "value": ""}  # fmt: skip
        about.append((named("elsewhere"), say("elsewhere", facts, language=language)))
    rows = [(cell(name, "faint"), cell(text)) for name, text in about if text]
    blocks: list[Block] = [
        Heading(measure.name, 1), Prose(measure.definition(language)),
        Sheet((Column("", whole=True), Column("")), rows, named=False),
    ]  # fmt: skip
    parameters = [
        [cell(text) for text in (name + (" (@)" if name == measure.at else ""), default,
                                 say("parameter-rule", {"rule": rule}, language=language), meaning)]
        for name, default, rule, meaning in parameters_of(measure, language)
    ]  # fmt: skip
    if parameters:
        heads = [Column(named(each), whole=each in ("parameter", "default"))
                 for each in ("parameter", "default", "rule", "meaning")]  # fmt: skip
        blocks.append(Sheet(heads, parameters))
    return blocks
