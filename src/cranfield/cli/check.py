"""`cranfield check`: everything odd about judgments and runs, before anybody trusts a number."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.inputs import column_map, input_format_options, input_formats
from cranfield.cli.output import uses_colour, write_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.batch import Finding

__all__ = ["command"]

FOUND_ERRORS = 1
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


@click.command("check", context_settings={"max_content_width": 100})
@click.argument("qrels")
@click.argument("runs", nargs=-1, metavar="[RUN]...")
@click.option(
    "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="list so many bad lines a file"
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="how to print"
)
@input_format_options
@click.pass_context
def command(
    context: click.Context, /, *, qrels: str, runs: tuple[str, ...], limit: int, form: str, columns: str | None,
    **options: Any,
) -> None:  # fmt: skip
    """Say what is odd about judgments and runs.

    Errors would stop an evaluation, warnings change what it means, notes are good to know. The exit status is 1 when
    there are errors.
    """
    from cranfield.io.check import check  # noqa: PLC0415 (pyarrow is loaded only when files are read)

    findings = check(qrels, *runs, **input_formats(options), columns=column_map(columns), limit=limit)
    if form == "json":
        write_text(
            json.dumps({"findings": [asdict(each) for each in findings]}, ensure_ascii=False, indent=2) + "\n", None
        )
    else:
        write_text(_lines(findings), None)
    if any(each.severity == "error" for each in findings):
        context.exit(FOUND_ERRORS)


def _lines(findings: Sequence[Finding]) -> str:
    """One line each and a line that counts them."""
    colour = uses_colour()
    lines = []
    for each in findings:
        word = click.style(each.severity, fg=_COLOURS[each.severity], bold=True) if colour else each.severity
        lines.append(f"{word}: {each.message}\n")
    counted = {kind: sum(each.severity == kind for each in findings) for kind in _COLOURS}
    counts = [f"{count} {kind}{'s' * (count != 1)}" for kind, count in counted.items()]
    return "".join(lines) + (", ".join(counts) if findings else "nothing odd") + "\n"
