"""Compare systems: did it help, is it real, and which are as good as the best."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.distributions import t_quantile, t_tail
from cranfield.compare.lineup import Lineup, line_up
from cranfield.compare.resample import SEED
from cranfield.core.compared import Compared, Contest, Estimate, Pair, Settings
from cranfield.core.result import Results
from cranfield.core.spec import parse_named
from cranfield.errors import MeasureError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.spec import Measures

__all__ = ["compare"]


def compare(
    systems: Sequence[Results], measures: Measures | None = None, *, baseline: str | Sequence[str] | None = None,
    test: str = "t", alternative: str = "two-sided", correction: str = "holm", pairs: str = "baseline",
    confidence: float = 0.95, interval: str = "auto", resamples: int = 10_000, seed: int = SEED,
    by: str | None = None, rope: float | None = None, jobs: int | None = None, as_: str | None = None,
) -> Compared:  # fmt: skip
    """Compare systems on the units that all of them were judged on."""
    listed = _systems(systems)
    names = tuple(each.system for each in listed)
    chosen = _baselines(names, baseline)
    settings = Settings(
        test, alternative, correction, pairs, confidence, interval, resamples, seed, by, rope, as_
    )  # fmt: skip
    contests = {
        name: _contest(line_up(listed, name, measure, by), chosen, settings)
        for name, measure in _measures(listed, measures).items()
    }
    return Compared(listed[0].family, listed[0].noun, names, chosen, settings, contests)


def _systems(systems: Any) -> list[Results]:
    listed = [systems] if isinstance(systems, Results) else list(systems)
    for each in listed:
        if not isinstance(each, Results):
            raise MeasureError("compare-no-results", kind=type(each).__name__)
    if len(listed) < 2:
        raise MeasureError("compare-few", count=len(listed))
    names = [each.system for each in listed]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise MeasureError("compare-twice", name=twice)
    return listed


def _baselines(names: Sequence[str], given: str | Sequence[str] | None) -> tuple[str, ...]:
    wanted = names[:1] if given is None else [given] if isinstance(given, str) else list(given)
    for each in wanted:
        if each not in names:
            raise MeasureError("compare-no-baseline", name=each, names=list(names), near=nearest(each, names))
    return tuple(dict.fromkeys(wanted))


def _measures(systems: Sequence[Results], measures: Measures | None) -> dict[str, Any]:
    if measures is not None:
        return dict(parse_named(measures, systems[0].family))
    shared = [name for name in systems[0] if all(name in each for each in systems)]
    asked = [name for name in shared if systems[0][name].measure.better is not None] or shared
    if not asked:
        raise MeasureError("compare-no-measures")
    return {name: name for name in asked}


def _contest(lineup: Lineup, baselines: tuple[str, ...], settings: Settings) -> Contest:
    estimates = tuple(_estimate(lineup, at, settings) for at in range(len(lineup.systems)))
    couples = [(b, s) for b in map(lineup.systems.index, baselines) for s in range(len(lineup.systems))
               if lineup.systems[s] not in baselines]  # fmt: skip
    found = tuple(_pair(lineup, one, two, settings) for one, two in couples)
    best = lineup.systems[int(np.nanargmax(lineup.values * lineup.sign))]
    return Contest(
        lineup.name, lineup.measure, lineup.measure.better, estimates, found, (best,), len(found), None, lineup.size,
        lineup.undefined, lineup.noun, asked=lineup.results[0].asked,
    )  # fmt: skip


def _estimate(lineup: Lineup, at: int, settings: Settings) -> Estimate:
    assert lineup.cells is not None
    values = lineup.cells[at][~np.isnan(lineup.cells[at])]
    half = t_quantile(1 - settings.alpha / 2, len(values) - 1) * values.std(ddof=1) / sqrt(len(values))
    value = float(lineup.values[at])
    return Estimate(lineup.systems[at], value, value - half, value + half, "t", settings.confidence)


def _pair(lineup: Lineup, one: int, two: int, settings: Settings) -> Pair:
    assert lineup.cells is not None
    gaps = lineup.cells[two] - lineup.cells[one]
    count, spread, mean = len(gaps), float(gaps.std(ddof=1)), float(gaps.mean())
    t = mean / (spread / sqrt(count))
    p = 2 * t_tail(abs(t), count - 1)
    half = t_quantile(1 - settings.alpha / 2, count - 1) * spread / sqrt(count)
    signs = np.sign(gaps) * lineup.sign
    return Pair(
        lineup.systems[one], lineup.systems[two], float(lineup.values[one]), float(lineup.values[two]), mean,
        mean - half, mean + half, "t", p, p, "t", t, {}, False, p < settings.alpha, int((signs > 0).sum()),
        int((signs == 0).sum()), int((signs < 0).sum()), mean / spread, None, None, None, None, None, count,
    )  # fmt: skip
