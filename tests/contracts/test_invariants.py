"""What holds for every measure whatever it measures."""

from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.made_data import Collection, collections
from contracts.samples import NAMES, measures_of
from cranfield import evaluate, explain, parse
from cranfield.core import evaluate as evaluation
from cranfield.core.states.sums import Sums

ALL = [measure for name in NAMES for measure in measures_of(name)]


def shuffled(random, mapping):
    keys = list(mapping)
    random.shuffle(keys)
    return {key: mapping[key] for key in keys}


@settings(max_examples=20)
@given(collection=collections(), random=st.randoms(use_true_random=False))
def test_the_order_of_queries_and_rows_does_not_matter(collection, random):
    again = Collection(
        *(
            shuffled(random, {query: shuffled(random, rows) for query, rows in part.items()})
            for part in (collection.qrels, collection.run, collection.known)
        )
    )
    first, second = evaluate(collection.batch(), ALL), evaluate(again.batch(), ALL)
    for measure in ALL:
        assert list(first[measure].units) == list(second[measure].units)
        assert np.array_equal(first[measure].values, second[measure].values, equal_nan=True)
        assert np.array_equal(first[measure].value, second[measure].value, equal_nan=True)


@settings(max_examples=20)
@given(collection=collections(), data=st.data())
def test_partitions_combine_to_the_whole(collection, data):
    batch = collection.batch(undefined=data.draw(st.sampled_from(["zero", "skip"])))
    left = np.array([data.draw(st.booleans()) for _ in batch.units], bool)
    parts = [batch.select(np.flatnonzero(side)) for side in (left, ~left)]
    for measure in ALL:
        ready = measure.resolve(batch)
        whole = ready.stats(batch)
        merged = ready.stats(parts[0]) + ready.stats(parts[1])
        assert list(merged.units) == sorted(batch.units)
        order = np.argsort(np.array(batch.units, object), kind="stable")
        assert np.array_equal(merged.rows, whole.rows[order])
        assert np.array_equal(merged.undefined, whole.undefined[order])
        assert np.array_equal(merged.total(), whole.total(order))


@settings(max_examples=20)
@given(collection=collections(), rows=st.integers(1, 12), undefined=st.sampled_from(["zero", "skip"]))
def test_a_batch_measured_part_by_part_gives_the_same_values(collection, rows, undefined):
    batch, added = collection.batch(undefined=undefined), []
    whole = evaluate(batch, ALL)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluation, "_ROWS", rows)
        patch.setattr(
            Sums, "in_a_row", lambda units, parts, join=Sums.in_a_row: added.extend(parts) or join(units, parts)
        )
        parts = evaluate(batch, ALL)
    several = len(list(batch.stretches(rows)))
    assert len(added) == (several * len(ALL) if several > 1 else 0)
    for measure in ALL:
        assert list(parts[measure].units) == list(whole[measure].units)
        assert np.array_equal(parts[measure].values, whole[measure].values, equal_nan=True)
        assert np.array_equal(parts[measure].value, whole[measure].value, equal_nan=True)
    assert parts.findings == whole.findings


@given(collection=collections(), rows=st.integers(1, 20))
def test_the_parts_of_a_batch_hold_all_its_units_and_rows(collection, rows):
    batch = collection.batch()
    parts = list(batch.stretches(rows))
    assert [unit for part in parts for unit in part.units] == list(batch.units)
    for name, column in batch.columns.items():
        values = [getattr(part.columns[name], "values", part.columns[name]) for part in parts]
        assert np.array_equal(np.concatenate(values), getattr(column, "values", column)), name
    longest = max(len(batch.ragged(name).values) for name in ("rank", "judged"))
    assert (len(parts) == 1) == (longest <= rows or len(batch) == 1)


@settings(max_examples=20)
@given(collection=collections())
def test_values_stay_inside_the_bounds(collection):
    results = evaluate(collection.batch(undefined="skip"), ALL)
    for measure in ALL:
        low, high = measure.bounds
        result = results[measure]
        for value in [*result.values, result.value]:
            assert isnan(value) or low - 1e-12 <= value <= high + 1e-12


@settings(max_examples=12)
@given(collection=collections(most=6), undefined=st.sampled_from(["zero", "skip"]))
def test_an_explanation_ends_at_the_value(collection, undefined):
    batch = collection.batch(undefined=undefined)
    results = evaluate(batch, ALL)
    for measure in ALL:
        values = results[measure].units
        for unit in batch.units:
            told = explain(batch, measure, unit)
            assert told.steps
            assert all(step.how for step in told.steps)
            assert not told.steps[-1].per_row
            assert told.value == pytest.approx(values[unit], rel=1e-12, abs=1e-15, nan_ok=True)
            assert told.steps[-1].value == pytest.approx(told.value, rel=1e-12, abs=1e-15, nan_ok=True)


@settings(max_examples=20)
@given(collection=collections())
def test_undefined_is_explained_in_words_and_counted_as_the_policy_says(collection):
    kept, skipped = collection.batch(undefined="zero"), collection.batch(undefined="skip")
    zeros, gaps = evaluate(kept, ALL), evaluate(skipped, ALL)
    for measure in ALL:
        as_zero, left_out = zeros[measure], gaps[measure]
        if left_out.undefined:
            assert measure.undefined_when
        if getattr(measure, "average", "macro") == "micro":
            continue
        floor = max(measure.worst, 0.00001) if getattr(measure, "mean", None) == "geometric" else measure.worst
        for unit, value in left_out.units.items():
            assert as_zero.units[unit] == pytest.approx(floor if isnan(value) else value, rel=1e-12)


@settings(max_examples=60)
@given(collection=collections())
def test_the_break_even_point_is_r_precision_on_a_full_ranking(collection):
    for query, grades in collection.qrels.items():
        answers = collection.run.setdefault(query, {})
        for doc in grades:
            answers.setdefault(doc, -9.0)
    results = evaluate(collection.batch(undefined="skip"), ["BEP", "Rprec"])
    assert results["BEP"].values == pytest.approx(results["Rprec"].values, rel=1e-12, nan_ok=True)


@settings(max_examples=40)
@given(collection=collections(grades=(0, 1, 2, 3)))
def test_rbp_and_its_residual_bound_what_full_judgments_would_give(collection):
    results = evaluate(collection.batch(), ["RBP(max_grade=3)", "RBPResidual"])
    best = {
        query: {**dict.fromkeys(collection.run.get(query, {}), 3), **grades}
        for query, grades in collection.qrels.items()
    }
    endless = {query: len(collection.run.get(query, {})) for query in best}
    judged = evaluate(Collection(best, collection.run, collection.known).batch(), "RBP(max_grade=3)")[
        "RBP(max_grade=3)"
    ]
    for query, size in endless.items():
        reached = judged.units[query] + 0.8**size  # and everything after the end is perfect, too
        told = results["RBP(max_grade=3)"].units[query] + results["RBPResidual"].units[query]
        assert told == pytest.approx(reached, rel=1e-12)


def test_the_mean_of_nothing_is_nan():
    collection = Collection({"q1": {"d1": 0}}, {"q1": {"d1": 1.0}}, {"q1": {"d1": 1}})
    result = evaluate(collection.batch(undefined="skip"), "AP")["AP"]
    assert result.undefined == 1
    assert result.units == pytest.approx({"q1": nan}, nan_ok=True)
    assert isnan(result.value)
    assert evaluate(collection.batch(), parse("AP"))["AP"].value == 0.0
