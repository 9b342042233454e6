"""Parts of the data merge before the positive label is named, and histograms of scores are certain of their error."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield import MeasureError, evaluate, labels
from cranfield.core.policy import Policy
from cranfield.core.spec import parse
from cranfield.core.states.tally import Tally
from labels.made_labels import scored


@pytest.mark.parametrize("text", [
    "AUC", "AUC(exact=False)", "AveragePrecision", "GAUC", "F1", "F", "Precision", "Recall", "TPR", "FPR", "LogLoss",
    "Brier", "F1(positive=True)", "LogLoss(positive=1)",
])  # fmt: skip
def test_parts_merge_before_the_positive_label_is_named(text):
    truth, guess, score, group = [0, 1, 1, 0, 0], [0, 1, 0, 1, 0], [0.1, 0.6, 0.3, 0.4, 0.2], ["s", "s", "t", "t", "t"]
    measure = parse(text, "labels")
    one, other = (
        labels(truth=truth[part], guess=guess[part], score=score[part], group=group[part])
        for part in (slice(0, 2), slice(2, 5))
    )
    whole = evaluate(labels(truth=truth, guess=guess, score=score, group=group), measure)[text]
    merged = measure.stats(one) + measure.stats(other)
    assert float(measure.finish(merged.total())) == whole.value
    assert merged.undefined.tolist() == whole.state.undefined.tolist()


def test_a_part_may_lack_the_positive_label():
    measure = parse("F1(positive='spam')", "labels")
    one, other = labels(truth=["spam"], guess=["spam"]), labels(truth=["ham"], guess=["ham"])
    assert measure.finish((measure.stats(one) + measure.stats(other)).total()) == 1


def test_a_part_says_that_the_positive_label_must_be_named():
    with pytest.raises(MeasureError, match="which label is the positive one of 'ham', 'spam'"):
        parse("F1", "labels").stats(labels(truth=["spam", "ham"], guess=["spam", "ham"]))


@settings(max_examples=150)
@given(made=scored(), wide=st.booleans(), seed=st.integers(0, 1000))
def test_the_exact_auc_lies_inside_the_certified_bound(made, wide, seed):
    if wide:  # scores that differ only far behind the first 16 bits
        made.score = made.score.dtype.type(0.5) + np.random.default_rng(seed).random(len(made.score)) / 300
    results = evaluate(labels(truth=made.truth, score=made.score, weight=made.weight), ["AUC", "AUC(exact=False)"])
    binned = results["AUC(exact=False)"]
    if np.isnan(results["AUC"].value):
        assert np.isnan(binned.value)
        assert binned.undefined == 1
        return
    assert abs(binned.value - results["AUC"].value) <= binned.details["error_bound"] + 1e-12


def test_the_histogram_is_a_megabyte_and_has_no_scale():
    chance = np.random.default_rng(3)
    score = chance.normal(-8, 1, 20_000)
    truth = chance.random(20_000) < 1 / (1 + np.exp(-score - 7))
    for shown in (score, np.exp(score), score * 1e20):
        results = evaluate(labels(truth=truth, score=shown), ["AUC", "AUC(exact=False)"])
        assert abs(results["AUC"].value - results["AUC(exact=False)"].value) < 1e-3
        assert results["AUC(exact=False)"].state.total().sums[0].nbytes == 1 << 20


def test_counts_finish_on_leading_axes():
    cells = np.array([[[3, 1], [0, 2]], [[1, 1], [1, 1]]])
    measure = parse("F1(average='macro')", "labels")
    names = {"truth": ("a", "b"), "guess": ("a", "b")}
    values = measure.finish(Tally(measure, Policy(), names, (cells,)))
    assert values.tolist() == [measure.finish(Tally(measure, Policy(), names, (each,))) for each in cells]


def test_partitions_of_different_policies_or_measures_do_not_mix():
    one = labels(truth=[0, 1], guess=[0, 1], score=[0.1, 0.2])
    other = labels(truth=[0, 1], guess=[0, 1], score=[0.1, 0.2], weight=[1, 2], policy=one.policy)
    accuracy, auc = parse("Accuracy", "labels"), parse("AUC(positive=1)", "labels")
    with pytest.raises(ValueError, match="only one of the partitions has weights"):
        auc.stats(one) + auc.stats(other)
    strict = accuracy.stats(labels(truth=[0], guess=[0], policy=type(one.policy)(zero_division="nan")))
    with pytest.raises(ValueError, match="use one policy for both"):
        accuracy.stats(one) + strict


def test_a_session_is_in_one_part_only():
    measure = parse("GAUC(positive=1)", "labels")
    whole = labels(truth=[0, 1], score=[0.1, 0.2], group=["s", "s"])
    with pytest.raises(ValueError, match="is in both partitions"):
        measure.stats(whole) + measure.stats(whole)
