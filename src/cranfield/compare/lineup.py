"""One measure of several systems on the same units, lined up so that unit stands beside unit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.kinds import Kinds, kinds_of
from cranfield.compare.resample import state_by
from cranfield.core.registry import family
from cranfield.core.states.keyed import Keyed
from cranfield.core.states.listed import Listed
from cranfield.core.states.sums import Sums
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.result import Result, Results
    from cranfield.core.states.state import State

__all__ = ["Lineup", "line_up", "result_of"]


@dataclass(frozen=True, eq=False)
class Lineup:
    """The states of all systems; `places[s][i]` is where member i of the first population is in that of system s."""

    name: str
    systems: tuple[str, ...]
    results: tuple[Result, ...]
    states: tuple[State, ...]
    places: tuple[NDArray[np.int64] | slice, ...]
    noun: str
    paired: bool = True  # whether the populations are the same; if not, each is a sample of its own

    @property
    def measure(self) -> Measure:
        """The measure, as the first system's data settled it."""
        return self.results[0].measure

    @property
    def size(self) -> int:
        """How many are drawn from: the units, or the examples."""
        return len(self.states[0].population)

    @property
    def sign(self) -> int:
        """1 where higher is better, -1 where lower is."""
        return -1 if self.measure.better == "lower" else 1

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """The value of the measure for each system."""
        return np.array([each.value for each in self.results])

    @cached_property
    def kinds(self) -> Kinds | None:
        """The kinds of its examples, where many are alike."""
        return kinds_of(self)

    @cached_property
    def cells(self) -> NDArray[np.float64] | None:
        """`[system, unit]` if the measure is a mean or a sum of values of its units; nan where one has no value."""
        found = []
        if not self.paired:
            return None
        for result, state, place in zip(self.results, self.states, self.places, strict=True):
            numbers = values_of_members(result, state)
            if numbers is None or not _is_average(result.measure, state, numbers, summed=self.summed):
                return None
            found.append(numbers[place])
        return np.array(found)

    @cached_property
    def samples(self) -> list[NDArray[np.float64]] | None:
        """The values of the units of each system where it is the mean of these and systems have other units."""
        if self.paired:
            return None
        found = []
        for result, state in zip(self.results, self.states, strict=True):
            stretches = result.measure.stretches(state)
            if stretches is not None:
                found.append(stretches)
                continue
            numbers = values_of_members(result, state)
            if numbers is None or not _is_average(result.measure, state, numbers, summed=False):
                return None
            found.append(numbers[~np.isnan(numbers)])
        return found

    @cached_property
    def summed(self) -> bool:
        """Whether it is the sum of the values of the units, not their mean."""
        return all(
            (numbers := values_of_members(result, state)) is not None
            and not np.isnan(numbers).any()
            and not _is_average(result.measure, state, numbers, summed=False)
            and _is_average(result.measure, state, numbers, summed=True)
            for result, state in zip(self.results, self.states, strict=True)
        )

    def rows(self) -> list[NDArray[np.float64]]:
        """The rows of sums of all systems, units in one order."""
        return [
            state.rows[place] for state, place in zip(self.states, self.places, strict=True) if isinstance(state, Sums)
        ]

    @cached_property
    def undefined(self) -> int:
        """How many units have no value in at least one system."""
        if any(len(each.undefined) != self.size for each in self.states):
            return int(max(each.undefined.sum() for each in self.states))
        lacking = [each.undefined[place] for each, place in zip(self.states, self.places, strict=True)]
        return int(np.logical_or.reduce(lacking).sum())


def result_of(results: Results, measure: Any, name: str | None = None) -> Result:
    """What a system got by a measure; `name` is how the user calls it."""
    try:
        return results[measure]
    except KeyError:
        raise MeasureError("compare-lacks", name=name or str(measure), system=results.system) from None


def line_up(systems: Sequence[Results], name: str, measure: Any, by: str | None) -> Lineup:
    """A measure of all systems, refused where they were not judged on the same."""
    results = [result_of(each, measure, name) for each in systems]
    states = [state_by(result, by) for result in results]
    first, places = states[0], list[Any]()
    home = systems[0].family
    if home.name != results[0].measure.family:  # results of several families can stand beside each other
        home = family(results[0].measure.family)
    alone = home.unpaired
    # what is known of stretches of time is known of no unit
    paired = all(each.paired for each in results) and results[0].measure.stretches(first) is None
    for each, state in zip(systems, states, strict=True):
        facts = {"measure": name, "one": systems[0].system, "other": each.system}
        place = _places(first, state)
        if not paired or (place is None and alone):
            paired = False
            places.append(slice(None))
            continue
        if place is None:
            raise MeasureError("other-units", noun=systems[0].noun, **facts, **_only(first, state))
        if not _same_truth(first, state):
            raise MeasureError("other-truth", **facts)
        places.append(place)
    noun = results[0].noun if isinstance(first, Sums | Listed) else systems[0].noun
    if by is not None or results[0].state.clustered:
        noun = home.clusters
    names = tuple(each.system for each in systems)
    return Lineup(name, names, tuple(results), tuple(states), tuple(places), noun, paired)


def values_of_members(result: Result, state: State) -> NDArray[np.float64] | None:
    """The value of each of the population by itself, where that takes no long work; nan where it has none."""
    if isinstance(state, Sums):
        return result.values if state is result.state else result.measure.each(state)
    if not isinstance(state, Keyed) or state.named is not None or state.per != 1 or state.grouped or not state.drawable:
        return None
    columns, numbers = list(state.columns.values()), state.numbers
    if len(columns) == 1 and len(numbers) == 2 and numbers[0] is not None:
        return np.asarray(numbers[0], np.float64) if numbers[1] is None else None
    if len(columns) == 2 and numbers == (None,):  # truth and guess
        place = {label: code for code, label in enumerate(columns[0].names)}
        codes = np.array([place.get(label, -1) for label in columns[1].names], np.int64)
        return (codes[columns[1].codes] == columns[0].codes).astype(np.float64)
    return None


def _is_average(measure: Measure, state: State, numbers: NDArray[np.float64], *, summed: bool) -> bool:
    """Whether the measure is the mean or the sum of these, tried with weights that fit by chance never."""
    known = ~np.isnan(numbers)
    if len(numbers) != len(state.population) or not known.any():
        return False
    if not np.isfinite(numbers[known]).all():
        return False
    weights = np.random.default_rng(0).uniform(0.5, 1.5, (3, len(numbers)))
    found = measure.finish(state.drawn(weights))
    total = weights @ np.where(known, numbers, 0.0)
    expected = total if summed else total / (weights @ known)
    scale = np.abs(numbers[known]).max() * (len(numbers) if summed else 1)
    return bool(np.all(np.abs(found - expected) <= 1e-9 * scale))


def _places(one: State, other: State) -> NDArray[np.int64] | slice | None:
    """Where the population of one is in the other, which may list it in another order; None if they differ."""
    mine, theirs = one.population, other.population
    if len(mine) != len(theirs):
        return None
    if mine is theirs or mine == theirs:
        return slice(None)
    listed = {name: at for at, name in enumerate(theirs)}
    found = [listed.get(name, -1) for name in mine]
    return None if min(found, default=0) < 0 else np.array(found, np.int64)


def _only(one: State, other: State) -> dict[str, Any]:
    """Which of the population only one of both has."""
    mine, theirs = set(one.population), set(other.population)
    return {"both": len(mine & theirs), "mine": sorted(mine - theirs), "theirs": sorted(theirs - mine)}


def _same_truth(one: State, other: State) -> bool:
    """Whether the examples of both have the same labels, as far as these are kept."""
    if one.given is None or other.given is None or one.given is other.given:
        return True
    if len(one.given) != len(other.given):
        return False
    place = {name: code for code, name in enumerate(one.given.names)}
    codes = np.array([place.get(name, -1) for name in other.given.names], np.int64)
    return bool(np.array_equal(one.given.codes, codes[other.given.codes]))
