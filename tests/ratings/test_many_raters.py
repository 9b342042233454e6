"""Memory grows with the ratings, not with raters times raters, raters times items or values times values."""

from __future__ import annotations

import math
import tracemalloc
from itertools import combinations

import numpy as np
import pytest

from cranfield import MeasureError, agreement, evaluate, judgments, parse, ranking, ratings
from cranfield.compare.annotators import _grades, median_judgments
from cranfield.core import rating_pairs
from cranfield.report.agreement import agreement_page

MEASURES = ["Agreement", "Agreement(within=1)", "Alpha", "CongerKappa", "ICC", "ICC(type='C')", "ICC(type='1')"]


def made(item, rater, value):
    return ratings(item=np.asarray(item).astype(str), rater=np.asarray(rater).astype(str), value=value)


def megabytes(work):
    """The most that some work held at once."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("items", [20, 4000])
def test_many_raters_take_no_table_of_raters_by_raters(items):
    at = np.arange(40_000)
    batch = made(at % items, at // 5, at % 3)  # 8,000 raters
    assert megabytes(lambda: evaluate(batch, MEASURES)) < 60


def test_many_values_take_no_table_of_values_by_values():
    at = np.arange(6000)
    batch = made(at // 3000, at % 3000, at * 0.5)
    assert megabytes(lambda: evaluate(batch, ["Agreement", "Agreement(within=1)", "ICC"])) < 20
    for measure, most in (("Alpha", 1000), ("AC2", 1000), ("CongerKappa", 4096)):
        with pytest.raises(MeasureError, match=f"there are 6,000; round the ratings to at most {most:,} values"):
            evaluate(batch, measure)


def test_an_item_of_many_values_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setattr("cranfield.measures.ratings.coincidence._MOST_PAIRS", 10)
    at = np.arange(900)
    with pytest.raises(MeasureError) as raised:
        evaluate(made(at * 0, at, at), "Alpha")
    assert str(raised.value) == (
        "Alpha: compares each two values of an item, which are 810,000 pairs; round the ratings, or use ICC"
    )


def test_an_item_of_many_raters_is_refused_before_they_are_compared():
    at = np.arange(10_000)
    batch = made(at * 0, at, at % 2)
    for measure in ("Kappa", "Pi"):
        with pytest.raises(MeasureError) as raised:
            evaluate(batch, measure)
        assert str(raised.value) == (
            f"{measure}: 49,995,000 pairs of ratings of the same items are too many to compare two by two; use Alpha"
        )
    found = agreement(batch, ["Alpha"])
    assert found.pairs == ()
    assert found.unlisted == 49_995_000
    told = "raters are not put beside each other, as 49,995,000 pairs of ratings of the same items are too many for"
    assert any(each.startswith(told) for each in agreement_page([found]).whole["agreement"][0]["said"])


def test_raters_are_compared_alike_in_parts(monkeypatch):
    rng = np.random.default_rng(5)
    data = rng.integers(0, 40, 600), rng.integers(0, 9, 600), rng.integers(0, 4, 600)
    measures = ["Kappa", "Kappa(weights='quadratic')", "Pi"]
    whole = agreement(made(*data), measures)
    monkeypatch.setattr(rating_pairs, "_CHUNK", 7)
    parts = agreement(made(*data), measures)
    assert parts.pairs == whole.pairs
    assert parts.estimates == whole.estimates


def test_raters_beside_each_other_have_the_kappa_of_their_table():
    rng = np.random.default_rng(6)
    batch = made(rng.integers(0, 40, 600), rng.integers(0, 9, 600), rng.integers(0, 4, 600))
    rating, rater, names = batch.ragged("rating"), batch.ragged("rater"), list(batch.facts["values"])
    found, kappa = agreement(batch, ["Agreement"]), parse("Kappa", batch.family)
    for pair in found.pairs:
        cells, places = np.zeros((len(names), len(names))), [batch.facts["raters"].index(pair.one)]
        places.append(batch.facts["raters"].index(pair.two))
        for item in range(len(batch)):
            given = dict(zip(rater[item].tolist(), rating[item].tolist(), strict=True))
            if all(each in given for each in places):
                cells[given[places[0]], given[places[1]]] += 1
        value = float(kappa.of_cells(cells, names))
        assert pair.kappa == (None if math.isnan(value) else value)
        assert (pair.items, pair.agreement) == (cells.sum(), cells.trace() / cells.sum())


@pytest.mark.parametrize("within", [0, 0.3, 1, 2.5])
def test_near_ratings_are_counted_as_in_a_loop(within):
    rng = np.random.default_rng(7)
    value = rng.integers(0, 40, 500) * 0.1
    batch = made(rng.integers(0, 30, 500), np.arange(500), value)
    shares = []
    for row in range(len(batch)):
        given = [float(batch.facts["values"][at]) for at in batch.ragged("rating")[row]]
        near = [abs(one - two) <= within for one, two in combinations(given, 2)]
        shares += [sum(near) / len(near)] if near else []
    measure = f"Agreement(within={within})"
    assert evaluate(batch, measure)[measure].value == pytest.approx(np.mean(shares), abs=1e-12)


@pytest.mark.parametrize("measure", ["ICC", "ICC(type='C')", "ICC(type='1')", "ICC(type='1', average=True)"])
def test_the_intraclass_correlation_is_the_same_whatever_is_added_up_together(measure, monkeypatch):
    rng = np.random.default_rng(8)
    at = np.arange(240)
    rows = {"item": at // 4, "rater": at % 4, "value": rng.integers(0, 6, 240) + at // 40}
    batch = made(*rows.values())
    whole = evaluate(batch, measure)[measure].value
    monkeypatch.setattr("cranfield.measures.ratings.icc._MOST_KEYS", 1)
    batch = made(*rows.values())
    assert evaluate(batch, measure)[measure].value == pytest.approx(whole, abs=1e-12)
    parts = [made(*(each[kept] for each in rows.values())) for kept in (at < 100, at >= 100)]
    one, two = (evaluate(each, measure)[measure].state for each in parts)
    together = one + two
    assert float(together.measure.finish(together.total())) == pytest.approx(whole, abs=1e-12)


def test_grades_of_many_raters_are_no_table_of_raters_by_documents():
    at = np.arange(3000)
    query, doc = np.where(at % 2, "q", "p"), at.astype(str)
    rated = ratings(item=doc, rater=doc, value=at % 4, query=query)
    system = ranking(judgments(median_judgments(rated)), {"q": {"1": 1.0}, "p": {"2": 1.0}})
    assert megabytes(lambda: [_grades(system, rated).of(rater) for rater in (0, 2999)]) < 10
