"""One request after the other: each answer is waited for, which measures an engine at rest, query by query.

Several engines take turns at every query, and who is first alternates: whatever else the machine does meets them all.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.live.settled import Warming

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cranfield.live.asking import Asker
    from cranfield.live.queries import Query
    from cranfield.live.rows import Rows

__all__ = ["Plan", "sequential"]


@dataclass(frozen=True)
class Plan:
    """How queries are asked."""

    size: int = 10
    repetitions: int = 1
    seed: int = 0
    warm_up: bool = True
    stop: bool = True  # at the first failure; otherwise failures are counted
    pause: float = 0.0  # seconds between requests


async def sequential(
    askers: Sequence[Asker], queries: Sequence[Query], plan: Plan, rows: Sequence[Rows],
    watch: Callable[[str, int, int], None] | None = None,
) -> None:  # fmt: skip
    """Ask every query of every engine: once cold, then until times have settled, then as often as is measured."""
    rng = np.random.default_rng(plan.seed)
    start = time.perf_counter()
    for each in rows:
        each.start = start
    turn = _Turns(askers, plan, rows)

    async def asked(phase: str, some: Sequence[Query], repetition: int = 0) -> None:
        for done, query in enumerate(some, 1):
            await turn.all(query, phase, repetition)
            if watch is not None:
                watch(
                    phase, done + repetition * len(some), len(some) * (plan.repetitions if phase == "measured" else 1)
                )

    def shuffled() -> list[Query]:
        return [queries[at] for at in rng.permutation(len(queries))]

    if plan.warm_up:
        await asked("cold", shuffled())
        warming = [Warming() for _ in askers]
        while not all(each.settled for each in warming):
            began = [len(each) for each in rows]
            await asked("warm-up", shuffled()[: Warming.WINDOW])
            for warm, held, at in zip(warming, rows, began, strict=True):
                warm.window(held.services(at))
    for repetition in range(plan.repetitions):
        await asked("measured", shuffled(), repetition)


class _Turns:
    """Asks all engines the same query, one after the other."""

    def __init__(self, askers: Sequence[Asker], plan: Plan, rows: Sequence[Rows]) -> None:
        self.pairs, self.plan, self.first = list(zip(askers, rows, strict=True)), plan, 0
        self.begun = False

    async def all(self, query: Query, phase: str, repetition: int) -> None:
        order = self.pairs[self.first :] + self.pairs[: self.first]
        self.first = (self.first + 1) % len(self.pairs)
        for asker, rows in order:
            if self.plan.pause and self.begun:
                await asyncio.sleep(self.plan.pause)
            self.begun = True
            outcome = await asker.search(query, self.plan.size)
            if outcome.failure is not None and self.plan.stop:
                raise outcome.error()
            rows.add(outcome, phase, repetition=repetition)
