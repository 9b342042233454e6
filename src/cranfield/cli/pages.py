"""Where pages go: reports of several tables, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.language import language_option
from cranfield.cli.notes import write_notes
from cranfield.cli.output import report_options, terminal_width, uses_colour
from cranfield.cli.writer import write_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cranfield.core.result import Results
    from cranfield.report.page import Page

__all__ = ["FORMATS", "page_options", "write_page"]

FORMATS = ("table", "json", "jsonl", "csv", "tsv", "markdown", "latex")


def page_options(*more: str) -> Callable[[Any], Any]:
    """The options of a command that prints pages; `more` are formats of its own."""
    options = report_options((*FORMATS, *more), "report", "table, markdown and latex")
    return lambda command: options(language_option(command))


def write_page(
    page: Page, form: str, systems: Sequence[Results], *, output: str | None, quiet: bool, spreadsheet: bool
) -> None:
    """Print or save a page; what was odd about the data goes to standard error."""
    from cranfield.report.page import render_page  # noqa: PLC0415 (loaded when there is something to print)

    text = render_page(page, form, width=terminal_width(), colour=uses_colour(output), spreadsheet=spreadsheet)
    write_text(text, output)
    write_notes(systems, quiet=quiet, language=page.language)
    if form in ("csv", "tsv") and not quiet:  # there it would be read as data
        for line in page.signature:
            click.echo(line, err=True)
