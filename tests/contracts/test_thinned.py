"""Judgments taken away from a batch: every measure says what it would say had they never been made."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.made_data import Collection, collections
from contracts.samples import NAMES, measures_of
from cranfield import evaluate
from cranfield.core.ranked import thinned


def with_scale(measure):
    """The measure with a scale of its own, which otherwise comes from the judgments that are there."""
    scaled = "max_grade" in measure.params() and measure.changed().keys().isdisjoint({"rel", "scale", "max_grade"})
    return measure.replace(max_grade=8) if scaled else measure


@st.composite
def cases(draw):
    collection = draw(collections())
    fewer, marks = {}, []
    for query in sorted(collection.qrels, key=str.encode):  # the order of the rows of the judgments
        grades = collection.qrels[query]
        keep = [grade < 0 or draw(st.booleans()) for grade in grades.values()]
        if not any(keep):  # a query without judgments would not be there at all
            keep[0] = True
        marks += keep
        fewer[query] = {doc: grade for (doc, grade), kept in zip(grades.items(), keep, strict=True) if kept}
    return collection, Collection(fewer, collection.run, collection.known), np.array(marks)


def assert_alike(first, second, measures):
    one, other = evaluate(first, measures), evaluate(second, measures)
    for measure in measures:
        assert one[measure].units == pytest.approx(other[measure].units, nan_ok=True, rel=1e-12, abs=1e-12), measure


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15)
@given(
    case=cases(),
    policy=st.sampled_from([{}, {"judged_only": True}, {"depth": 3}, {"missing": "skip"}, {"ties": "expected"}]),
)
def test_a_thinned_batch_is_that_of_the_judgments_that_are_left(name, case, policy):
    whole, fewer, kept = case
    measures = [with_scale(each) for each in measures_of(name) if "ties" not in policy or each.averages_ties()]
    measures = [each for each in measures if "judged_only" not in policy or "document_group" not in each.reads]
    if not measures:
        return
    decided = {"undefined": "skip", **policy}
    assert_alike(thinned(whole.batch(told=True, **decided), kept), fewer.batch(told=True, **decided), measures)


@settings(max_examples=50)
@given(case=cases(), data=st.data())
def test_thinning_twice_keeps_what_both_keep(case, data):
    whole, _, first = case
    second = np.array([data.draw(st.booleans()) for _ in first])
    batch = whole.batch(told=True, undefined="skip")
    measures = measures_of("nDCG") + measures_of("Bpref") + measures_of("KnownCoverage") + measures_of("alpha_nDCG")
    assert_alike(thinned(thinned(batch, first), second), thinned(batch, first & second), measures)


@settings(max_examples=30)
@given(case=cases())
def test_thinning_changes_nothing_where_all_is_kept_and_leaves_its_input_alone(case):
    whole, _, kept = case
    batch = whole.batch(undefined="skip")
    before = {name: np.copy(getattr(column, "values", column)) for name, column in batch.columns.items()}
    same = thinned(batch, np.ones(len(kept), bool))
    for name, column in before.items():
        assert np.array_equal(getattr(same.columns[name], "values", same.columns[name]), column), name
    thinned(batch, kept)
    for name, column in before.items():
        assert np.array_equal(getattr(batch.columns[name], "values", batch.columns[name]), column), name
