"""Two systems beside each other, and each by itself: numbers put together from tests, intervals and effects."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.apart import welch_interval
from cranfield.compare.differences import statistic_name
from cranfield.compare.effects import cliffs_delta, cohens_d, posterior
from cranfield.compare.intervals import Left, bca, is_among, normal_interval, percentile, t_interval
from cranfield.compare.power import detectable, needed
from cranfield.compare.resample import draws_wanted
from cranfield.core.compared import Estimate, Pair, Remark

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.compare.bout import Bout, Couple
    from cranfield.compare.family import Ruling
    from cranfield.compare.intervals import Ends

__all__ = ["Maker"]


@dataclass(frozen=True, eq=False)
class Maker:
    """Makes estimates and pairs of one measure; `drawn[draw, system]` are its values on units drawn again."""

    bout: Bout
    drawn: NDArray[np.float64] | None

    @cached_property
    def _left(self) -> Left:
        return Left(self.bout.lineup, self.bout.settings.seed)

    def estimate(self, at: int) -> Estimate:
        """One system with its interval."""
        bout, lineup = self.bout, self.bout.lineup
        value, confidence = float(lineup.values[at]), bout.settings.confidence
        ends: Ends = None
        cut, method = False, {"welch": "t"}.get(bout.method, bout.method)
        reason = self._no_interval(at)
        if reason is None and bout.method == "t" and lineup.cells is not None:
            ends = t_interval(lineup.cells[at][~np.isnan(lineup.cells[at])], confidence)
            if ends is not None and lineup.summed:
                ends = ends[0] * lineup.size, ends[1] * lineup.size
            ends, cut = _inside(ends, lineup.measure.bounds)
            if ends is not None and ends[0] == ends[1]:
                flat = lineup.results[at].measure.interval_when_flat(lineup.states[at], confidence)
                ends, method = (ends, method) if flat is None else (flat, "binomial")
        elif reason is None and bout.method in ("order", "binomial"):
            ends = lineup.results[at].measure.interval_of(lineup.states[at], confidence)
            reason = None if ends else Remark("compare-no-order-interval", {"name": lineup.name})
        elif reason is None and bout.method == "stretches":
            stretches = lineup.results[at].measure.stretches(lineup.states[at])
            ends, cut = _inside(None if stretches is None else t_interval(stretches, confidence), lineup.measure.bounds)
        elif reason is None and bout.method == "welch" and lineup.samples is not None:
            ends, cut = _inside(t_interval(lineup.samples[at], confidence), lineup.measure.bounds)
        elif reason is None and bout.method == "delong" and bout.delong is not None:
            error = bout.delong.error(at)
            ends, cut = _inside(normal_interval(value, error, confidence) if error else None, lineup.measure.bounds)
            reason = None if error else Remark("compare-flat-interval", {"name": lineup.name})
        elif reason is None and self.drawn is not None and bout.method != "none":
            ends, reason = self._resampled(self.drawn[:, at], value, lambda: self._left.values[at], bout.method)
        low_end, high_end = ends or (None, None)
        facts = (low_end, high_end, method if ends else None, confidence, None if ends else reason, cut)
        return Estimate(lineup.systems[at], value, *facts)

    def _no_interval(self, at: int) -> Remark | None:
        bout, lineup = self.bout, self.bout.lineup
        if np.isnan(lineup.values[at]):
            return Remark("compare-no-value", {"name": lineup.name, "system": lineup.systems[at]})
        if bout.method in ("percentile", "bca") and bout.undrawable is not None:
            return bout.undrawable
        count = len(lineup.states[at].population)
        if lineup.cells is not None:
            count = int((~np.isnan(lineup.cells[at])).sum())
        return Remark("compare-one-unit", {"count": count, "noun": lineup.noun}) if count < 2 else None

    def _resampled(
        self, drawn: NDArray[np.float64], value: float, left: Any, method: str
    ) -> tuple[Ends, Remark | None]:  # fmt: skip
        """The interval from draws, or why there is none."""
        settings, about = self.bout.settings, {"name": self.bout.lineup.name}
        wanted = draws_wanted(settings.confidence)
        if settings.resamples < wanted:
            facts = {"resamples": settings.resamples, "wanted": wanted, "percent": 100 * settings.confidence}
            return None, Remark("compare-few-draws", about | facts)
        if np.isnan(drawn).all():
            return None, Remark("compare-no-draws", about)
        if not is_among(drawn, value):
            return None, Remark("compare-biased-draws", about)
        if method == "percentile":
            return percentile(drawn, settings.confidence), None
        ends = bca(drawn, value, left(), settings.confidence)
        return ends, None if ends else Remark("compare-biased-draws", about)

    def pair(self, at: int, couple: Couple, ruling: Ruling) -> Pair:
        """A system next to a baseline."""
        bout, lineup, settings = self.bout, self.bout.lineup, self.bout.settings
        one, two = couple
        reason, difference = bout.lacks(couple), bout.difference(couple)
        ends, reason = (None, reason) if reason is not None else self._ends(couple, difference)
        p, adjusted = _known(ruling.p[at]), _known(ruling.adjusted[at])
        facts: dict[str, Any] = dict.fromkeys(
            ("wins", "ties", "losses", "d", "delta", "probability_better", "probability_negligible", "detectable",
             "needed")
        )  # fmt: skip
        units = lineup.size
        if lineup.cells is not None:
            units = bout.gaps(couple).count
            facts |= self._of_units(couple)
            if bout.lacks(couple) is None and bout.gaps(couple).nothing:
                reason = Remark("compare-no-difference", {"count": units, "noun": lineup.noun})
        elif bout.lacks(couple) is None and self.drawn is not None:
            facts |= self._of_draws(couple)
        others = {name: float(each[at]) for name, each in ruling.others.items() if not np.isnan(each[at])}
        others.pop(ruling.tests[at], None)
        low, high = ends or (None, None)
        return Pair(
            baseline=lineup.systems[one], system=lineup.systems[two], baseline_value=float(lineup.values[one]),
            value=float(lineup.values[two]), difference=difference, low=low, high=high,
            method=bout.pair_method if ends else None, p=p, adjusted=adjusted, test=ruling.tests[at],
            statistic=_known(ruling.statistic[at]), others=others, disagree=bool(ruling.disagree[at]),
            significant=settings.significant(adjusted), units=units, reason=reason, **facts,
            statistic_name=statistic_name(ruling.tests[at], (facts["wins"] or 0) + (facts["losses"] or 0), bout.side),
        )  # fmt: skip

    def _ends(self, couple: Couple, difference: float) -> tuple[Ends, Remark | None]:
        """The interval of a difference, or why there is none."""
        bout, lineup, (one, two) = self.bout, self.bout.lineup, couple
        confidence = bout.settings.confidence
        if bout.pair_method == "welch" and lineup.samples is not None:
            return welch_interval(lineup.samples[one], lineup.samples[two], confidence), None
        if bout.pair_method == "t":
            gaps = bout.gaps(couple)
            ends = t_interval(gaps.values, confidence)
            scale = gaps.count if lineup.summed else 1
            return None if ends is None else (ends[0] * scale, ends[1] * scale), None
        if bout.pair_method == "delong" and bout.delong is not None:
            error = bout.delong.error_between(one, two)
            if not error:
                return None, Remark("compare-flat-interval", {"name": lineup.name})
            return normal_interval(difference, error, confidence), None
        if self.drawn is None or bout.pair_method == "none":
            return None, None
        moved = self.drawn[:, two] - self.drawn[:, one]
        left = self._left
        return self._resampled(moved, difference, lambda: left.values[two] - left.values[one], bout.pair_method)

    def _of_units(self, couple: Couple) -> dict[str, Any]:
        bout, lineup, settings = self.bout, self.bout.lineup, self.bout.settings
        assert lineup.cells is not None
        gaps = bout.gaps(couple)
        signs = np.sign(gaps.values) * lineup.sign
        scale = gaps.count if lineup.summed else 1
        better, negligible = posterior(gaps, None if settings.rope is None else settings.rope / scale, lineup.sign)
        tails = 1 if bout.side else 2
        spread, effect = gaps.spread, cohens_d(gaps)
        shown = detectable(gaps.count, settings.alpha, tails) * spread * scale if spread else None
        return {
            "wins": int((signs > 0).sum()), "ties": int((signs == 0).sum()), "losses": int((signs < 0).sum()),
            "d": effect, "delta": cliffs_delta(lineup.cells[couple[0]], lineup.cells[couple[1]]),
            "probability_better": better, "probability_negligible": negligible, "detectable": shown,
            "needed": needed(effect * (bout.side or np.sign(effect)), settings.alpha, tails) if effect else None,
        }  # fmt: skip

    def _of_draws(self, couple: Couple) -> dict[str, Any]:
        """Draws are what could be known of a measure that is no mean, each as probable as the next (Rubin 1981)."""
        assert self.drawn is not None
        moved = self.drawn[:, couple[1]] - self.drawn[:, couple[0]]
        known, rope = moved[~np.isnan(moved)], self.bout.settings.rope
        if not len(known):
            return {}
        good = known * self.bout.lineup.sign
        better = float((good > 0).mean() + (good == 0).mean() / 2)
        negligible = None if rope is None else float((np.abs(known) < rope).mean())
        return {"probability_better": better, "probability_negligible": negligible}


def _inside(ends: Ends, bounds: tuple[float, float]) -> tuple[Ends, bool]:
    """An interval of a value within what the measure can be, and whether something was cut off.

    Cutting takes away no value that is possible, so the interval is as sure as it was.
    """
    if ends is None or (bounds[0] <= ends[0] and ends[1] <= bounds[1]):
        return ends, False
    low, high = (min(max(end, bounds[0]), bounds[1]) for end in ends)
    return (low, high), max(abs(low - ends[0]), abs(high - ends[1])) > 1e-12


def _known(number: float) -> float | None:
    return None if np.isnan(number) else float(number)
