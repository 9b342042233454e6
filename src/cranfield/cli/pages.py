"""Where pages go: reports of several tables, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.notes import write_notes
from cranfield.cli.output import ENDINGS, MORE_ENDINGS, terminal_width, uses_colour
from cranfield.cli.writer import write_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cranfield.core.result import Results
    from cranfield.report.page import Page

__all__ = ["FORMATS", "page_options", "write_page"]

FORMATS = ("table", "json", "jsonl", "csv", "tsv", "markdown", "latex")


def page_options(*more: str) -> Callable[[Any], Any]:
    """The options of a command that prints pages; `more` are formats of its own."""
    endings = [*ENDINGS, *(ending for ending, form in MORE_ENDINGS.items() if form in more)]
    options = (
        click.option(
            "--format", "form", type=click.Choice([*FORMATS, *more]),
            help="how to print the report  [default: by the ending of -o, or table]",
        ),
        click.option(
            "-o", "--output", metavar="FILE", help=f"write the report to a file; {' '.join(endings)} choose the format"
        ),
        click.option(
            "--digits", type=click.IntRange(0, 15), default=4, show_default=True,
            help="decimals in table, markdown and latex; the other formats have all",
        ),
        click.option(
            "--spreadsheet", is_flag=True,
            help="quote names in csv and tsv that a spreadsheet would run as a formula (those that start with = + - @)",
        ),
        click.option("--quiet", is_flag=True, help="no notes on standard error, only warnings"),
    )  # fmt: skip

    def decorate(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def write_page(
    page: Page, form: str, systems: Sequence[Results], *, output: str | None, quiet: bool, spreadsheet: bool
) -> None:
    """Print or save a page; what was odd about the data goes to standard error."""
    from cranfield.report.page import render_page  # noqa: PLC0415 (loaded when there is something to print)

    text = render_page(page, form, width=terminal_width(), colour=uses_colour(output), spreadsheet=spreadsheet)
    write_text(text, output)
    write_notes(systems, quiet=quiet)
    if form in ("csv", "tsv") and not quiet:  # there it would be read as data
        for line in page.signature:
            click.echo(line, err=True)
