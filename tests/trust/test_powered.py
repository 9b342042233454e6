"""Prediction-powered means beside ppi-python, and what more judgments are worth beside plain searches."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from cranfield.trust.field import Cells, Field
from cranfield.trust.powered import corrected_differences, corrected_mean, worth_of

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of numba, when it is loaded
    from ppi_py import ppi_mean_ci, ppi_mean_pointestimate

CASES = [
    ("close", 30, 300, 0.9, 1.0), ("far", 12, 40, 0.1, 1.0), ("opposed", 25, 60, -0.6, 1.0), ("few", 2, 9, 0.5, 1.0),
    ("fewer unlabelled", 80, 5, 0.7, 0.3), ("ties", 40, 200, 0.8, 0.0),
]  # fmt: skip


def sample(n, more, alike, spread, seed):
    rng = np.random.default_rng(seed)
    both = rng.normal(0.4, 0.2, n + more)
    judge = alike * both + np.sqrt(max(1 - alike**2, 0)) * rng.normal(0.5, 0.2, n + more) + spread * 0.1
    human = both[:n]
    if not spread:  # measures of queries are often equal: 0, 0.5 and 1
        human, judge = np.round(2 * human) / 2, np.round(2 * judge) / 2
    return human, judge[:n], judge[n:]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
@pytest.mark.parametrize("confidence", [0.95, 0.8])
def test_corrected_means_are_those_of_ppi_python(case, confidence):
    for seed in range(5):
        human, judge, alone = sample(*case[1:], seed)
        found = corrected_mean(human, judge, alone, confidence=confidence)
        low, high = ppi_mean_ci(human, judge, alone, alpha=1 - confidence)
        assert found.both.value == pytest.approx(np.ravel(ppi_mean_pointestimate(human, judge, alone))[0], abs=1e-12)
        assert [found.both.low, found.both.high] == pytest.approx([np.ravel(low)[0], np.ravel(high)[0]], abs=1e-12)
        classical = ppi_mean_ci(human, judge, alone, alpha=1 - confidence, lam=0)
        assert [found.human.low, found.human.high] == pytest.approx([np.ravel(each)[0] for each in classical])


def test_the_weight_is_the_one_with_the_shortest_interval():
    human, judge, alone = sample(20_000, 90_000, 0.8, 1.0, 3)
    found = corrected_mean(human, judge, alone)
    widths = {
        weight: (human - weight * judge).var() / 20_000 + weight**2 * alone.var() / 90_000
        for weight in np.linspace(0, 1, 1001)
    }
    assert found.weight == pytest.approx(min(widths, key=widths.get), abs=0.02)


def test_a_judge_that_says_the_same_of_all_or_nothing_more_changes_nothing():
    human = np.array([0.2, 0.4, 0.9, 0.5])
    for judge, alone in ((np.full(4, 0.7), np.full(9, 0.7)), (human, np.zeros(0))):
        found = corrected_mean(human, judge, alone)
        assert (found.weight, found.both.value) == (0.0, pytest.approx(0.5))
        assert found.both.low == pytest.approx(found.human.low)


def test_units_without_a_value_take_no_part():
    human, judge, alone = sample(20, 50, 0.7, 1.0, 1)
    whole = corrected_mean(human, judge, alone)
    holes = corrected_mean(
        np.append(human, [0.5, np.nan]), np.append(judge, [np.nan, 0.5]), np.append(alone, np.nan)
    )  # fmt: skip
    assert holes == whole


def test_one_labelled_unit_is_too_few():
    found = corrected_mean(np.array([0.5]), np.array([0.5]), np.array([0.1, 0.2]))
    assert np.isnan(found.both.value)
    assert found.both.reason.told() == "people and judge both judged 1, and a corrected mean needs two"


def test_coverage_is_what_it_says():
    rng = np.random.default_rng(5)
    inside = 0
    for _ in range(400):
        truth = rng.normal(0.5, 0.2, 600)
        judge = truth + 0.1 + rng.normal(0, 0.1, 600)  # too generous
        found = corrected_mean(truth[:200], judge[:200], judge[200:])
        assert found.judge.low > 0.5  # alone it is sure of what is wrong
        inside += found.both.low <= 0.5 <= found.both.high
    assert 0.91 < inside / 400 < 0.98


def test_what_judgments_are_worth():
    human, judge, alone = sample(50, 150, 0.8, 1.0, 2)
    square = np.corrcoef(human, judge)[0, 1] ** 2
    found = worth_of(human, judge, alone, None)
    # v ((1 - r^2) / n + r^2 / M) = v / effective
    assert found.effective == pytest.approx(1 / ((1 - square) / 50 + square / 200))
    assert found.at_most == pytest.approx(50 / (1 - square))
    variance = human.var() * ((1 - square) / 50 + square / 200)
    enough = [n for n in range(50, 4000) if human.var() * ((1 - square) / n + square / max(n, 200)) <= variance / 4]
    assert enough[0] - 1 < found.for_half <= enough[0]
    assert found.human_gain == pytest.approx(variance - human.var() * ((1 - square) / 51 + square / 200))
    assert found.judge_gain == pytest.approx(variance - human.var() * ((1 - square) / 50 + square / 201))


@pytest.mark.parametrize(("alike", "costs"), [(0.8, (20.0, 0.1)), (0.8, (2.0, 1.0)), (0.3, (20.0, 0.1))])
def test_the_best_split_of_a_budget_is_the_one_a_search_finds(alike, costs):
    human, judge, alone = sample(50, 150, alike, 1.0, 2)
    square = np.corrcoef(human, judge)[0, 1] ** 2
    budget = 50 * costs[0] + 200 * costs[1]
    found = worth_of(human, judge, alone, costs)
    best = (1 / (budget / costs[0]), budget / costs[0], 0.0)  # people alone
    for n in np.linspace(0.5, budget / (costs[0] + costs[1]), 20_000):
        units = (budget - n * costs[0]) / costs[1]
        best = min(best, ((1 - square) / n + square / units, n, units))
    assert found.best_human == pytest.approx(best[1], rel=1e-2)
    assert found.best_judge == pytest.approx(best[2], rel=1e-2)


def test_differences_are_means_of_differences_with_corrected_p():
    rng = np.random.default_rng(8)
    human = rng.random((3, 12))
    judge = np.concatenate((human + rng.normal(0, 0.1, (3, 12)), rng.random((3, 30))), axis=1)
    units = [f"q{at}" for at in range(42)]
    ground = Field("P@5", ("a", "b", "c"), Cells(units[:12], human), Cells(units, judge), 1)
    found = corrected_differences(ground, 0.95, None, "none")
    assert [each.name for each in found] == ["a - b", "a - c", "b - c"]
    alone = corrected_mean(human[0] - human[2], judge[0, :12] - judge[2, :12], judge[0, 12:] - judge[2, 12:])
    assert found[1].both == alone.both
    strict = corrected_differences(ground, 0.95, None, "bonferroni")
    assert [each.p for each in strict] == pytest.approx([min(3 * each.p, 1) for each in found])
