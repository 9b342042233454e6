"""Side by side with ranx, where definitions agree; slow because it compiles its code when first called."""

import random
import warnings
from math import isnan

import pytest

from cranfield import evaluate, ranking

pytestmark = pytest.mark.slow

SHARED = [
    "precision@3", "recall@3", "f1@3", "mrr", "mrr@2", "map", "map@3", "hit_rate@2", "ndcg", "ndcg@3", "ndcg_burges@3",
    "r-precision", "map-l2", "precision@3-l2", "ndcg@3-l2", "recall@5-l2",
]  # fmt: skip


@pytest.fixture(scope="module")
def ranx():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numba warns about threads and caches when it is imported
        return pytest.importorskip("ranx")


def made(seed, grades):
    """Judgments and untied scores, at least one relevant document a query."""
    source = random.Random(seed)
    docs = [f"d{i}" for i in range(12)]
    qrels, run = {}, {}
    for query in map(str, range(15)):
        judged = source.sample(docs, source.randint(2, 8))
        qrels[query] = {doc: source.choice(grades) for doc in judged}
        qrels[query][judged[0]] = 3
        returned = source.sample(docs, source.randint(1, 10))
        run[query] = {doc: float(100 - place) for place, doc in enumerate(returned)}
    return qrels, run


def theirs(ranx, qrels, run, metrics):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        listed = ranx.Run(run)
        ranx.evaluate(ranx.Qrels(qrels), listed, metrics)
        return {metric: dict(listed.scores[metric]) for metric in metrics}


def test_shared_measures_agree_query_by_query(ranx):
    qrels, run = made(1, [1, 2, 3])
    results = evaluate(ranking(qrels, run, policy="ranx"), SHARED)
    for metric, values in theirs(ranx, qrels, run, SHARED).items():
        for query, value in values.items():
            assert results[metric].units[query] == pytest.approx(value, rel=1e-9, abs=1e-9), (metric, query)


def test_rank_biased_precision_agrees_on_binary_judgments(ranx):
    # with grades ranx multiplies by the grade itself and can exceed 1
    qrels, run = made(3, [1])
    qrels = {query: dict.fromkeys(grades, 1) for query, grades in qrels.items()}
    results = evaluate(ranking(qrels, run, policy="ranx"), ["rbp.95", "RBP(p=0.95, rel=1)"])
    for query, value in theirs(ranx, qrels, run, ["rbp.95"])["rbp.95"].items():
        assert results["rbp.95"].units[query] == pytest.approx(value, rel=1e-9)
        assert results["RBP(p=0.95, rel=1)"].units[query] == pytest.approx(value, rel=1e-9)


def test_bpref_counts_negative_grades_with_the_profile_as_ranx_does(ranx):
    qrels, run = made(5, [-2, -1, 0, 1, 2])
    for grades in qrels.values():
        grades["never returned"] = 0  # without a document that is not relevant ranx divides 0 by 0
    found = evaluate(ranking(qrels, run, policy="ranx"), "bpref")["bpref"].units
    for query, value in theirs(ranx, qrels, run, ["bpref"])["bpref"].items():
        assert found[query] == pytest.approx(value, rel=1e-9, abs=1e-9), query
    assert found != evaluate(ranking(qrels, run), "bpref")["bpref"].units


def test_without_a_document_that_is_not_relevant_their_bpref_is_no_number(ranx):
    qrels, run = {"q": {"a": 1}}, {"q": {"b": 2.0, "a": 1.0}}
    assert isnan(theirs(ranx, qrels, run, ["bpref"])["bpref"]["q"])
    assert evaluate(ranking(qrels, run, policy="ranx"), "bpref")["bpref"].value == 1.0


@pytest.mark.parametrize(("depth", "same"), [(8, True), (15, True), (16, False), (100, False)])
def test_ties_keep_the_order_of_the_input_up_to_15_documents_there(ranx, depth, same):
    source = random.Random(depth)
    docs = [f"d{i}" for i in range(depth)]
    qrels, run = {}, {}
    for query in map(str, range(20)):
        qrels[query] = {source.choice(docs): 1}
        run[query] = {doc: float(source.randint(0, 1)) for doc in source.sample(docs, depth)}
    found = evaluate(ranking(qrels, run, policy="ranx"), "mrr")["mrr"].units
    assert (theirs(ranx, qrels, run, ["mrr"])["mrr"] == pytest.approx(found)) == same
