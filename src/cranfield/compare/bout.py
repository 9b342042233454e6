"""The p-values of one measure: which test suits it, and what that test says of each two systems."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare import sacrebleu
from cranfield.compare.apart import fisher, is_right_or_wrong, welch
from cranfield.compare.choices import SIDES
from cranfield.compare.delong import DeLong, delong
from cranfield.compare.differences import (
    Gaps,
    both_sides,
    gaps_between,
    mcnemar,
    sign_test,
    t_test,
    wilcoxon,
)
from cranfield.compare.distributions import normal_tail
from cranfield.compare.signs import find_signed, signed_columns
from cranfield.core.compared import Remark
from cranfield.core.states.listed import Listed
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from cranfield.compare.lineup import Lineup
    from cranfield.compare.trials import Trials
    from cranfield.core.compared import Settings

    Couple = tuple[int, int]

__all__ = ["FEW", "TESTS", "Bout"]

TESTS = ("t", "randomization", "bootstrap", "wilcoxon", "sign", "delong", "mcnemar")
_BY_UNIT: dict[str, Callable[[Gaps, int], tuple[float, float]]] = {
    "t": t_test, "wilcoxon": wilcoxon, "sign": sign_test, "mcnemar": mcnemar,
}  # fmt: skip
_APART = {"welch": welch, "fisher": fisher}
_SLACK = 1e-11  # of the larger value: what finishing sums that were added up in another order may change
FEW = 10  # units below which Student's t leans heavily on differences being normal, and draws even more


@dataclass(frozen=True, eq=False)
class Bout:
    """One measure of all systems, tested as the settings say."""

    lineup: Lineup
    settings: Settings
    trials: Trials
    held: dict[Couple, Gaps] = field(default_factory=dict)
    signed_p: dict[tuple[Couple, int], float] = field(default_factory=dict)  # by changed signs, for a side

    @cached_property
    def delong(self) -> DeLong | None:
        """The covariance of AUCs, if it is one."""
        return None if self.lineup.cells is not None else delong(self.lineup)

    @cached_property
    def test(self) -> str:
        """The test that is used: the one that was asked for, if it suits the measure."""
        asked, cells = self.settings.test, self.lineup.cells
        if self.lineup.measure.shared:
            return "bootstrap"
        if not self.lineup.paired:
            samples = self.lineup.samples
            return "resampled" if samples is None else "fisher" if is_right_or_wrong(*samples) else "welch"
        if asked in ("randomization", "bootstrap"):
            return asked
        if asked == "mcnemar" and cells is not None and np.isin(cells, (0.0, 1.0)).all():
            return asked
        if asked == "delong" and self.delong is not None:
            return asked
        if cells is not None:
            return asked if asked in ("t", "wilcoxon", "sign") else "t"
        return "delong" if self.delong is not None else "randomization"

    @cached_property
    def method(self) -> str:
        """How intervals are made: as asked for, if it suits the measure."""
        asked = self.settings.interval
        if asked in ("auto", "order") and (way := self._counted) is not None:
            return way
        return self.pair_method

    @cached_property
    def _counted(self) -> str | None:
        """How the interval of a value comes about where it needs no draws."""
        measure, state = self.lineup.measure, self.lineup.states[0]
        if measure.interval_of(state, self.settings.confidence) is not None:
            return "order" if self.lineup.cells is None and self.lineup.samples is None else "binomial"
        return "stretches" if measure.stretches(state) is not None else None

    @cached_property
    def pair_method(self) -> str:
        """How intervals of differences are made: as asked for, if it suits the measure."""
        asked = self.settings.interval
        if not self.lineup.paired:
            return "none" if asked == "none" else "percentile" if self.lineup.samples is None else "welch"
        if asked in ("auto", "order") and isinstance(self.lineup.states[0], Listed):
            return "percentile"  # of the order of units, for which the correction of BCa is not made
        if asked in ("percentile", "bca", "none"):
            return asked
        if asked == "auto" and self.lineup.measure.by_draws and self.lineup.size >= FEW:
            return "percentile"
        if asked == "delong" and self.delong is not None:
            return asked
        if self.lineup.cells is not None:
            return "t"
        return "bca" if self.delong is None else "delong"

    @cached_property
    def draws(self) -> bool:
        """Whether units must be drawn again and again."""
        return self.undrawable is None and (
            self.test in ("bootstrap", "resampled") or {self.method, self.pair_method} & {"percentile", "bca"} != set()
        )

    @property
    def by_signs(self) -> bool:
        """Whether its randomization test changes the signs of differences of units."""
        return self.lineup.cells is not None and self.settings.as_ is None

    @cached_property
    def undrawable(self) -> Remark | None:
        """Why nothing can be drawn again, if so."""
        try:
            for state in self.lineup.states:
                state.drawn(np.ones((1, len(state.population))))
        except MeasureError as error:
            return Remark(error.key, error.fields)
        return None

    def gaps(self, couple: Couple) -> Gaps:
        """The differences of the units of two systems."""
        if couple not in self.held:
            assert self.lineup.cells is not None
            self.held[couple] = gaps_between(self.lineup.cells[couple[0]], self.lineup.cells[couple[1]])
        return self.held[couple]

    @cached_property
    def side(self) -> int:
        """Which differences count against the null: 0 for all, else those of one sign."""
        return SIDES[self.settings.alternative] * self.lineup.sign

    def difference(self, couple: Couple) -> float:
        """Second minus first; of a mean over the units that both have a value for."""
        if self.lineup.cells is None:
            return float(self.lineup.values[couple[1]] - self.lineup.values[couple[0]])
        gaps = self.gaps(couple)
        return gaps.mean * gaps.count if self.lineup.summed else gaps.mean

    def lacks(self, couple: Couple) -> Remark | None:
        """Why two systems cannot be tested, if so."""
        lineup = self.lineup
        for at in couple:
            if np.isnan(lineup.values[at]):
                return Remark("compare-no-value", {"name": lineup.name, "system": lineup.systems[at]})
        if lineup.cells is None and self.undrawable is not None:
            return self.undrawable
        count = lineup.size if lineup.cells is None else self.gaps(couple).count
        if not lineup.paired:
            count = min(len(lineup.states[at].population) for at in couple)
        return Remark("compare-one-unit", {"count": count, "noun": lineup.noun}) if count < 2 else None

    def p_values(
        self, couples: Sequence[Couple], tests: Sequence[str], side: int, drawn: NDArray[np.float64] | None
    ) -> dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]]:
        """For each test the statistics and the p-values of all couples; nan where it says nothing."""
        able = [at for at, couple in enumerate(couples) if self.lacks(couple) is None]
        chosen = [couples[at] for at in able]
        found = {}
        for test in tests:
            statistics, p = np.full(len(couples), np.nan), np.full(len(couples), np.nan)
            if chosen:
                statistics[able], p[able] = self._tested(chosen, test, side, drawn)
            found[test] = statistics, p
        return found

    def _tested(
        self, couples: Sequence[Couple], test: str, side: int, drawn: NDArray[np.float64] | None
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        observed = np.array([self.difference(each) for each in couples])
        if test in _BY_UNIT:
            each = [_BY_UNIT[test](self.gaps(couple), side) for couple in couples]
            return np.array([one for one, _ in each]), np.array([p for _, p in each])
        if test in _APART:
            samples = self.lineup.samples
            assert samples is not None
            each = [_APART[test](samples[one], samples[two], side) for one, two in couples]
            return np.array([one for one, _ in each]), np.array([p for _, p in each])
        if test == "delong":
            return self._by_delong(couples, observed, side)
        if test in ("bootstrap", "resampled"):
            assert drawn is not None
            moved = [drawn[:, two] - drawn[:, one] for one, two in couples]
            return observed, np.array([self._drawn_p(*each, side) for each in zip(moved, observed, strict=True)])
        return observed, self._signed_p(couples, side) if self.by_signs else self._swapped_p(couples, observed, side)

    def _by_delong(
        self, couples: Sequence[Couple], observed: NDArray[np.float64], side: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        assert self.delong is not None
        errors = np.array([self.delong.error_between(*each) for each in couples])
        # without variance the test has nothing to divide by: equal systems are equal, and others are not judged
        z = np.where(np.abs(observed) < 1e-12, 0.0, np.nan)
        z[errors > 0] = observed[errors > 0] / errors[errors > 0]
        return z, np.array([both_sides(normal_tail, each, side) if not np.isnan(each) else np.nan for each in z])

    def _drawn_p(self, moved: NDArray[np.float64], observed: float, side: int) -> float:
        """The paired bootstrap: how often a draw is as far from the observed difference as this is from none."""
        if self.settings.as_ == "sacrebleu":
            return sacrebleu.p_of_draws(moved, observed)
        known = moved[~np.isnan(moved)] - observed
        return self._reached(known, observed, side, exact=False)

    def _swapped_p(self, couples: Sequence[Couple], observed: NDArray[np.float64], side: int) -> NDArray[np.float64]:
        swapped = self.swapped(couples)
        if self.settings.as_ == "sacrebleu":
            return np.array([sacrebleu.p_of_swaps(*each) for each in zip(swapped.T, observed, strict=True)])
        exact = 2**self.lineup.size <= self.trials.resamples
        return np.array([
            self._reached(trial[~np.isnan(trial)], each, side, exact=exact)
            for trial, each in zip(swapped.T, observed, strict=True)
        ])  # fmt: skip

    def _reached(self, chance: NDArray[np.float64], observed: float, side: int, *, exact: bool) -> float:
        """The share of trials that are as large as what was observed, which is one of them."""
        slack = _SLACK * float(np.nanmax(np.abs(self.lineup.values), initial=0.0))
        if side:
            reached = int((side * chance >= side * observed - slack).sum())
        else:
            reached = int((np.abs(chance) >= abs(observed) - slack).sum())
        return reached / len(chance) if exact and len(chance) else (reached + 1) / (len(chance) + 1)

    def swapped(self, couples: Sequence[Couple]) -> NDArray[np.float64]:
        """`[trial, couple]`: differences after swaps."""
        return self.trials.swapped(self.lineup, couples)

    def signed(self, couples: Sequence[Couple]) -> Iterator[NDArray[np.float64]]:
        """Blocks `[trial, couple]` of sums of differences that changed their signs."""
        assert self.lineup.cells is not None
        columns, turned = signed_columns(self.lineup.cells, couples)
        for block in self.trials.signed(len(columns), columns):
            yield turned(block)

    def _signed_p(self, couples: Sequence[Couple], side: int) -> NDArray[np.float64]:
        find_signed([(self, couples, side)])
        return np.array([self.signed_p[couple, side] for couple in couples])
