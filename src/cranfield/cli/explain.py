"""`cranfield explain`: the steps from one query's data to its value."""

from __future__ import annotations

from typing import Any

import click

from cranfield.cli.inputs import column_map, input_options, read_batches
from cranfield.cli.output import terminal_width, uses_colour, write_text
from cranfield.cli.policy import policy_from, policy_options

__all__ = ["command"]


@click.command("explain", context_settings={"max_content_width": 100})
@click.argument("qrels")
@click.argument("run")
@click.option("-m", "--measure", required=True, metavar="MEASURE", help="the measure to explain, such as nDCG@10")
@click.option("--query", required=True, metavar="ID", help="the query to explain")
@input_options
@policy_options
def command(qrels: str, run: str, measure: str, query: str, **options: Any) -> None:
    """Show every step from one query's data to its value.

    The steps are those of the evaluation itself, told aloud.
    """
    policy = policy_from(options)
    columns = column_map(options.pop("columns"))

    from cranfield.core.evaluate import explain  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.core.ranked import judged_only  # noqa: PLC0415
    from cranfield.core.spec import parse  # noqa: PLC0415
    from cranfield.report.steps import render_steps  # noqa: PLC0415

    wanted = parse(measure, "ranking")
    for batch in read_batches(qrels, [run], policy=policy, columns=columns, **options):
        explanation = explain(batch, wanted, query)
        one = batch.select([list(batch.units).index(query)])
        if getattr(wanted, "judged_only", False):
            one = judged_only(one)
        given = {name: one.ragged(name).values.tolist() for name in ("rank", "grade")}
        write_text(render_steps(explanation, given, width=terminal_width(), colour=uses_colour()), None)
