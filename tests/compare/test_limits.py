"""Where a test or an interval has nothing to stand on it says so: no variance, too few draws, biased draws."""

import itertools

import numpy as np
import pytest
from scipy import stats

from compare.given import given
from cranfield import MeasureError, compare, evaluate, interval, intervals, labels, text
from cranfield.compare.corrections import CORRECTIONS
from cranfield.compare.differences import Gaps, all_signs
from cranfield.core.compared import Settings


def scored(*columns, truth=(0, 0, 1, 1)):
    """Results of systems that gave these scores."""
    return [evaluate(labels(truth=truth, score=column, system=f"s{at}"), "AUC") for at, column in enumerate(columns)]


def test_delong_without_variance_leaves_p_to_the_randomization_test():
    systems = scored([0.5] * 4, [0.1, 0.2, 0.8, 0.9])
    contest = compare(systems, "AUC")["AUC"]
    pair = contest.pairs[0]
    assert pair.test == "randomization"
    assert pair.p == pytest.approx(2 / 16)  # all swaps: only none and all of them are as far apart
    assert (pair.low, pair.high, pair.method) == (None, None, None)
    assert pair.reason.key == "compare-flat-interval"
    assert [each.key for each in contest.notes if each.key == "compare-no-variance"]
    assert all(each.low is None and each.reason.key == "compare-flat-interval" for each in contest.estimates)
    assert not pair.significant


def test_equal_aucs_without_variance_are_equal():
    pair = compare(scored([0.5] * 4, [0.7] * 4), "AUC")["AUC"].pairs[0]
    assert (pair.test, pair.p, pair.low) == ("delong", 1.0, None)


@pytest.mark.parametrize("alternative", ["better", "worse"])
def test_tukey_is_refused_for_one_side(alternative):
    systems = [given(np.random.default_rng(at).random(20), f"s{at}") for at in range(3)]
    with pytest.raises(MeasureError, match=f"Tukey's test is about both sides, not '{alternative}'"):
        compare(systems, pairs="all", correction="tukey", alternative=alternative)


@pytest.mark.parametrize("correction", ["maxt", "tukey", *CORRECTIONS])
@pytest.mark.parametrize("test", ["t", "randomization", "sign", "wilcoxon"])
def test_no_correction_makes_a_p_smaller(correction, test):
    for seed in range(4):
        rng = np.random.default_rng(seed)
        systems = [given(rng.exponential(1, 12) + 0.3 * at, f"s{at}") for at in range(4)]
        found = compare(systems, pairs="all", correction=correction, test=test, resamples=300)["Given"]
        assert all(each.adjusted >= each.p for each in found.pairs)


def test_a_p_of_the_level_itself_is_not_significant():
    settings = Settings("t", "two-sided", "none", "baseline", 0.95, "auto", 100, 1)
    assert settings.alpha == 0.05
    assert not settings.significant(0.05)
    assert not settings.significant(0.05 - 1e-17)
    assert not settings.significant(None)
    assert not settings.significant(float("nan"))
    assert settings.significant(0.0499999)
    tiny = Settings("t", "two-sided", "none", "baseline", 1 - 1e-9, "auto", 100, 1)
    assert tiny.significant(1e-10)


LINES = [f"a{at} b{at} c d{at}" for at in range(30)]


@pytest.mark.parametrize("name", ["Distinct-2", "Entropy-2"])
@pytest.mark.parametrize("method", ["auto", "bca", "percentile"])
def test_what_repeated_units_always_move_has_no_interval_but_a_reason(name, method):
    results = evaluate(text(candidates=LINES, references=LINES, system="one"), name)
    found = intervals(results, name, interval=method, resamples=200)[name]
    assert (found.low, found.high, found.method) == (None, None, None)
    assert found.reason.key == "compare-biased-draws"
    assert "has no interval" in found.reason.told()
    assert name in found.reason.told(language="zh")


def test_an_interval_by_bca_holds_the_value():
    rng = np.random.default_rng(3)
    for size in (3, 5, 9, 30):
        for values in (rng.exponential(1, size), np.r_[np.zeros(size - 1), 1.0], rng.integers(0, 2, size)):
            found = intervals(given(values, "one"), interval="bca", resamples=200)["Given"]
            assert (found.low is None) == (found.reason is not None)
            assert found.low is None or found.low <= found.value + 1e-12 <= found.high + 2e-12


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_too_few_draws_give_no_interval(method):
    one, two = (given(np.random.default_rng(at).random(20), f"s{at}") for at in range(2))
    found = compare([one, two], interval=method, resamples=39)["Given"]
    assert found.pairs[0].low is None
    told = "Given has no 95% interval from 39 resamples; use at least 40"
    assert found.pairs[0].reason.told() == told
    assert all(each.reason.told() == told for each in found.estimates)
    assert compare([one, two], interval=method, resamples=40)["Given"].pairs[0].low is not None
    with pytest.raises(MeasureError, match="a 95% interval needs at least 40 resamples, not 39"):
        interval(one["Given"], resamples=39)


def test_confidence_beyond_what_numbers_can_show_is_refused():
    one, two = (given(np.random.default_rng(at).random(20), f"s{at}") for at in range(2))
    for confidence in (1 - 1e-10, 0.9999999999999999):
        for call in (lambda c: compare([one, two], confidence=c), lambda c: intervals(one, confidence=c)):
            with pytest.raises(MeasureError, match=r"at most 0\.999999999"):
                call(confidence)
    pair = compare([one, two], confidence=0.999999999)["Given"].pairs[0]
    assert pair.low < pair.difference < pair.high


def test_rules_judge_the_difference_over_the_units_that_both_have():
    one = given([0.5, 0.5, 0.5, np.nan], "one", undefined="skip")
    two = given([0.6, 0.6, 0.7, 0.0], "two", undefined="skip")
    found = compare([one, two])
    pair, facts = found["Given"].pairs[0], found.facts()[0]
    assert pair.difference == pytest.approx(2 / 15)
    assert facts.difference == pair.difference


@pytest.mark.parametrize("side", [0, 1, -1])
def test_the_randomization_test_of_right_and_wrong_is_the_sign_test(side):
    rng = np.random.default_rng(5)
    for size in (1, 2, 7, 15):
        values = rng.integers(-1, 2, size) * 0.25
        every = [(np.array(signs) * values).sum() for signs in itertools.product((-1, 1), repeat=size)]
        reached = np.mean(
            [side * each >= side * values.sum() if side else abs(each) >= abs(values.sum()) for each in every]
        )
        assert all_signs(Gaps(values, 1e-13), side) == pytest.approx(reached)


def test_a_million_right_or_wrong_answers_are_tested_at_once():
    rng = np.random.default_rng(1)
    one, two = (given((rng.random(10**6) < share).astype(float), f"{share}") for share in (0.5, 0.501))
    pair = compare([one, two])["Given"].pairs[0]
    values = two["Given"].values - one["Given"].values
    above, below = int((values > 0).sum()), int((values < 0).sum())
    assert pair.others["randomization"] == pytest.approx(stats.binomtest(above, above + below).pvalue, rel=1e-6)


def test_a_long_test_that_nobody_asked_for_is_left_out_with_a_note():
    rng = np.random.default_rng(1)
    one, two = (given(rng.random(1000), f"s{at}") for at in range(2))
    found = compare([one, two], resamples=1_000_001)["Given"]
    assert "randomization" not in found.pairs[0].others
    assert [each.key for each in found.notes] == ["compare-side-test-left-out"]
    assert found.pairs[0].p == pytest.approx(stats.ttest_rel(two["Given"].values, one["Given"].values).pvalue)
