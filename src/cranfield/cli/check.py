"""`cranfield check`: everything odd about data, before anybody trusts a number."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.inputs.given import FAMILIES, DataCommand, data_options, given_data
from cranfield.cli.output import terminal_width, uses_colour
from cranfield.cli.writer import refuse_printing_over, write_text
from cranfield.core.finding import Finding
from cranfield.errors import InputError
from cranfield.report.cells import fold
from cranfield.report.structured import dumps
from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.cli.inputs.given import Given

__all__ = ["command"]

FOUND_ERRORS = 1
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


@click.command("check", cls=DataCommand, context_settings={"max_content_width": 100})
@click.option(
    "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="list so many bad lines a file"
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="how to print"
)
@data_options(*FAMILIES)
@click.pass_context
def command(context: click.Context, /, *, limit: int, form: str, **options: Any) -> None:
    """Say what is odd about the data.

    FILE... and the options about them are those of `cranfield eval`; judgments can be checked without a run, and texts
    need --family text. Errors would stop an evaluation, warnings change what it means, notes are good to know. The exit
    status is 1 when there are errors.
    """
    given = given_data(context, options)
    refuse_printing_over(given.paths)
    look = given.inputs.check or _collect
    findings = look(given, limit)
    if form == "json":
        listed = {"findings": [each.as_dict() for each in findings]}
        write_text(dumps(listed, indent=2) + "\n", None)
    else:
        write_text(_lines(findings), None)
    if any(each.severity == "error" for each in findings):
        context.exit(FOUND_ERRORS)


def _collect(given: Given, limit: int) -> list[Finding]:  # noqa: ARG001 (reading stops at the first error)
    """What reading itself finds; an error becomes a finding."""
    findings: list[Finding] = []
    try:
        for batch in given.inputs.read(given):
            findings += [each for each in batch.findings if each not in findings]
    except InputError as error:
        if error.source is None and error.row is None and not findings:
            raise  # it is about the command line, not about the data
        lines = () if error.line is None else (error.line,)
        findings.insert(0, Finding(error.key, 1, error.fields, "error", source=error.source, lines=lines))
    return findings


def _lines(findings: Sequence[Finding]) -> str:
    """One line each, folded where a terminal is narrower, and a line that counts them."""
    colour, width = uses_colour(), terminal_width() if sys.stdout.isatty() else None
    lines = []
    for each in findings:
        word = click.style(each.severity, fg=_COLOURS[each.severity], bold=True) if colour else each.severity
        sentence = f"{each.severity}: {visible(each.told(voice='shell'))}"
        first, *rest = [sentence] if width is None else fold(sentence, width)
        # what goes on is indented, so that every line that is not begins with its severity
        more = fold(" ".join(rest), width - 2) if width is not None and rest else []
        lines += [word + first.removeprefix(each.severity), *(f"  {line}" for line in more)]
    counted = {kind: sum(each.severity == kind for each in findings) for kind in _COLOURS}
    counts = [f"{count} {kind}{'s' * (count != 1)}" for kind, count in counted.items()]
    return "\n".join([*lines, ", ".join(counts) if findings else "nothing odd"]) + "\n"
