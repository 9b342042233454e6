"""The largest rate at which an engine holds an objective: double the rate until it does not, then halve the gap."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from statistics import median
from typing import TYPE_CHECKING, Any

from cranfield.core.evaluate import evaluate
from cranfield.core.tidy import tidy
from cranfield.io.cost import cost
from cranfield.io.cost_table import Pass
from cranfield.live.about import about_engine
from cranfield.live.load import Load, open_loop
from cranfield.live.measured import Measured
from cranfield.live.opened import Source, asker_of, finished, opened_engine
from cranfield.live.queries import read_queries
from cranfield.live.rows import Rows
from cranfield.live.safety import MOST, is_here, refuse_load
from cranfield.live.sequential import Plan, sequential
from cranfield.measures.cost.limited import limits
from cranfield.measures.cost.spread import needed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pyarrow as pa

    from cranfield.live.asking import Asker
    from cranfield.live.engine import Engine
    from cranfield.live.objective import Objective
    from cranfield.live.queries import Query

__all__ = ["FoundRate", "Step", "find_rate"]

_SHARES = (50.0, 95.0, 99.0)
_LONGEST = 60.0  # seconds of a step, unless more are asked for: rates that need longer are not tried
_HIGHEST = 20_000.0
_FINE = 1.05  # the gap between a rate that holds and one that does not, at the end
_STEPS = 24
_COLD = 100  # queries, one after the other, from which the first rate is guessed


@dataclass(frozen=True)
class Step:
    """One rate that was tried."""

    rate: float
    requests: int
    milliseconds: dict[float, float | None]  # percentile to value, where the sample is large enough
    errors: float
    holds: bool
    limited: bool  # by this client: what it says of the engine is not valid


@dataclass
class FoundRate:
    """What was tried in order, and the pass at the largest rate that held."""

    engine: Engine
    objective: Objective
    steps: list[Step] = field(default_factory=list)
    best: Measured | None = None
    lowest: Measured | None = None  # the pass at the lowest rate that was tried
    ended: str = "live-rate-found"  # or why it is not the end
    rows: list[Rows] = field(default_factory=list)

    @property
    def rate(self) -> float | None:
        """The largest rate that held."""
        held = [each.rate for each in self.steps if each.holds]
        return max(held) if held else None

    def table(self) -> pa.Table:
        """The steps by rate, for a picture."""
        steps = sorted(self.steps, key=lambda each: each.rate)
        shares = sorted({share for each in steps for share in each.milliseconds})
        rows = [
            (f"p{share:g}", each.rate, each.milliseconds.get(share), each.holds) for share in shares for each in steps
        ]
        names = ("line", "rate", "milliseconds", "holds")
        columns = {name: [row[at] for row in rows] for at, name in enumerate(names)}
        facts = {"system": self.engine.name, "limit": self.objective.milliseconds, "rate": self.rate}
        return tidy(columns, kind="rates", **facts)


def find_rate(
    given: Any, queries: Any, objective: Objective, *, start: float | None = None, duration: float = 10.0,
    schedule: str = "fixed", seed: int = 0, size: int = 10, in_flight: int = 512, errors: str | None = None,
    yes: bool = False, progress: Callable[[str, int, int, int], None] | None = None,
) -> FoundRate:  # fmt: skip
    """Try rates until the largest that holds is known to 5 %; each for as long as its percentile needs."""
    engine, asked = opened_engine(given), read_queries(queries)
    if engine.search is not None:
        engine.require(engine.search, asked[0].values(size))
    found = FoundRate(engine, objective)
    highest = _HIGHEST if yes or is_here(engine) else MOST
    refuse_load(engine, start or 0.0, meant=yes)
    load = Load(1.0, duration, schedule, seed, size, in_flight, warm_up=False, stop=errors == "stop")
    search = _Search(found, asked, load, highest, progress, counted=errors == "count")
    finished(search.run(start), search.rows)
    if any(each.interrupted for each in search.rows) and found.ended == "live-rate-found":
        found.ended = "live-rate-interrupted"
    return found


class _Search:
    """Tries one rate after the other."""

    def __init__(
        self, found: FoundRate, queries: Sequence[Query], load: Load, highest: float,
        progress: Callable[[str, int, int, int], None] | None, *, counted: bool = False,
    ) -> None:  # fmt: skip
        self.counted = counted
        self.found, self.queries, self.load, self.highest, self.progress = found, queries, load, highest, progress
        self.rows = found.rows
        self.lowest = 1.05 * needed(found.objective.percentile) / max(_LONGEST, load.duration)
        self.about = Pass("load", schedule=load.schedule, seed=load.seed)

    async def run(self, start: float | None) -> None:
        """Double or halve until a rate that holds and one that does not are known, then close the gap."""
        async with AsyncExitStack() as stack:
            asker = await stack.enter_async_context(asker_of(self.found.engine, Source()))
            self.about = await about_engine(asker, self.queries, self.about)
            rate = min(max(start or await self._guess(asker), self.lowest), self.highest)
            good, bad = 0.0, float("inf")
            for _ in range(_STEPS):
                step = await self._try(asker, rate)
                if step.holds:
                    good = rate
                else:
                    bad = rate
                if good >= self.highest:
                    self.found.ended = "live-rate-highest"
                    return
                if bad <= self.lowest:
                    self.found.ended = "live-rate-none"
                    return
                if bad / max(good, 1e-9) <= _FINE:
                    break
                if not good:
                    rate = max(bad / 2, self.lowest)
                else:
                    rate = min(2 * good, self.highest) if bad == float("inf") else (good * bad) ** 0.5
            if any(each.limited and each.rate <= bad for each in self.found.steps if not each.holds):
                self.found.ended = "live-rate-limited"

    async def _guess(self, asker: Asker) -> float:
        """A quarter of what one request after the other would do."""
        rows = Rows(timeout=self.found.engine.timeout)
        self.rows.append(rows)
        plan = Plan(self.load.size, seed=self.load.seed, warm_up=False, stop=not self.counted)
        await sequential([asker], self.queries[:_COLD], plan, [rows])
        return max(0.25 / max(median(rows.services() or [self.found.engine.timeout]), 1e-4), 1.0)

    async def _try(self, asker: Asker, rate: float) -> Step:
        """Load the engine for as long as the percentile needs, and look."""
        objective = self.found.objective
        duration = max(self.load.duration, 1.05 * needed(objective.percentile) / rate)
        rows = Rows(timeout=self.found.engine.timeout)
        self.rows.append(rows)
        watch = self.progress

        def watched(_: str, done: int, total: int) -> None:
            if watch is not None:
                watch(f"{rate:,.4g}/s", done, total, rows.errors)

        await open_loop(asker, self.queries, replace(self.load, rate=rate, duration=duration), rows, watch=watched)
        measured = Measured(
            self.found.engine, rows, replace(self.about, rate=rate, duration=duration), len(self.queries)
        )
        step = _step(measured, objective, rate)
        self.found.steps.append(step)
        if step.holds and rate == self.found.rate:
            self.found.best = measured
        if rate == min(each.rate for each in self.found.steps):
            self.found.lowest = measured
        return step


def _step(measured: Measured, objective: Objective, rate: float) -> Step:
    """What the measures say of one rate."""
    batch = cost(measured.table)
    shares = sorted({*_SHARES, objective.percentile})
    allowed = [share for share in shares if needed(share) <= len(batch)]
    results = evaluate(batch, [*(f"Latency(p={share:g})" for share in allowed), "ErrorRate"])
    values = [each.value for each in results.values()]
    milliseconds: dict[float, float | None] = dict.fromkeys(shares)
    milliseconds |= dict(zip(allowed, values[:-1], strict=True))
    late = {each.key for each in limits(batch)}
    took = milliseconds[objective.percentile]
    # a late client makes responses longer, so that what holds in spite of it holds; what was not sent says nothing
    holds = took is not None and objective.holds(took, values[-1]) and "limited-by-rate" not in late
    return Step(rate, len(batch), milliseconds, values[-1], holds, bool(late) and not holds)
