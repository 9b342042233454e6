"""Explanations for people and programs: pages below each other, each system's signature behind its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.core.difference import Changes, Difference
from cranfield.core.explain import Explanation
from cranfield.core.overview import Overview
from cranfield.report.document import html, latex, markdown, text
from cranfield.report.document.blocks import Heading, Prose
from cranfield.report.signature import signature_lines
from cranfield.report.structured import dumps
from cranfield.report.told import data
from cranfield.report.told.mean import mean_page
from cranfield.report.told.numbers import DIGITS
from cranfield.report.told.pair import changes_page, difference_page
from cranfield.report.told.unit import unit_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.result import Results
    from cranfield.report.document.blocks import Block

__all__ = ["FORMATS", "Told", "page_of", "render_explanations"]

FORMATS = ("text", "markdown", "json", "html", "latex")
Told = Explanation | Overview | Difference | Changes


def page_of(told: Told, *, language: str = "en", digits: int = DIGITS, whose: str = "") -> list[Block]:
    """The page of whatever was explained."""
    if isinstance(told, Explanation):
        return unit_page(told, language=language, digits=digits, whose=whose)
    if isinstance(told, Overview):
        return mean_page(told, language=language, digits=digits, whose=whose)
    if isinstance(told, Difference):
        return difference_page(told, language=language, digits=digits)
    return changes_page(told, language=language, digits=digits)


def render_explanations(
    told: Sequence[tuple[Told, Sequence[Results]]], form: str = "text", *, language: str = "en", digits: int = DIGITS,
    width: int = 80, colour: bool = False,
) -> str:  # fmt: skip
    """Pages below each other in one of the formats; each comes with the results of the systems that it is about."""
    if form == "json":
        return dumps({"explanations": [_data(each, results, language) for each, results in told]}, indent=2) + "\n"
    several = len({id(results[0]) for _, results in told}) > 1
    blocks: list[Block] = []
    for at, (each, results) in enumerate(told):
        whose = results[0].system if several and len(results) == 1 else ""
        blocks += page_of(each, language=language, digits=digits, whose=whose)
        if at + 1 == len(told) or told[at + 1][1] is not results:
            blocks += [Prose(line, faint=True) for line in signature_lines(results, language)]
    if form == "markdown":
        return markdown.render_page(blocks)
    if form == "latex":
        return latex.render_page(blocks)
    if form == "html":
        first = blocks[0]
        title = first.text if isinstance(first, Heading) else "cranfield"
        return html.render_document(blocks, title=title, language=language)
    return text.render_page(_apart(blocks), width=width, colour=colour)


def _apart(blocks: Sequence[Block]) -> list[Block]:
    """With a line between sentences of a page and its signature."""
    apart: list[Block] = []
    for block in blocks:
        if apart and isinstance(block, Prose) and block.faint and isinstance(apart[-1], Prose) and not apart[-1].faint:
            apart.append(Prose(""))
        apart.append(block)
    return apart


def _data(told: Told, results: Sequence[Results], language: str) -> dict[str, Any]:
    signed: dict[str, Any] = {"system": results[0].system} if len(results) == 1 else {}
    if isinstance(told, Explanation):
        found = data.unit_data(told, language)
    elif isinstance(told, Overview):
        found = data.mean_data(told, language)
    else:
        found = data.difference_data(told) if isinstance(told, Difference) else data.changes_data(told)
    signatures = [each.signature.as_dict() for each in results]
    return {**found, **signed, "signature": signatures[0] if len(signatures) == 1 else signatures}
