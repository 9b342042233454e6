"""Numbers and spellings at the edge: refused in a sentence or right, never a quiet change and never a crash."""

import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.made_data import by_subtopic
from contracts.samples import NAMES, measures_of
from cranfield import MeasureError, PolicyError, evaluate, labels, parse, ranking, text
from cranfield.core.policy import Policy
from cranfield.core.registry import registry

NINES = "9" * 400


@pytest.mark.parametrize(
    "text",
    ["P(k=5)@10", "P(rel=2, rel=3)@5", "P(rel=2)(rel=3)@5", "P(rel=3)@10-l2", "P(cutoff=5)@10"],
)
def test_a_parameter_that_is_given_twice_is_refused(text):
    with pytest.raises(MeasureError):
        parse(text, "ranking")


TOO_LARGE = [f"P@{NINES}", f"P_{NINES}", f"P(rel={NINES})", f"nDCG@10-l{NINES}", "F@1e30", "Judged@1e30"]
TOO_LARGE += ["Rprec_mult@1e30", "F(beta=1e200)", "Utility(a=1e308)", "nDCG@{[]}", "P@9007199254740993"]


@pytest.mark.parametrize("text", TOO_LARGE)
def test_a_number_that_is_too_large_is_refused_in_a_short_sentence(text):
    with pytest.raises(MeasureError) as caught:
        parse(text, "ranking")
    assert len(str(caught.value)) < 1000


def test_a_depth_beyond_counting_is_refused():
    with pytest.raises(PolicyError, match="depth must be a whole number"):
        Policy(depth=10**30)


@pytest.mark.parametrize("name", ["nDCG(gain='exp')", "DCG(gain='exp')", "ERR"])
def test_grades_too_large_for_a_power_of_two_are_refused(name):
    batch = ranking({"q": {"d": 2000}}, {"q": {"d": 1.0}})
    with pytest.raises(MeasureError, match=r"2\^2000 is too large"):
        evaluate(batch, [name])


GAINS = ["CG", "DCG", "IDCG", "nCG", "nDCG", "G", "Rndcg", "ndcg_rel", "nDCG(discount='jarvelin')"]


@pytest.mark.parametrize("name", GAINS)
@pytest.mark.parametrize(("grade", "rule"), [(1e308, "at most 1e+290, not 1e+308"), (5e-324, "at least 1e-290")])
def test_gains_that_cannot_be_added_up_are_refused(name, grade, rule):
    batch = ranking({"q": {"d": grade, "e": grade}}, {"q": {"d": 2.0, "e": 1.0}})
    with pytest.raises(MeasureError, match=re.escape(rule)):
        evaluate(batch, [name])
    with pytest.raises(MeasureError, match=re.escape(rule)):
        evaluate(ranking({"q": {"d": 1}}, {"q": {"d": 2.0}}), [parse(name, "ranking").replace(gain={1: grade})])


@pytest.mark.parametrize("name", GAINS)
@pytest.mark.parametrize("grade", [1e290, 1e-290, 1e16, 2**53])
def test_the_largest_and_smallest_gains_give_what_ones_give(name, grade):
    def values(worth):
        qrels = {f"q{n}": {"d": worth, "e": worth, "f": 0} for n in range(20)}
        run = {f"q{n}": {"f": 3.0, "d": 2.0, "e": 1.0} for n in range(20)}
        return evaluate(ranking(qrels, run), [name])[name].value

    scale = grade if name in ("CG", "DCG", "IDCG") else 1.0
    if name != "G":  # whose ideal gain is at least 1 a rank
        assert values(grade) / scale == pytest.approx(values(1.0), rel=1e-12)
    assert math.isfinite(values(grade))


GRADES = st.sampled_from([1e308, 1.7e308, 5e-324, 1e-308, -0.0, 0.0, 1.0, 3.0, 2.0**53, 1e290, 1e-290, 1e16, -1e308])
SCORES = st.sampled_from([1e308, -1e308, 5e-324, -5e-324, 0.0, -0.0, 1.0, 1e-300, 1.7976931348623157e308])


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_extreme_grades_and_scores_give_values_within_bounds_or_a_sentence(name, data):
    docs = st.sampled_from(["d1", "d2", "d3", "d4"])
    qrels = {query: data.draw(st.dictionaries(docs, GRADES, min_size=1)) for query in ("q1", "q2")}
    run = {query: data.draw(st.dictionaries(docs, SCORES, min_size=1)) for query in ("q1", "q2")}
    batch = ranking(by_subtopic(qrels), run, known={"q1": {"d1": 1}})
    measure = data.draw(st.sampled_from(list(measures_of(name))))
    hold_within_bounds(batch, measure)


def hold_within_bounds(batch, measure):
    """Warnings are errors here, as everywhere in these tests."""
    low, high = measure.bounds
    try:
        result = evaluate(batch, [measure])[str(measure)]
    except MeasureError:
        return
    for value in (result.value, *result.units.values()):
        assert math.isnan(value) or low - 1e-9 <= value <= high * (1 + 1e-9)
        assert not math.isinf(value)


WEIGHTS = st.sampled_from([0.0, 5e-324, 1e-308, 1.0, 1e299, 2.0**53])
ANY = st.sampled_from([1e308, -1e308, 5e-324, -5e-324, 0.0, -0.0, 1.0, math.inf, -math.inf, 0.5, 1 - 2**-53])
SHARES = st.sampled_from([0.0, -0.0, 1.0, 5e-324, 1 - 2**-53, 0.5, 1e-300])


@pytest.mark.parametrize("name", registry("labels"))
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_extreme_scores_and_weights_give_values_within_bounds_or_a_sentence(name, data):
    size = data.draw(st.integers(2, 6))
    rows = {"min_size": size, "max_size": size}
    weight = data.draw(st.lists(WEIGHTS, **rows).filter(any))
    batch = labels(
        truth=data.draw(st.lists(st.integers(0, 1), **rows)), guess=data.draw(st.lists(st.integers(0, 1), **rows)),
        score=data.draw(st.one_of(st.lists(ANY, **rows), st.lists(SHARES, **rows))), weight=weight,
        group=data.draw(st.lists(st.integers(0, 1), **rows)),
    )  # fmt: skip
    hold_within_bounds(batch, registry("labels")[name]())


EDGES = [1e100, 1e-300, 5e-324, -0.0, 0, 1, 2, 10**15, 100, 10, 0.9999999999999999, {1: 1e308}, {1: 5e-324}, {1e308: 1}]


@pytest.mark.parametrize("family", ["ranking", "labels", "text"])
def test_extreme_parameters_give_values_or_a_sentence(family):
    batch = SMALL[family]
    tried = 0
    for name, kind in registry(family).items():
        needed = {"Accuracy": {"docs": 1000}, "Rprec_mult": {"multiple": 2}, "IPrec": {"recall": 0.5}}
        needed |= {each: {"k": 3} for each in ("alpha_DCG", "ERR_IA", "P_IA")}
        for parameter in kind.params():
            for value in EDGES:
                given = {**(needed.get(name, {}) if family == "ranking" else {}), parameter: value}
                try:
                    result = evaluate(batch, [kind(**given)])
                except MeasureError:
                    continue
                tried += 1
                assert not any(math.isinf(each.value) for each in result.found.values()), given
    assert tried > 40


SMALL = {
    "ranking": ranking(
        {"q": {"1": {"a": 2, "b": 1}, "2": {"b": 1, "c": 0}}, "r": {"1": {"a": 1}}},
        {"q": {"b": 3.0, "a": 2.0, "x": 2.0}, "r": {"z": 1.0}},
        known={"q": {"a": 1}},
    ),
    "labels": labels(truth=[0, 1, 1], guess=[0, 1, 0], score=[0.2, 0.9, 0.4], weight=[1, 2, 1], group=[0, 0, 1]),
    "text": text(candidates=["the cat sat", "", "x " * 60], references=["the cat is", "b", "x " * 40]),
}  # fmt: skip


def test_a_query_without_a_value_is_never_perfect():
    # nothing relevant is judged for q2: E would be best at 0, so it counts 1
    batch = ranking({"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 0}}, {"q1": {"d2": 2.0}, "q2": {"d1": 1.0}})
    results = evaluate(batch, ["E"])
    assert results["E"].units == {"q1": 1.0, "q2": 1.0}
    assert any("counted as 1" in str(finding) for finding in results.findings)
