"""Where results go: a format, a file or the terminal."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.notes import write_notes
from cranfield.cli.writer import write_text
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cranfield.core.result import Results
    from cranfield.report.grid import Intervals

__all__ = [
    "ENDINGS", "FORMATS", "choose_format", "output_options", "render", "report_options", "spreadsheet_option",
    "terminal_width", "uses_colour", "write_notes", "write_results",
]  # fmt: skip

FORMATS = ("table", "json", "jsonl", "csv", "tsv", "markdown", "latex", "trec")
ENDINGS = {
    ".json": "json", ".jsonl": "jsonl", ".csv": "csv", ".tsv": "tsv", ".md": "markdown", ".tex": "latex",
    ".txt": "table",
}  # fmt: skip
MORE_ENDINGS = {".xml": "junit"}  # of the commands that have such formats
_NO_COMMENTS = ("csv", "tsv", "trec")  # the signature would be read as data, so it goes to standard error


spreadsheet_option = click.option(
    "--spreadsheet", is_flag=True,
    help="quote cells in csv and tsv that a spreadsheet would run as a formula (those that start with = + - @)",
)  # fmt: skip


def report_options(formats: Sequence[str], what: str, rounded: str) -> Callable[[Any], Any]:
    """The options of every command that prints something: its formats, what it prints, and where that is rounded."""
    endings = [*ENDINGS, *(ending for ending, form in MORE_ENDINGS.items() if form in formats)]
    options = (
        click.option(
            "--format", "form", type=click.Choice(formats),
            help=f"how to print the {what}  [default: by the ending of -o, or table]",
        ),
        click.option(
            "-o", "--output", metavar="FILE", help=f"write the {what} to a file; {' '.join(endings)} choose the format"
        ),
        click.option(
            "--digits", type=click.IntRange(0, 15), default=4, show_default=True,
            help=f"decimals in {rounded}; the other formats have all",
        ),
        spreadsheet_option,
        click.option("--quiet", is_flag=True, help="no notes on standard error, only warnings"),
    )  # fmt: skip

    def decorate(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


output_options = report_options(FORMATS, "results", "table, markdown, latex and trec")


def choose_format(form: str | None, output: str | None, more: Sequence[str] = ()) -> str:
    """The format that was asked for, or that the name of the output file asks for; an unknown ending is no guess."""
    ending = PurePath(output or "").suffix.lower()
    endings = ENDINGS | {each: kind for each, kind in MORE_ENDINGS.items() if kind in more}
    if form is None and ending and ending not in endings:
        raise InputError("unknown-ending", source=output, ending=ending, endings=list(endings))
    return form or endings.get(ending, "table")


def terminal_width() -> int:
    """The columns of the terminal, or a width that suits files."""
    return shutil.get_terminal_size((100, 24)).columns


def uses_colour(output: str | None = None) -> bool:
    """Only on a terminal, and not where NO_COLOR is set."""
    return output is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def render(
    systems: Sequence[Results], form: str, *, per_query: bool, colour: bool, digits: int = 4, named: bool = False,
    rel: float | None = None, spreadsheet: bool = False, intervals: Sequence[Intervals] | None = None,
    parts: bool | None = None, signature: bool = False,
) -> str:  # fmt: skip
    """The results in one of the formats.

    `named` and `rel` are for trec_eval's lines, `spreadsheet` for csv, `parts` and `signature` for tables.
    """
    # each format is loaded when it is asked for
    if form == "table":
        from cranfield.report.table import render_table  # noqa: PLC0415

        return render_table(
            systems, per_query=per_query, width=terminal_width(), colour=colour, digits=digits, intervals=intervals,
            parts=parts, signature=signature,
        )  # fmt: skip
    if form == "markdown":
        from cranfield.report.markdown import render_markdown  # noqa: PLC0415

        return render_markdown(systems, per_query=per_query, digits=digits, intervals=intervals, parts=parts)
    if form == "latex":
        from cranfield.report.latex import render_latex  # noqa: PLC0415

        return render_latex(systems, per_query=per_query, digits=digits, intervals=intervals)
    if form == "trec":
        from cranfield.report.trec import render_trec  # noqa: PLC0415

        return render_trec(systems, per_query=per_query, digits=digits, named=named, rel=rel)
    from cranfield.report import structured  # noqa: PLC0415

    if form in ("json", "jsonl"):
        programs = {"json": structured.render_json, "jsonl": structured.render_jsonl}
        return programs[form](systems, per_query=per_query, intervals=intervals)
    separated = {"csv": structured.render_csv, "tsv": structured.render_tsv}
    return separated[form](systems, per_query=per_query, spreadsheet=spreadsheet, intervals=intervals)


def write_results(
    systems: Sequence[Results], form: str, *, output: str | None = None, per_query: bool = False, quiet: bool = False,
    sort: str | None = None, intervals: Sequence[Intervals] | None = None, **shape: Any,
) -> None:  # fmt: skip
    """Print or save results; what was odd about the data goes to standard error."""
    if sort is not None:
        from cranfield.report.grid import in_order_of  # noqa: PLC0415

        ordered = in_order_of(systems, sort)
        intervals = intervals and [intervals[[*systems].index(each)] for each in ordered]
        systems = ordered
    colour = uses_colour(output)
    write_text(render(systems, form, per_query=per_query, colour=colour, intervals=intervals, **shape), output)
    write_notes(systems, form, per_query=per_query, quiet=quiet)
    if form in _NO_COMMENTS and not quiet:
        from cranfield.report.signature import interval_lines, signature_lines  # noqa: PLC0415

        for line in [*interval_lines(intervals), *signature_lines(systems, full=True)]:
            click.echo(line, err=True)
