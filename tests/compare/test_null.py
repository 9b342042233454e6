"""Equal systems are told apart no more often than the level says: simulation of every test."""

from dataclasses import replace

import numpy as np
import pytest

from compare.given import given
from cranfield import compare
from cranfield.compare.bout import TESTS
from cranfield.compare.resample import SEED

TRIALS = 400
# three standard errors of a share of 5 % above it
LIMIT = 0.05 + 3 * np.sqrt(0.05 * 0.95 / TRIALS)


def share_rejected(make, test, seed, **options):
    """The share of pairs of equal systems that a test tells apart at the level of 5 %."""
    rng = np.random.default_rng(seed)
    first = given(make(rng), "a")
    rejected = 0
    for trial in range(TRIALS):
        pair = [
            replace(first, system=name, found={"Given": replace_values(first["Given"], make(rng))})
            for name in ("a", "b")
        ]
        found = compare(pair, test=test, resamples=500, seed=SEED + trial, jobs=1, **options)["Given"].pairs[0]
        rejected += found.significant
    return rejected / TRIALS


def replace_values(result, values):
    rows = np.column_stack((values, np.ones(len(values))))
    return replace(result, state=replace(result.state, rows=rows))


@pytest.mark.slow
@pytest.mark.parametrize("test", [each for each in TESTS if each not in ("delong", "mcnemar")])
@pytest.mark.parametrize("kind", ["right or wrong", "graded", "skewed"])
def test_a_test_keeps_its_level(test, kind):
    makers = {
        "right or wrong": lambda rng: (rng.random(50) < 0.4) * 1.0,  # as P@1, with many ties
        "graded": lambda rng: rng.integers(0, 11, 50) / 10,
        "skewed": lambda rng: rng.beta(0.5, 3, 50),
    }
    # the bootstrap of few units is known to find a little too much
    limit = LIMIT + (0.02 if test == "bootstrap" else 0)
    assert 0.005 < share_rejected(makers[kind], test, 1) < limit


@pytest.mark.slow
def test_mcnemar_keeps_its_level():
    assert share_rejected(lambda rng: (rng.random(80) < 0.4) * 1.0, "mcnemar", 2) < LIMIT


@pytest.mark.slow
@pytest.mark.parametrize("correction", ["holm", "bonferroni", "maxt", "tukey", "bh"])
def test_corrections_keep_the_level_of_the_whole_family(correction):
    rng = np.random.default_rng(4)
    first = given(rng.random(30), "a")
    found = 0
    for trial in range(TRIALS):
        hardness = rng.random(30)  # units vary more than systems
        systems = [
            replace(first, system=name, found={"Given": replace_values(first["Given"], hardness + rng.random(30) / 3)})
            for name in "abcd"
        ]
        contest = compare(
            systems, pairs="all", correction=correction, resamples=500, seed=SEED + trial, jobs=1
        )["Given"]  # fmt: skip
        found += any(pair.significant for pair in contest.pairs)
    assert found / TRIALS < LIMIT


@pytest.mark.slow
def test_delong_keeps_its_level_and_intervals_their_confidence():
    from cranfield import evaluate, labels

    rng = np.random.default_rng(3)
    rejected, inside = 0, 0
    for _ in range(TRIALS):
        truth = rng.integers(0, 2, 120)
        common = truth + rng.normal(0, 1, 120)
        systems = [
            evaluate(labels(truth=truth, score=common + rng.normal(0, 1, 120), system=name), "AUC") for name in "ab"
        ]
        contest = compare(systems)["AUC"]
        rejected += contest.pairs[0].significant
        true = 0.691462  # the normal probability of 1 / sqrt(2 * (1 + 1)) standard deviations
        inside += contest.estimates[0].low <= true <= contest.estimates[0].high
    assert rejected / TRIALS < LIMIT
    assert inside / TRIALS > 1 - LIMIT


@pytest.mark.slow
@pytest.mark.parametrize("method", ["t", "percentile", "bca"])
def test_intervals_cover_the_mean_as_often_as_they_say(method):
    rng = np.random.default_rng(5)
    first = given(rng.beta(1, 3, 60), "a")
    inside = 0
    for trial in range(TRIALS):
        systems = [
            replace(first, system=name, found={"Given": replace_values(first["Given"], rng.beta(1, 3, 60))})
            for name in "ab"
        ]
        contest = compare(systems, interval=method, resamples=500, seed=SEED + trial, jobs=1)["Given"]
        inside += contest.estimates[0].low <= 0.25 <= contest.estimates[0].high
    assert 0.91 < inside / TRIALS < 0.98
