"""Percentiles, intervals and tests beside numpy and scipy, on data with ties, gaps and long tails."""

import numpy as np
import pytest
from scipy import stats

from cranfield import compare, cost, evaluate, intervals
from cranfield.compare.apart import fisher, welch, welch_interval
from cranfield.measures.cost.order_statistics import ranks_around, share_interval


def times(seed, size):
    """Times with ties, or with a long tail."""
    chance = np.random.default_rng(seed)
    return chance.integers(1, 40, size).astype(float) if seed % 2 else chance.lognormal(3, 1.2, size)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("p", [1, 7, 25, 50, 62.5, 90, 95])
def test_percentiles_are_numpys_inverted_cdf(seed, p):
    values = times(seed, 200 + 37 * seed)
    found = evaluate(cost({"latency_ms": values}), f"Latency(p={p})")
    ours = found[f"Latency(p={p})"].value
    assert ours in values / 1000 * 1000
    # 0.07 * 100 is more than 7 for numpy, so a little less is asked of it
    assert ours == np.quantile(values / 1000, np.nextafter(p / 100, 0), method="inverted_cdf") * 1000.0


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("p", "size"), [(50, 24), (50, 301), (90, 640), (95, 200), (99, 1000), (99, 4321)])
def test_intervals_of_order_statistics_are_scipys(seed, p, size):
    values = times(seed, size)
    (found,) = intervals(evaluate(cost({"latency_ms": values}), f"Latency(p={p})"), confidence=0.9).values()
    test = stats.quantile_test(values / 1000, p=p / 100)
    wanted = test.confidence_interval(confidence_level=0.9)
    assert found.method == "order"
    assert (found.low, found.high) == pytest.approx((wanted.low * 1000, wanted.high * 1000), rel=1e-12)


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_order_intervals_cover_at_least_as_often_as_they_say(confidence):
    for count, share in ((20, 0.5), (200, 0.95), (1000, 0.99), (57, 0.3)):
        low, high = ranks_around(count, share, confidence)
        covered = stats.binom.cdf(high - 1, count, share) - stats.binom.cdf(low - 1, count, share)
        assert covered >= confidence
        # and neither end could be a rank nearer
        assert stats.binom.cdf(low, count, share) > (1 - confidence) / 2
        assert stats.binom.cdf(high - 2, count, share) < (1 + confidence) / 2


@pytest.mark.parametrize(("hits", "count"), [(0, 1), (1, 1), (0, 1000), (3, 1000), (17, 40), (999, 1000), (40, 40)])
@pytest.mark.parametrize("confidence", [0.9, 0.95])
def test_shares_have_the_interval_of_clopper_and_pearson(hits, count, confidence):
    wanted = stats.binomtest(hits, count).proportion_ci(confidence, method="exact")
    assert share_interval(hits, count, confidence) == pytest.approx((wanted.low, wanted.high), abs=1e-9)


@pytest.mark.parametrize("failed", [False, True])
def test_no_error_in_repeated_queries_is_no_certainty(failed):
    table = {"query": [f"q{i % 30}" for i in range(90)], "latency_ms": [10.0] * 90, "timeout_s": [2.0] * 90}
    table["error"] = ["refused" if failed else None] * 90
    found = intervals(evaluate(cost(table), ["ErrorRate"]))["ErrorRate"]
    wanted = stats.binomtest(30 * failed, 30).proportion_ci(0.95, method="exact")  # of queries, not of requests
    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), abs=1e-9)
    assert found.method == "binomial"


@pytest.mark.parametrize("seed", range(6))
def test_means_of_two_samples_are_compared_as_scipy_does(seed):
    one, two = times(seed, 130), times(seed + 1, 77) * 1.1
    for side, alternative in ((0, "two-sided"), (1, "greater"), (-1, "less")):
        test = stats.ttest_ind(two, one, equal_var=False, alternative=alternative)
        assert welch(one, two, side) == pytest.approx((test.statistic, test.pvalue), rel=1e-9)
    wanted = stats.ttest_ind(two, one, equal_var=False).confidence_interval(0.95)
    assert welch_interval(one, two, 0.95) == pytest.approx((wanted.low, wanted.high), rel=1e-9)


@pytest.mark.parametrize("hits", [(0, 3), (2, 9), (5, 5), (0, 0), (30, 1), (12, 20)])
def test_shares_of_two_samples_are_compared_as_scipy_does(hits):
    one, two = (np.arange(size) < hit for size, hit in zip((50, 70), hits, strict=True))
    for side, alternative in ((0, "two-sided"), (1, "greater"), (-1, "less")):
        table = [[hits[1], 70 - hits[1]], [hits[0], 50 - hits[0]]]
        wanted = stats.fisher_exact(table, alternative=alternative).pvalue
        assert fisher(one.astype(float), two.astype(float), side)[1] == pytest.approx(wanted, rel=1e-9)


def test_the_short_way_to_draws_of_a_percentile_has_their_distribution():
    state = evaluate(cost({"latency_ms": times(2, 230)}), "Latency(p=95)")["Latency(p=95)"].state
    short = state.measure.redrawn(state, 20_000, 1)
    chance = np.random.default_rng(2)
    often = chance.multinomial(230, np.full(230, 1 / 230), 4_000).astype(float)
    drawn = state.measure.finish(state.drawn(often))
    assert stats.ks_2samp(short, drawn).pvalue > 0.001
    assert set(short) <= set(state.rows[:, 0])


def test_two_passes_under_load_are_compared_as_samples_of_their_own():
    from cranfield.io.cost_table import Pass, cost_table

    def under_load(name, values):
        at = np.arange(len(values)) / 50
        columns = {"query": [f"q{i % 9}" for i in range(len(values))], "sent": at, "ended": at + values / 1000}
        made = cost(cost_table(columns, Pass(mode="load", rate=50.0)), name=name)
        return evaluate(made, ["Latency(mean)", "p50", "ErrorRate"])

    one, two = times(0, 400), times(2, 300) * 1.5
    found = compare([under_load("one", one), under_load("two", two)], resamples=4000)
    mean, median = found["Latency(mean)"].pairs[0], found["p50"].pairs[0]
    assert (mean.test, mean.method) == ("welch", "welch")
    assert mean.p == pytest.approx(stats.ttest_ind(two, one, equal_var=False).pvalue, rel=1e-6)
    assert (median.test, median.method) == ("resampled", "percentile")
    both = stats.bootstrap(
        (two, one), lambda a, b, axis: np.median(a, axis=axis) - np.median(b, axis=axis), method="percentile",
        n_resamples=4000, rng=np.random.default_rng(1),
    ).confidence_interval  # fmt: skip
    assert (median.low, median.high) == pytest.approx((both.low, both.high), rel=0.1)
    assert found["ErrorRate"].pairs[0].test == "fisher"
    assert found["ErrorRate"].pairs[0].p == 1.0
    assert [each.key for each in found["p50"].notes] == ["passes-apart"]
