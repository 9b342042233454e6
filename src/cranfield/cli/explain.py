"""`cranfield explain`: the steps from one query's data to its value."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.eval import choose_measures
from cranfield.cli.inputs import column_map, input_formats, input_options, read_batches
from cranfield.cli.output import terminal_width, uses_colour, write_text
from cranfield.cli.policy import policy_from, policy_options
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from cranfield.core.measure import Measure

__all__ = ["command"]


def _one_measure(text: str, rel: float | None) -> Measure:
    found, untouched = choose_measures((text,), rel)
    if len(found) > 1:
        message = f"-m {text} stands for {len(found)} measures ({found[0]} to {found[-1]}); explain one of them"
        raise MeasureError(message)
    if untouched:
        click.echo(f"note: --rel does not change {untouched[0]}", err=True)
    return found[0]


@click.command("explain", context_settings={"max_content_width": 100})
@click.argument("qrels")
@click.argument("run")
@click.option(
    "-m",
    "--measure",
    "measures",
    required=True,
    multiple=True,
    metavar="MEASURE",
    help="the measure to explain, such as nDCG@10",
)
@click.option("--query", required=True, metavar="ID", help="the query to explain")
@click.option("-l", "--rel", type=float, metavar="N", help="the lowest grade that counts as relevant  [default: 1]")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="how to print"
)
@input_options
@policy_options
def command(
    *, qrels: str, run: str, measures: tuple[str, ...], query: str, rel: float | None, form: str, **options: Any
) -> None:
    """Show every step from one query's data to its value.

    The steps are those of the evaluation itself, told aloud.
    """
    policy = policy_from(options)
    columns = column_map(options.pop("columns"))
    formats = input_formats(options)
    if len(measures) > 1:
        message = f"explain takes one measure at a time, not {' and '.join(measures)}"
        raise click.UsageError(message)
    wanted = _one_measure(measures[0], rel)

    from cranfield.core.evaluate import evaluate, explain  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.report.answer import answer_of  # noqa: PLC0415

    for batch in read_batches(qrels, [run], policy=policy, columns=columns, **formats, **options):
        explanation = explain(batch, wanted, query)
        answer = answer_of(batch, explanation)
        results = evaluate(batch, [wanted])
        if form == "json":
            told = {**answer.as_dict(explanation), "signature": dict(results.signature)}
            write_text(json.dumps(told, ensure_ascii=False, indent=2) + "\n", None)
            continue
        from cranfield.report.signature import signature_lines  # noqa: PLC0415
        from cranfield.report.steps import render_steps  # noqa: PLC0415

        text = render_steps(explanation, {}, answer=answer, width=terminal_width(), colour=uses_colour())
        write_text(text + "\n" + "".join(f"{line}\n" for line in signature_lines([results])), None)
