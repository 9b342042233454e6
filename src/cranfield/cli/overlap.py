"""`cranfield overlap`: how alike two runs are, without judgments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.inputs.ranking import column_map, once
from cranfield.cli.output import choose_format, terminal_width, uses_colour
from cranfield.cli.pages import page_options
from cranfield.cli.policy import policy_option
from cranfield.cli.writer import refuse_overwriting, write_text
from cranfield.errors import InputError
from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from cranfield.core.finding import Finding

__all__ = ["command"]

_DECISIONS = ("missing", "ties", "duplicates", "nonfinite", "scores")


def _decisions(command: Callable[..., Any]) -> Callable[..., Any]:
    for name in reversed(("profile", *_DECISIONS)):
        command = policy_option(name)(command)
    return command


def _cutoffs(_: click.Context, __: click.Parameter, value: str) -> list[int]:
    try:
        return [int(each) for each in value.split(",")]
    except ValueError:
        raise InputError("overlap-cutoff", given=value) from None


@click.command("overlap", context_settings={"max_content_width": 100})
@click.argument("runs", nargs=-1, metavar="RUN RUN")
@click.option(
    "--persistence", type=float, default=0.9, show_default=True, metavar="P",
    help="how likely the reader of RBO goes on to the next rank",
)  # fmt: skip
@click.option(
    "--rbo-ties", type=click.Choice(["a", "b", "w"]), default="a", show_default=True,
    help="documents of one score in RBO: the mean over their orders, that corrected, or a rank that they share",
)  # fmt: skip
@click.option(
    "-k", "--cutoffs", default="10,100", show_default=True, metavar="K,...", callback=_cutoffs, help="for Jaccard@k"
)
@click.option(
    "--depth", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N",
    help="look at the first N documents of each answer",
)  # fmt: skip
@click.option("-q", "--per-query", is_flag=True, help="show each query too")
@click.option("--input-format", metavar="FORMAT", help="the format of the runs, if it is not recognised")
@click.option("--columns", metavar="ROLE=NAME,...", help="the columns of a table, as in query=topic,doc=pid,score=sim")
@_decisions
@page_options()
def command(
    *, runs: tuple[str, ...], persistence: float, rbo_ties: str, cutoffs: list[int], depth: int, per_query: bool,
    input_format: str | None, columns: str | None, profile: str | None, form: str | None, output: str | None,
    digits: int, spreadsheet: bool, quiet: bool, language: str, **decided: str | None,
) -> None:  # fmt: skip
    """Say how alike two runs are, without judgments.

    Rank-biased overlap with its bounds, Kendall's tau, AP correlation and Jaccard of the first k, as means over the
    queries and with -q for each.

    \b
    cranfield overlap a.run b.run
    cranfield overlap a.run b.run -q --persistence 0.8 -k 5,20 --format csv
    """  # noqa: D301 (click's mark for lines that stay as they are)
    if len(runs) != 2:
        raise InputError("overlap-two-runs", count=len(runs))
    once(runs)
    refuse_overwriting(output, runs)
    chosen = choose_format(form, output)

    from cranfield.core.policy import Policy  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.io.bytes.source import Source  # noqa: PLC0415
    from cranfield.pools.overlap import overlap  # noqa: PLC0415
    from cranfield.report.overlap import overlap_page  # noqa: PLC0415
    from cranfield.report.page import render_page  # noqa: PLC0415

    policy = Policy.named(profile or "default", **{name: value for name, value in decided.items() if value is not None})
    found = overlap(
        *runs, p=persistence, ties=rbo_ties, cutoffs=cutoffs, depth=depth, policy=policy, input_format=input_format,
        columns=column_map(columns),
    )  # fmt: skip
    told = [
        {key: said() if callable(said) else said for key, said in Source(run, hashed="later").describe().items()}
        for run in runs if run != "-"
    ]  # fmt: skip
    page = overlap_page(found, per_query=per_query, inputs=told, digits=digits, language=language)
    write_text(
        render_page(page, chosen, width=terminal_width(), colour=uses_colour(output), spreadsheet=spreadsheet), output
    )
    _tell(found.findings, language, quiet=quiet)


def _tell(findings: tuple[Finding, ...], language: str, *, quiet: bool) -> None:
    """What was odd, on standard error."""
    for each in findings:
        if not quiet or each.severity != "note":
            click.echo(f"{each.severity}: {visible(each.told(language=language, voice='shell'))}", err=True)
