"""Side by side with pytrec_eval-terrier, which is trec_eval 9 inside Python: every measure it has, query by query."""

from math import exp, isnan, log

import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.made_data import WHOLE_GRADES, collections, survivable
from cranfield import Policy, evaluate, parse_all, ranking
from cranfield.core.spec import trec_name

NAMES = {trec_name(measure): measure for measure in parse_all("all_trec")}


def at_level(measure, level):
    """The measure with trec_eval's -l; its measures of graded gain do not look at it."""
    if level == 1 or measure.name in ("NumRet", "nDCG") or "rel" not in measure.params():
        return measure
    return measure.replace(rel=level)


MADE = collections(grades=tuple(WHOLE_GRADES)).map(survivable)


def compare(collection, level=1, *, judged_only=False):
    policy = Policy.named("trec_eval-9", judged_only=judged_only)
    asked = {name: at_level(measure, level) for name, measure in NAMES.items()}
    results = evaluate(ranking(collection.qrels, collection.run, policy=policy), asked.values())
    options = {"relevance_level": level, "judged_docs_only_flag": judged_only}
    theirs = pytrec_eval.RelevanceEvaluator(collection.qrels, {"all_trec"}, **options).evaluate(collection.run)
    assert theirs
    for query, values in theirs.items():
        relevant = sum(1 for grade in collection.qrels[query].values() if grade >= level)
        for name, value in values.items():
            if name in ("runid", "relstring"):  # text, which is given back as 0.0
                continue
            ours = results[asked[name]].units[query]
            if name.startswith("gm_"):
                value, ours = exp(value), max(ours, 0.00001)  # noqa: PLW2901 (the peer gives logarithms)
            if isnan(value):  # trec_eval divides 0 by 0 when -J leaves nothing of a ranking
                assert judged_only
                assert results["NumRet"].units[query] == ours == 0
                continue
            if relevant == 0 and name == "Rndcg":
                continue  # trec_eval calls it 0 when nothing reaches the relevance level, whatever the gains are
            assert ours == pytest.approx(value, rel=1e-9, abs=1e-9), (name, query)
    return results, theirs


def test_no_measure_of_the_peer_is_left_out():
    supported = set(pytrec_eval.supported_measures) - {"runid", "relstring"}
    ours = {name.rstrip("0123456789.").rstrip("_") for name in NAMES} | {"11pt_avg"}
    assert supported <= ours


@settings(max_examples=120)
@given(collection=MADE)
def test_every_measure_agrees_query_by_query(collection):
    compare(collection)


@settings(max_examples=40)
@given(collection=MADE, level=st.sampled_from([2, 3]))
def test_relevance_levels_agree(collection, level):
    compare(collection, level)


@settings(max_examples=40)
@given(collection=MADE)
def test_judged_documents_only_agree(collection):
    compare(collection, judged_only=True)


@settings(max_examples=40)
@given(collection=MADE)
def test_averages_agree(collection):
    results, theirs = compare(collection)
    for name in ("map", "P_5", "ndcg_cut_10", "Rprec", "11pt_avg"):
        mean = sum(values[name] for values in theirs.values()) / len(theirs)
        assert results[NAMES[name]].value == pytest.approx(mean, rel=1e-9, abs=1e-9)
    geometric = exp(sum(values["gm_map"] for values in theirs.values()) / len(theirs))
    assert results["gm_map"].value == pytest.approx(geometric, rel=1e-9)


@settings(max_examples=40)
@given(collection=MADE, squared=st.sampled_from(["0.5", "2.0", "4.0"]))
def test_the_parameter_of_set_f_is_beta_squared(collection, squared):
    theirs = pytrec_eval.RelevanceEvaluator(collection.qrels, {f"set_F_{squared}"}).evaluate(collection.run)
    ours = evaluate(ranking(collection.qrels, collection.run, policy="trec_eval-9"), f"set_F.{squared}")
    for query, values in theirs.items():
        assert next(iter(ours.values())).units[query] == pytest.approx(values["set_F"], rel=1e-9, abs=1e-9)


def test_scores_are_compared_as_the_profile_says():
    # the two scores are one number in single precision, so the larger id comes first
    qrels, run = {"q": {"a": 1, "b": 0}}, {"q": {"a": 0.123456789, "b": 0.123456788}}
    peer_value = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(run)["q"]["recip_rank"]
    values = {p: evaluate(ranking(qrels, run, policy=p), "RR")["RR"].value for p in ("trec_eval-9", "trec_eval-10")}
    assert peer_value == values["trec_eval-9"] == 0.5
    assert values["trec_eval-10"] == 1.0


def test_a_cutoff_that_the_peer_ignores_is_refused_or_obeyed():
    # trec_eval's recip_rank.10 silently looks at the whole ranking
    qrels, run = {"q": {"d": 1}}, {"q": {**{f"x{i}": 100.0 - i for i in range(15)}, "d": 1.0}}
    assert pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(run)["q"]["recip_rank"] == 1 / 16
    assert evaluate(ranking(qrels, run), "RR@10")["RR@10"].value == 0.0


def test_a_topic_with_only_negative_grades_counts_with_0():
    qrels, run = {"q": {"d": -1}}, {"q": {"d": 1.0}}
    assert pytrec_eval.RelevanceEvaluator(qrels, {"map"}).evaluate(run)["q"]["map"] == 0.0
    assert evaluate(ranking(qrels, run, policy="trec_eval-9"), "map")["map"].value == 0.0


def test_geometric_means_per_query_are_values_and_not_logarithms():
    qrels, run = {"q": {"d": 1, "e": 1}}, {"q": {"d": 1.0}}
    assert pytrec_eval.RelevanceEvaluator(qrels, {"gm_map"}).evaluate(run)["q"]["gm_map"] == pytest.approx(log(0.5))
    assert evaluate(ranking(qrels, run), "gm_map")["gm_map"].units == {"q": pytest.approx(0.5)}
