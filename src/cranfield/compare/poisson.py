"""Intervals and paired tests where units are drawn by a hash of their names: alike here, out of core and on Spark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.intervals import percentile
from cranfield.compare.lineup import result_of
from cranfield.compare.paired import Comparison
from cranfield.compare.resample import Interval, draws_wanted, state_by
from cranfield.core.arguments import ANY_SEED, CONFIDENCE, DRAWS, checked
from cranfield.core.compared import Estimate, Remark
from cranfield.core.poisson import SEED
from cranfield.core.result import MEASURE, RESULT, RESULTS
from cranfield.core.states.drawn import Draws, drawn_of
from cranfield.core.states.ranges import Ranges
from cranfield.core.states.totals import Totals
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.result import Result, Results
    from cranfield.core.states.drawn import Drawn
    from cranfield.core.states.drawn_pairs import DrawnPairs

__all__ = ["poisson_interval", "poisson_intervals", "poisson_paired"]

_SLACK = 1e-12  # of the larger value: what adding up in another order may change


def _drawn(result: Result, draws: Draws, by: str | None) -> Drawn | DrawnPairs:
    """The draws of a result: those that were made while its units were there, or of its units."""
    if result.drawn is None:
        state = state_by(result, by)
        forgotten = isinstance(state, Totals) or (isinstance(state, Ranges) and result.measure.drawn_by_rows)
        if forgotten or not getattr(state, "drawable", True):
            raise MeasureError("poisson-forgotten", measure=str(result.measure))
        return drawn_of(state, draws)
    if result.drawn.draws != draws:
        had, seed = result.drawn.draws
        raise MeasureError(
            "poisson-other-draws", measure=str(result.measure), had=had, seed=seed, resamples=draws.resamples,
            wanted=draws.seed,
        )  # fmt: skip
    return result.drawn


def _values(result: Result, drawn: Drawn | DrawnPairs) -> NDArray[np.float64]:
    return drawn.values(result.measure, result.state.policy)


@checked(result=RESULT, confidence=CONFIDENCE, resamples=DRAWS, seed=ANY_SEED)
def poisson_interval(
    result: Result, *, confidence: float = 0.95, resamples: int = 1000, seed: int = SEED, by: str | None = None
) -> Interval:  # fmt: skip
    """The percentile interval of draws by Poisson's distribution, each unit by a hash of its name (`poisson_weights`).

    Sessions are drawn where examples have them, and parts of the data need not know of each other: in memory, out of
    core and on Spark it gives the same digits. For data that fits memory `interval` is as good.
    """
    wanted = draws_wanted(confidence)
    if resamples < wanted:
        raise MeasureError("few-draws", percent=100 * confidence, resamples=resamples, wanted=wanted)
    values = _values(result, _drawn(result, Draws(int(resamples), int(seed)), by))
    low, high = percentile(values, confidence) or (np.nan, np.nan)
    return Interval(result.value, low, high, confidence, resamples, seed)


def poisson_intervals(
    results: Results, *, confidence: float, resamples: int, seed: int, by: str | None = None
) -> dict[str, Estimate]:  # fmt: skip
    """Measure to value and interval; a measure that cannot be drawn says why."""
    found = {}
    for name, result in results.found.items():
        low = high = reason = None
        try:
            made = poisson_interval(result, confidence=confidence, resamples=resamples, seed=seed, by=by)
        except MeasureError as error:
            reason = Remark(error.key, error.fields)
        else:
            known = not np.isnan(made.low)
            low, high = (made.low, made.high) if known else (None, None)
            reason = None if known else Remark("compare-no-value", {"name": name, "system": results.system})
        method = None if low is None else "poisson"
        found[name] = Estimate(results.system, result.value, low, high, method, confidence, reason)
    return found


@checked(baseline=RESULTS, system=RESULTS, measure=MEASURE, resamples=DRAWS, seed=ANY_SEED)
def poisson_paired(
    baseline: Results, system: Results, measure: str | Measure, *, resamples: int = 1000, seed: int = SEED,
    by: str | None = None,
) -> Comparison:  # fmt: skip
    """Compare two systems on the same units, drawn by a hash of their names: both are drawn alike without a word.

    The p is two-sided, as in the bootstrap of `paired`: how often a draw is as far from the observed difference as this
    is from none.
    """
    one, two = (result_of(each, measure) for each in (baseline, system))
    first, second = (_drawn(each, Draws(int(resamples), int(seed)), by) for each in (one, two))
    if (first.units, first.digest) != (second.units, second.digest):
        raise MeasureError("poisson-other-units", measure=str(one.measure), one=first.units, two=second.units)
    moved = _values(two, second) - _values(one, first)
    observed = two.value - one.value
    known = moved[~np.isnan(moved)]
    slack = _SLACK * max(abs(one.value), abs(two.value))
    reached = int(np.count_nonzero(np.abs(known - observed) >= abs(observed) - slack))
    p = (reached + 1) / (len(known) + 1) if len(known) and not np.isnan(observed) else float("nan")
    return Comparison(one.measure, one.value, two.value, p, "poisson", resamples, seed)
