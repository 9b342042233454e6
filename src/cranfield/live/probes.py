"""What is asked of an engine besides searches: how soon changes are found, and how large its index is."""

from __future__ import annotations

from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.cost_table import Pass
from cranfield.live.about import about_engine, space_of
from cranfield.live.asking import HttpAsker
from cranfield.live.freshness import Trials, freshness
from cranfield.live.measured import Measured
from cranfield.live.opened import Source, asker_of, finished, opened_engine
from cranfield.live.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from cranfield.live.engine import Engine

__all__ = ["live_freshness", "live_space"]


def live_freshness(
    given: Any, trials: Trials | None = None, *, progress: Callable[[str, int, int, int], None] | None = None
) -> Measured:
    """How long it takes until documents that are added, changed and deleted show in searches."""
    engine, tried = opened_engine(given), trials or Trials()
    rows, told = Rows(timeout=engine.timeout), list[Pass]()
    about = Pass("sequential", resolution=tried.every if tried.after is None else tried.after)

    def watch(phase: str, done: int, total: int) -> None:
        if progress is not None:
            progress(phase, done, total, rows.errors)

    async def work() -> None:
        async with _asker(engine) as asker:
            told.append(await about_engine(asker, (), about))
            looks = await freshness(asker, tried, rows, watch)
            if tried.after is None:  # who searches slowly cannot look often
                told[0] = replace(told[0], resolution=max(tried.every, median(looks)))

    finished(work(), [rows])
    return Measured(engine, rows, told[0], 0)


def live_space(given: Any) -> Measured:
    """How many bytes the index takes, and how many documents are in it."""
    engine = opened_engine(given)
    rows, told = Rows(), list[Pass]()

    async def work() -> None:
        async with _asker(engine) as asker:
            told.append(await about_engine(asker, (), Pass("sequential")))
            size, documents = await space_of(asker)
            rows.row(query="index", kind="space", phase="measured", repetition=0, value=float(size), results=documents)

    finished(work(), [rows])
    return Measured(engine, rows, told[0], 0)


def _asker(engine: Engine) -> HttpAsker:
    asker = asker_of(engine, Source())
    if not isinstance(asker, HttpAsker):
        raise InputError("live-not-of-functions", source=engine.source)
    return asker
