"""`cranfield measures`: what there is, everything about one of them, and which suits which question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cranfield.cli.language import language_option
from cranfield.cli.output import terminal_width, uses_colour
from cranfield.cli.writer import write_text
from cranfield.errors import CranfieldError, MeasureError

if TYPE_CHECKING:
    from cranfield.report.document.blocks import Block

__all__ = ["command"]

FORMATS = ("text", "markdown", "html", "latex")


@click.command("measures", context_settings={"max_content_width": 100})
@click.argument("name", required=False)
@click.option("--choose", is_flag=True, help="which measure suits which question, and when it misleads")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="how to print")
@language_option
def command(name: str | None, *, choose: bool, form: str, language: str) -> None:
    """List the measures, or describe one.

    NAME is a measure or any other tool's name for it, such as nDCG, map or recip_rank.
    """
    if choose and name is not None:
        raise CranfieldError("choose-with-name", name=name)
    from cranfield.core.registry import load_plugins  # noqa: PLC0415 (as numpy, when needed)

    load_plugins()
    blocks = _choices(language) if choose else _list(language) if name is None else _described(name, language)
    write_text(_rendered(blocks, form, language), None)


def _rendered(blocks: list[Block], form: str, language: str) -> str:
    from cranfield.report.document import html, latex, markdown, text  # noqa: PLC0415
    from cranfield.report.document.blocks import Heading  # noqa: PLC0415

    if form == "html":
        title = next(each.text for each in blocks if isinstance(each, Heading))
        return html.render_document(blocks, title=title, language=language)
    if form != "text":
        return (markdown if form == "markdown" else latex).render_page(blocks)
    return text.render_page(blocks, width=terminal_width(), colour=uses_colour())


def _choices(language: str) -> list[Block]:
    """The catalogue of questions."""
    from cranfield.core.registry import families  # noqa: PLC0415
    from cranfield.report.told.choose import choose_page  # noqa: PLC0415

    return choose_page(families(), language=language)


def _list(language: str) -> list[Block]:
    """The measures of each family, and how to go on."""
    from cranfield.core.registry import families, registry  # noqa: PLC0415
    from cranfield.report.catalogue import list_blocks  # noqa: PLC0415
    from cranfield.report.document.blocks import Heading, Prose  # noqa: PLC0415
    from cranfield.words import say, translated  # noqa: PLC0415

    blocks: list[Block] = []
    for family in families():
        blocks += [Heading(translated(family, language=language)), *list_blocks(registry(family), language=language)]
    return [*blocks, Prose(say("list-hint", {}, language=language), faint=True)]


def _described(name: str, language: str) -> list[Block]:
    """One measure, in each family that has it, or what another tool's name leads to."""
    from cranfield.core.registry import families, registry  # noqa: PLC0415
    from cranfield.report.catalogue import measure_blocks  # noqa: PLC0415

    found = [each for family in families() for key, each in registry(family).items() if key.lower() == name.lower()]
    if found:
        return [block for each in found for block in measure_blocks(each, language=language)]
    return _alias(name, language)


def _alias(name: str, language: str) -> list[Block]:
    """What another tool's name leads to, in each family that knows it."""
    from cranfield.core.registry import families, family  # noqa: PLC0415
    from cranfield.core.spec import parse_all  # noqa: PLC0415
    from cranfield.report.catalogue import measure_blocks  # noqa: PLC0415
    from cranfield.report.document.blocks import Heading, Prose  # noqa: PLC0415
    from cranfield.words import say  # noqa: PLC0415

    blocks: list[Block] = []
    for each in families():
        try:
            found = parse_all(name, each)
        except MeasureError:
            continue
        facts = {"name": name, "count": len(found), "names": found}
        if name.lower() in family(each).nicknames:
            head = Heading(say("alias-of-many", facts, language=language))
            return [head, *(Prose(str(measure), code=True) for measure in found)]
        blocks.append(Prose(say("alias-of-one", facts, language=language)))
        blocks += measure_blocks(type(found[0]), language=language)
    if not blocks:
        parse_all(name)  # unknown everywhere: the error names the nearest
    return blocks
