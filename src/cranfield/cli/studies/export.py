"""`cranfield study export`: judgments by a named rule, or every answer as it was given."""

from __future__ import annotations

import io
from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from cranfield.cli.output import spreadsheet_option
from cranfield.cli.studies.opened import opened
from cranfield.cli.writer import refuse_overwriting, write_bytes, write_text
from cranfield.errors import InputError
from cranfield.judge.written import judgments_csv, judgments_rows, qrels_lines, qrels_told

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["command"]

_ENDINGS = {".txt": "qrels", ".qrels": "qrels", ".jsonl": "jsonl", ".csv": "csv", ".parquet": "parquet"}
_FORMATS = ("qrels", "jsonl", "csv", "parquet")
_RULES = ("median", "majority", "mean", "adjudicated", "dawid-skene")


@click.command("export", context_settings={"max_content_width": 100})
@click.argument("study", metavar="STUDY")
@click.option("-o", "--output", metavar="FILE", help="where to; .txt .qrels .jsonl .csv .parquet choose the format")
@click.option(
    "--format", "form", type=click.Choice(_FORMATS),
    help="qrels: one grade a document; the others: all raw judgments  [default: by the ending of -o, or qrels]",
)  # fmt: skip
@click.option(
    "--rule", type=click.Choice(_RULES), default="median", show_default=True,
    help="how several answers become one grade; decisions stand before each of them",
)  # fmt: skip
@click.option("--dimension", metavar="NAME", help="which dimension becomes the grade, if there are several")
@click.option("--no-gold", is_flag=True, help="leave out items whose answer was known")
@spreadsheet_option
@click.option("--plain", is_flag=True, help="no comment lines above the judgments, for programs that know none")
@click.option("--quiet", is_flag=True, help="no notes on standard error")
def command(
    study: str, *, output: str | None, form: str | None, rule: str, dimension: str | None, no_gold: bool,
    spreadsheet: bool, plain: bool, quiet: bool,
) -> None:  # fmt: skip
    """Write judgments by a rule, or all raw ones.

    \b
    median       the middle one; of two in the middle the lower
    majority     the most frequent one; where two are, none until somebody decides
    mean         the mean, which need not be a grade of the scale
    adjudicated  the median where answers are near each other; the others only when somebody decided
    dawid-skene  the most probable one, given how each annotator mistakes each grade; needs three answers an
                 item and tens of items an annotator

    Raw judgments have every answer that was ever given, also those that were taken back, which `state` says.
    """  # noqa: D301 (click's mark for lines that stay as they are)
    chosen = form or _by_ending(output)
    refuse_overwriting(output, [study])
    with opened(study) as found:
        if chosen != "qrels":
            _write_raw(found.judgments(), chosen, output, spreadsheet=spreadsheet)
            return
        qrels = found.qrels(rule, dimension=dimension, gold=not no_gold)
        told = qrels_told(qrels, found.settings.title)
    text = "" if plain else "".join(f"# {line}\n" for line in told)
    write_text(text + qrels_lines(qrels, study), output)
    if not quiet and (plain or output not in (None, "-")):
        for line in told:
            click.echo(f"note: {line}", err=True)


def _by_ending(output: str | None) -> str:
    ending = PurePath(output or "").suffix.lower()
    if ending and ending not in _ENDINGS:
        raise InputError("unknown-ending", source=output, ending=ending, endings=list(_ENDINGS))
    return _ENDINGS.get(ending, "qrels")


def _write_raw(table: pa.Table, form: str, output: str | None, *, spreadsheet: bool) -> None:
    if form == "parquet":
        import pyarrow.parquet as pq  # noqa: PLC0415 (only Parquet needs it)

        buffer = io.BytesIO()
        pq.write_table(table, buffer)
        write_bytes(buffer.getvalue(), output)
        return
    write_text(_json(table) if form == "jsonl" else judgments_csv(table, spreadsheet=spreadsheet), output)


def _json(table: pa.Table) -> str:
    from cranfield.report.structured import dumps  # noqa: PLC0415 (loaded only when it is needed)

    return "".join(dumps(row) + "\n" for row in judgments_rows(table))
