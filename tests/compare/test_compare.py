"""Comparing systems: what is said of whom, beside scipy, and in plain words where nothing can be said."""

import inspect

import numpy as np
import pytest
from scipy import stats

import cranfield
from compare.given import Given, given, judged
from cranfield import Batch, Policy, compare, evaluate, labels, ranking, text
from cranfield.compare.bout import TESTS
from cranfield.core.registry import family


def test_a_comparison_is_what_scipy_says_of_the_units():
    one, two = judged(1), judged(2, 0.5)
    found = compare([one, two])
    assert (list(found), found.systems, found.baselines) == (["nDCG@10", "AP"], ("s1", "s2"), ("s1",))
    pair = found["AP"].pair("s2")
    before, after = one["AP"].values, two["AP"].values
    expected = stats.ttest_rel(after, before)
    assert (pair.statistic, pair.p) == pytest.approx((expected.statistic, expected.pvalue))
    assert pair.others == {"randomization": pytest.approx(expected.pvalue, abs=0.01)}
    assert (pair.wins, pair.ties, pair.losses) == (sum(after > before), sum(after == before), sum(after < before))
    assert pair.d == pytest.approx((after - before).mean() / (after - before).std(ddof=1))
    assert pair.probability_better == pytest.approx(1 - pair.p / 2)
    assert (pair.units, pair.reason, pair.significant, pair.disagree) == (40, None, True, False)
    assert pair.change == pytest.approx((after.mean() - before.mean()) / before.mean())
    assert found["AP"].best == ("s2",)
    assert found["AP"].anova is None
    assert (found.noun, found.settings.seed, found["AP"].comparisons) == ("queries", 12345, 1)


def test_the_package_is_also_the_function():
    assert list(inspect.signature(cranfield.compare).parameters)[:2] == ["systems", "measures"]
    from cranfield.compare.contests import compare as function

    assert cranfield.compare([judged(1), judged(2)], "AP").rows() == function([judged(1), judged(2)], "AP").rows()


@pytest.mark.parametrize("test", [each for each in TESTS if each != "delong"])
@pytest.mark.parametrize("kind", ["ranking", "labels", "text"])
def test_every_test_has_a_word_about_every_family(test, kind):
    rng = np.random.default_rng(3)
    if kind == "ranking":
        systems, name = [judged(1), judged(2)], "AP"
    elif kind == "labels":
        truth = rng.integers(0, 2, 50)
        systems = [
            evaluate(labels(truth=truth, guess=np.where(rng.random(50) < 0.3, 1 - truth, truth), system=each), ["F1"])
            for each in "ab"
        ]
        name = "F1"
    else:
        references = [" ".join(rng.choice(list("abcdefgh"), 8)) for _ in range(30)]
        noisy = [[each.replace(letter, "z") for each in references] for letter in "ab"]
        systems = [
            evaluate(text(candidates=c, references=references, system=s), ["BLEU"])
            for c, s in zip(noisy, "ab", strict=True)
        ]
        name = "BLEU"
    contest = compare(systems, test=test, resamples=500)[name]
    pair = contest.pairs[0]
    assert 0 < pair.p <= 1
    assert pair.low <= pair.difference <= pair.high
    sampled = test in ("randomization", "bootstrap")
    assert pair.test == (
        test if sampled or (kind == "ranking" and test != "mcnemar") else "t" if kind == "ranking" else "randomization"
    )
    assert all(note.told() and note.told(language="zh") for note in contest.notes)
    assert pair.test == test or contest.notes[0].key == "compare-other-test"
    both = compare(systems, test=test, resamples=500, alternative="better")[name].pairs[0].p
    other = compare(systems, test=test, resamples=500, alternative="worse")[name].pairs[0].p
    assert both + other >= 1 - 0.05  # ties count on both sides


def test_randomization_is_exact_for_few_units_and_never_0_for_many():
    few = compare([judged(1, queries=8), judged(2, 5.0, queries=8)], test="randomization")["AP"].pairs[0]
    assert few.p == 2 / 2 ** (8 - few.ties)
    many = compare([judged(1), judged(2, 5.0)], test="randomization", resamples=99)["AP"].pairs[0]
    assert many.p == 1 / 100


@pytest.mark.parametrize("side", ["two-sided", "better", "worse"])
def test_ties_with_the_observed_difference_count_in_samples_too(side):
    values = np.array([1.0] * 14 + [0.0] * 9)  # 23 differences of one size: far too many changes of signs to try
    systems = [given(np.zeros(23), "one"), given(2 * values - 1, "two")]
    pair = compare(systems, test="randomization", alternative=side)["Given"].pairs[0]
    exact = stats.binomtest(14, 23, alternative={"better": "greater", "worse": "less"}.get(side, side)).pvalue
    assert pair.p == pytest.approx(exact, abs=0.015)  # without ties it would be 0.12 less


def test_equal_systems_do_not_differ_in_any_test():
    one, two = judged(1, system="one"), judged(1, system="two")
    for test in TESTS:
        contest = compare([one, two], test=test, resamples=200)["AP"]
        pair = contest.pairs[0]
        assert (pair.p, pair.adjusted, pair.significant, pair.difference) == (1, 1, False, 0), test
        assert pair.reason.told() == "the systems do not differ in any of 40 queries"
        assert (pair.wins, pair.ties, pair.losses, pair.d, pair.needed) == (0, 40, 0, None, None)
        assert contest.best == ("one", "two")


def test_differences_that_do_not_vary_are_tested_by_randomization():
    qrels = {f"q{n}": {"d": 1} for n in range(6)}
    one = evaluate(ranking(qrels, {q: ["x", "d"] for q in qrels}, system="one"), "RR")
    two = evaluate(ranking(qrels, {q: ["d"] for q in qrels}, system="two"), "RR")
    contest = compare([one, two])["RR"]
    pair = contest.pairs[0]
    assert (pair.test, pair.p, pair.low, pair.high, pair.d) == ("randomization", 2 / 2**6, 0.5, 0.5, None)
    assert contest.best == ("two",)


def test_lower_is_better_where_the_measure_says_so():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 80)
    good, bad = (np.clip(truth * 0.6 + 0.2 + rng.normal(0, noise, 80), 0.01, 0.99) for noise in (0.05, 0.3))
    systems = [evaluate(labels(truth=truth, score=s, system=n), "Brier") for s, n in ((bad, "bad"), (good, "good"))]
    found = compare(systems, alternative="better")["Brier"]
    pair = found.pairs[0]
    assert (found.better, found.best) == ("lower", ("good",))
    assert pair.difference < 0
    assert pair.p < 0.05
    assert pair.wins > pair.losses
    assert pair.probability_better > 0.95


def test_accuracy_has_mcnemars_test_beside_the_t_test():
    from statsmodels.stats.contingency_tables import mcnemar

    rng = np.random.default_rng(1)
    truth = rng.integers(0, 3, 200)
    guesses = [np.where(rng.random(200) < share, rng.integers(0, 3, 200), truth) for share in (0.5, 0.3)]
    systems = [evaluate(labels(truth=truth, guess=g, system=n), "Accuracy") for g, n in zip(guesses, "ab", strict=True)]
    first, second = (guess == truth for guess in guesses)
    table = [[int(((first == a) & (second == b)).sum()) for b in (True, False)] for a in (True, False)]
    expected = mcnemar(table, exact=False, correction=True).pvalue
    assert compare(systems)["Accuracy"].pairs[0].others["mcnemar"] == pytest.approx(expected)
    assert compare(systems, test="mcnemar")["Accuracy"].pairs[0].p == pytest.approx(expected)


def test_several_systems_are_corrected_together_and_the_best_group_is_told():
    systems = [judged(1), judged(2, 0.32), judged(3, 0.9), judged(4, 0.95), judged(5, 0.05)]
    contest = compare(systems)["AP"]
    p = np.array([pair.p for pair in contest.pairs])
    assert contest.comparisons == 4
    order = np.argsort(p)
    adjusted = np.minimum(np.maximum.accumulate(p[order] * [4, 3, 2, 1]), 1)
    assert [contest.pairs[at].adjusted for at in order] == pytest.approx(adjusted)
    assert set(contest.best) == {"s3", "s4"}
    cells = np.array([each["AP"].values for each in systems])
    assert contest.anova.p < 1e-6
    assert contest.anova.f > stats.f_oneway(*cells).statistic  # queries vary, which the two-way analysis takes out


def test_baselines_are_named_and_not_compared_with_each_other():
    systems = [judged(seed) for seed in range(1, 5)]
    found = compare(systems, "AP", baseline=["s2", "s4"])["AP"]
    assert [(pair.baseline, pair.system) for pair in found.pairs] == [
        ("s2", "s1"), ("s2", "s3"), ("s4", "s1"), ("s4", "s3"),
    ]  # fmt: skip
    assert found.comparisons == 4
    assert found.pair("s3", "s4").baseline == "s4"


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "bh", "none", "maxt", "tukey"])
def test_all_pairs_can_be_compared(correction):
    systems = [judged(1), judged(2), judged(3, 0.9)]
    contest = compare(systems, "AP", pairs="all", correction=correction, resamples=2000)["AP"]
    assert [(pair.baseline, pair.system) for pair in contest.pairs] == [("s1", "s2"), ("s1", "s3"), ("s2", "s3")]
    assert [pair.significant for pair in contest.pairs] == [False, True, True]
    assert all(pair.adjusted >= pair.p - 0.02 for pair in contest.pairs)
    assert contest.best == ("s3",)


def test_too_few_resamples_for_many_comparisons_are_told():
    rng = np.random.default_rng(1)
    systems = [given(rng.random(40) + at, f"s{at}") for at in range(5)]
    contest = compare(systems, pairs="all", test="randomization", resamples=100)["Given"]
    assert not any(pair.significant for pair in contest.pairs)
    assert contest.notes[0].told() == (
        "Given: 100 resamples cannot show anything in 10 comparisons that are corrected together; use at least 400"
    )
    contest = compare(systems, pairs="all", test="randomization", resamples=400)["Given"]
    assert all(pair.significant for pair in contest.pairs)
    assert not contest.notes


def test_max_t_is_that_of_a_plain_loop():
    systems = [judged(seed, good) for seed, good in ((1, 0.3), (2, 0.32), (3, 0.5))]
    contest = compare(systems, "AP", correction="maxt", resamples=300)["AP"]
    base = systems[0]["AP"].values
    gaps = np.array([each["AP"].values - base for each in systems[1:]])

    def t(values):
        return abs(values.mean() / (values.std(ddof=1) / np.sqrt(len(values))))

    observed = [t(each) for each in gaps]
    flips = np.random.default_rng(12345).integers(2, size=(300, 40), dtype=bool)
    trials = np.array([[t(each * np.where(flip, -1, 1)) for each in gaps] for flip in flips])
    larger = 0 if observed[0] > observed[1] else 1
    first = (sum(trials.max(axis=1) >= observed[larger]) + 1) / 301
    second = max(first, (sum(trials[:, 1 - larger] >= observed[1 - larger]) + 1) / 301)
    assert (contest.pairs[larger].adjusted, contest.pairs[1 - larger].adjusted) == pytest.approx((first, second))


def test_disagreeing_tests_are_told():
    qrels = {f"q{n}": {"d": 1} for n in range(7)}
    # the t-test needs no more than a steady difference, the randomization test five changes of signs at least
    one = evaluate(ranking(qrels, {q: ["x", "d"] for q in qrels}, system="one"), "RR")
    run = {q: ["d"] if at < 5 else ["x", "d"] for at, q in enumerate(qrels)}
    two = evaluate(ranking(qrels, run, system="two"), "RR")
    contest = compare([one, two])["RR"]
    assert contest.pairs[0].p < 0.05 < contest.pairs[0].others["randomization"]
    assert contest.pairs[0].disagree
    assert [note.key for note in contest.notes] == ["compare-disagree", "compare-cut", "compare-few-units"]
    assert contest.notes[0].told().startswith("RR: the t-test and the randomization test decide differently about two")


def test_units_without_a_value_in_one_system_are_left_out_and_told():
    rng = np.random.default_rng(1)
    one, two = rng.random((2, 9))
    one[2], two[[2, 4]] = np.nan, np.nan
    made = []
    for values, name in ((one, "one"), (two, "two")):
        batch = Batch(
            family("text"), list("abcdefghi"), {"value": values}, system=name, policy=Policy(undefined="skip")
        )
        made.append(evaluate(batch, {"Given": Given()}))
    found = compare(made)["Given"]
    pair = found.pairs[0]
    expected = stats.ttest_rel(np.delete(two, [2, 4]), np.delete(one, [2, 4]))
    assert (pair.units, pair.p, found.undefined) == (7, pytest.approx(expected.pvalue), 2)
    assert pair.difference == pytest.approx(np.delete(two - one, [2, 4]).mean())
    assert pair.value == pytest.approx(np.nanmean(two))
    assert found.notes[0].told() == (
        "Given: 1 segment without a value in some of the systems; differences and tests are over those that both"
        " systems have a value for"
    )
    assert compare(made, test="randomization")["Given"].pairs[0].p == pytest.approx(pair.others["randomization"])
