"""Measures of labels and numbers beside other libraries, on random data with ties and weights."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ks_2samp, pearsonr, spearmanr
from sklearn import metrics

from cranfield import MeasureError, curve, evaluate, labels

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


def scored(seed, size=300):
    rng = np.random.default_rng(seed)
    truth = rng.random(size) < 0.3
    score = np.round(np.clip(0.3 + 0.3 * truth + rng.normal(0, 0.25, size), 0, 1), 2)
    return truth.astype(int), score, rng.choice([0.0, 0.5, 1.0, 3.0], size)


def value(measure, truth, score, weight=None):
    return evaluate(labels(truth=truth, score=score, weight=weight), [measure])[measure].value


@pytest.mark.parametrize("seed", SEEDS)
def test_ks_is_that_of_scipy(seed):
    truth, score, weight = scored(seed)
    found = ks_2samp(score[truth == 1], score[truth == 0]).statistic
    assert value("KS", truth, score) == pytest.approx(found)
    whole = (2 * weight).astype(int)  # an example that weighs 3 is as good as three of them
    again = np.repeat(np.arange(len(truth)), whole)
    wanted = ks_2samp(score[again][truth[again] == 1], score[again][truth[again] == 0]).statistic
    assert value("KS", truth, score, weight) == pytest.approx(wanted)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_area_under_straight_lines_is_that_of_scikit_learn(seed):
    truth, score, weight = scored(seed)
    for given in (None, weight):
        precision, recall, _ = metrics.precision_recall_curve(truth, score, sample_weight=given)
        assert value("AreaPR", truth, score, given) == pytest.approx(metrics.auc(recall, precision))
    # what PASCAL VOC does with the same points
    precision, recall, _ = metrics.precision_recall_curve(truth, score)
    best = np.maximum.accumulate(precision[:-1])
    area = -(np.diff(recall) * best).sum()
    assert value("AreaPR(curve='interpolated')", truth, score) == pytest.approx(area)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("by", ["width", "count"])
def test_ece_is_made_of_the_bins_of_the_calibration_curve(seed, by):
    truth, score, weight = scored(seed)
    for given in (None, weight):
        batch = labels(truth=truth, score=score, weight=given)
        rows = curve(batch, "calibration", bins=8, by=by).to_pylist()
        gaps = [abs(row["predicted"] - row["happened"]) for row in rows]
        sizes = [row["examples"] for row in rows]
        name = f"ECE(bins=8, by='{by}')"
        assert evaluate(batch, [name])[name].value == pytest.approx(np.average(gaps, weights=sizes))
        worst = f"ECE(bins=8, by='{by}', over_bins='worst')"
        assert evaluate(batch, [worst])[worst].value == pytest.approx(max(gaps))


def test_lift_of_whole_numbers_and_of_ties():
    truth = [1, 1, 0, 1, 0, 0, 0, 0, 0, 1]
    score = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert value("Lift@0.2", truth, score) == pytest.approx((2 / 2) / (4 / 10))
    assert value("Lift@0.5", truth, score) == pytest.approx((3 / 5) / (4 / 10))
    assert value("Lift@1", truth, score) == 1
    assert value("Lift@0.2", truth, [1] * 10) == pytest.approx(1)  # nothing is told apart
    assert value("Lift@0.3", truth, [9, 8, 8, 8, 5, 4, 3, 2, 1, 0]) == pytest.approx(((1 + 2 * 2 / 3) / 3) / (4 / 10))


def predicted(seed, size=150):
    rng = np.random.default_rng(seed)
    truth = np.round(rng.normal(0, 2, size), 1)
    return truth, np.round(0.6 * truth + rng.normal(0.5, 1, size), 1), rng.choice([0.0, 0.5, 1.0, 3.0], size)


@pytest.mark.parametrize("seed", SEEDS)
def test_errors_are_those_of_scikit_learn(seed):
    truth, score, weight = predicted(seed)
    peers = {
        "MSE": metrics.mean_squared_error, "MAE": metrics.mean_absolute_error,
        "RMSE": metrics.root_mean_squared_error, "R2": metrics.r2_score,
    }  # fmt: skip
    for name, peer in peers.items():
        for given in (None, weight):
            assert value(name, truth, score, given) == pytest.approx(peer(truth, score, sample_weight=given))


@pytest.mark.parametrize("seed", SEEDS)
def test_correlations_are_those_of_scipy(seed):
    truth, score, weight = predicted(seed)
    again = np.repeat(np.arange(len(truth)), (2 * weight).astype(int))
    for name, peer in (("Pearson", pearsonr), ("Spearman", spearmanr)):
        assert value(name, truth, score) == pytest.approx(peer(truth, score).statistic)
        assert value(name, truth, score, weight) == pytest.approx(peer(truth[again], score[again]).statistic)


def test_what_has_no_spread_has_no_correlation():
    for name in ("Pearson", "Spearman", "R2"):
        found = evaluate(labels(truth=[2, 2, 2], score=[0.1, 0.5, 0.3]), [name])
        assert np.isnan(found[name].value)
        assert found.findings[0].sentence().startswith("undefined for 1 of 1 unit")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"truth": ["a", "b"], "score": [0.1, 0.2]}, "MSE: true labels must be numbers, not 'a'"),
        ({"truth": ["1", "2"], "score": np.ones((2, 2)), "classes": ["1", "2"]},
         "MSE: needs one score for each example, not one for each label; name one column"),
        ({"truth": [1, 2], "score": [np.inf, 1.0]},
         "MSE: the score of row 1 is too large to be summed up; check it, or clip scores first"),
    ],
)  # fmt: skip
def test_what_is_no_number_is_refused(given, told):
    with pytest.raises(MeasureError) as error:
        evaluate(labels(**given), ["MSE"])
    assert str(error.value) == told


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_of_example_and_label_give_the_averages_of_several_labels(seed):
    rng = np.random.default_rng(seed)
    truth = (rng.random((20, 5)) < 0.4).astype(int)
    guess = np.where(rng.random(truth.shape) < 0.7, truth, 1 - truth)
    columns, rows = np.tile(list("abcde"), 20).tolist(), np.repeat([f"e{at}" for at in range(20)], 5).tolist()
    for by, average in ((columns, "macro"), (rows, "samples")):
        batch = labels(truth=truth.ravel(), guess=guess.ravel(), by=by)
        found = evaluate(batch, ["F1", "Jaccard", "Accuracy"])
        for name, peer in (("F1", metrics.f1_score), ("Jaccard", metrics.jaccard_score)):
            assert found[name].group_mean == pytest.approx(peer(truth, guess, average=average, zero_division=0))
            assert found[name].value == pytest.approx(peer(truth, guess, average="micro"))
        assert 1 - found["Accuracy"].value == pytest.approx(metrics.hamming_loss(truth, guess))
