"""Curves of scores beside scikit-learn's, with ties and weights; areas are those of our measures."""

import numpy as np
import pytest
from scipy.integrate import trapezoid

from cranfield import MeasureError, curve, evaluate, labels
from cranfield.core.tidy import facts_of


def made(seed, *, weighted=False, size=300):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, size)
    score = np.round(np.clip(rng.normal(0.4 + 0.2 * truth, 0.25), 0, 1), 1 + seed % 3)
    weight = rng.integers(1, 9, size) / 4 if weighted else None
    return truth, score, weight


def rows(table, *names):
    return [table[name].to_numpy() for name in names]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("weighted", [False, True])
def test_curves_are_those_of_scikit_learn(seed, weighted):
    from sklearn import metrics

    truth, score, weight = made(seed, weighted=weighted)
    batch = labels(truth=truth, score=score, weight=weight)
    fpr, tpr, thresholds = metrics.roc_curve(truth, score, sample_weight=weight, drop_intermediate=False)
    for ours, theirs in zip(rows(curve(batch, "roc"), "fpr", "tpr", "threshold"), (fpr, tpr, thresholds), strict=True):
        assert ours == pytest.approx(theirs, abs=1e-12)
    precision, recall, thresholds = metrics.precision_recall_curve(truth, score, sample_weight=weight)
    table = curve(batch, "prc")
    assert table["threshold"].to_numpy()[::-1] == pytest.approx(thresholds)
    assert table["recall"].to_numpy()[::-1] == pytest.approx(recall[:-1], abs=1e-12)
    assert table["precision"].to_numpy()[::-1] == pytest.approx(precision[:-1], abs=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_the_area_is_auc_to_the_last_bit(seed):
    truth, score, weight = made(seed, weighted=True)
    true, false = rows(table := curve(labels(truth=truth, score=score), "roc"), "true", "false")
    twice = ((false[1:] - false[:-1]) * (true[1:] + true[:-1])).sum()
    value = evaluate(labels(truth=truth, score=score), ["AUC"])["AUC"].value
    assert twice / (2 * true[-1] * false[-1]) == value == facts_of(table)["areas"]["predictions"]
    heavy = labels(truth=truth, score=score, weight=weight)
    fpr, tpr = rows(curve(heavy, "roc"), "fpr", "tpr")
    assert trapezoid(tpr, fpr) == pytest.approx(evaluate(heavy, ["AUC"])["AUC"].value, abs=1e-12)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("by", "strategy"), [("width", "uniform"), ("count", "quantile")])
@pytest.mark.parametrize("bins", [1, 5, 10])
def test_calibration_is_that_of_scikit_learn(seed, by, strategy, bins):
    from sklearn.calibration import calibration_curve

    truth, score, _ = made(seed)
    happened, predicted = calibration_curve(truth, score, n_bins=bins, strategy=strategy)
    table = curve(labels(truth=truth, score=score), "calibration", bins=bins, by=by)
    assert table["happened"].to_numpy() == pytest.approx(happened, abs=1e-12)
    assert table["predicted"].to_numpy() == pytest.approx(predicted, abs=1e-12)
    assert sum(table["examples"].to_pylist()) == len(truth)


@pytest.mark.parametrize("seed", range(3))
def test_weights_are_as_good_as_repeated_examples(seed):
    truth, score, _ = made(seed)
    often = np.random.default_rng(seed).integers(0, 4, len(truth))
    heavy = labels(truth=truth, score=score, weight=often)
    many = labels(truth=np.repeat(truth, often), score=np.repeat(score, often))
    for kind in ("calibration", "scores"):
        one, two = curve(heavy, kind), curve(many, kind)
        for name in one.column_names[1:]:
            if one[name].type != "string":
                assert one[name].to_numpy() == pytest.approx(two[name].to_numpy()), (kind, name)


def test_a_histogram_counts_every_example_once():
    truth, score, _ = made(1)
    table = curve(labels(truth=truth, score=score), "scores", bins=7)
    for label in ("0", "1"):
        of_label = [row for row in table.to_pylist() if row["label"] == label]
        assert len(of_label) == 7
        assert sum(row["examples"] for row in of_label) == (truth == int(label)).sum()
        assert sum(row["share"] for row in of_label) == pytest.approx(1)
        expected, edges = np.histogram(score[truth == int(label)], np.linspace(score.min(), score.max(), 8))
        assert [row["examples"] for row in of_label] == expected.tolist()
        assert [row["low"] for row in of_label] == edges[:-1].tolist()


def test_one_score_for_all_is_one_bin():
    table = curve(labels(truth=[0, 1, 1], score=[0.3, 0.3, 0.3]), "scores")
    assert table["examples"].to_pylist() == [2, 1]


def test_several_labels_need_the_positive_one():
    batch = labels(
        truth=list("abca"), score={"a": [0.9, 0.1, 0.2, 0.4], "b": [0.1, 0.6, 0.2, 0.4], "c": [0, 0.3, 0.6, 0.2]}
    )
    table = curve(batch, "scores", positive="a")
    assert set(table["label"].to_pylist()) == {"a", "not a"}
    assert curve(batch, "roc", positive="a")["tpr"].to_pylist()[-1] == 1
    with pytest.raises(MeasureError, match="positive"):
        curve(batch, "roc")


def test_the_confusion_matrix_has_shares_of_the_truth():
    batch = labels(truth=list("aabc"), guess=list("abbb"))
    table = {
        (row["truth"], row["guess"]): (row["count"], row["share"]) for row in curve(batch, "confusion").to_pylist()
    }
    assert table["a", "a"] == (1, 0.5)
    assert table["a", "b"] == (1, 0.5)
    assert table["c", "b"] == (1, 1)
    assert table["c", "c"] == (0, 0)
    assert len(table) == 9


def test_a_class_that_is_absent_has_no_rate():
    batch = labels(truth=[1, 1], score=[0.1, 0.2], classes=[0, 1])
    table = curve(batch, "roc")
    assert np.isnan(table["fpr"].to_numpy()).all()
    assert table["tpr"].to_pylist() == [0, 0.5, 1]
    assert facts_of(table)["areas"] == {"predictions": None}


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("calibration", {}, "calibration: the score must be a probability from 0 to 1, not 3 (row 2)"),
        ("calibration", {"bins": 0}, "curve: bins must be a whole number from 1 to 1000, not 0"),
        ("calibration", {"by": "size"}, "curve: by must be 'width' or 'count', not 'size'"),
        ("scores", {}, "a histogram needs finite scores, and that of row 3 is infinite"),
        ("roc", {"positive": "x"}, None),
    ],
)
def test_what_is_wrong_is_one_sentence(kind, options, message):
    batch = labels(truth=[0, 1, 1], score=[0.5, 3.0, np.inf])
    with pytest.raises(MeasureError) as raised:
        curve(batch, kind, **options)
    assert message is None or str(raised.value) == message
