"""`--find-rate`: the rates that were tried, and the largest that holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.cli.engines.asked import INTERRUPTED
from cranfield.cli.engines.drawn import save_picture
from cranfield.cli.engines.progress import watching
from cranfield.cli.engines.shown import print_page, tell_findings, tell_odd
from cranfield.core.finding import Finding
from cranfield.words import say

if TYPE_CHECKING:
    from cranfield.cli.engines.asked import Asked
    from cranfield.live.find_rate import FoundRate
    from cranfield.report.page import Page

__all__ = ["rates_page", "run_find_rate"]


def run_find_rate(asked: Asked) -> int:
    """Try rates on each engine in turn."""
    from cranfield.live.find_rate import find_rate  # noqa: PLC0415 (loads numpy)
    from cranfield.live.objective import parse_objective  # noqa: PLC0415

    objective, options = parse_objective(asked.options["slo"]), asked.options
    status = 0
    for engine in asked.opened():
        with watching(engine.name, asked.language) as progress:
            found = find_rate(
                engine, asked.queries, objective, start=options["rate"], duration=options["duration"],
                schedule=options["schedule"], seed=options["seed"], size=options["size"],
                in_flight=options["in_flight"], errors=options["errors"], yes=options["yes"], progress=progress,
            )  # fmt: skip
        best = [] if found.best is None else [found.best]
        asked.keep(best)
        print_page(asked, rates_page(found, digits=asked.digits, language=asked.language))
        # what failed may be why no rate holds
        tell_odd(asked, best or [each for each in [found.lowest] if each is not None])
        if not best:
            _tell_unwritten(asked, engine.name)
        save_picture(found.table(), asked.picture, asked.language)
        if any(each.interrupted for each in found.rows):
            status = INTERRUPTED
    return status


def _tell_unwritten(asked: Asked, system: str) -> None:
    """Who asked for files and gets none hears it."""
    files = asked.files_of(system)
    if files:
        tell_findings(asked, [Finding("live-unwritten", len(files), {"files": files}, "warning", subject=system)])


def rates_page(found: FoundRate, *, digits: int, language: str = "en") -> Page:
    """The steps by rate."""
    from cranfield.report.grid import UNDEFINED, Cell, Grid, Row  # noqa: PLC0415
    from cranfield.report.page import Block, Page  # noqa: PLC0415

    steps = sorted(found.steps, key=lambda each: each.rate)
    shares = sorted({share for each in steps for share in each.milliseconds})
    ends = max(digits - 2, 0)
    rows, tidy = [], []
    for each in steps:
        verdict = "live-step-limited" if each.limited else "live-step-holds" if each.holds else "live-step-fails"
        times = [each.milliseconds[share] for share in shares]
        cells = [Cell(UNDEFINED if time is None else f"{time:.{ends}f}") for time in times]
        cells += [
            Cell(f"{100 * each.errors:.2f} %"),
            Cell(f"{each.requests:,}"),
            Cell(say(verdict, {}, language=language), words=True),
        ]
        rows.append(Row(f"{each.rate:,.4g}", tuple(cells)))
        told = {f"p{share:g}": time for share, time in zip(shares, times, strict=True)}
        tidy.append({
            "system": found.engine.name, "rate": each.rate, **told, "errors": each.errors, "requests": each.requests,
            "holds": each.holds, "limited": each.limited,
        })  # fmt: skip
    heads = (
        *(say("live-head-share", {"share": share}, language=language) for share in shares),
        say("live-head-errors", {}, language=language),
        say("live-head-requests", {}, language=language), "",
    )  # fmt: skip
    facts = {"system": found.engine.name, "objective": str(found.objective), "rate": found.rate}
    grid = Grid(
        say("live-rates-title", facts, language=language),
        say("live-head-rate", {}, language=language),
        heads,
        tuple(rows),
    )
    return Page(
        [Block(grid, lines=[say(found.ended, facts, language=language)])],
        tidy,
        {**facts, "steps": tidy},
        language=language,
    )
