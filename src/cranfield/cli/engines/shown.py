"""What a pass came to, printed: quality and cost of every engine in one table, and what was odd."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.notes import write_notes
from cranfield.cli.output import choose_format, terminal_width, uses_colour
from cranfield.cli.writer import write_text
from cranfield.words import say, translated, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.cli.engines.asked import Asked
    from cranfield.core.batch import Batch
    from cranfield.core.finding import Finding
    from cranfield.core.result import Results
    from cranfield.live.measured import Measured
    from cranfield.report.page import Page

__all__ = ["figures_page", "print_page", "tell_findings", "tell_odd", "write_figures"]

_TOLD = ("partial-answers", "failed-requests")
_SETTINGS: dict[str, Any] = {"confidence": 0.95, "interval": "auto", "resamples": 10_000, "seed": 12345, "by": None}


def write_figures(
    asked: Asked, found: Sequence[Measured], quality: Sequence[Results] = (), lines: Sequence[str] = ()
) -> None:  # fmt: skip
    """Print the figures of passes, and what was odd about them."""
    page, results = figures_page(found, quality, lines, digits=asked.digits, language=asked.language)
    print_page(asked, page)
    if quality:
        write_notes(quality, quiet=asked.quiet, language=asked.language)
    write_notes(results, quiet=True, language=asked.language)  # which phases there are was said above
    tell_odd(asked, found)


def print_page(asked: Asked, page: Page) -> None:
    """A page in the format that is asked for."""
    from cranfield.report.page import render_page  # noqa: PLC0415 (loaded when there is something to print)

    form = choose_format(asked.form, None)
    write_text(
        render_page(page, form, width=terminal_width(), colour=uses_colour(), spreadsheet=asked.spreadsheet), None
    )


def figures_page(
    found: Sequence[Measured], quality: Sequence[Results], lines: Sequence[str], *, digits: int, language: str = "en"
) -> tuple[Page, list[Results]]:
    """A row for each measure and a column for each engine, with intervals."""
    from cranfield.compare.contests import intervals  # noqa: PLC0415 (loads numpy)
    from cranfield.core.evaluate import evaluate  # noqa: PLC0415
    from cranfield.io.cost import cost  # noqa: PLC0415
    from cranfield.report.grid import Grid, Intervals, make_grids  # noqa: PLC0415
    from cranfield.report.page import Block, Page  # noqa: PLC0415
    from cranfield.report.signature import interval_lines, join_signatures, signature_lines  # noqa: PLC0415

    batches = [_without_told(cost(each.table, name=each.system)) for each in found]
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
    grid = Grid("", say("head-measure", {}, language=language), tuple(each.system for each in results), tuple(rows))
    told = [*lines, *(line for each in found for line in _cold(each, language))]
    signature = [
        *interval_lines(made, language), *(signature_lines(quality, language) if quality else []),
        *signature_lines(results, language),
    ]  # fmt: skip
    page = Page(
        [Block(grid, lines=told)],
        tidy,
        {"values": tidy},
        signature,
        join_signatures(results).as_dict(),
        language=language,
    )
    return page, results


def _without_told(batch: Batch) -> Batch:
    """The batch without what `tell_odd` says with an example."""
    return replace(batch, findings=tuple(each for each in batch.findings if each.key not in _TOLD))


def _cold(measured: Measured, language: str) -> list[str]:
    """What the first requests took, before anything was in a cache."""
    if "cold" not in measured.rows.held["phase"]:
        return []
    from cranfield.core.evaluate import evaluate  # noqa: PLC0415 (loads numpy)
    from cranfield.io.cost import cost  # noqa: PLC0415

    batch = cost(measured.table, phase="cold")
    (mean,) = evaluate(batch, ["Latency(mean)"]).values()
    facts = {"system": measured.system, "mean": mean.value, "count": len(batch)}
    warm = measured.rows.held["phase"].count("warm-up")
    return [say("live-cold", {**facts, "warm": warm}, language=language)]


def tell_odd(asked: Asked, found: Sequence[Measured]) -> None:
    """What was odd about engines and their answers, on standard error."""
    for each in found:
        if each.rows.interrupted:
            facts = {"count": len(each.rows), "system": each.system}
            click.echo(say("live-interrupted", facts, language=asked.language), err=True)
        tell_findings(asked, each.findings())


def tell_findings(asked: Asked, findings: Sequence[Finding]) -> None:
    """Each with its severity; who wants it quiet hears warnings only."""
    for finding in findings:
        if not asked.quiet or finding.severity != "note":
            severity = say(
                "about", {"about": translated(finding.severity, language=asked.language)}, language=asked.language
            )
            click.echo(severity + visible(finding.told(voice="shell", language=asked.language)), err=True)
