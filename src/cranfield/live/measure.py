"""The way in: measure one engine or several, one request after the other or under load."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cranfield.core.arguments import (
    ANY_SEED,
    NAME,
    PROGRESS,
    SWITCH,
    Rule,
    door,
    instance,
    is_number,
    optional,
    whole_number,
)
from cranfield.errors import InputError
from cranfield.io.cost_table import Pass
from cranfield.live.about import about_engine
from cranfield.live.load import Load, open_loop
from cranfield.live.measured import Measured
from cranfield.live.opened import Source, asker_of, finished, opened_engines
from cranfield.live.queries import read_queries
from cranfield.live.rows import Rows
from cranfield.live.safety import refuse_load
from cranfield.live.schedule import SCHEDULES
from cranfield.live.sequential import Plan, sequential

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cranfield.live.asking import Asker
    from cranfield.live.engine import Engine
    from cranfield.live.queries import Query

__all__ = ["live", "live_all"]

ROUNDS = 4  # turns that several engines take under load
_ABOVE_ZERO = Rule("be-above-zero", lambda value: is_number(value) and 0 < value <= 1e6)
_FROM_ONE = whole_number("be-jobs", 1, 100_000, InputError)
_FROM_ZERO = Rule("be-from-zero", lambda value: is_number(value) and 0 <= value <= 1e6)
_CHOSEN_SOURCE = optional(instance("be-source", Source))
_RULES = {
    "size": _FROM_ONE, "rate": optional(_ABOVE_ZERO), "duration": _ABOVE_ZERO, "schedule": NAME,
    "repetitions": _FROM_ONE, "seed": ANY_SEED, "warm_up": SWITCH, "errors": optional(NAME), "in_flight": _FROM_ONE,
    "pause": _FROM_ZERO, "source": _CHOSEN_SOURCE, "yes": SWITCH, "progress": PROGRESS,
}  # fmt: skip


@dataclass(frozen=True)
class _Asked:
    """Everything that a pass needs."""

    engines: Sequence[Engine]
    queries: Sequence[Query]
    source: Source
    rows: list[Rows] = field(default_factory=list)
    about: list[Pass] = field(default_factory=list)


@door(**_RULES)
def live(
    engine: Any, queries: Any, *, size: int = 10, rate: float | None = None, duration: float = 60.0,
    schedule: str = "fixed", repetitions: int = 1, seed: int = 0, warm_up: bool = True, errors: str | None = None,
    in_flight: int = 512, pause: float = 0.0, source: Source | None = None, yes: bool = False,
    progress: Callable[[str, int, int, int], None] | None = None,
) -> Measured:  # fmt: skip
    """Ask an engine every query, and keep rankings and the cost of each request.

    `engine` is a file such as engine.toml, a mapping of the same keys, or a function: `search(query, size)` gives ids,
    pairs of id and score, or a mapping. `queries` is a file of ids and words, or a mapping. Requests follow each other,
    or with a `rate` come by a schedule, fixed or poisson, for `duration` seconds. `errors` is stop or count; without a
    rate the first failure stops. `warm_up` asks every query once cold, and goes on until times have settled. `source`
    records, or answers from a recording; `yes` allows more than 100 requests a second to another machine.

    >>> found = live(lambda query, size: ["d1", "d2"], {"q1": "muddy tent"}, warm_up=False)
    >>> found.run
    {'q1': {'d1': 2.0, 'd2': 1.0}}
    """
    (found,) = live_all(
        [engine], queries, size=size, rate=rate, duration=duration, schedule=schedule, repetitions=repetitions,
        seed=seed, warm_up=warm_up, errors=errors, in_flight=in_flight, pause=pause, source=source, yes=yes,
        progress=progress,
    )  # fmt: skip
    return found


@door(**_RULES)
def live_all(
    engines: Sequence[Any], queries: Any, *, size: int = 10, rate: float | None = None, duration: float = 60.0,
    schedule: str = "fixed", repetitions: int = 1, seed: int = 0, warm_up: bool = True, errors: str | None = None,
    in_flight: int = 512, pause: float = 0.0, source: Source | None = None, yes: bool = False,
    progress: Callable[[str, int, int, int], None] | None = None,
) -> list[Measured]:  # fmt: skip
    """The same for several engines, which take turns."""
    if schedule not in SCHEDULES:
        raise InputError("live-choice", name="schedule", given=schedule, names=list(SCHEDULES))
    if errors not in (None, "stop", "count"):
        raise InputError("live-choice", name="errors", given=errors, names=["stop", "count"])
    asked = _Asked(opened_engines(engines), read_queries(queries), source or Source())
    for each in asked.engines:
        if each.search is not None:
            each.require(each.search, asked.queries[0].values(size))
        if rate is not None:
            refuse_load(each, rate, meant=yes)
    if rate is None:
        plan = Plan(size, repetitions, seed, warm_up, errors != "count", pause)
        finished(_one_by_one(asked, plan, progress), asked.rows)
        return _measured(asked)
    if asked.source.replay is not None:
        raise InputError("live-replay-load")
    load = Load(rate, duration, schedule, seed, size, in_flight, warm_up, errors == "stop")
    finished(_loaded(asked, load, repetitions, progress), asked.rows)
    return _measured(asked)


def _measured(asked: _Asked) -> list[Measured]:
    """What there is; after Ctrl-C an engine may not even have been opened."""
    every = zip(asked.engines, asked.rows, asked.about, strict=False)
    return [Measured(engine, rows, about, len(asked.queries)) for engine, rows, about in every]


async def _entered(asked: _Asked, stack: AsyncExitStack, about: Pass) -> list[Asker]:
    """Open every engine, and ask what it says about itself."""
    askers = []
    for engine in asked.engines:
        asker = await stack.enter_async_context(asker_of(engine, asked.source))
        asked.about.append(await about_engine(asker, asked.queries, about))
        asked.rows.append(Rows(timeout=engine.timeout))
        askers.append(asker)
    return askers


async def _one_by_one(
    asked: _Asked, plan: Plan, progress: Callable[[str, int, int, int], None] | None
) -> None:  # fmt: skip
    async with AsyncExitStack() as stack:
        askers = await _entered(asked, stack, Pass("sequential", seed=plan.seed))
        await sequential(askers, asked.queries, plan, asked.rows, _watched(asked, progress))


async def _loaded(
    asked: _Asked, load: Load, repetitions: int, progress: Callable[[str, int, int, int], None] | None
) -> None:
    """Load every engine in turn; several take shorter turns, A B A B."""
    about = Pass("load", load.rate, load.schedule, load.seed, load.duration)
    several = len(asked.engines) > 1
    turns = repetitions * (ROUNDS if several else 1)
    turn = load.duration / ROUNDS if several else load.duration
    async with AsyncExitStack() as stack:
        askers = await _entered(asked, stack, about)
        for repetition in range(turns):
            pairs = list(zip(askers, asked.rows, strict=True))
            for asker, rows in pairs if repetition % 2 == 0 else reversed(pairs):
                each = Load(
                    load.rate, turn, load.schedule, load.seed, load.size, load.in_flight,
                    load.warm_up and repetition == 0, load.stop,
                )  # fmt: skip
                await open_loop(
                    asker, asked.queries, each, rows, repetition=repetition, watch=_watched(asked, progress)
                )


def _watched(
    asked: _Asked, progress: Callable[[str, int, int, int], None] | None
) -> Callable[[str, int, int], None] | None:
    """Progress, with how many requests failed so far."""
    if progress is None:
        return None
    return lambda phase, done, total: progress(phase, done, total, sum(each.errors for each in asked.rows))
