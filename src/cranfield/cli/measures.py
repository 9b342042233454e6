"""`cranfield measures`: what there is, and everything about one of them."""

from __future__ import annotations

import sys

import click

from cranfield.cli.language import language_option
from cranfield.cli.output import terminal_width, uses_colour
from cranfield.cli.writer import write_text
from cranfield.errors import CranfieldError

__all__ = ["command"]

FORMATS = ("text", "markdown", "html", "latex")
WIDE = 250  # in a pipe nothing needs to be cut


@click.command("measures", context_settings={"max_content_width": 100})
@click.argument("name", required=False)
@click.option("--choose", is_flag=True, help="which measure suits which question, and when it misleads")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="of --choose")
@language_option
def command(name: str | None, *, choose: bool, form: str, language: str) -> None:
    """List the measures, or describe one.

    NAME is a measure or any other tool's name for it, such as nDCG, map or recip_rank.
    """
    if choose and name is not None:
        raise CranfieldError("choose-with-name", name=name)
    if choose:
        write_text(_choices(form, language), None)
        return
    from cranfield.core.registry import families, load_plugins, registry  # noqa: PLC0415 (as numpy, when needed)
    from cranfield.report.catalogue import render_list, render_measure  # noqa: PLC0415

    load_plugins()
    kinds = families()
    if name is None:
        width = terminal_width() if sys.stdout.isatty() else WIDE
        lists = {
            family: render_list(registry(family), language=language, width=width, colour=uses_colour())
            for family in kinds
        }
        # each list ends with the same hint, which stands once below all
        hint = lists[kinds[0]].split("\n\n", 1)[1]
        parts = [f"{family}\n\n{listed.split(chr(10) * 2)[0]}\n" for family, listed in lists.items()]
        write_text("\n".join([*parts, hint]), None)
        return
    found = [each for family in kinds for key, each in registry(family).items() if key.lower() == name.lower()]
    if found:
        pages = [
            render_measure(each, language=language, width=terminal_width(), colour=uses_colour()) for each in found
        ]
        write_text("\n".join(pages), None)
        return
    write_text(_alias(name, kinds, language), None)


def _choices(form: str, language: str) -> str:
    """The catalogue of questions in one of the formats."""
    from cranfield.core.registry import families  # noqa: PLC0415
    from cranfield.report.document import html, latex, markdown, text  # noqa: PLC0415
    from cranfield.report.told.choose import choose_page  # noqa: PLC0415
    from cranfield.words import say  # noqa: PLC0415

    blocks = choose_page(families(), language=language)
    if form == "html":
        return html.render_document(blocks, title=say("choose-title", {}, language=language), language=language)
    if form != "text":
        return (markdown if form == "markdown" else latex).render_page(blocks)
    return text.render_page(blocks, width=terminal_width(), colour=uses_colour())


def _alias(name: str, kinds: tuple[str, ...], language: str) -> str:
    """What another tool's name leads to, in each family that knows it."""
    from cranfield.core.registry import family as family_named  # noqa: PLC0415
    from cranfield.core.spec import parse_all  # noqa: PLC0415
    from cranfield.errors import MeasureError  # noqa: PLC0415
    from cranfield.report.catalogue import render_measure  # noqa: PLC0415

    texts = []
    for family in kinds:
        try:
            found = parse_all(name, family)
        except MeasureError:
            continue
        if name.lower() in family_named(family).nicknames:
            return f"{name} stands for {len(found)} measures:\n" + "".join(f"  {each}\n" for each in found)
        page = render_measure(type(found[0]), language=language, width=terminal_width(), colour=uses_colour())
        texts.append(f"{name} is {', '.join(map(str, found))}\n\n{page}")
    return "\n".join(texts) or str(parse_all(name))  # unknown everywhere: the error names the nearest
