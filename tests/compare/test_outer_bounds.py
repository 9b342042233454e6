"""No grades, subtopics or groups of unjudged documents take a measure beyond its bounds: all of them are tried."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from compare.test_bounds import DOCS, SCALE, cases, completed, with_scale
from contracts.samples import measures_of
from cranfield import MeasureError, Policy, bounds, evaluate, judgments, parse, ranking
from cranfield.compare.settle import settle

OUTER = {"BPM", "Compat", "G", "INST", "O", "Q", "RBP", "Rndcg", "nERR", "ndcg_rel"}
REACHED_SUBTOPICS = {"AP_IA", "ERR_IA", "NRBP", "P_IA", "StRecall", "alpha_DCG"}
OVER_GREEDY = {"alpha_nDCG", "nERR_IA", "nNRBP"}
GROUPED = {"AWRF", "EE_D", "EE_L", "EE_R"}
TOPICS = ("1", "2", "3")


def holds(found, values, told):
    value, low, high = found
    assert low - 1e-10 <= min(values), told
    assert max(values) <= high + 1e-10, told
    if "judged_only" not in str(told):  # what was taken out may stand anywhere
        assert low - 1e-10 <= value <= high + 1e-10, told


@pytest.mark.parametrize("name", sorted(OUTER))
@settings(max_examples=25)
@given(case=cases())
def test_no_grades_go_beyond_the_bounds(name, case):
    qrels, run = case
    every_measure = [parse("RBP(scale='topic')")] if name == "RBP" else map(with_scale, measures_of(name))
    measures = [each for each in every_measure if each.when_judged(np.array(SCALE, float)) == "between"]
    assert measures
    batch = ranking(qrels, run)
    found = {measure: bounds(batch, measure, grades=SCALE) for measure in measures}
    for query, every in completed(qrels, run):
        results = [evaluate(ranking({query: each}, {query: run[query]}), measures) for each in every]
        for measure in measures:
            values = [each[measure].value for each in results]
            holds(found[measure].units[query], values, (str(measure), query))
            if len(every) == 1:
                assert found[measure].units[query][1:] == pytest.approx((values[0], values[0])), str(measure)


@st.composite
def topical(draw):
    """Judgments of subtopics and a ranking with up to two documents that nobody judged."""
    ranked = draw(st.permutations(DOCS[:5]))[: draw(st.integers(1, 5))]
    unknown = ranked[: draw(st.integers(0, 2))]
    judged = [doc for doc in DOCS[:5] if doc not in unknown] or ["z"]
    topics = TOPICS[: draw(st.integers(1, 3))]
    qrels = {topic: {doc: draw(st.sampled_from((0, 1, 2))) for doc in judged} for topic in topics}
    return {"q": qrels}, {"q": draw(st.permutations(ranked))}, unknown


def completions_of_topics(qrels, unknown, *, grade):
    """Every unjudged document is relevant to any of the subtopics, or to none."""
    topics = list(qrels["q"])
    kinds = list(itertools.product((0, grade), repeat=len(topics)))
    for chosen in itertools.product(kinds, repeat=len(unknown)):
        made = {topic: dict(docs) for topic, docs in qrels["q"].items()}
        for doc, grades in zip(unknown, chosen, strict=True):
            for topic, given_grade in zip(topics, grades, strict=True):
                made[topic][doc] = given_grade
        yield {"q": made}


@pytest.mark.parametrize("name", sorted(REACHED_SUBTOPICS | OVER_GREEDY))
@settings(max_examples=20)
@given(case=topical())
def test_no_subtopics_go_beyond_the_bounds(name, case):
    qrels, run, unknown = case
    measures = measures_of(name)
    batch = ranking(qrels, run)
    results = [evaluate(ranking(each, run), measures) for each in completions_of_topics(qrels, unknown, grade=2)]
    for measure in measures:
        found, values = bounds(batch, measure), [each[measure].value for each in results]
        holds(found.units["q"], values, str(measure))
        assert found.reached == (name in REACHED_SUBTOPICS)
        if found.reached or len(results) == 1:
            assert found.units["q"][1:] == pytest.approx((min(values), max(values)), abs=1e-10), str(measure)


@pytest.mark.parametrize("name", sorted(GROUPED))
@settings(max_examples=25)
@given(case=cases(), groups=st.lists(st.sampled_from(["x", "y", "z", None]), min_size=len(DOCS), max_size=len(DOCS)))
def test_no_targets_of_groups_go_beyond_the_bounds(name, case, groups):
    qrels, run = case
    told = {doc: group for doc, group in zip(DOCS, groups, strict=True) if group} | {"other": "x", "more": "y"}
    assume(all(any(doc in told for doc in ranked) for ranked in run.values()))
    measures = measures_of(name)
    batch = ranking(qrels, run, document_groups=told)
    found = {measure: bounds(batch, measure, grades=SCALE) for measure in measures}
    for query, every in completed(qrels, run):
        results = [
            evaluate(ranking({query: each}, {query: run[query]}, document_groups=told), measures) for each in every
        ]
        for measure in measures:
            values = [each[measure].value for each in results]
            holds(found[measure].units[query], values, (str(measure), query))
            if len(every) == 1:
                assert found[measure].units[query][1:] == pytest.approx((values[0], values[0])), str(measure)


def test_bounds_say_more_than_the_ends_of_the_measure():
    # twelve judged documents on top and one unjudged at the end: little is left open
    qrels = {"q": {f"d{at:02}": (at % 4 == 0) * 2 for at in range(12)}}
    run = {"q": [*qrels["q"], "new"]}
    for name in ("nERR", "Q", "O", "G", "INST", "Compat", "ndcg_rel", "BPM(k=13)"):
        found = bounds(ranking(qrels, run), name)
        assert found.high - found.low < 0.35, str(found)
        assert not found.reached
        assert "perhaps well inside" in str(found)
    topics = ranking({"q": {"1": {"a": 1, "b": 0}, "2": {"a": 0, "b": 1}}}, {"q": ["a", "b", "new"]})
    for name, low, high in (
        ("P_IA@3", 1 / 3, 2 / 3),
        ("StRecall@2", 1, 1),
        ("AP_IA", (5 / 6 + 1 / 2) / 2, (1 + 7 / 12) / 2),
    ):
        assert (bounds(topics, name).low, bounds(topics, name).high) == pytest.approx((low, high)), name
    assert bounds(topics, "alpha_nDCG").low > 0.6


def test_what_cannot_be_settled_is_said():
    gold, runs = {"q": {"1": {"a": 1}, "2": {"b": 1}}}, ({"q": ["a", "x"]}, {"q": ["b", "x"]})
    read = judgments(gold, pooled=list(runs))
    one, two = (ranking(read, run) for run in runs)
    with pytest.raises(MeasureError, match="its documents have more than one grade; bounds"):
        settle(one, two, "alpha_nDCG@5")
    with pytest.raises(MeasureError, match="depends on all unjudged documents together"):
        bounds(ranking(gold, runs[0], policy=Policy(undefined="skip")), "alpha_nDCG@5")
