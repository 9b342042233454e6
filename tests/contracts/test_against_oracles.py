"""Every measure equals its plain loop, on data with ties, gaps, unjudged, negative and fractional judgments."""

from math import isnan

import pytest
from hypothesis import given, settings

from contracts.made_data import answers, averaged_as_asked, collections, oracle_of, ordered
from contracts.samples import NAMES, measures_of
from cranfield import MeasureError, Policy, evaluate, ranking
from oracles.ties import mean_over_orders


def assert_same(measure, query, got, wanted):
    if wanted is None:
        assert isnan(got), (str(measure), query, got)
    else:
        assert got == pytest.approx(wanted, rel=1e-10, abs=1e-10), (str(measure), query)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(collection=collections())
def test_every_measure_equals_its_oracle(name, collection):
    measures = [each for each in measures_of(name) if getattr(each, "average", "macro") == "macro"]
    results = evaluate(collection.batch(undefined="skip"), measures)
    for measure in measures:
        for query, qrels in collection.qrels.items():
            oracle, params = oracle_of(measure, collection, query)
            value = oracle(qrels, ordered(answers(measure, collection, query)), **params)
            assert_same(measure, query, results[measure].units[query], averaged_as_asked(measure, value))


@pytest.mark.parametrize("rule", ["trec_eval-9", "trec_eval-10"])
@pytest.mark.parametrize("name", ["IPrec", "IAP", "Rprec_mult"])
@settings(max_examples=20)
@given(collection=collections())
def test_recall_levels_follow_the_policy(name, rule, collection):
    measures = measures_of(name)
    results = evaluate(collection.batch(undefined="skip", recall_levels=rule), measures)
    for measure in measures:
        for query, qrels in collection.qrels.items():
            oracle, params = oracle_of(measure, collection, query)
            value = oracle(qrels, ordered(answers(measure, collection, query)), **params, rule=rule)
            assert_same(measure, query, results[measure].units[query], averaged_as_asked(measure, value))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=8)
@given(collection=collections(scores=(0.5, 1.0), most=5))
def test_expected_ties_are_the_mean_over_all_orders_or_refused(name, collection):
    batch = collection.batch(undefined="skip", ties="expected")
    for measure in measures_of(name):
        if not measure.averages_ties():
            with pytest.raises(
                MeasureError, match=r": has no closed form for ties='expected'; choose another tie rule$"
            ):
                evaluate(batch, measure)
            continue
        if getattr(measure, "average", "macro") == "micro":
            continue
        result = evaluate(batch, measure)[measure]
        for query, qrels in collection.qrels.items():
            oracle, params = oracle_of(measure, collection, query)
            value = mean_over_orders(oracle, qrels, answers(measure, collection, query), **params)
            assert_same(measure, query, result.units[query], averaged_as_asked(measure, value))


def test_long_ties_are_averaged_without_counting_orders():
    qrels = {"q": {f"d{i}": 1 for i in range(3)}}
    run = {"q": {f"d{i}": 1.0 for i in range(400)}}
    results = evaluate(ranking(qrels, run, policy=Policy(ties="expected")), ["RR", "Success@40", "P@40", "nDCG@40"])
    pairs = [(a, b) for a in range(400) for b in range(a)]
    first = sum(1 / (b + 1) * (399 - a) for a, b in pairs) / (400 * 399 * 398 / 6)  # b < a < c
    assert results["RR"].value == pytest.approx(first, rel=1e-12)
    assert results["Success@40"].value == pytest.approx(1 - 360 * 359 * 358 / (400 * 399 * 398), rel=1e-12)
    assert results["P@40"].value == pytest.approx(3 / 400, rel=1e-12)
