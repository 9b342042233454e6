"""What is easily overlooked in comparisons: rounding, tiny limits, the names of statistics, few units."""

import numpy as np
import pytest

import cranfield
from cranfield import MeasureError, compare, evaluate, interval, labels, ranking, text
from cranfield.compare.differences import statistic_name
from cranfield.compare.effects import cliffs_delta
from cranfield.compare.facts import Facts
from cranfield.compare.gate import check
from cranfield.compare.rules import parse_rule
from cranfield.core.spec import parse


def test_rounding_is_no_difference_in_cliffs_delta():
    one = np.array([0.1 + 0.2, 0.5, 0.7])
    assert cliffs_delta(one, np.array([0.3, 0.5, 0.7])) == 0.0
    assert (
        cliffs_delta(one, np.array([0.31, 0.5, 0.7])) == 1 / 9 == cliffs_delta(one * 1e6, np.array([0.31e6, 5e5, 7e5]))
    )


@pytest.mark.parametrize(("p", "status"), [(5e-13, "passed"), (5e-14, "failed"), (1e-13, "passed")])
def test_a_tiny_p_is_compared_with_a_tiny_limit(p, status):
    facts = Facts(parse("AP"), "new", 0.4, "base", 0.45, -0.1, 0.1, p, 0.95, 50)
    assert check([parse_rule("AP drops 0.01 and p < 1e-13")], [facts])[0].status == status


@pytest.mark.parametrize(("differing", "side", "name"), [(24, 0, "min(n+, n-)"), (25, 0, "chi-squared"), (25, 1, "n+")])
def test_the_statistic_of_mcnemar_has_a_name(differing, side, name):
    assert statistic_name("mcnemar", differing, side) == name
    assert [statistic_name(test, 0) for test in ("t", "wilcoxon", "sign", "delong", "randomization")] == [
        "t", "W+", "n+", "z", "difference",
    ]  # fmt: skip


def test_a_pair_says_what_its_statistic_is():
    truth = [0, 1] * 30
    one = evaluate(labels(truth=truth, guess=truth, system="a"), "Accuracy")
    wrong = [1 - each if at < 28 else each for at, each in enumerate(truth)]
    other = evaluate(labels(truth=truth, guess=wrong, system="b"), "Accuracy")
    (pair,) = compare([one, other], test="mcnemar")["Accuracy"].pairs
    assert pair.statistic_name in ("chi-squared", "difference")
    assert (pair.test, pair.statistic_name) in (("mcnemar", "chi-squared"), ("randomization", "difference"))


def test_resamples_that_cannot_hold_the_value_are_refused():
    batch = text(candidates=[f"w{at} v{at} u{at}" for at in range(30)], references=["a"] * 30)
    with pytest.raises(MeasureError, match=r"Distinct-2 has no interval, as units that are drawn more than once"):
        interval(evaluate(batch, "Distinct-2")["Distinct-2"])
    whole = evaluate(batch, "Distinct-2(level='text')")["Distinct-2(level='text')"]
    assert interval(whole).low <= whole.value <= interval(whole).high


def test_a_measure_that_was_not_compared_is_an_error_of_its_own():
    run = {"q": {"d": 1.0}}
    found = compare([evaluate(ranking({"q": {"d": 1}}, run, system=name), "AP") for name in "ab"])
    with pytest.raises(cranfield.NoSuchMeasureError):
        found["RR"]
