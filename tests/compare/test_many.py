"""Many comparisons at once: corrections, MaxT, randomised Tukey and the analysis of variance, beside their peers."""

import itertools

import numpy as np
import pytest
from scipy import stats

from cranfield.compare.corrections import beyond, corrected, largest_first, tukey_ranges
from cranfield.compare.differences import gaps_between
from cranfield.compare.effects import analysis_of_variance, cliffs_delta, cohens_d, posterior


@pytest.mark.parametrize(("how", "theirs"), [("holm", "holm"), ("bonferroni", "bonferroni"), ("bh", "fdr_bh")])
def test_corrections_are_those_of_statsmodels(how, theirs):
    from statsmodels.stats.multitest import multipletests

    rng = np.random.default_rng(3)
    for size in (1, 2, 5, 40):
        p = np.round(rng.random(size) ** 3, 2)  # with ties
        assert corrected(p, how) == pytest.approx(multipletests(p, method=theirs)[1], rel=1e-12)
    p = np.array([0.04, np.nan, 0.01])
    assert corrected(p, "bonferroni") == pytest.approx([0.08, np.nan, 0.02], nan_ok=True)
    assert corrected(p, "none") == pytest.approx(p, nan_ok=True)


def test_max_t_is_that_of_a_plain_loop():
    rng = np.random.default_rng(4)
    trials, observed = np.abs(rng.normal(size=(400, 6))), np.array([2.5, 0.1, 3.0, 1.0, 2.5, 0.0])
    order = sorted(range(6), key=lambda at: -observed[at])
    expected, last = [0.0] * 6, 0.0
    for place, at in enumerate(order):
        rest = order[place:]
        reached = sum(max(trial[other] for other in rest) >= observed[at] for trial in trials)
        last = max(last, (reached + 1) / 401)
        expected[at] = last
    assert largest_first([trials[:150], trials[150:]], observed) == pytest.approx(expected)
    assert largest_first([trials], observed)[5] == 1


def test_randomised_tukey_is_that_of_all_orders():
    cells = np.array([[0.1, 0.5, 0.3], [0.4, 0.9, 0.8], [0.3, 0.5, 0.4]])
    ranges = []
    for orders in itertools.product(itertools.permutations(range(3)), repeat=3):
        means = [np.mean([cells[order[system], unit] for unit, order in enumerate(orders)]) for system in range(3)]
        ranges.append(max(means) - min(means))
    gaps = np.array([cells[1].mean() - cells[0].mean(), cells[2].mean() - cells[0].mean()])
    exact = [np.mean([each >= gap - 1e-12 for each in ranges]) for gap in np.abs(gaps)]
    (found,) = tukey_ranges([cells], 20_000, 1)
    assert beyond(found, gaps, 1e-12) == pytest.approx(exact, abs=0.01)
    two = tukey_ranges([cells, 2 * cells], 500, 7)
    assert two[1] == pytest.approx(2 * two[0])  # measures share their trials


def test_randomised_tukey_agrees_with_tukeys_distribution_where_its_assumptions_hold():
    rng = np.random.default_rng(6)
    cells = rng.normal(size=(4, 60)) + rng.normal(size=60) * 2
    error = analysis_of_variance(cells).error_mean_square
    means = cells.mean(axis=1)
    gaps = np.array([means[b] - means[a] for a, b in itertools.combinations(range(4), 2)])
    expected = stats.studentized_range.sf(np.abs(gaps) / np.sqrt(error / 60), 4, 3 * 59)
    assert beyond(tukey_ranges([cells], 10_000, 1)[0], gaps, 0) == pytest.approx(expected, abs=0.03)


def test_the_analysis_of_variance_is_that_of_statsmodels():
    import pandas as pd
    from statsmodels.stats.anova import AnovaRM

    rng = np.random.default_rng(8)
    cells = rng.random((4, 15)) + rng.random(15) + np.arange(4)[:, None] / 10
    rows = [{"unit": u, "system": s, "value": cells[s, u]} for s in range(4) for u in range(15)]
    theirs = AnovaRM(pd.DataFrame(rows), "value", "unit", within=["system"]).fit().anova_table.iloc[0]
    ours = analysis_of_variance(cells)
    assert (ours.f, ours.p) == pytest.approx((theirs["F Value"], theirs["Pr > F"]), rel=1e-9)
    assert (ours.systems_df, ours.error_df, ours.units_df) == (theirs["Num DF"], theirs["Den DF"], 14)
    assert analysis_of_variance(np.concatenate((cells, np.full((4, 1), np.nan)), axis=1)) == ours
    assert analysis_of_variance(cells[:2]) is None
    assert analysis_of_variance(np.ones((3, 5))) is None


def test_effects_are_those_of_plain_loops():
    rng = np.random.default_rng(9)
    one, two = rng.integers(0, 5, 30) / 4, rng.integers(1, 6, 30) / 4
    gaps = gaps_between(one, two)
    assert cohens_d(gaps) == pytest.approx((two - one).mean() / (two - one).std(ddof=1))
    expected = sum(np.sign(b - a) for a in one for b in two) / 900
    assert cliffs_delta(one, two) == pytest.approx(expected)
    assert cliffs_delta(one, np.full(3, np.nan)) is None


def test_the_posterior_is_that_of_sampling_mean_and_variance():
    rng = np.random.default_rng(10)
    gaps = gaps_between(np.zeros(20), rng.normal(0.05, 0.2, 20))
    variance = gaps.spread**2 * 19 / rng.chisquare(19, 400_000)
    means = rng.normal(gaps.mean, np.sqrt(variance / 20))
    better, negligible = posterior(gaps, 0.03, 1)
    assert better == pytest.approx((means > 0).mean(), abs=4e-3)
    assert negligible == pytest.approx((np.abs(means) < 0.03).mean(), abs=4e-3)
    assert posterior(gaps, None, -1) == (pytest.approx(1 - better), None)
    assert posterior(gaps_between(np.zeros(3), np.ones(3)), 0.1, 1) == (None, None)
