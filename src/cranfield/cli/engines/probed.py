"""`--freshness` and `--space`: what an engine does with changes, and how large its index is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.cli.engines.asked import INTERRUPTED
from cranfield.cli.engines.progress import watching
from cranfield.cli.engines.shown import write_figures
from cranfield.words import say

if TYPE_CHECKING:
    from cranfield.cli.engines.asked import Asked
    from cranfield.live.measured import Measured

__all__ = ["run_freshness", "run_space"]

_CHANGES = {"add": "live-add", "update": "live-update", "delete": "live-delete"}


def run_freshness(asked: Asked) -> int:
    """Add, update and delete documents of our own, which do not stay."""
    from cranfield.live.freshness import Trials  # noqa: PLC0415 (loads numpy)
    from cranfield.live.probes import live_freshness  # noqa: PLC0415

    options = asked.options
    trials = Trials(options["freshness"], every=options["every"], after=options["look_after"])
    found: list[Measured] = []
    for engine in asked.opened():
        with watching(engine.name, asked.language) as progress:
            found.append(live_freshness(engine, trials, progress=progress))
    asked.keep(found)
    write_figures(asked, found, lines=[line for each in found for line in _each_change(each, asked.language)])
    return INTERRUPTED if any(each.rows.interrupted for each in found) else 0


def _each_change(measured: Measured, language: str) -> list[str]:
    """The median of each kind of change."""
    from cranfield.core.evaluate import evaluate  # noqa: PLC0415
    from cranfield.io.cost import cost  # noqa: PLC0415

    kinds = [each for each in ("add", "update", "delete") if f"freshness-{each}" in measured.rows.held["kind"]]
    results = evaluate(cost(measured.table), [f"Freshness(mean, of={each!r})" for each in kinds])
    values = [each.value for each in results.values()]
    told = [
        say("live-change", {"kind": _CHANGES[kind], "mean": value}, language=language)
        for kind, value in zip(kinds, values, strict=True)
    ]
    return [say("live-changes", {"system": measured.system, "told": told}, language=language)]


def run_space(asked: Asked) -> int:
    """Ask how large indexes are."""
    from cranfield.live.probes import live_space  # noqa: PLC0415 (loads numpy)

    found = [live_space(engine) for engine in asked.opened()]
    asked.keep(found)
    lines = []
    for each in found:
        size, documents = each.rows.held["value"][0], each.rows.held["results"][0]
        facts = {"system": each.system, "bytes": int(size), "documents": documents}
        lines.append(say("live-space", facts, language=asked.language))
    write_figures(asked, found, lines=lines)
    return 0
