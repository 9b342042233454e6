"""Side by side with scikit-learn: every measure that both have."""

import warnings
from functools import partial

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.integrate import trapezoid
from sklearn import metrics as sk

from cranfield import Policy, confusion, evaluate, labels, precision_recall_curve, roc_curve
from labels.made_labels import predictions, probabilities, scored

SAME = partial(pytest.approx, rel=1e-12, abs=1e-12, nan_ok=True)
FUNCTIONS = {
    "Precision": sk.precision_score, "Recall": sk.recall_score, "F1": sk.f1_score,
    "F(beta=2)": partial(sk.fbeta_score, beta=2), "F(beta=0.3)": partial(sk.fbeta_score, beta=0.3),
    "F(beta=0)": partial(sk.fbeta_score, beta=0),
}  # fmt: skip


def value(batch, text):
    return evaluate(batch, text)[text].value


def with_(name, **params):
    inside = ", ".join(f"{key}={each!r}" for key, each in params.items())
    return f"{name[:-1]}, {inside})" if name.endswith(")") else f"{name}({inside})"


@pytest.mark.parametrize("zero", ["0", "1", "nan"])
@pytest.mark.parametrize("name", FUNCTIONS)
@settings(max_examples=20)
@given(made=predictions(), absent=st.booleans())
def test_averages_with_weights_absent_classes_and_zero_divisions(name, zero, made, absent):
    listed = ["a", "b", "c", "d", "e"] if absent else None
    batch = labels(
        truth=made.truth, guess=made.guess, weight=made.weight, classes=listed, policy=Policy(zero_division=zero)
    )
    peer = partial(FUNCTIONS[name], made.truth, made.guess, sample_weight=made.weight, labels=listed,
                   zero_division=float(zero))  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for average in ("macro", "micro", "weighted"):
            assert value(batch, with_(name, average=average)) == SAME(peer(average=average))
        text = with_(name, average="macro")
        assert evaluate(batch, text)[text].values.tolist() == SAME(peer(average=None).tolist())


@pytest.mark.parametrize("zero", ["0", "1", "nan"])
@pytest.mark.parametrize("name", FUNCTIONS)
@settings(max_examples=30)
@given(made=predictions(names=(0, 1)))
def test_the_positive_label_alone(name, zero, made):
    batch = labels(truth=made.truth, guess=made.guess, weight=made.weight, policy=Policy(zero_division=zero))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peer = FUNCTIONS[name](made.truth, made.guess, sample_weight=made.weight, zero_division=float(zero))
    assert value(batch, name) == SAME(peer)


@settings(max_examples=100)
@given(made=predictions())
def test_accuracy_balance_correlation_and_the_confusion_matrix(made):
    batch = labels(truth=made.truth, guess=made.guess, weight=made.weight)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data = (made.truth, made.guess)
        assert value(batch, "Accuracy") == SAME(sk.accuracy_score(*data, sample_weight=made.weight))
        balanced = sk.balanced_accuracy_score(*data, sample_weight=made.weight)
        assert value(batch, "BalancedAccuracy") == SAME(balanced)
        if len(set(made.truth)) > 1:
            adjusted = sk.balanced_accuracy_score(*data, sample_weight=made.weight, adjusted=True)
            assert value(batch, "BalancedAccuracy(adjusted=True)") == SAME(adjusted)
        assert value(batch, "MCC") == pytest.approx(sk.matthews_corrcoef(*data, sample_weight=made.weight), abs=1e-11)
        assert np.array_equal(confusion(batch).cells, sk.confusion_matrix(*data, sample_weight=made.weight))


@settings(max_examples=120)
@given(made=scored())
def test_auc_with_heavy_ties_both_zeros_and_infinities(made):
    batch = labels(truth=made.truth, score=made.score, weight=made.weight)
    result = evaluate(batch, "AUC")["AUC"]
    if len(set(made.truth.tolist())) == 1:
        assert np.isnan(result.value)
        assert result.undefined == 1
        return
    # scikit-learn refuses infinities, so each score is replaced by its place in order
    places = np.searchsorted(np.unique(made.score), made.score)
    assert result.value == SAME(sk.roc_auc_score(made.truth, places, sample_weight=made.weight))
    precision = sk.average_precision_score(made.truth, places, sample_weight=made.weight)
    assert value(batch, "AveragePrecision") == SAME(precision)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("digits", [1, 3, 17])
def test_auc_of_many_rows(kind, digits):
    chance = np.random.default_rng(5)
    score = np.round(chance.normal(size=50_000), digits).astype(kind)
    truth = chance.random(50_000) < 1 / (1 + np.exp(2 - score))
    for flipped in (truth, ~truth):
        batch = labels(truth=flipped, score=score)
        assert value(batch, "AUC") == SAME(sk.roc_auc_score(flipped, score))
        assert value(batch, "AveragePrecision") == SAME(sk.average_precision_score(flipped, score))


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("share", [0.1, 0.8])
def test_gauc_is_a_loop_over_sessions(kind, weighted, share):
    chance = np.random.default_rng(8)
    group = chance.integers(0, 400, 6_000)
    score = chance.normal(size=6_000).round(1).astype(kind) + kind(0.1) * chance.integers(0, 2, 6_000).astype(kind)
    truth = (chance.random(6_000) < share).astype(int)
    weight = chance.random(6_000) + 0.1 if weighted else None
    aucs, rows, positives = [], [], []
    for session in range(400):
        here = group == session
        if len(set(truth[here])) < 2:
            continue
        heavy = None if weight is None else weight[here]
        aucs.append(sk.roc_auc_score(truth[here], score[here], sample_weight=heavy))
        rows.append(here.sum() if heavy is None else heavy.sum())
        positives.append(truth[here].sum() if heavy is None else heavy[truth[here] == 1].sum())
    batch = labels(truth=truth, score=score, group=group, weight=weight)
    assert value(batch, "GAUC") == SAME(np.mean(aucs))
    assert value(batch, "GAUC(weight='rows')") == SAME(np.average(aucs, weights=rows))
    assert value(batch, "GAUC(weight='positives')") == SAME(np.average(aucs, weights=positives))
    details = evaluate(batch, "GAUC")["GAUC"].details
    assert details["sessions"] == len(aucs)


@settings(max_examples=60)
@given(made=scored(scores=(0.1, 0.2, 0.5, 0.9)))
def test_curves(made):
    assume(len(set(made.truth.tolist())) == 2)
    batch = labels(truth=made.truth, score=made.score, weight=made.weight)
    ours = roc_curve(batch)
    fpr, tpr, thresholds = sk.roc_curve(made.truth, made.score, sample_weight=made.weight, drop_intermediate=False)
    assert ours.fpr.tolist() == SAME(fpr.tolist())
    assert ours.tpr.tolist() == SAME(tpr.tolist())
    assert np.array_equal(ours.thresholds, thresholds)
    assert trapezoid(ours.tpr, ours.fpr) == SAME(value(batch, "AUC"))
    curve = precision_recall_curve(batch)
    precision, recall, _ = sk.precision_recall_curve(made.truth, made.score, sample_weight=made.weight)
    assert curve.precision.tolist() == SAME(precision[:-1][::-1].tolist())
    assert curve.recall.tolist() == SAME(recall[:-1][::-1].tolist())


@settings(max_examples=60)
@given(made=probabilities())
def test_several_labels_with_probabilities(made):
    truth, rows, weight = made
    batch = labels(truth=truth, score=rows, weight=weight)
    codes = np.searchsorted(["a", "b", "c"], truth)
    assert value(batch, "AUC(average='ovr')") == SAME(
        sk.roc_auc_score(truth, rows, multi_class="ovr", sample_weight=weight)
    )
    if weight is None:  # scikit-learn has no weights here
        assert value(batch, "AUC(average='ovo')") == SAME(sk.roc_auc_score(truth, rows, multi_class="ovo"))
    assert value(batch, "LogLoss") == SAME(sk.log_loss(truth, rows, sample_weight=weight))
    assert value(batch, "Brier") == SAME(sk.brier_score_loss(truth, rows, sample_weight=weight))
    for k in (1, 2, 3):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # k=3 of 3 labels
            peer = sk.top_k_accuracy_score(truth, rows, k=k, sample_weight=weight)
        assert value(batch, f"TopK@{k}") == SAME(peer)
    for average in ("macro", "weighted"):
        hot = np.eye(3)[codes]
        peer = sk.average_precision_score(hot, rows, average=average, sample_weight=weight)
        assert value(batch, f"AveragePrecision(average={average!r})") == SAME(peer)


@settings(max_examples=60)
@given(made=scored(scores=(0.0, 0.1, 0.25, 0.5, 1.0)))
def test_two_labels_with_probabilities(made):
    batch = labels(truth=made.truth, score=made.score, weight=made.weight)
    peer = sk.log_loss(made.truth, made.score, sample_weight=made.weight, labels=[0, 1])
    tolerance = 1e-12 if made.score.dtype == np.float64 else 1e-5  # scikit-learn then works in float32
    assert value(batch, "LogLoss") == pytest.approx(peer, rel=tolerance, abs=tolerance)
    peer = sk.brier_score_loss(made.truth, made.score, sample_weight=made.weight, labels=[0, 1], pos_label=1)
    assert value(batch, "Brier") == pytest.approx(peer, rel=tolerance, abs=tolerance)
