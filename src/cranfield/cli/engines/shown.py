"""What a pass came to, printed: quality and cost of every engine in one table, and what was odd."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.notes import write_notes
from cranfield.cli.output import choose_format, terminal_width, uses_colour
from cranfield.cli.writer import write_text
from cranfield.words import say, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.cli.engines.asked import Asked
    from cranfield.core.result import Results
    from cranfield.live.measured import Measured
    from cranfield.report.page import Page

__all__ = ["figures_page", "print_page", "tell_odd", "write_figures"]

_SETTINGS: dict[str, Any] = {"confidence": 0.95, "interval": "auto", "resamples": 10_000, "seed": 12345, "by": None}


def write_figures(
    asked: Asked, found: Sequence[Measured], quality: Sequence[Results] = (), lines: Sequence[str] = ()
) -> None:  # fmt: skip
    """Print the figures of passes, and what was odd about them."""
    page, results = figures_page(found, quality, lines, digits=asked.digits)
    print_page(asked, page)
    if quality:
        write_notes(quality, quiet=asked.quiet)
    write_notes(results, quiet=True)  # which phases there are was said above
    tell_odd(found, quiet=asked.quiet)


def print_page(asked: Asked, page: Page) -> None:
    """A page in the format that is asked for."""
    from cranfield.report.page import render_page  # noqa: PLC0415 (loaded when there is something to print)

    form = choose_format(asked.form, None)
    write_text(render_page(page, form, width=terminal_width(), colour=uses_colour()), None)


def figures_page(
    found: Sequence[Measured], quality: Sequence[Results], lines: Sequence[str], *, digits: int
) -> tuple[Page, list[Results]]:
    """A row for each measure and a column for each engine, with intervals."""
    from cranfield.compare.contests import intervals  # noqa: PLC0415 (loads numpy)
    from cranfield.core.evaluate import evaluate  # noqa: PLC0415
    from cranfield.io.cost import cost  # noqa: PLC0415
    from cranfield.report.grid import Grid, Intervals, make_grids  # noqa: PLC0415
    from cranfield.report.page import Block, Page  # noqa: PLC0415
    from cranfield.report.signature import interval_lines, join_signatures, signature_lines  # noqa: PLC0415

    batches = [cost(each.table, name=each.system) for each in found]
    fewest = min(batches, key=len)
    results = [evaluate(batch, fewest.family.defaults(fewest)) for batch in batches]
    rows: list[Any] = []
    tidy, made = [], list[Intervals]()
    for some in (quality, results):
        if some:
            ends = [Intervals(intervals(each, list(each), **_SETTINGS), {}, _SETTINGS) for each in some]
            made += ends
            rows += make_grids(some, digits=digits, intervals=ends)[-1].rows
            tidy += [
                {"system": each.system, "measure": name, "value": one.value, "low": one.low, "high": one.high}
                for each, end in zip(some, ends, strict=True) for name, one in end.whole.items()
            ]  # fmt: skip
    grid = Grid("", say("head-measure", {}), tuple(each.system for each in results), tuple(rows))
    told = [*lines, *(line for each in found for line in _cold(each))]
    signature = [*interval_lines(made), *(signature_lines(quality) if quality else []), *signature_lines(results)]
    page = Page([Block(grid, lines=told)], tidy, {"values": tidy}, signature, join_signatures(results).as_dict())
    return page, results


def _cold(measured: Measured) -> list[str]:
    """What the first requests took, before anything was in a cache."""
    if "cold" not in measured.rows.held["phase"]:
        return []
    from cranfield.core.evaluate import evaluate  # noqa: PLC0415 (loads numpy)
    from cranfield.io.cost import cost  # noqa: PLC0415

    batch = cost(measured.table, phase="cold")
    (mean,) = evaluate(batch, ["Latency(mean)"]).values()
    facts = {"system": measured.system, "mean": mean.value, "count": len(batch)}
    warm = measured.rows.held["phase"].count("warm-up")
    return [say("live-cold", {**facts, "warm": warm})]


def tell_odd(found: Sequence[Measured], *, quiet: bool) -> None:
    """What was odd about engines and their answers, on standard error."""
    for each in found:
        if each.rows.interrupted:
            click.echo(say("live-interrupted", {"count": len(each.rows), "system": each.system}), err=True)
        for finding in each.findings():
            if not quiet or finding.severity != "note":
                click.echo(f"{finding.severity}: {visible(finding.told(voice='shell'))}", err=True)
