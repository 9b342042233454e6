"""`--sweep`: every setting on the queries where one is chosen, and the chosen one on the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.engines.drawn import save_picture
from cranfield.cli.engines.progress import watching
from cranfield.cli.engines.shown import print_page, tell_findings
from cranfield.words import say, translated

if TYPE_CHECKING:
    from cranfield.cli.engines.asked import Asked
    from cranfield.live.sweep import Swept
    from cranfield.report.page import Page

__all__ = ["run_sweep", "sweep_page"]


def run_sweep(asked: Asked) -> int:
    """Sweep one engine."""
    options = asked.options
    if options["qrels"] is None:
        raise click.UsageError(say("sweep-no-qrels", {}, voice="shell"))
    if len(asked.engines) != 1 or len(options["measures"]) > 1:
        raise click.UsageError(say("sweep-one-engine", {}, voice="shell"))
    from cranfield.live.sweep import parse_sweep, sweep  # noqa: PLC0415 (loads numpy)

    (engine,) = asked.opened()
    sweeps = dict(map(parse_sweep, options["sweep"]))
    source, tape = asked.source()
    with watching(engine.name, asked.language) as progress:
        found = sweep(
            engine, asked.queries, options["qrels"], options["measures"][0], sweeps, held_out=options["held_out"],
            seed=options["seed"], size=options["size"], source=source, progress=progress,
        )  # fmt: skip
    asked.keep_tape(tape)
    print_page(asked, sweep_page(found, digits=asked.digits, language=asked.language))
    tell_findings(asked, found.odd)
    save_picture(found.table(), asked.picture, asked.language)
    return 0


def sweep_page(found: Swept, *, digits: int, language: str = "en") -> Page:
    """The settings from the best to the worst, and what the best is worth elsewhere."""
    from cranfield.report.comparison_grids import shown_p  # noqa: PLC0415
    from cranfield.report.grid import UNDEFINED, Cell, Grid, Row, with_interval  # noqa: PLC0415
    from cranfield.report.page import Block, Page  # noqa: PLC0415

    rows, tidy = [], list[dict[str, Any]]()
    estimates = [found.chosen.estimate(name) for name in found.names]
    sign = 1 if found.chosen.better == "lower" else -1
    order = sorted(range(len(found.names)), key=lambda at: sign * estimates[at].value)
    for at in order:
        name, estimate = found.names[at], estimates[at]
        pair = found.chosen.pair(name) if at else None
        p = None if pair is None else pair.adjusted
        cells = (
            Cell(with_interval(f"{estimate.value:.{digits}f}", estimate, digits), best=at == found.best),
            Cell(UNDEFINED if pair is None else f"{pair.difference:+.{digits}f}"),
            Cell(shown_p(p)), Cell(f"{found.milliseconds[at]:.2f}"),
        )  # fmt: skip
        rows.append(Row(translated(name, language=language), cells))
        tidy.append({
            "setting": name, **found.settings[at], "value": estimate.value, "low": estimate.low, "high": estimate.high,
            "difference": None if pair is None else pair.difference, "p": None if pair is None else pair.p,
            "adjusted": p, "milliseconds": found.milliseconds[at],
        })  # fmt: skip
    heads = tuple(
        say(key, {"measure": found.chosen.name}, language=language)
        for key in ("sweep-head-value", "sweep-head-difference", "sweep-head-p", "sweep-head-time")
    )
    facts = {"measure": found.chosen.name, "train": len(found.train), "count": len(found.names)}
    grid = Grid(
        say("sweep-title", facts, language=language), say("sweep-head-setting", {}, language=language), heads,
        tuple(rows), "column",
    )  # fmt: skip
    return Page(
        [Block(grid, lines=_verdict(found, digits, language))],
        tidy,
        {**facts, **_whole(found), "settings": tidy},
        language=language,
    )


def _verdict(found: Swept, digits: int, language: str) -> list[str]:
    """What the best setting is worth on the held-out queries."""
    from cranfield.report.comparison_grids import shown_p  # noqa: PLC0415

    worth, gain = found.worth, found.gain
    facts = {
        "setting": translated(found.names[found.best], language=language), "measure": found.chosen.name,
        "held": len(found.held_out),
        "value": f"{worth.value:.{digits}f}", "low": None if worth.low is None else f"{worth.low:.{digits}f}",
        "high": None if worth.high is None else f"{worth.high:.{digits}f}",
        "train": f"{found.chosen.estimate(found.names[found.best]).value:.{digits}f}",
    }  # fmt: skip
    lines = [say("sweep-best", facts, language=language)]
    if gain is None:
        return [*lines, say("sweep-stay", {}, language=language)]
    gained = {
        **facts, "difference": f"{gain.difference:+.{digits}f}",
        "p": None if gain.p is None else _equal_or_less(shown_p(gain.p)),
        "from": None if gain.low is None else f"{gain.low:+.{digits}f}",
        "to": None if gain.high is None else f"{gain.high:+.{digits}f}",
    }  # fmt: skip
    key = "sweep-gain" if gain.significant else "sweep-no-gain"
    return [*lines, say(key, gained, language=language)]


def _equal_or_less(p: str) -> str:
    return f"< {p[1:]}" if p.startswith("<") else f"= {p}"


def _whole(found: Swept) -> dict[str, Any]:
    worth, gain = found.worth, found.gain
    return {
        "best": found.names[found.best], "held_out": len(found.held_out), "value": worth.value, "low": worth.low,
        "high": worth.high, "gain": None if gain is None else gain.difference, "p": None if gain is None else gain.p,
    }  # fmt: skip
