"""Side by side with ir_measures: every measure that both have, query by query."""

from shutil import which

import ir_measures
import pytest
from hypothesis import given, settings

from contracts.made_data import WHOLE_GRADES, Collection, collections, survivable, untied
from cranfield import evaluate, parse, ranking

MADE = collections(grades=tuple(WHOLE_GRADES)).map(survivable)

# their text and ours is the same language; where a default differs, both are written out
SHARED = [
    "AP", "AP@3", "AP(rel=2)", "AP(judged_only=True)", "P@1", "P@5", "P(rel=2)@5", "P(judged_only=True)@2", "R@1",
    "R@5", "R(rel=2)@3", "R(judged_only=True)@3", "RR", "RR(rel=2)", "RR(judged_only=True)", "Rprec", "Rprec(rel=2)",
    "Bpref", "Bpref(rel=2)", "nDCG", "nDCG@3", "nDCG@10", "nDCG(judged_only=True)@3", "Success@1", "Success@5",
    "Success(rel=2)@5", "IPrec@0.0", "IPrec@0.1", "IPrec@0.8", "IPrec(rel=2)@0.5", "infAP", "infAP(rel=2)", "SetP",
    "SetP(rel=2)", "SetR", "SetR(rel=2)", "SetF", "SetF(judged_only=True)", "SetAP", "SetAP(rel=2)", "SetRelP",
    "NumRet", "NumRelRet", "NumRel", "NumRet(rel=2)",
]  # fmt: skip


def theirs(collection, texts):
    measures = {ir_measures.parse_measure(text): text for text in texts}
    found = {}
    for metric in ir_measures.iter_calc(list(measures), collection.qrels, collection.run):
        found[measures[metric.measure], metric.query_id] = metric.value
    return found


def compare(collection, texts):
    results = evaluate(ranking(collection.qrels, collection.run, policy="ir_measures"), texts)
    for (text, query), value in theirs(collection, texts).items():
        if collection.run.get(query) is None and text == "NumRel":
            continue  # a query without answers has no relevant documents for them
        assert results[text].units[query] == pytest.approx(value, rel=1e-9, abs=1e-9, nan_ok=True), (text, query)


@settings(max_examples=60)
@given(collection=MADE)
def test_every_shared_measure_agrees_query_by_query(collection):
    # asked together with a judged_only measure, their NumRet counts judged documents only, in one process of eight
    for apart in (True, False):
        compare(collection, [text for text in SHARED if ("judged_only" in text) == apart])


@settings(max_examples=30)
@given(collection=MADE.map(untied))
def test_measures_that_break_ties_differently_agree_without_ties(collection):
    # RR@k and Judged@k put the smaller id first, all others the larger (ir_measures issue 18)
    compare(collection, ["RR@1", "RR@3", "RR(rel=2)@3", "Judged@1", "Judged@5", "Judged"])


def test_negative_grades_are_judged_over_there_and_with_the_profile():
    collection = Collection({"q": {"a": -1, "b": 1}}, {"q": {"a": 3.0, "x": 2.0, "b": 1.0}}, {})
    assert theirs(collection, ["Judged@2", "Judged"]) == {("Judged@2", "q"): 1 / 2, ("Judged", "q"): 2 / 3}
    results = evaluate(ranking(collection.qrels, collection.run, policy="ir_measures"), ["Judged@2", "Judged"])
    assert (results["Judged@2"].value, results["Judged"].value) == (1 / 2, 2 / 3)
    assert results.signature.as_dict()["measures"]["Judged@2"] == "Judged(negative=True)@2"
    assert evaluate(ranking(collection.qrels, collection.run), "Judged@2")["Judged@2"].value == 0


def test_reciprocal_rank_contradicts_itself_over_there_and_not_here():
    collection = Collection({"q": {"a": 1}}, {"q": {"a": 1.0, "b": 1.0, "c": 1.0}}, {})
    found = theirs(collection, ["RR", "RR@10"])
    assert found == {("RR", "q"): pytest.approx(1 / 3), ("RR@10", "q"): 1.0}
    ours = evaluate(ranking(collection.qrels, collection.run, policy="ir_measures"), ["RR", "RR@10"])
    assert ours["RR"].value == ours["RR@10"].value == pytest.approx(1 / 3)


def test_their_beta_is_trec_evals_beta_squared():
    collection = Collection({"q": {"a": 1, "b": 1}}, {"q": {"a": 2.0, "c": 1.5, "d": 1.0}}, {})
    results = evaluate(ranking(collection.qrels, collection.run), ["F(beta=0.5)", "set_F.0.5"])
    precision, recall = 1 / 3, 1 / 2
    half = 1.25 * precision * recall / (0.25 * precision + recall)
    assert results["F(beta=0.5)"].value == pytest.approx(half)
    assert theirs(collection, ["SetF(beta=0.5)"])["SetF(beta=0.5)", "q"] == pytest.approx(results["set_F.0.5"].value)
    assert results["set_F.0.5"].value != pytest.approx(half)


def test_their_averages_run_over_all_judged_queries():
    collection = Collection({"q": {"a": 1}, "p": {"b": 1}, "o": {"c": 1}}, {"q": {"a": 1.0}}, {})
    mean = ir_measures.calc_aggregate([ir_measures.AP], collection.qrels, collection.run)[ir_measures.AP]
    results = evaluate(ranking(collection.qrels, collection.run, policy="ir_measures"), ["AP", "NumQ"])
    assert results["AP"].value == pytest.approx(mean) == pytest.approx(1 / 3)
    # their NumQ counts the one query that was answered, although AP is a mean over three
    assert ir_measures.calc_aggregate([ir_measures.NumQ], collection.qrels, collection.run)[ir_measures.NumQ] == 1
    assert results["NumQ"].value == 3


@settings(max_examples=30)
@given(collection=MADE)
def test_gains_given_as_a_map_agree(collection):
    measure = ir_measures.nDCG(gains={1: 3, 2: 9}) @ 5
    results = evaluate(ranking(collection.qrels, collection.run, policy="ir_measures"), "nDCG(gain={1: 3, 2: 9})@5")
    for metric in ir_measures.iter_calc([measure], collection.qrels, collection.run):
        ours = next(iter(results.values())).units[metric.query_id]
        assert ours == pytest.approx(metric.value, rel=1e-9, abs=1e-9)


@pytest.mark.skipif(which("perl") is None, reason="gdeval is a Perl script")
def test_gdeval_inside_ir_measures_agrees_to_its_five_digits():
    # gdeval takes only numbers as query ids (ir_measures issue 50) and has the highest grade 4 built in
    qrels = {"1": {"a": 4, "b": 2, "c": 1, "d": 0}, "2": {"a": 1, "e": 3}, "3": {"z": 2}}
    run = {"1": {"c": 5.0, "a": 4.0, "x": 3.0, "b": 2.0}, "2": {"x": 3.0, "e": 2.0, "a": 1.0}, "3": {"z": 1.0}}
    pairs = {
        ir_measures.ERR @ 10: "ERR(max_grade=4)@10",
        ir_measures.ERR @ 2: "ERR(max_grade=4)@2",
        ir_measures.nDCG(dcg="exp-log2") @ 10: "nDCG(gain='exp')@10",
    }
    results = evaluate(ranking(qrels, run), list(pairs.values()))
    for metric in ir_measures.iter_calc(list(pairs), qrels, run):
        assert results[pairs[metric.measure]].units[metric.query_id] == pytest.approx(metric.value, abs=0.5001e-5)


def test_texts_of_shared_measures_mean_the_same_to_both():
    for text in SHARED:
        assert parse(text)
        assert ir_measures.parse_measure(text)
