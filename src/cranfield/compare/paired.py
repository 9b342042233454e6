"""Whether the difference between two systems on the same units is more than chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.resample import SEED, draws, state_by
from cranfield.core.arguments import ANY_SEED, CHOICE, DRAWS, checked, optional
from cranfield.core.result import MEASURE, RESULTS
from cranfield.errors import MeasureError
from cranfield.words import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.result import Results
    from cranfield.core.states.state import State

__all__ = ["Comparison", "paired"]

_SWAPS = 1 << 28  # choices held at once, a byte each
_ROOM = 1 << 23  # numbers held at once


@dataclass(frozen=True)
class Comparison:
    """Two systems, one measure, and the chance of such a difference between equal ones."""

    measure: Measure
    baseline: float
    system: float
    p: float
    test: str
    resamples: int
    seed: int

    @property
    def difference(self) -> float:
        """System minus baseline."""
        return self.system - self.baseline


@checked(baseline=RESULTS, system=RESULTS, measure=MEASURE, test=CHOICE, resamples=optional(DRAWS), seed=ANY_SEED)
def paired(
    baseline: Results, system: Results, measure: str | Measure, *, test: str = "bootstrap",
    resamples: int | None = None, seed: int = SEED, by: str | None = None,
) -> Comparison:  # fmt: skip
    """Compare two systems on the units that both were judged on.

    `test` is 'bootstrap' (Koehn 2004; 1,000 resamples) or 'randomization' (Riezler and Maxwell 2005; 10,000 trials).
    Both are two-sided, and with the same seed their p-values are those of sacrebleu's paired tests.
    `by='group'` draws or swaps whole sessions of examples.
    """
    kinds = {"bootstrap": (_bootstrap, 1000), "randomization": (_randomization, 10_000)}
    if test not in kinds:
        raise MeasureError("bad-test", tests=list(kinds), given=test)
    names = {"measure": shown(measure), "one": baseline.system, "other": system.system}
    try:
        first, second = baseline[measure], system[measure]
    except KeyError:
        raise MeasureError("paired-lacks", **names) from None
    one, other = state_by(first, by), state_by(second, by)
    place = _places(one, other)
    names["measure"] = str(first.measure)
    if place is None:
        raise MeasureError("other-units", noun=baseline.noun, **names)
    if not _same_truth(one, other):
        raise MeasureError("other-truth", **names)
    work, default = kinds[test]
    trials = default if resamples is None else resamples
    p = work(_Pair(first.measure, one, other, place), trials, seed, abs(second.value - first.value))
    return Comparison(first.measure, first.value, second.value, p, test, trials, seed)


@dataclass(frozen=True)
class _Pair:
    """Two states of one measure, and where the population of the first is in the other."""

    measure: Measure
    one: State
    other: State
    place: NDArray[np.int64] | slice

    @property
    def cost(self) -> int:
        return self.one.cost + self.other.cost


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


def _same_truth(one: State, other: State) -> bool:
    """Whether the examples of both have the same labels, as far as these are kept."""
    if one.given is None or other.given is None:
        return True
    if len(one.given) != len(other.given):
        return False
    place = {name: code for code, name in enumerate(one.given.names)}
    codes = np.array([place.get(name, -1) for name in other.given.names], np.int64)
    return bool(np.array_equal(one.given.codes, codes[other.given.codes]))


def _p_value(chance: NDArray[np.float64], observed: float) -> float:
    """The share of trials with a larger difference, the observed one among them."""
    return float((np.sum(chance > observed) + 1) / (len(chance) + 1))


def _bootstrap(pair: _Pair, resamples: int, seed: int, observed: float) -> float:
    finish = pair.measure.finish
    found = []
    for often in draws(len(pair.one.population), resamples, seed, pair.cost):
        theirs = np.empty_like(often)
        theirs[:, pair.place] = often
        found.append(np.abs(finish(pair.other.drawn(theirs)) - finish(pair.one.drawn(often))))
    differences = np.concatenate(found)
    differences = differences[~np.isnan(differences)]  # draws in which the measure has no value
    # resampled differences lie around the observed one; chance lies around none
    return _p_value(differences - differences.mean() if len(differences) else differences, observed)


def _randomization(pair: _Pair, trials: int, seed: int, observed: float) -> float:
    finish, size = pair.measure.finish, len(pair.one.population)
    rng = np.random.default_rng(seed)
    both = pair.one.beside(pair.other)
    block = max(_ROOM // max(both.cost, 1), 1)
    chance = []
    step = max(_SWAPS // max(size, 1), 1)
    for start in range(0, trials, step):
        swaps = rng.integers(2, size=(min(step, trials - start), size), dtype=bool)
        for begin in range(0, len(swaps), block):
            swapped = swaps[begin : begin + block].astype(np.float64)
            often = np.empty((len(swapped), 2 * size))
            often[:, :size] = 1 - swapped
            often[:, size:][:, pair.place] = swapped
            chance.append(np.abs(finish(both.drawn(1 - often)) - finish(both.drawn(often))))
    differences = np.concatenate(chance)
    return _p_value(differences[~np.isnan(differences)], observed)
