"""Weights of any size: only their proportions matter, and what is small is not nothing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield import evaluate, labels
from labels.made_labels import predictions, scored

OF_GUESSES = ["Accuracy", "BalancedAccuracy", "MCC", "F1(average='macro')", "F1(average='micro')", "Precision(average='weighted')"]  # fmt: skip # noqa: E501
OF_SCORES = ["AUC", "AUC(exact=False)", "AveragePrecision", "GAUC", "GAUC(weight='rows')"]
FACTORS = st.sampled_from([2.0**-700, 2.0**-300, 2.0**300, 2.0**900])


@settings(max_examples=60)
@given(made=predictions(), factor=FACTORS)
def test_guesses_do_not_care_for_the_unit_of_weight(made, factor):
    weights = np.asarray(made.weights)
    one = evaluate(labels(truth=made.truth, guess=made.guess, weight=weights), OF_GUESSES)
    other = evaluate(labels(truth=made.truth, guess=made.guess, weight=weights * factor), OF_GUESSES)
    for name in one:
        assert other[name].value == pytest.approx(one[name].value, rel=1e-12, nan_ok=True)
        assert other[name].values == pytest.approx(one[name].values, rel=1e-12, nan_ok=True)
        assert other[name].undefined == one[name].undefined


@settings(max_examples=60)
@given(made=scored(), factor=FACTORS)
def test_scores_do_not_care_for_the_unit_of_weight(made, factor):
    weights = np.asarray(made.weights)
    one, other = (
        evaluate(labels(truth=made.truth, score=made.score, group=made.group, weight=weights * times), OF_SCORES)
        for times in (1, factor)
    )
    for name in one:
        assert other[name].value == pytest.approx(one[name].value, rel=1e-12, nan_ok=True)
        assert other[name].undefined == one[name].undefined


@pytest.mark.parametrize("small", [1e-20, 1e-200])
def test_a_small_weight_is_not_nothing(small):
    batch = labels(truth=[0, 1], guess=[0, 1], score=[0.1, 0.2], group=["s", "s"], weight=[small, 1])
    results = evaluate(batch, ["MCC", "FPR", "TPR", "AUC", "AUC(exact=False)", "GAUC", "AveragePrecision"])
    assert results.to_dict() == {
        "MCC": 1, "FPR": 0, "TPR": 1, "AUC": 1, "AUC(exact=False)": 1, "GAUC": 1, "AveragePrecision": 1,
    }  # fmt: skip
    assert [each.undefined for each in results.found.values()] == [0] * 7
    assert results["MCC"].values == pytest.approx([1, 1], rel=1e-15)
    batch = labels(truth=[0, 1], guess=[1, 1], weight=[small, 1])
    assert evaluate(batch, "FPR")["FPR"].value == 1


def test_a_session_may_weigh_next_to_nothing_beside_another():
    batch = labels(
        truth=[0, 1, 1, 0], score=[0.1, 0.2, 0.1, 0.2], group=["s", "s", "t", "t"], weight=[1e-200, 1e-200, 1, 1]
    )
    assert evaluate(batch, "GAUC")["GAUC"].units == {"s": 1, "t": 0}


def test_average_precision_needs_no_negative_example():
    result = evaluate(labels(truth=[1, 1], score=[0.1, 0.2]), "AveragePrecision")["AveragePrecision"]
    assert (result.value, result.undefined) == (1, 0)
    result = evaluate(labels(truth=[0, 0], score=[0.1, 0.2]), "AveragePrecision")["AveragePrecision"]
    assert result.undefined == 1


@settings(max_examples=200)
@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc"), st.floats(1e-17, 1e17)), min_size=1, max_size=12)
)
def test_rounding_never_leaves_the_range(rows):
    batch = labels(truth=[t for t, _, _ in rows], guess=[g for _, g, _ in rows], weight=[w for _, _, w in rows])
    measures = ["MCC", "FPR(positive='a')", "Accuracy", "F1(average='macro')"] if "a" in str(rows) else ["MCC"]
    for result in evaluate(batch, measures).found.values():
        low, high = result.measure.bounds
        assert low <= result.value <= high
        assert all(low <= value <= high for value in result.values[~np.isnan(result.values)])
