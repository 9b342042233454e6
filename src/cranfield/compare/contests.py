"""Compare systems: did it help, is it real, and which are as good as the best."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.asked import baselines_of, checked_settings, chosen_test, left_out, measures_of, systems_of
from cranfield.compare.bout import FEW, Bout
from cranfield.compare.corrections import tukey_ranges
from cranfield.compare.effects import analysis_of_variance
from cranfield.compare.family import rule_on, tests_of, tied_for_best
from cranfield.compare.lineup import Lineup, line_up
from cranfield.compare.pairs import Maker
from cranfield.compare.resample import SEED
from cranfield.compare.signs import find_signed
from cranfield.compare.trials import Trials
from cranfield.core.arguments import JOBS, checked
from cranfield.core.compared import Compared, Contest, Estimate, Pair, Remark, Settings
from cranfield.core.registry import family
from cranfield.core.result import RESULTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.compare.bout import Couple
    from cranfield.compare.family import Ruling
    from cranfield.core.result import Results
    from cranfield.core.spec import Measures

__all__ = ["compare", "contest_of", "few_units", "intervals"]


@checked(jobs=JOBS)
def compare(
    systems: Sequence[Results], measures: Measures | None = None, *, baseline: str | Sequence[str] | None = None,
    test: str | None = None, alternative: str = "two-sided", correction: str = "holm", pairs: str = "baseline",
    confidence: float = 0.95, interval: str = "auto", resamples: int = 10_000, seed: int = SEED,
    by: str | None = None, rope: float | None = None, jobs: int | None = None, as_: str | None = None,
) -> Compared:  # fmt: skip
    """Compare systems on the units that all of them were judged on.

    Without `baseline` the first system is it; several may be named, and `pairs='all'` compares each two systems.
    `test` is t (the default, but bootstrap as sacrebleu), randomization, bootstrap, wilcoxon, sign, delong (for
    AUC) or mcnemar (for right or wrong), and `alternative` two-sided, better or worse. `correction` is holm,
    bonferroni, bh (Benjamini and Hochberg), maxt, tukey (randomised, for all pairs) or none; each measure is a
    family of its own. `interval` is auto, t, order, percentile, bca, delong or none. `rope` is a difference that nobody
    would care about. `by='group'` draws and swaps whole sessions of examples. The same seed gives the same digits,
    whatever `jobs`.
    """
    listed = systems_of(systems)
    names = tuple(each.system for each in listed)
    chosen = baselines_of(names, baseline, pairs)
    settings = Settings(
        chosen_test(test, as_), alternative, correction, pairs, confidence, interval, resamples, seed, by, rope, as_
    )  # fmt: skip
    settings = checked_settings(settings)
    asked = measures_of(listed, measures, alternative)
    lineups = [line_up(listed, name, measure, by) for name, measure in asked.items()]
    trials = Trials(settings.resamples, settings.seed, jobs)
    bouts = [Bout(each, settings, trials) for each in lineups]
    drawn, ranges = _drawn(bouts, trials), _ranges(bouts)
    _change_signs(bouts, chosen)
    contests = {
        bout.lineup.name: _contest(bout, chosen, drawn.get(at), ranges.get(at)) for at, bout in enumerate(bouts)
    }
    homes = dict.fromkeys([listed[0].family, *(family(each.measure.family) for each in lineups)])
    findings = (*left_out(listed, measures), *(each for home in homes for each in home.differing(listed)))
    return Compared(listed[0].family, listed[0].noun, names, chosen, settings, contests, findings)


@checked(results=RESULTS, jobs=JOBS)
def intervals(
    results: Results, measures: Measures | None = None, *, confidence: float = 0.95, interval: str = "auto",
    resamples: int = 10_000, seed: int = SEED, by: str | None = None, jobs: int | None = None,
) -> dict[str, Estimate]:  # fmt: skip
    """Measure to value and interval, of one system; the options are those of `compare`."""
    settings = Settings("t", "two-sided", "none", "baseline", confidence, interval, resamples, seed, by)
    settings = checked_settings(settings, who="intervals")
    listed = systems_of([results], least=1)
    asked = measures_of(listed, measures, "two-sided")
    trials = Trials(settings.resamples, settings.seed, jobs)
    bouts = [Bout(line_up(listed, name, measure, by), settings, trials) for name, measure in asked.items()]
    drawn = _drawn(bouts, trials)
    return {bout.lineup.name: Maker(bout, drawn.get(at)).estimate(0) for at, bout in enumerate(bouts)}


def few_units(results: Results, found: Mapping[str, Estimate]) -> list[Remark]:
    """What is to be known of intervals by t over few units: each number of units once, with its measures."""
    names: dict[tuple[int, str], list[str]] = {}
    for name, each in found.items():
        if each.method != "t":
            continue
        result = results[name]
        count = int((~np.isnan(result.values)).sum())
        if 2 <= count < FEW:
            names.setdefault((count, result.noun), []).append(name)
    return [
        Remark("compare-few-units", {"name": ", ".join(listed), "count": count, "noun": noun, "enough": FEW})
        for (count, noun), listed in names.items()
    ]


def contest_of(systems: Sequence[Results], measure: Any, settings: Settings) -> Contest:
    """One measure of systems that may have the same name; the first is the baseline."""
    trials = Trials(settings.resamples, settings.seed)
    bout = Bout(line_up(systems, str(measure), measure, settings.by), settings, trials)
    return _contest(bout, (systems[0].system,), _drawn([bout], trials).get(0), None)


def _drawn(bouts: Sequence[Bout], trials: Trials) -> dict[int, NDArray[np.float64]]:
    """The draws of the measures that need them, all at once."""
    wanted = [at for at, bout in enumerate(bouts) if bout.draws and bout.lineup.size > 1]
    return dict(zip(wanted, trials.drawn([bouts[at].lineup for at in wanted]), strict=True))


def _change_signs(bouts: Sequence[Bout], baselines: tuple[str, ...]) -> None:
    """The randomization tests of all measures that have one, at once."""
    asked = []
    for bout in bouts:
        couples = _couples(bout.lineup, baselines, bout.settings.pairs)
        if bout.by_signs and "randomization" in tests_of(bout, couples)[0]:
            asked.append((bout, [each for each in couples if bout.lacks(each) is None], bout.side))
    find_signed(asked)


def _ranges(bouts: Sequence[Bout]) -> dict[int, NDArray[np.float64]]:
    """For Tukey's test the ranges of means, for all measures that have them."""
    if bouts[0].settings.correction != "tukey":
        return {}
    tables = {
        at: cells
        for at, bout in enumerate(bouts)
        if (cells := bout.lineup.cells) is not None and not np.isnan(cells).any() and cells.shape[1] > 1
    }
    settings, found = bouts[0].settings, dict[int, Any]()
    for shape in dict.fromkeys(each.shape for each in tables.values()):
        alike = [at for at, each in tables.items() if each.shape == shape]
        found |= dict(
            zip(alike, tukey_ranges([tables[at] for at in alike], settings.resamples, settings.seed), strict=True)
        )
    return found


def _contest(
    bout: Bout, baselines: tuple[str, ...], drawn: NDArray[np.float64] | None, ranges: NDArray[np.float64] | None
) -> Contest:
    lineup = bout.lineup
    couples = _couples(lineup, baselines, bout.settings.pairs)
    ruling = rule_on(bout, couples, drawn, ranges)
    maker = Maker(bout, drawn)
    estimates = tuple(maker.estimate(at) for at in range(len(lineup.systems)))
    pairs = tuple(maker.pair(at, couple, ruling) for at, couple in enumerate(couples))
    notes = _notes(bout, couples, ruling)
    notes += _left_out(estimates, pairs)
    return Contest(
        name=lineup.name, measure=lineup.measure, better=lineup.measure.better,
        estimates=estimates, pairs=pairs,
        best=tied_for_best(bout, drawn, couples, ruling), comparisons=int((~np.isnan(ruling.p)).sum()),
        anova=None if lineup.cells is None else analysis_of_variance(lineup.cells), units=lineup.size,
        undefined=lineup.undefined, noun=lineup.noun, notes=(*notes, *_about_intervals(bout, estimates)),
        asked=lineup.results[0].asked,
    )  # fmt: skip


def _left_out(estimates: Sequence[Estimate], pairs: Sequence[Pair]) -> list[Remark]:
    """Why values have no interval, each reason once, where no pair says it."""
    found: list[Remark] = []
    for each in estimates:
        if each.reason is not None and each.reason not in [*found, *(pair.reason for pair in pairs)]:
            found.append(each.reason)
    return found


def _couples(lineup: Lineup, baselines: tuple[str, ...], pairs: str) -> list[Couple]:
    if pairs == "all":
        return list(combinations(range(len(lineup.systems)), 2))
    firsts = [lineup.systems.index(each) for each in baselines]  # two of the same name: the first
    return [(one, two) for one in firsts for two in range(len(lineup.systems)) if two not in firsts]


def _about_intervals(bout: Bout, estimates: Sequence[Estimate]) -> list[Remark]:
    lineup, found = bout.lineup, []
    if any(each.cut for each in estimates):
        found.append(Remark("compare-cut", {"name": lineup.name}))
    if "t" in (bout.method, bout.test) and 2 <= lineup.size < FEW:
        facts = {"name": lineup.name, "count": lineup.size, "noun": lineup.noun, "enough": FEW}
        found.append(Remark("compare-few-units", facts))
    return found


def _notes(bout: Bout, couples: Sequence[Couple], ruling: Ruling) -> list[Remark]:
    lineup, settings, found = bout.lineup, bout.settings, list(ruling.notes)
    about: dict[str, Any] = {"name": lineup.name, "noun": lineup.noun}
    if bout.test in ("wilcoxon", "sign"):
        found.append(Remark("compare-wilcoxon" if bout.test == "wilcoxon" else "compare-sign", about))
    if not lineup.paired and lineup.measure.stretches(lineup.states[0]) is None:
        found.append(Remark("passes-apart", about))
    elif lineup.paired and bout.test != settings.test:
        why = "compare-is-no-mean" if lineup.cells is None else "compare-is-a-mean"
        if settings.test == "delong":
            why = "compare-is-no-auc"
        if lineup.measure.shared:
            why = "compare-is-shared"
        found.append(Remark("compare-other-test", {**about, "asked": settings.test, "test": bout.test, "why": why}))
    if settings.interval not in ("auto", bout.method) and lineup.paired:
        facts = {**about, "asked": settings.interval, "method": bout.method}
        found.append(Remark("compare-other-interval", facts))
    if lineup.cells is not None:
        lacking = np.isnan(lineup.cells)
        apart = int((lacking.any(axis=0) & ~lacking.all(axis=0)).sum())
        if apart:
            found.append(Remark("compare-apart", {**about, "count": apart}))
    alone = len({one for one, _ in couples}) == 1  # with one baseline the system says which pair it is
    apart_names = [
        lineup.systems[two] if alone else f"{lineup.systems[two]} − {lineup.systems[one]}"
        for one, two in (couples[at] for at in np.flatnonzero(ruling.disagree).tolist())
    ]
    if apart_names:
        found.append(Remark("compare-disagree", {**about, "systems": apart_names}))
    if settings.as_ is not None:
        found.append(Remark("compare-sacrebleu", about))
    return found
