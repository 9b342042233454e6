"""What holds for rankings: long batches are measured part by part, and some measures bound or equal others."""

from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.made_data import Collection, collections
from contracts.samples import NAMES, measures_of
from cranfield import evaluate, parse
from cranfield.core.states.sums import Sums
from cranfield.measures.ranking import family

ALL = [measure for name in NAMES for measure in measures_of(name)]


@settings(max_examples=8)
@given(collection=collections(), rows=st.integers(1, 12), undefined=st.sampled_from(["zero", "skip"]))
def test_a_batch_measured_part_by_part_gives_the_same_values(collection, rows, undefined):
    batch, added = collection.batch(told=True, undefined=undefined), []
    whole = evaluate(batch, ALL)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(family, "_ROWS", rows)
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
