"""How large a difference so many units can show, and how many units a difference needs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, isfinite, isnan, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.choices import SIDES, check_choice
from cranfield.compare.differences import gaps_between
from cranfield.compare.distributions import noncentral_t_tail, normal_quantile, normal_tail, t_quantile
from cranfield.compare.lineup import line_up
from cranfield.core.arguments import CHOICE, SHARE, Rule, checked, is_number, is_text, items
from cranfield.core.result import MEASURE, RESULTS
from cranfield.errors import MeasureError
from cranfield.words import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.measure import Measure
    from cranfield.core.result import Results

__all__ = ["Power", "chance_to_show", "detectable", "needed", "power"]

POWER = 0.8
# below it, 1 - alpha has too few digits for a quantile
_LEVEL = Rule("be-level", lambda value: is_number(value) and 1e-9 <= value < 1, MeasureError)
_MOST = 10**9  # units beyond which nobody counts


@dataclass(frozen=True)
class Power:
    """What a paired t-test on such units can show, if the differences vary as they do between these two systems."""

    name: str
    measure: Measure
    baseline: str
    system: str
    noun: str
    units: int
    observed: float  # the difference between the two
    spread: float  # the standard deviation of the differences of the units
    difference: float  # that is to be shown: the given one, or the observed one; system minus baseline
    power: float
    alpha: float
    alternative: str
    needed: int | None  # units that show the difference; None if none ever do, as when it is on the other side
    detectable: float | None  # the smallest difference that these units show
    chance: float | None  # with which these units show the difference


@checked(measure=MEASURE, power=SHARE, alpha=_LEVEL, alternative=CHOICE)
def power(
    systems: Sequence[Results], measure: str | Measure, *, difference: float | str | None = None, power: float = POWER,
    alpha: float = 0.05, alternative: str = "two-sided", by: str | None = None,
) -> Power:  # fmt: skip
    """How many units show a difference between two systems, from how much the differences of their units vary.

    `difference` is the one to be shown, or a share of the baseline such as '1%'; by default the observed one. Where it
    is to be shown that a system is better or worse, a number above 0 is a size to that side, and one below 0 is system
    minus baseline; a difference to the other side cannot be shown. Cohen, Statistical power analysis, 1988; for
    topic sets: Sakai, Topic set size design, Information Retrieval Journal 2016.
    """
    check_choice("alternative", alternative, list(SIDES))
    share = _share(difference)
    listed = items("power", "systems", systems, error=MeasureError)
    for each in listed:
        RESULTS.check("power", "each system", each)
    if len(listed) != 2:
        raise MeasureError("power-two", count=len(listed))
    if power <= alpha:
        raise MeasureError("power-below-alpha", power=power, alpha=alpha)
    lineup = line_up(listed, str(measure), measure, by)
    if lineup.cells is None:
        raise MeasureError("power-no-mean", name=lineup.name, noun=lineup.noun)
    gaps = gaps_between(*lineup.cells)
    if gaps.count < 2:
        raise MeasureError("power-few", name=lineup.name, noun=lineup.noun, count=gaps.count)
    if gaps.spread == 0:
        raise MeasureError("power-no-spread", name=lineup.name, noun=lineup.noun)
    if share is not None:
        difference = share * abs(float(lineup.values[0]))
        if not difference or isnan(difference):
            raise MeasureError("power-share-of-nothing", name=lineup.name, system=lineup.systems[0])
    if alternative != "two-sided" and lineup.measure.better is None:
        raise MeasureError("compare-no-direction", name=lineup.name, alternative=alternative)
    scale = gaps.count if lineup.summed else 1
    side = SIDES[alternative] * lineup.sign
    wanted = gaps.mean * scale if difference is None else float(difference)
    if difference is not None and side and wanted > 0:
        wanted *= side
    tails = 1 if side else 2
    effect = wanted * (side or np.sign(wanted)) / scale / gaps.spread  # below 0: to the side that is not looked at
    return Power(
        name=lineup.name, measure=lineup.measure, baseline=lineup.systems[0], system=lineup.systems[1],
        noun=lineup.noun, units=gaps.count, observed=gaps.mean * scale, spread=gaps.spread, difference=wanted,
        power=power, alpha=alpha, alternative=alternative, needed=needed(effect, alpha, tails, power),
        detectable=detectable(gaps.count, alpha, tails, power) * gaps.spread * scale,
        chance=chance_to_show(effect, gaps.count, alpha, tails),
    )  # fmt: skip


def _share(difference: Any) -> float | None:
    """The share of the baseline that is meant, such as 0.01 for 1%; None for a plain number."""
    if is_text(difference) and difference.strip().endswith("%"):
        try:
            share = float(difference.strip()[:-1]) / 100
        except ValueError:
            share = 0.0
        if share and isfinite(share):
            return share
    elif difference is None or (is_number(difference) and difference != 0 and isfinite(difference)):
        return None
    raise MeasureError("bad-difference", given=shown(difference))


@lru_cache(maxsize=4096)
def chance_to_show(effect: float, units: int, alpha: float, tails: int) -> float:
    """The power of the t-test for an effect in standard deviations of the differences."""
    limit, shift = t_quantile(1 - alpha / tails, units - 1), effect * sqrt(units)
    found = noncentral_t_tail(limit, units - 1, shift)
    return found + noncentral_t_tail(limit, units - 1, -shift) if tails == 2 else found


@lru_cache(maxsize=1024)
def detectable(units: int, alpha: float, tails: int, power: float = POWER) -> float:
    """The smallest effect, in standard deviations of the differences, that so many units show with this power."""
    if power <= alpha:  # which no effect at all reaches
        return 0.0
    low, high = 0.0, 1.0
    while chance_to_show(high, units, alpha, tails) < power:
        low, high = high, 2 * high
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if chance_to_show(middle, units, alpha, tails) < power else (low, middle)
    return high


def needed(effect: float, alpha: float, tails: int, power: float = POWER) -> int | None:
    """How many units show an effect with this power; None for none, one to the other side, or too many to count."""
    limit = normal_quantile(1 - alpha / tails)
    reach = max(limit + normal_quantile(power), 0.0)
    if isnan(effect) or effect <= 0 or effect < reach / sqrt(_MOST):
        return None
    # the normal approximation is hardly ever more than one off; where it is, steps become larger until they pass it
    guess = max(ceil((reach / effect) ** 2 + limit**2 / 2), 2)
    low, high, step = 1, guess, 1
    if _shows(effect, guess, alpha, tails, power):
        while high > 2 and _shows(effect, max(high - step, 2), alpha, tails, power):
            high, step = max(high - step, 2), 2 * step
        low = max(high - step, 1)
    else:
        while not _shows(effect, high, alpha, tails, power):
            low, high, step = high, high + step, 2 * step
            if low > _MOST:
                return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _shows(effect, middle, alpha, tails, power) else (middle, high)
    return high if high <= _MOST else None


def _shows(effect: float, units: int, alpha: float, tails: int, power: float) -> bool:
    """Whether the power is reached; the tail on the wrong side is looked at only where it could matter."""
    limit, shift = t_quantile(1 - alpha / tails, units - 1), effect * sqrt(units)
    over = noncentral_t_tail(limit, units - 1, shift) - power
    wrong = tails == 2 and (units < 20 or abs(over) < 10 * normal_tail(limit + shift))
    return over + (noncentral_t_tail(limit, units - 1, -shift) if wrong else 0.0) >= 0
