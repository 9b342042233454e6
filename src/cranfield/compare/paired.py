"""Whether the difference between two systems on the same units is more than chance: one measure, one test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cranfield.compare.asked import checked_settings
from cranfield.compare.contests import contest_of
from cranfield.compare.resample import SEED
from cranfield.core.arguments import ANY_SEED, CHOICE, DRAWS, checked, optional
from cranfield.core.compared import Settings
from cranfield.core.result import MEASURE, RESULTS
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results

__all__ = ["Comparison", "paired"]

_RESAMPLES = {"bootstrap": 1000, "randomization": 10_000}


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
    resamples: int | None = None, seed: int = SEED, by: str | None = None, as_: str | None = None,
) -> Comparison:  # fmt: skip
    """Compare two systems on the units that both were judged on; `compare` says more about more systems.

    `test` is 'bootstrap' (Noreen 1989, Koehn 2004; 1,000 resamples) or 'randomization' (Riezler and Maxwell 2005;
    10,000 trials, all there are where they are fewer). Both are two-sided, and a trial that ties with the observed
    difference counts as large as it. `as_='sacrebleu'` does not count ties and gives sacrebleu's p-values.
    `by='group'` draws or swaps whole sessions of examples. nan is the p of what cannot be tested.
    """
    if test not in _RESAMPLES:
        raise MeasureError("bad-test", tests=list(_RESAMPLES), given=test)
    trials = _RESAMPLES[test] if resamples is None else resamples
    settings = Settings(test, "two-sided", "none", "baseline", 0.95, "none", trials, seed, by, None, as_)
    settings = checked_settings(settings, who="paired")
    contest = contest_of([baseline, system], measure, settings)
    pair = contest.pairs[0]
    p = float("nan") if pair.p is None else pair.p
    return Comparison(contest.measure, pair.baseline_value, pair.value, p, test, trials, seed)
