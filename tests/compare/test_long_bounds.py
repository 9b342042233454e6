"""Bounds of long rankings take a part at a time, try few numbers, or are refused with a sentence."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield import bounds, ranking
from cranfield.compare import completions
from cranfield.errors import MeasureError
from cranfield.measures.ranking.recall import Recall

COUNTED = ["AP", "AP@7", "R", "R@5", "Rprec", "BEP", "Bpref", "F@5", "infAP"]


def drawn(seed):
    rng = np.random.default_rng(seed)
    docs = [f"d{at}" for at in range(40)]
    qrels = {
        f"q{at}": {doc: int(rng.choice([-1, 0, 0, 1, 2])) for doc in rng.permutation(docs)[: rng.integers(1, 20)]}
        for at in range(4)
    }
    return ranking(qrels, {query: list(rng.permutation(docs)[: rng.integers(1, 30)]) for query in qrels})


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), measure=st.sampled_from(["R", "R@5", "R(rel=2)", "R(rel=9)"]))
def test_recall_knows_which_number_is_extreme(seed, measure):
    batch = drawn(seed)
    found = bounds(batch, measure)
    near = Recall.near
    del Recall.near
    try:
        every = bounds(batch, measure)
    finally:
        Recall.near = near
    assert (found.low, found.high, found.units) == (every.low, every.high, every.units)


@pytest.mark.parametrize("measure", COUNTED)
@pytest.mark.parametrize("rows", [1, 60, 1000])
def test_bounds_do_not_depend_on_the_parts(measure, rows, monkeypatch):
    batch = drawn(rows)
    whole = bounds(batch, measure)
    monkeypatch.setattr(completions, "_ROWS", rows)
    parts = bounds(batch, measure)
    assert (parts.low, parts.high, parts.units) == (whole.low, whole.high, whole.units)


def test_no_part_is_larger_than_what_is_measured_at_once(monkeypatch):
    tried = [np.arange(500), np.arange(3), np.arange(2)]
    documents = np.array([100, 10, 10])
    monkeypatch.setattr(completions, "_ROWS", 1000)
    parts = list(completions._parts(tried, documents))
    assert max(int(documents[units].sum()) for units, _ in parts) == 1000
    assert np.concatenate([number for _, number in parts]).tolist() == [*range(500), *range(3), *range(2)]
    assert np.concatenate([units for units, _ in parts]).tolist() == [0] * 500 + [1] * 3 + [2] * 2


def test_what_would_take_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(completions, "_MOST", 10_000)
    batch = ranking({"q": {"d1": 1}}, {"q": [f"d{at}" for at in range(100)]})
    with pytest.raises(MeasureError) as error:
        bounds(batch, "Rprec")
    assert str(error.value) == (
        "Rprec: with 99 unjudged documents of one query, its bounds are not looked for, because each number of relevant"
        " ones among them would have to be tried; read shorter rankings, such as depth=1000"
    )
    assert "depth=1000" in error.value.told(language="zh")
    assert (bounds(batch, "R@10").low, bounds(batch, "R@10").high) == (1 / 91, 1.0)  # all 90 below rank 10, or none


def test_where_many_numbers_are_the_same_but_for_rounding_the_nearest_are_tried(monkeypatch):
    batch = ranking({"q": {"d0": 1}}, {"q": [f"d{at}" for at in range(100)]})
    every = bounds(batch, "AP")
    monkeypatch.setattr(completions, "_MOST", 2000)
    assert bounds(batch, "AP").high == every.high == 1.0
    assert bounds(batch, "AP").low == pytest.approx(every.low, abs=1e-12)
