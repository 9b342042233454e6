"""`cranfield study export`: judgments by a named rule, or every answer as it was given."""

from __future__ import annotations

import io
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.studies.opened import opened
from cranfield.cli.writer import refuse_overwriting, write_bytes, write_text
from cranfield.errors import InputError
from cranfield.words import say

if TYPE_CHECKING:
    import pyarrow as pa

    from cranfield.judge.store import Study
    from cranfield.judge.store.facts import Qrels

__all__ = ["command"]

_ENDINGS = {".txt": "qrels", ".qrels": "qrels", ".jsonl": "jsonl", ".csv": "csv", ".parquet": "parquet"}
_FORMATS = ("qrels", "jsonl", "csv", "parquet")
_RULES = {
    "median": "rule-median", "majority": "rule-majority", "mean": "rule-mean", "adjudicated": "rule-adjudicated",
    "dawid-skene": "rule-dawid-skene",
}  # fmt: skip
_ROUNDED = 6  # decimals of a mean in a file of lines


@click.command("export", context_settings={"max_content_width": 100})
@click.argument("study", metavar="STUDY")
@click.option("-o", "--output", metavar="FILE", help="where to; .txt .qrels .jsonl .csv .parquet choose the format")
@click.option(
    "--format", "form", type=click.Choice(_FORMATS),
    help="qrels: one grade a document; the others: all raw judgments  [default: by the ending of -o, or qrels]",
)  # fmt: skip
@click.option(
    "--rule", type=click.Choice(list(_RULES)), default="median", show_default=True,
    help="how several answers become one grade; decisions stand before each of them",
)  # fmt: skip
@click.option("--dimension", metavar="NAME", help="which dimension becomes the grade, if there are several")
@click.option("--no-gold", is_flag=True, help="leave out items whose answer was known")
@click.option("--plain", is_flag=True, help="no comment lines above the judgments, for programs that know none")
@click.option("--quiet", is_flag=True, help="no notes on standard error")
def command(
    study: str, *, output: str | None, form: str | None, rule: str, dimension: str | None, no_gold: bool, plain: bool,
    quiet: bool,
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
            _write_raw(found.judgments(), chosen, output)
            return
        qrels = found.qrels(rule, dimension=dimension, gold=not no_gold)
        told = _told(found, qrels)
    text = "" if plain else "".join(f"# {line}\n" for line in told)
    write_text(text + _lines(qrels, study), output)
    if not quiet and (plain or output not in (None, "-")):
        for line in told:
            click.echo(f"note: {line}", err=True)


def _by_ending(output: str | None) -> str:
    ending = PurePath(output or "").suffix.lower()
    if ending and ending not in _ENDINGS:
        raise InputError("unknown-ending", source=output, ending=ending, endings=list(_ENDINGS))
    return _ENDINGS.get(ending, "qrels")


def _told(study: Study, qrels: Qrels) -> list[str]:
    """What the file is, and what is not in it."""
    facts = {
        "rule": qrels.rule, "dimension": qrels.dimension, "count": len(qrels.table), "decided": qrels.decided,
        "gold": qrels.gold, "title": study.settings.title,
    }  # fmt: skip
    lines = [say("export-by-rule", {**facts, "how": _RULES[qrels.rule]})]
    if qrels.disputed:
        lines.append(say("export-disputed", {"count": qrels.disputed, "left_out": qrels.left_out}))
    if qrels.uncovered:
        lines.append(say("export-uncovered", {"count": qrels.uncovered}))
    if qrels.few_answers or qrels.few_items:
        lines.append(say("export-few", {"items": qrels.few_answers, "people": qrels.few_items}))
    return lines


def _lines(qrels: Qrels, source: str) -> str:
    """TREC's four fields, which have no place for blanks."""
    lines = []
    for row in qrels.table.to_pylist():
        for name in (row["query"], row["doc"]):
            if name.split() != [name] or name.startswith("#"):
                raise InputError("export-blank", source=source, name=name)
        grade = row["grade"]
        shown = str(int(grade)) if grade.is_integer() else f"{grade:.{_ROUNDED}f}".rstrip("0")
        lines.append(f"{row['query']} 0 {row['doc']} {shown}\n")
    return "".join(lines)


def _write_raw(table: pa.Table, form: str, output: str | None) -> None:
    if form == "parquet":
        import pyarrow.parquet as pq  # noqa: PLC0415 (only Parquet needs it)

        buffer = io.BytesIO()
        pq.write_table(table, buffer)
        write_bytes(buffer.getvalue(), output)
        return
    rows = [row | {"at": _time(row["at"])} for row in table.to_pylist()]
    write_text(_json(rows) if form == "jsonl" else _csv(table.column_names, rows), output)


def _time(moment: Any) -> str:
    return str(moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"))


def _json(rows: list[dict[str, Any]]) -> str:
    from cranfield.report.structured import dumps  # noqa: PLC0415 (loaded only when it is needed)

    return "".join(dumps(row) + "\n" for row in rows)


def _csv(names: list[str], rows: list[dict[str, Any]]) -> str:
    import csv  # noqa: PLC0415 (only this format needs it)

    written = io.StringIO()
    writer = csv.DictWriter(written, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return written.getvalue()
