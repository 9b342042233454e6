"""Requests by a schedule, whatever the answers do: the open loop, in which a slow engine cannot hide behind its client.

A request that has to wait for a free slot is late, and its time runs from when it should have been sent.
"""

from __future__ import annotations

import asyncio
import gc
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.live.schedule import arrivals
from cranfield.live.settled import Warming

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from cranfield.live.asking import Asker, Outcome
    from cranfield.live.queries import Query
    from cranfield.live.rows import Rows

__all__ = ["Load", "open_loop"]

_COLD = 100  # queries of the cold pass, one after the other
_WINDOW = 1.0  # seconds of a window of the warm-up
_EARLY = 0.001  # seconds; timers of the system are not finer
_BUSY = 0.2  # of the time between two requests, at most so much goes into looking at the clock
_PACE = 0.2  # seconds between two reports of progress


@dataclass(frozen=True)
class Load:
    """How an engine is loaded."""

    rate: float
    duration: float = 60.0
    schedule: str = "fixed"
    seed: int = 0
    size: int = 10
    in_flight: int = 512
    warm_up: bool = True
    stop: bool = False


async def open_loop(
    asker: Asker, queries: Sequence[Query], load: Load, rows: Rows, *,
    repetition: int = 0, watch: Callable[[str, int, int], None] | None = None,
) -> None:  # fmt: skip
    """Load an engine: a cold pass, windows until its times have settled, and what is measured."""
    rng = np.random.default_rng([load.seed, repetition])
    loop = _Loop(asker, queries, load, rows, rng, watch)
    if not rows.start:
        rows.start = time.perf_counter()
    if load.warm_up:
        for at in rng.permutation(len(queries))[:_COLD]:
            loop.keep(await asker.search(queries[at], load.size), "cold", None, repetition)
        warming = Warming()
        while not warming.settled:
            before = len(rows)
            await loop.run(_WINDOW, "warm-up", repetition)
            warming.window(rows.services(before))
    with _few_pauses():
        await loop.run(load.duration, "measured", repetition)


class _Loop:
    """Sends what is due, and keeps what comes back."""

    def __init__(
        self, asker: Asker, queries: Sequence[Query], load: Load, rows: Rows, rng: np.random.Generator,
        watch: Callable[[str, int, int], None] | None,
    ) -> None:  # fmt: skip
        self.asker, self.queries, self.load, self.rows, self.rng, self.watch = asker, queries, load, rows, rng, watch
        self.slots = asyncio.Semaphore(load.in_flight)
        self.next: list[int] = []

    def query(self) -> Query:
        """Every query once in random order, and again."""
        if not self.next:
            self.next = self.rng.permutation(len(self.queries)).tolist()
        return self.queries[self.next.pop()]

    def keep(self, outcome: Outcome, phase: str, intended: float | None, repetition: int) -> None:
        """Keep what came back, or stop."""
        if outcome.failure is not None and self.load.stop:
            raise outcome.error()
        self.rows.add(outcome, phase, repetition=repetition, intended=intended)

    async def run(self, duration: float, phase: str, repetition: int) -> None:
        """Send everything that the schedule has, and wait for the last answer."""
        due = arrivals(self.load.rate, duration, self.load.schedule, self.rng)
        asked = [self.query() for _ in due]
        async with asyncio.TaskGroup() as group:
            group.create_task(self._dispatch(group, due, asked, phase, repetition))

    async def _dispatch(
        self, group: asyncio.TaskGroup, due: NDArray[np.float64], asked: Sequence[Query], phase: str, repetition: int
    ) -> None:
        start, told = time.perf_counter() + 0.01, 0.0
        at, times = 0, (due + start).tolist()
        early = min(_EARLY, _BUSY / self.load.rate)
        while at < len(times):
            now = time.perf_counter()
            while at < len(times) and times[at] <= now:
                await self.slots.acquire()
                group.create_task(self._one(asked[at], times[at], phase, repetition))
                at += 1
            if self.watch is not None and now - told > _PACE:
                told = now
                self.watch(phase, at, len(times))
            if at < len(times):
                wait = times[at] - time.perf_counter()
                # sleeps are as coarse as a millisecond: wake early, and look again and again for the rest
                await asyncio.sleep(wait - early if wait > early else 0)

    async def _one(self, query: Query, intended: float, phase: str, repetition: int) -> None:
        try:
            outcome = await self.asker.search(query, self.load.size)
        finally:
            self.slots.release()
        self.keep(outcome, phase, intended, repetition)


@contextmanager
def _few_pauses() -> Iterator[None]:
    """Let the collector of garbage look at what is new only: a look at everything would make requests late."""
    gc.collect()
    gc.freeze()
    before = gc.get_threshold()
    gc.set_threshold(before[0], before[1], 10_000)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
