"""`cranfield explain`: the steps from one unit's data to its value, whatever the family."""

from __future__ import annotations

from typing import Any

import click

from cranfield.cli.eval import wanted_measures
from cranfield.cli.inputs.given import FAMILIES, DataCommand, data_options, given_data
from cranfield.cli.output import terminal_width, uses_colour
from cranfield.cli.writer import refuse_overwriting, write_text
from cranfield.errors import InputError

__all__ = ["command"]


_KEPT = 20  # first documents that are shown by their id even if nobody judged them


@click.command("explain", cls=DataCommand, context_settings={"max_content_width": 100})
@click.option(
    "-m", "--measure", "measures", multiple=True, metavar="MEASURE", required=True,
    help="what to explain, such as nDCG@10, BLEU or GAUC; may be repeated",
)  # fmt: skip
@click.option(
    "-u", "--unit", "--query", "--segment", "--session", "--label", "unit", metavar="ID", required=True,
    help="the query, segment, session or label to explain",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="how to print"
)
@click.option("-o", "--output", metavar="FILE", help="write it to a file")
@data_options(*FAMILIES)
@click.pass_context
def command(
    context: click.Context, /, *, measures: tuple[str, ...], unit: str, form: str, output: str | None, **options: Any
) -> None:
    """Show every step from one unit's data to its value.

    FILE... and the options about them are those of `cranfield eval`; the steps are those of the evaluation itself,
    told aloud.

    \b
    cranfield explain qrels.txt run.txt -m nDCG@10 --query 42
    cranfield explain reference.txt system.txt -m BLEU --segment 3
    cranfield explain clicks.csv --truth click --score ctr --group session -m GAUC --session s17
    """  # noqa: D301 (click's mark for lines that stay as they are)
    given = given_data(context, options, asked=measures, keep=_KEPT)
    refuse_overwriting(output, given.paths)
    if given.options.get("groups") is not None:
        raise InputError("no-groups-in-explain")

    from cranfield.core.evaluate import evaluate  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.core.explain import explain  # noqa: PLC0415
    from cranfield.core.registry import family  # noqa: PLC0415
    from cranfield.core.spec import parse_named  # noqa: PLC0415
    from cranfield.report.explanation import render_explanations, render_json  # noqa: PLC0415

    parse_named(measures, family(given.inputs.family))  # a slip in a name is told before anything is read
    told = []
    for batch in given.inputs.read(given):
        wanted = wanted_measures(given, batch)
        results = evaluate(batch, wanted)
        told += [(explain(batch, measure, unit), results) for measure in wanted.values()]
    text = render_json(told) if form == "json" else render_explanations(
        told, width=terminal_width(), colour=uses_colour(output)
    )  # fmt: skip
    write_text(text, output)
