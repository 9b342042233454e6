"""`cranfield clicks`: judgments from a log of clicks."""

from __future__ import annotations

from pathlib import PurePath

import click

from cranfield.cli.language import language_option
from cranfield.cli.output import spreadsheet_option
from cranfield.cli.writer import refuse_overwriting, refuse_same, write_text
from cranfield.errors import InputError
from cranfield.words import visible

__all__ = ["command"]

_SEPARATORS = {".csv": ",", ".tsv": "\t"}


def _numbers(_: click.Context, __: click.Parameter, value: str) -> list[float]:
    try:
        return [float(each) for each in value.split(",")]
    except ValueError:
        raise InputError("log-thresholds", given=value.split(",")) from None


@click.command("clicks", context_settings={"max_content_width": 100})
@click.argument("log", metavar="LOG")
@click.argument("events", metavar="[EVENTS]", required=False)
@click.option("--query", default="query", show_default=True, metavar="NAME", help="the column of the query")
@click.option("--doc", default="doc", show_default=True, metavar="NAME", help="the column of the document")
@click.option(
    "--position", default="position", show_default=True, metavar="NAME", help="the column of the rank, from 1"
)
@click.option("--click", "clicked", default="click", show_default=True, metavar="NAME", help="the column of 0 and 1")
@click.option(
    "--thresholds", default="0.5,1,2", show_default=True, metavar="N,...", callback=_numbers,
    help="clicks over expected clicks from which on the grade is 1, 2, ...",
)  # fmt: skip
@click.option(
    "--min-impressions", type=click.IntRange(min=1), default=10, show_default=True, metavar="N",
    help="a document that was shown less often for a query gets no grade",
)  # fmt: skip
@click.option(
    "--counts", metavar="FILE", help="write impressions, clicks and expected clicks of all pairs (.csv, .tsv)"
)
@click.option("--action", default="click", show_default=True, metavar="NAME", help="which event of EVENTS is a click")
@click.option("--input-format", metavar="FORMAT", help="the format of the log, if it is not recognised")
@click.option("-o", "--output", metavar="FILE", help="write the judgments to a file; .csv and .tsv are tables")
@spreadsheet_option
@click.option("--quiet", is_flag=True, help="do not say what was done")
@language_option
def command(
    *, log: str, events: str | None, query: str, doc: str, position: str, clicked: str, thresholds: list[float],
    min_impressions: int, counts: str | None,
    action: str, input_format: str | None, output: str | None, spreadsheet: bool, quiet: bool, language: str,
) -> None:  # fmt: skip
    """Make graded judgments of a log of clicks.

    LOG is a table with a row for each result that was shown. A document is compared with all results at the positions
    at which it was shown: clicks over expected clicks (COEC). With EVENTS, LOG holds the searches of User Behavior
    Insights (ubi_queries) and EVENTS what people did (ubi_events).

    \b
    cranfield clicks log.csv -o qrels.txt
    cranfield clicks log.parquet --query search_terms --doc item -o qrels.txt --counts counts.csv
    cranfield clicks ubi_queries.jsonl ubi_events.jsonl -o qrels.csv
    """  # noqa: D301 (click's mark for lines that stay as they are)
    ending = PurePath(counts or "").suffix.lower()
    if counts is not None and ending not in _SEPARATORS:
        raise InputError("unknown-ending", source=counts, ending=ending, endings=list(_SEPARATORS))
    read = [log, *filter(None, [events])]
    refuse_overwriting(output, read)
    refuse_same(counts, [*read, *filter(None, [output])])

    from cranfield.pools.clicks import clicks  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.report.page import separated  # noqa: PLC0415

    found = clicks(
        log, query=query, doc=doc, position=position, click=clicked, thresholds=thresholds,
        min_impressions=min_impressions, events=events, action=action, input_format=input_format,
    )  # fmt: skip
    separator = _SEPARATORS.get(PurePath(output or "").suffix.lower())
    if separator is None:
        for each in found.graded:
            wrong = next((name for name in (each.query, each.doc) if len(name.split()) != 1), None)
            if wrong is not None:
                raise InputError("log-blank-name", source=log, name=wrong)
        write_text("".join(f"{each.query} 0 {each.doc} {each.grade}\n" for each in found.graded), output)
    else:
        judged = [{"query": each.query, "doc": each.doc, "grade": each.grade} for each in found.graded]
        write_text(separated(judged, separator, spreadsheet=spreadsheet), output)
    if counts is not None:
        write_text(separated(found.table(), _SEPARATORS[ending], spreadsheet=spreadsheet), counts)
    if not quiet:
        click.echo(f"note: {visible(found.told(language=language))}", err=True)
