"""Numbers and spellings at the edge: refused in a sentence or right, never a quiet change and never a crash."""

import json
import math

import pytest

from cranfield import MeasureError, PolicyError, evaluate, parse, ranking
from cranfield.core.policy import Policy
from cranfield.report.structured import render_json

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


def test_an_infinite_sum_is_null_in_json():
    results = evaluate(ranking({"q": {"d": 1e308, "e": 1e308}}, {"q": {"d": 2.0, "e": 1.0}}), ["CG"])
    assert math.isinf(results["CG"].value)
    assert json.loads(render_json([results]))["systems"][0]["metrics"]["CG"] is None


def test_a_query_without_a_value_is_never_perfect():
    # nothing relevant is judged for q2: E would be best at 0, so it counts 1
    batch = ranking({"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 0}}, {"q1": {"d2": 2.0}, "q2": {"d1": 1.0}})
    results = evaluate(batch, ["E"])
    assert results["E"].units == {"q1": 1.0, "q2": 1.0}
    assert any("counted as 1" in str(finding) for finding in results.findings)
