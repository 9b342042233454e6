"""Random trials that all systems and measures of a comparison share: units drawn again, and units swapped.

Draws and swaps are those of one seeded generator in one order, and what is counted is compared with some slack, so
that neither threads nor the size of blocks change a digit of a p-value.
"""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from cranfield.compare.resample import draws
from cranfield.core.states.listed import Listed
from cranfield.core.states.sums import Sums

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from cranfield.compare.kinds import Kinds
    from cranfield.compare.lineup import Lineup

    _Maker = Callable[[NDArray[np.float64]], NDArray[np.float64]]

__all__ = ["Trials", "swaps"]

_LONG = 200_000_000  # examples drawn or swapped, beyond which kinds of them are counted
_SWAPS = 1 << 28  # choices made at once, a byte each
_ROOM = 1 << 22  # numbers held at once

_Given = TypeVar("_Given")
_Made = TypeVar("_Made")


@dataclass(frozen=True)
class Trials:
    """How many trials there are, and where their random numbers begin."""

    resamples: int
    seed: int
    jobs: int | None = None

    def drawn(self, lineups: Sequence[Lineup]) -> list[NDArray[np.float64]]:
        """For each lineup `[draw, system]`: the measure on units that were drawn with replacement."""
        found: dict[int, NDArray[np.float64]] = {}
        for each in lineups:
            if not each.paired or _alone(each):
                found[id(each)] = np.stack([self._redrawn(each, at) for at in range(len(each.systems))], axis=1)
                continue
            kinds = self._kinds(each)
            if kinds is not None:
                blocks = kinds.drawn(self.resamples, self.seed)
                found[id(each)] = np.concatenate(list(_in_turn(_maker(kinds.lineup), blocks, self.jobs)))
        rest = [each for each in lineups if id(each) not in found]
        for size in dict.fromkeys(each.size for each in rest):
            alike = [each for each in rest if each.size == size]
            makers = [_maker(each) for each in alike]
            cost = max(size, *(state.cost for each in alike for state in each.states))
            blocks = draws(size, self.resamples, self.seed, 2 * cost)
            joined = np.concatenate(list(_in_turn(partial(_beside, makers), blocks, self.jobs)))
            ends = np.cumsum([0, *(len(each.systems) for each in alike)])
            for each, (begin, end) in zip(alike, pairwise(ends.tolist()), strict=True):
                found[id(each)] = joined[:, begin:end]
        return [found[id(each)] for each in lineups]

    def _redrawn(self, lineup: Lineup, at: int) -> NDArray[np.float64]:
        """The measure of one system on its own units, drawn by themselves."""
        result, state, seed = lineup.results[at], lineup.states[at], self.seed + at
        grouped = getattr(state, "grouped", False) or getattr(state, "sessions", False)
        short = None if grouped else result.measure.redrawn(state, self.resamples, seed)
        if short is not None:
            return short
        blocks = draws(len(state.population), self.resamples, seed, state.cost)

        def work(often: NDArray[np.float64]) -> NDArray[np.float64]:
            return result.measure.finish(state.drawn(often))

        return np.concatenate(list(_in_turn(work, blocks, self.jobs)))

    def signed(self, size: int, columns: NDArray[np.float64]) -> Iterator[NDArray[np.float64]]:
        """Blocks `[trial, column]` of sums of columns `[unit, column]` whose units changed their signs."""
        whole = columns.sum(axis=0)

        def work(swapped: NDArray[np.bool_]) -> NDArray[np.float64]:
            return whole - 2.0 * (swapped.astype(np.float64) @ columns)  # what changes its sign is taken away twice

        yield from _in_turn(work, swaps(size, self.resamples, self.seed, max(size, columns.shape[1])), self.jobs)

    def swapped(self, lineup: Lineup, couples: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
        """`[trial, couple]`: the difference, second minus first, after units of both were swapped at random.

        Where all swaps are fewer than the trials, each of them is a trial.
        """
        kinds = self._kinds(lineup)
        if kinds is not None:
            blocks = kinds.swapped(self.resamples, self.seed)
            return np.concatenate(list(_in_turn(_kind_swapper(kinds, couples), blocks, self.jobs)))
        size = lineup.size
        work, cost = _swapper(lineup, couples)
        if 2**size <= self.resamples:
            every = (np.arange(2**size)[:, None] >> np.arange(size)) & 1
            return work(every.astype(bool))
        return np.concatenate(list(_in_turn(work, swaps(size, self.resamples, self.seed, cost), self.jobs)))

    def _kinds(self, lineup: Lineup) -> Kinds | None:
        """The kinds of examples, where trials with each of them would take long."""
        return lineup.kinds if lineup.size * self.resamples > _LONG else None


def _alone(lineup: Lineup) -> bool:
    """Whether there is one system, whose units need not be drawn as those of others are."""
    return len(lineup.systems) == 1 and isinstance(lineup.states[0], Listed)


def swaps(size: int, trials: int, seed: int, cost: int) -> Iterator[NDArray[np.bool_]]:
    """Which of a population are swapped, a block of trials at a time; `cost` is what a trial takes in memory."""
    rng = np.random.default_rng(seed)
    block = max(_ROOM // max(cost, size, 1), 1)
    step = max(_SWAPS // max(size, 1), 1)
    for start in range(0, trials, step):
        chosen = rng.integers(2, size=(min(step, trials - start), size), dtype=bool)
        for begin in range(0, len(chosen), block):
            yield chosen[begin : begin + block]


def _in_turn(work: Callable[[_Given], _Made], given: Iterable[_Given], jobs: int | None) -> Iterator[_Made]:
    """Work on several at once, in the order in which they come, with few of them in memory."""
    count = jobs or os.cpu_count() or 1
    if count == 1:
        yield from map(work, given)
        return
    with ThreadPoolExecutor(count) as pool:
        waiting: deque[Any] = deque()
        for each in given:
            waiting.append(pool.submit(work, each))
            if len(waiting) > count:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _beside(makers: Sequence[_Maker], often: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate([make(often) for make in makers], axis=1)


def _maker(lineup: Lineup) -> _Maker:
    """What turns weights into `[draw, system]`; rows of sums of all systems are multiplied at once."""
    if _is_plain(lineup):
        rows = lineup.rows()
        stacked, spans = np.concatenate(rows, axis=1), list(pairwise(_ends(rows)))

        def of_rows(often: NDArray[np.float64]) -> NDArray[np.float64]:
            sums = often @ stacked
            found = [
                result.measure.finish(sums[:, low:high])
                for result, (low, high) in zip(lineup.results, spans, strict=True)
            ]
            return np.stack(found, axis=1)

        return of_rows

    def of_states(often: NDArray[np.float64]) -> NDArray[np.float64]:
        found = []
        for result, state, place in zip(lineup.results, lineup.states, lineup.places, strict=True):
            theirs = often
            if not isinstance(place, slice):
                theirs = np.empty_like(often)
                theirs[:, place] = often
            found.append(result.measure.finish(state.drawn(theirs)))
        return np.stack(found, axis=1)

    return of_states


def _ends(rows: Sequence[NDArray[np.float64]]) -> list[int]:
    """Where the columns of each begin and end when they stand beside each other."""
    return [0, *np.cumsum([each.shape[1] for each in rows]).tolist()]


def _is_plain(lineup: Lineup) -> bool:
    """Whether all states are finite rows of sums, which a product of matrices draws."""
    return all(isinstance(each, Sums) and np.isfinite(each.rows).all() for each in lineup.states)


def _swapper(
    lineup: Lineup, couples: Sequence[tuple[int, int]]
) -> tuple[Callable[[NDArray[np.bool_]], NDArray[np.float64]], int]:
    """What turns swaps into differences of couples, and what a trial costs."""
    if _is_plain(lineup):
        return _swap_rows(lineup, couples)
    finish = lineup.measure.finish
    boths = [lineup.states[one].beside(lineup.states[two]) for one, two in couples]

    def work(swapped: NDArray[np.bool_]) -> NDArray[np.float64]:
        size, found = swapped.shape[1], []
        for (one, two), both in zip(couples, boths, strict=True):
            often = np.empty((len(swapped), 2 * size))
            often[:, :size][:, lineup.places[one]] = ~swapped
            often[:, size:][:, lineup.places[two]] = swapped
            found.append(finish(both.drawn(1 - often)) - finish(both.drawn(often)))
        return np.stack(found, axis=1)

    return work, 2 * max((each.cost for each in boths), default=1)


def _kind_swapper(kinds: Kinds, couples: Sequence[tuple[int, int]]) -> _Maker:
    """The same for so many of each kind."""
    lineup = kinds.lineup
    finish, whole = lineup.measure.finish, np.tile(kinds.often, 2)
    boths = [lineup.states[one].beside(lineup.states[two]) for one, two in couples]

    def work(swapped: NDArray[np.float64]) -> NDArray[np.float64]:
        often = np.concatenate((kinds.often - swapped, swapped), axis=1)
        found = [finish(both.drawn(whole - often)) - finish(both.drawn(often)) for both in boths]
        return np.stack(found, axis=1)

    return work


def _swap_rows(
    lineup: Lineup, couples: Sequence[tuple[int, int]]
) -> tuple[Callable[[NDArray[np.bool_]], NDArray[np.float64]], int]:
    """Swaps move the difference of two rows from one sum to the other."""
    rows = lineup.rows()
    totals = [np.array(each.total()) for each in lineup.states]
    several = len(couples) >= len(rows)  # then sums of systems are fewer than sums of differences
    columns = rows if several else [rows[two] - rows[one] for one, two in couples]
    stacked, spans = np.concatenate(columns, axis=1), list(pairwise(_ends(columns)))
    kind: Any = np.float32 if _is_small(stacked) else np.float64
    stacked = stacked.astype(kind)

    def work(swapped: NDArray[np.bool_]) -> NDArray[np.float64]:
        sums = (swapped.astype(kind) @ stacked).astype(np.float64)
        parts = [sums[:, low:high] for low, high in spans]
        found = []
        for at, (one, two) in enumerate(couples):
            change = parts[two] - parts[one] if several else parts[at]
            first = lineup.results[one].measure.finish(totals[one] + change)
            found.append(lineup.results[two].measure.finish(totals[two] - change) - first)
        return np.stack(found, axis=1)

    return work, stacked.shape[1] + 4 * max(each.shape[1] for each in rows) + len(couples)


def _is_small(rows: NDArray[np.float64]) -> bool:
    """Whether float32 adds them up exactly, as it does whole numbers below 2 to the 24th."""
    return bool((np.rint(rows) == rows).all()) and float(np.abs(rows).sum(axis=0).max(initial=0.0)) < 2**24
