"""Bounds from unjudged documents are those of all the grades that could be given, tried one by one."""

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.samples import NAMES, measures_of
from cranfield import MeasureError, Policy, bounds, evaluate, labels, parse, ranking

SCALE = (0, 1, 2)
DOCS = ["a", "b", "c", "d", "e", "f", "g"]
PROVED = {"AP", "Accuracy", "BEP", "Bpref", "CG", "DCG", "E", "ERR", "F", "IAP", "INSQ", "IPrec", "P", "R", "RBP", "RR",
          "Rprec", "Rprec_mult", "Success", "T11F", "T11SU", "T11U", "Utility", "binG", "infAP", "nCG", "nDCG",
          "relative_P", "set_map", "yaap"}  # fmt: skip
OUTER = {
    "AP_IA",
    "AWRF",
    "BPM",
    "Compat",
    "EE_D",
    "EE_L",
    "EE_R",
    "ERR_IA",
    "G",
    "INST",
    "NRBP",
    "O",
    "P_IA",
    "Q",
    "Rndcg",
    "StRecall",
    "alpha_DCG",
    "alpha_nDCG",
    "nERR",
    "nERR_IA",
    "nNRBP",
    "ndcg_rel",
}  # test_outer_bounds


@st.composite
def cases(draw, unjudged=3, scale=SCALE):
    """Judgments and a ranking of each query with few documents that nobody judged, some of them pooled."""
    qrels, run = {}, {}
    for query in ("q1", "q2")[: draw(st.integers(1, 2))]:
        ranked = draw(st.permutations(DOCS))[: draw(st.integers(1, 6))]
        unknown = ranked[: draw(st.integers(0, unjudged))]
        judged = [doc for doc in DOCS if doc not in unknown and (doc in ranked or draw(st.booleans()))]
        qrels[query] = {doc: draw(st.sampled_from(scale)) for doc in judged}
        qrels[query] |= {doc: -1 for doc in unknown if draw(st.booleans())}
        qrels[query] = qrels[query] or {"z": 0}
        run[query] = draw(st.permutations(ranked))
    return qrels, run


def completed(qrels, run, scale=SCALE):
    """For each query all judgments that there could be."""
    for query, ranked in run.items():
        unknown = [doc for doc in ranked if qrels[query].get(doc, -1) < 0]
        yield (
            query,
            [
                {**qrels[query], **dict(zip(unknown, grades, strict=True))}
                for grades in itertools.product(scale, repeat=len(unknown))
            ],
        )


def with_scale(measure):
    scaled = "max_grade" in measure.params() and measure.changed().keys().isdisjoint({"rel", "scale", "max_grade"})
    return measure.replace(max_grade=2) if scaled else measure


def sound(measure):
    return (
        measure.when_judged(measure_scale()) not in (None, "between")
        and getattr(measure, "average", "macro") == "macro"
    )


def measure_scale():
    import numpy as np

    return np.array(SCALE, float)


@pytest.mark.parametrize("name", sorted(PROVED))
@settings(max_examples=12)
@given(case=cases())
def test_bounds_are_the_extremes_of_all_grades(name, case):
    qrels, run = case
    measures = [each for each in map(with_scale, measures_of(name)) if sound(each)]
    batch = ranking(qrels, run)
    found = {measure: bounds(batch, measure, grades=SCALE) for measure in measures}
    for query, every in completed(qrels, run):
        results = [evaluate(ranking({query: each}, {query: run[query]}), measures) for each in every]
        for measure in measures:
            values = [each[measure].value for each in results]
            _, low, high = found[measure].units[query]
            assert (low, high) == pytest.approx((min(values), max(values)), abs=1e-10), (str(measure), query)


@pytest.mark.parametrize("name", sorted(PROVED))
def test_measures_that_are_proved_say_so(name):
    assert any(sound(each) for each in measures_of(name))


@pytest.mark.parametrize("name", sorted(set(NAMES) - PROVED - OUTER))
def test_other_measures_are_refused(name):
    batch = ranking({"q": {"1": {"a": 1}}}, {"q": ["a", "b"]}, known={"q": {"a": 1}},
                    document_groups={"a": "x", "b": "y"})  # fmt: skip
    said = r"nothing is proved about its value when unjudged documents are judged, so it has no bounds: [a-z].{20,};"
    for measure in measures_of(name):
        with pytest.raises(MeasureError, match=said):
            bounds(batch, measure)


@settings(max_examples=20)
@given(case=cases(unjudged=2, scale=(0, 0.5, 1, 3)), data=st.data())
def test_any_scale_of_grades_is_tried(case, data):
    qrels, run = case
    scale = data.draw(st.sampled_from([(0, 3), (0, 1, 3), (0, 0.5, 1, 3), (0, 2.5), (0, 4)]))
    measures = [parse(each) for each in ("nDCG", "nDCG@2", "nDCG(gain='exp')@3", "nCG@2", "AP", "nDCG(rel=1)@2")]
    measures.append(parse("nDCG(gain={0: 0.5, 1: 2})@3"))
    found = {measure: bounds(ranking(qrels, run), measure, grades=scale) for measure in measures}
    for query, every in completed(qrels, run, scale):
        results = [evaluate(ranking({query: each}, {query: run[query]}), measures) for each in every]
        for measure in measures:
            values = [each[measure].value for each in results]
            _, low, high = found[measure].units[query]
            assert (low, high) == pytest.approx((min(values), max(values)), abs=1e-10), (str(measure), query)


def test_no_gain_at_all_is_not_taken_for_the_best_where_it_ties_by_rounding():
    found = bounds(ranking({"q": {"c": 0, "d": 0}}, {"q": ["c", "d", "a", "b"]}), "nDCG", grades=(0, 1, 3))
    best = (1 / math.log2(4) + 1 / math.log2(5)) / (1 + 1 / math.log2(3))  # both unjudged documents have one grade
    assert (found.low, found.high) == pytest.approx((0, best))


@settings(max_examples=15)
@given(case=cases(unjudged=2), mean=st.sampled_from(["arithmetic", "geometric"]))
def test_the_bounds_of_the_mean_are_those_of_all_queries_together(case, mean):
    qrels, run = case
    measure = parse("nDCG@3").replace(mean=mean)
    found = bounds(ranking(qrels, run), measure, grades=SCALE)
    queries, every = zip(*completed(qrels, run), strict=True)
    values = [
        evaluate(ranking(dict(zip(queries, chosen, strict=True)), run), measure)[measure].value
        for chosen in itertools.product(*every)
    ]
    assert (found.low, found.high) == pytest.approx((min(values), max(values)), abs=1e-10)


def test_a_worked_example():
    # d1 is judged, d2 and d3 are not: P@3 is 1/3 now, and between 1/3 and 3/3
    found = bounds(ranking({"q": {"d1": 1}}, {"q": ["d2", "d1", "d3"]}), "P@3")
    assert (found.value, found.low, found.high) == pytest.approx((1 / 3, 1 / 3, 1))
    assert found.unjudged == 2
    # RR: d2 may be relevant
    found = bounds(ranking({"q": {"d1": 1}}, {"q": ["d2", "d1", "d3"]}), "RR")
    assert (found.low, found.high) == (0.5, 1)
    # a middle grade can be better than the top one, because it leaves the ideal as it is
    qrels, run = {"q": {"a": 2, "b": 1}}, {"q": ["a", "x", "y"]}
    middle = bounds(ranking({"q": {**qrels["q"], "x": 0}}, run), "nDCG", grades=(0, 1, 2))
    ends = bounds(ranking({"q": {**qrels["q"], "x": 0}}, run), "nDCG", grades=(0, 2))
    assert middle.high > ends.high
    assert str(found) == (
        "RR of run is 0.5000; if its 2 unjudged documents were judged, it would lie between 0.5000 and 1.0000"
    )
    assert "在 0.5000 与 1.0000 之间" in found.told(language="zh")
    assert found.to_arrow().column_names == ["measure", "system", "unit", "value", "low", "high"]


def test_judged_rankings_have_no_room():
    batch = ranking({"q": {"a": 1, "b": 0, "c": 2}}, {"q": ["b", "a"]})
    for name in ("nDCG@10", "AP", "Bpref", "P@5", "RR", "ERR"):
        found = bounds(batch, name)
        assert found.low == found.value == found.high


def test_the_scale_comes_from_the_judgments_or_the_measure():
    batch = ranking({"q": {"a": 2, "b": 0}}, {"q": ["x", "a"]})
    assert bounds(batch, "DCG@1").high == 2
    assert bounds(batch, "ERR(max_grade=3)@1").high == 7 / 8
    assert bounds(batch, "DCG@1", grades=[0, 5]).high == 5
    assert bounds(ranking({"q": {"a": 0.5}}, {"q": ["x"]}), "CG").high == 1
    assert bounds(ranking({"q": {"a": 2.5}}, {"q": ["x"]}), "CG").high == 2.5
    for wrong in ([0], [1, 2], [0, math.nan], []):
        with pytest.raises(MeasureError, match="grades must be at least two finite numbers that start with 0, not"):
            bounds(batch, "AP", grades=wrong)
    with pytest.raises(MeasureError, match=r"ERR\(max_grade=2\): grades end at 2, not at 3; give a longer"):
        bounds(batch, "ERR", grades=[0, 3])


def test_what_a_batch_does_not_tell_is_refused():
    qrels, run = {"q": {"a": 1}, "r": {"b": 0}}, {"q": ["a", "x"], "r": ["y"]}
    with pytest.raises(MeasureError, match="AP: has no bounds with ties='expected', because unjudged documents"):
        bounds(ranking(qrels, run, policy=Policy(ties="expected")), "AP")
    with pytest.raises(MeasureError, match="AP: has no bounds where unjudged documents were taken out before ranking;"):
        bounds(ranking(qrels, run, policy=Policy(judged_only=True)), "AP")
    for name in ("AP", "nDCG"):
        with pytest.raises(MeasureError, match="depends on all unjudged documents together, so its bounds"):
            bounds(ranking(qrels, run, policy=Policy(undefined="skip")), name)
    with pytest.raises(MeasureError, match="depends on all unjudged documents together"):
        bounds(ranking(qrels, run), "R(average='micro')")
    assert bounds(ranking(qrels, run), "P(average='micro')@2").high == 3 / 4
    with pytest.raises(MeasureError, match="which only rankings have, not labels"):
        bounds(labels(truth=[1, 0], score=[1, 2]), "AUC")
