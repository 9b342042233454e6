"""`cranfield teamdraft`: which of two interleaved systems wins."""

from __future__ import annotations

import click

from cranfield.cli.language import language_option
from cranfield.cli.output import spreadsheet_option
from cranfield.cli.writer import refuse_overwriting, write_text
from cranfield.words import visible

__all__ = ["command"]


@click.command("teamdraft", context_settings={"max_content_width": 100})
@click.argument("log", metavar="LOG")
@click.option(
    "--impression", default="impression", show_default=True, metavar="NAME", help="the column of the impression"
)
@click.option("--team", default="team", show_default=True, metavar="NAME", help="the column of the system of a result")
@click.option("--click", "clicked", default="click", show_default=True, metavar="NAME", help="the column of 0 and 1")
@click.option("--first", metavar="SYSTEM", help="the system whose share of wins is told  [default: first by name]")
@click.option("--confidence", type=float, default=0.95, show_default=True, help="of the interval")
@click.option("--format", "form", type=click.Choice(["text", "json", "csv"]), default="text", show_default=True)
@click.option("--input-format", metavar="FORMAT", help="the format of the log, if it is not recognised")
@click.option("-o", "--output", metavar="FILE", help="write to a file")
@spreadsheet_option
@language_option
def command(
    *, log: str, impression: str, team: str, clicked: str, first: str | None, confidence: float, form: str,
    input_format: str | None, output: str | None, spreadsheet: bool, language: str,
) -> None:  # fmt: skip
    """Say which of two interleaved systems wins.

    LOG is a table of results that were interleaved by team draft: the impression, the system of the result, whether it
    was clicked. Impressions with more clicks on one side count, by a two-sided sign test.

    \b
    cranfield teamdraft log.csv
    cranfield teamdraft log.parquet --impression session --team ranker --first new --format json
    """  # noqa: D301 (click's mark for lines that stay as they are)
    refuse_overwriting(output, [log])

    from cranfield.pools.interleaving import interleaving  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.report.page import plain, separated  # noqa: PLC0415
    from cranfield.report.structured import dumps  # noqa: PLC0415

    found = interleaving(
        log, impression=impression, team=team, click=clicked, first=first, confidence=confidence,
        input_format=input_format,
    )  # fmt: skip
    if form == "json":
        source = {key: said() if callable(said) else said for key, said in found.inputs.items()}
        text = dumps(plain({**found.table()[0], "confidence": found.confidence, "inputs": [source]}), indent=2) + "\n"
    elif form == "csv":
        text = separated(found.table(), ",", spreadsheet=spreadsheet)
    else:
        text = visible(found.told(language=language)) + "\n"
    write_text(text, output)
