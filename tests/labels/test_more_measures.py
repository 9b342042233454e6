"""Kappa, Jaccard and Hinge beside scikit-learn, on random data with ties and weights."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn import metrics

from cranfield import evaluate, labels

SEEDS = range(6)


def examples(seed, names="abcd", size=200):
    rng = np.random.default_rng(seed)
    truth = rng.choice(list(names), size, p=np.array([8, 4, 2, 1][: len(names)]) / sum([8, 4, 2, 1][: len(names)]))
    guess = np.where(rng.random(size) < 0.6, truth, rng.choice(list(names), size))
    weight = rng.choice([0.0, 0.5, 1.0, 3.0], size)
    return truth.tolist(), guess.tolist(), weight


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_kappa(seed, weights):
    truth, guess, weight = examples(seed)
    name = f"Kappa(weights='{weights or 'none'}')"
    for given in (None, weight):
        found = evaluate(labels(truth=truth, guess=guess, weight=given), [name])[name].value
        assert found == pytest.approx(metrics.cohen_kappa_score(truth, guess, weights=weights, sample_weight=given))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("average", ["macro", "micro", "weighted"])
def test_jaccard(seed, average):
    truth, guess, weight = examples(seed)
    name = f"Jaccard(average='{average}')"
    for given in (None, weight):
        found = evaluate(labels(truth=truth, guess=guess, weight=given), [name])[name].value
        assert found == pytest.approx(metrics.jaccard_score(truth, guess, average=average, sample_weight=given))


@pytest.mark.parametrize("seed", SEEDS)
def test_hinge(seed):
    truth, _, weight = examples(seed, "ab")
    rng = np.random.default_rng(seed)
    score = np.round(rng.normal(0, 1.5, len(truth)), 1)
    marked = np.where(np.array(truth) == "b", 1, -1)
    for given in (None, weight):
        found = evaluate(labels(truth=truth, score=score, weight=given, positive="b"), ["Hinge(positive='b')"])
        wanted = metrics.hinge_loss(marked, score, sample_weight=given)
        assert found["Hinge(positive='b')"].value == pytest.approx(wanted)
    truth, _, weight = examples(seed, "abcd")
    rows = np.round(rng.normal(0, 1.5, (len(truth), 4)), 1)
    found = evaluate(labels(truth=truth, score=rows, classes=list("abcd"), weight=weight), ["Hinge"])["Hinge"].value
    wanted = metrics.hinge_loss(truth, rows, labels=list("abcd"), sample_weight=weight)
    assert found == pytest.approx(wanted)


def test_worked_numbers():
    batch = labels(truth=["1", "1", "2", "3"], guess=["1", "2", "2", "1"])
    # 2 of 4 right; by chance 2/4 x 2/4 + 1/4 x 2/4 + 1/4 x 0 = 6/16
    assert evaluate(batch, ["Kappa"])["Kappa"].value == pytest.approx((8 / 16 - 6 / 16) / (1 - 6 / 16))
    quadratic = "Kappa(weights='quadratic')"
    # costs 0 + 1 + 0 + 4; by chance t = 2 1 1, p = 2 2 0: (2x2x1 + 1x2x1 + 1x2x4 + 1x2x1) / 4
    assert evaluate(batch, [quadratic])[quadratic].value == pytest.approx(1 - 5 / (16 / 4))
    assert evaluate(batch, ["QWK"])["QWK"].value == evaluate(batch, [quadratic])[quadratic].value


def test_infinite_scores_have_no_hinge_loss():
    batch = labels(truth=[0, 1, 1], score=[0.5, np.inf, -np.inf])
    with pytest.raises(Exception, match=r"Hinge.*: the score of row 3 is too large to be summed up; check it, or clip"):
        evaluate(batch, ["Hinge"])
