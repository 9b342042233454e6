"""`cranfield eval`: judgments and runs in, numbers out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.inputs import column_map, input_formats, input_options, read_batches
from cranfield.cli.output import choose_format, output_options, refuse_overwriting, write_results
from cranfield.cli.policy import policy_from, policy_options

if TYPE_CHECKING:
    from cranfield.core.measure import Measure

__all__ = ["DEFAULT_MEASURES", "command"]

DEFAULT_MEASURES = ("nDCG@10", "AP", "RR", "P@10", "R@100", "Judged@10")


def choose_measures(texts: tuple[str, ...], rel: float | None) -> tuple[list[Measure], list[str]]:
    """The measures that are asked for, and those of them that --rel does not change."""
    from cranfield.core.spec import parse_all  # noqa: PLC0415 (numpy is loaded only when it is needed)

    if rel is None:
        return parse_all(texts or DEFAULT_MEASURES, "ranking"), []
    wanted: list[Measure] = []
    untouched = []
    for text in texts or DEFAULT_MEASURES:
        for measure in parse_all(text, "ranking"):
            # a measure that works with the grades themselves has no threshold, or one that is off by default
            threshold = measure.params().get("rel")
            if threshold is None or threshold.default is None:
                untouched.append(str(measure))
                wanted.append(measure)
            elif "rel=" in text.replace(" ", "") or "rel" in measure.changed():  # written with the measure itself
                wanted.append(measure)
            else:
                wanted.append(measure.replace(rel=rel))
    return parse_all(wanted), untouched


@click.command("eval", context_settings={"max_content_width": 100})
@click.argument("qrels")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option(
    "-m", "--measure", "measures", multiple=True, metavar="MEASURE",
    help="such as nDCG@10, 'P(rel=2)@5', map, P.5,10 or official; may be repeated"
    f"  [default: {', '.join(DEFAULT_MEASURES)}]",
)  # fmt: skip
@click.option("-l", "--rel", type=float, metavar="N", help="the lowest grade that counts as relevant  [default: 1]")
@click.option("-q", "--per-query", is_flag=True, help="show each query too")
@output_options
@click.option(
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="how many runs are read at the same time  [default: one a core, if there are many]",
)
@click.option("--groups", metavar="FILE", help="query and group on each line: show the value of each group too")
@input_options
@policy_options
def command(
    *, qrels: str, runs: tuple[str, ...], measures: tuple[str, ...], rel: float | None, form: str | None,
    output: str | None, groups: str | None, per_query: bool, digits: int, quiet: bool, **options: Any,
) -> None:  # fmt: skip
    """Judge one or more runs against judgments.

    QRELS holds the judgments and RUN the ranked documents: TREC text, CSV, TSV, JSON, JSONL, Parquet or Arrow,
    plain or compressed; - is standard input.
    """
    refuse_overwriting(output, [qrels, *runs])
    policy = policy_from(options)
    wanted, untouched = choose_measures(measures, rel)
    if untouched and not quiet:
        click.echo(f"note: --rel does not change {', '.join(untouched)}", err=True)

    from cranfield.core.evaluate import evaluate  # noqa: PLC0415
    from cranfield.core.spec import NICKNAMES  # noqa: PLC0415
    from cranfield.io.groups import read_groups  # noqa: PLC0415

    grouping = None if groups is None else read_groups(groups)
    columns = column_map(options.pop("columns"))
    formats = input_formats(options)
    batches = read_batches(qrels, runs, policy=policy, columns=columns, **formats, **options)
    results = [evaluate(batch, wanted, groups=grouping) for batch in batches]
    named = any(text.strip().lower() in NICKNAMES for text in measures)
    write_results(
        results, choose_format(form, output), output=output, per_query=per_query, quiet=quiet, digits=digits,
        named=named, rel=rel,
    )  # fmt: skip
