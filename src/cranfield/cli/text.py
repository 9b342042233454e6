"""`cranfield text`: references and generated texts in, numbers out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.output import (
    choose_format,
    output_options,
    refuse_overwriting,
    terminal_width,
    uses_colour,
    write_results,
    write_text,
)
from cranfield.cli.progress import reading
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure

__all__ = ["DEFAULT_MEASURES", "command"]

DEFAULT_MEASURES = ("BLEU", "chrF", "ROUGE-1", "ROUGE-2", "ROUGE-L", "METEOR", "Distinct-2")


@click.command("text", context_settings={"max_content_width": 100})
@click.argument("reference")
@click.argument("systems", nargs=-1, metavar="[SYSTEM]...")
@click.option(
    "-m", "--measure", "measures", multiple=True, metavar="MEASURE",
    help="such as BLEU, ROUGE-2, 'ROUGE-Lsum(stem=True)', METEOR, chrF++, Distinct-2; may be repeated"
    f"  [default: {', '.join(DEFAULT_MEASURES)}]",
)  # fmt: skip
@click.option("--ref", "more", multiple=True, metavar="FILE", help="a further reference for every segment; repeatable")
@click.option("--candidate", metavar="FIELD", help="the field of a table that holds the generated text")
@click.option(
    "--references",
    multiple=True,
    metavar="FIELD",
    help="the field with the reference or a list of them; repeatable",
)
@click.option("--ids", metavar="FIELD", help="the field that names the segments")
@click.option(
    "--blank-references", type=click.Choice(["keep", "skip"]), default="keep", show_default=True,
    help="an empty reference is an empty text, or stands for no reference",
)  # fmt: skip
@click.option("-q", "--per-segment", "per_query", is_flag=True, help="show each segment too")
@click.option("--explain", metavar="SEGMENT", help="show every step to the value of one segment instead")
@output_options
@click.option("--groups", metavar="FILE", help="segment and group on each line: show the value of each group too")
@click.option("--input-format", metavar="FORMAT", help="jsonl, json, csv, tsv, parquet or arrow, if not recognised")
def command(
    *, measures: tuple[str, ...], form: str | None, output: str | None, digits: int, quiet: bool, groups: str | None,
    per_query: bool, explain: str | None, **options: Any,
) -> None:  # fmt: skip
    """Judge generated texts against references.

    REFERENCE and each SYSTEM hold one segment a line, plain or compressed; - is standard input. With --candidate
    and --references, REFERENCE is one table (JSONL, JSON, CSV, TSV, Parquet, Arrow) that holds both.
    """
    from cranfield.core.evaluate import evaluate  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.core.spec import parse_all  # noqa: PLC0415
    from cranfield.io.groups import read_groups  # noqa: PLC0415

    refuse_overwriting(output, [options["reference"], *options["systems"]])
    wanted = parse_all(measures or DEFAULT_MEASURES, "text")
    if explain is not None:
        for batch in _batches(**options):
            _explain(batch, wanted, explain)
        return
    grouping = None if groups is None else read_groups(groups)
    results = [evaluate(batch, wanted, groups=grouping) for batch in _batches(**options)]
    chosen = choose_format(form, output)
    write_results(results, chosen, output=output, per_query=per_query, digits=digits, quiet=quiet)


def _explain(batch: Batch, measures: list[Measure], segment: str) -> None:
    from cranfield.core.evaluate import explain as tell  # noqa: PLC0415
    from cranfield.report.steps import render_steps  # noqa: PLC0415

    for measure in measures:
        told = tell(batch, measure, segment)
        write_text(render_steps(told, {}, width=terminal_width(), colour=uses_colour(), noun="segment"), None)


def _batches(
    *, reference: str, systems: tuple[str, ...], more: tuple[str, ...], candidate: str | None,
    references: tuple[str, ...], ids: str | None, blank_references: str, input_format: str | None,
) -> Iterator[Batch]:  # fmt: skip
    from cranfield.cli.inputs import system_names  # noqa: PLC0415
    from cranfield.io.text import text  # noqa: PLC0415 (pyarrow is loaded only when files are read)

    given: dict[str, Any] = {"blank_references": blank_references, "input_format": input_format}
    if (candidate is None) != (not references):
        message = "text: --candidate and --references belong together; name both fields"
        raise InputError(message)
    if candidate is not None:
        if systems or more:
            message = "text: with --candidate and --references one table holds everything; give no other files"
            raise InputError(message)
        with reading(reference) as progress:
            fields = references[0] if len(references) == 1 else list(references)
            yield text(
                data=reference, candidates=candidate, references=fields, ids=ids, progress=progress, **given
            )  # fmt: skip
        return
    if ids is not None:
        message = "text: --ids names a field of a table; give --candidate and --references too"
        raise InputError(message)
    if not systems:
        message = "text: give the references first, then at least one system; or name --candidate and --references"
        raise InputError(message)
    if [reference, *systems, *more].count("-") > 1:
        message = "standard input (-) can be given only once"
        raise InputError(message)
    gold: Any = [Path(each) for each in (reference, *more)] if more else reference
    if reference == "-" and (more or len(systems) > 1):
        message = "text: references from standard input (-) can be read only once; give one system and no --ref"
        raise InputError(message)
    for system, name in zip(systems, system_names(systems), strict=True):
        with reading(system) as progress:
            yield text(candidates=system, references=gold, system=name, progress=progress, **given)
