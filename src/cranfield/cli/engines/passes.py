"""One pass or a load: rankings, cost, and quality where judgments are given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.cli.engines.asked import INTERRUPTED
from cranfield.cli.engines.progress import watching
from cranfield.cli.engines.shown import write_figures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.cli.engines.asked import Asked
    from cranfield.core.result import Results
    from cranfield.live.measured import Measured

__all__ = ["run_pass"]

_TAKEN = (
    "size", "rate", "duration", "schedule", "repetitions", "seed", "warm_up", "errors", "in_flight", "pause", "yes",
)  # fmt: skip


def run_pass(asked: Asked) -> int:
    """Ask, keep, print; what was measured before Ctrl-C is kept and printed too."""
    from cranfield.live.measure import live_all  # noqa: PLC0415 (loads numpy)

    engines = asked.opened()
    source, tape = asked.source()
    options: dict[str, Any] = {name: asked.options[name] for name in _TAKEN}
    with watching(", ".join(each.name for each in engines), asked.language) as progress:
        found = live_all(engines, asked.queries, **options, source=source, progress=progress)
    asked.keep(found)
    asked.keep_tape(tape)
    told = [each for each in found if "measured" in each.rows.held["phase"]]
    if told:
        write_figures(asked, told, _quality(asked, told))
    return INTERRUPTED if any(each.rows.interrupted for each in found) else 0


def _quality(asked: Asked, found: Sequence[Measured]) -> list[Results]:
    """What the rankings are worth, if somebody judged."""
    qrels = asked.options["qrels"]
    if qrels is None:
        return []
    from cranfield.core.evaluate import evaluate  # noqa: PLC0415
    from cranfield.io.ranking import judgments, ranking  # noqa: PLC0415

    gold = judgments(qrels)
    return [evaluate(ranking(gold, each.run, system=each.system), asked.options["measures"]) for each in found]
