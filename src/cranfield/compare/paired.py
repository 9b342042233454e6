"""Whether the difference between two systems on the same units is more than chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.resample import SEED, draws, rows_of
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.result import Result, Results

__all__ = ["Comparison", "paired"]

_ROOM = 1 << 28  # choices held at once, a byte each
_BLOCK = 256  # trials finished at once


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


def paired(
    baseline: Results, system: Results, measure: str | Measure, *, test: str = "bootstrap",
    resamples: int | None = None, seed: int = SEED,
) -> Comparison:  # fmt: skip
    """Compare two systems on the units that both were judged on.

    `test` is 'bootstrap' (Koehn 2004; 1,000 resamples) or 'randomization' (Riezler and Maxwell 2005; 10,000 trials).
    Both are two-sided, and with the same seed their p-values are those of sacrebleu's paired tests.
    """
    kinds = {"bootstrap": (_bootstrap, 1000), "randomization": (_randomization, 10_000)}
    if test not in kinds:
        message = f"test must be one of {', '.join(kinds)}, not {test!r}"
        raise MeasureError(message)
    first, second = baseline[measure], system[measure]
    if list(first.state.units) != list(second.state.units):
        message = f"{first.measure}: {baseline.system} and {system.system} must be judged on the same {baseline.noun}"
        raise MeasureError(message)
    work, default = kinds[test]
    trials = default if resamples is None else resamples
    p = work(first, second, trials, seed)
    return Comparison(first.measure, first.value, second.value, p, test, trials, seed)


def _p_value(chance: NDArray[np.float64], observed: float) -> float:
    """The share of trials with a larger difference, the observed one among them."""
    return float((np.sum(chance > observed) + 1) / (len(chance) + 1))


def _bootstrap(first: Result, second: Result, resamples: int, seed: int) -> float:
    finish: Callable[[NDArray[np.float64]], NDArray[np.float64]] = first.measure.finish
    one, other = rows_of(first), rows_of(second)
    found = [np.abs(finish(drawn @ other) - finish(drawn @ one)) for drawn in draws(len(one), resamples, seed)]
    differences = np.concatenate(found)
    # resampled differences lie around the observed one; chance lies around none
    return _p_value(differences - differences.mean(), abs(second.value - first.value))


def _randomization(first: Result, second: Result, trials: int, seed: int) -> float:
    finish: Callable[[NDArray[np.float64]], NDArray[np.float64]] = first.measure.finish
    one, other = rows_of(first), rows_of(second)
    rng = np.random.default_rng(seed)
    total, change = one + other, other - one
    chance = []
    step = max(_ROOM // max(len(one), 1), 1)
    for start in range(0, trials, step):
        swaps = rng.integers(2, size=(min(step, trials - start), len(one)), dtype=bool)
        for block in range(0, len(swaps), _BLOCK):
            mixed = one.sum(axis=0) + swaps[block : block + _BLOCK].astype(np.float64) @ change
            chance.append(np.abs(finish(total.sum(axis=0) - mixed) - finish(mixed)))
    return _p_value(np.concatenate(chance), abs(second.value - first.value))
