"""Systems that people rated or preferred are compared by tests that suit what was asked."""

import numpy as np
import pytest

from cranfield import compare, each_rated, evaluate, paired


def preferred(seed, share, size=60):
    """Comparisons of two systems of which `new` wins a share."""
    chance = np.random.default_rng(seed)
    return each_rated(
        item=[f"i{at}" for at in range(size)], rater=["x"] * size, system=["new"] * size, other=["old"] * size,
        value=["left" if each < share else "right" for each in chance.random(size)],
    )  # fmt: skip


def test_strengths_are_compared_by_drawing_items_and_never_by_swapping():
    for share, low, high in ((0.5, 0.05, 1), (0.9, 0, 0.01)):
        results = [evaluate(each, ["BradleyTerry"]) for each in preferred(1, share)]
        for test in ("t", "randomization", "bootstrap"):
            found = compare(results, test=test, resamples=1000)["BradleyTerry"]
            assert found.pairs[0].test == "bootstrap"
            assert low <= found.pairs[0].p <= high, (share, test, found.pairs[0].p)
        told = [each.told() for each in compare(results, correction="maxt", resamples=500)["BradleyTerry"].notes]
        assert any("corrected after Holm and not by maxt" in each for each in told)


def test_equal_systems_are_rarely_told_apart_by_preferences():
    found = []
    for seed in range(40):
        one, two = (evaluate(each, ["BradleyTerry"]) for each in preferred(seed, 0.5))
        found.append(paired(one, two, "BradleyTerry", test="bootstrap", resamples=200).p < 0.05)
    assert np.mean(found) < 0.2


def test_strength_of_two_systems_is_the_log_odds_of_the_wins():
    new, old = preferred(3, 0.7)
    won = evaluate(new, "WinRate")["WinRate"].value
    apart = evaluate(new, "BradleyTerry")["BradleyTerry"].value - evaluate(old, "BradleyTerry")["BradleyTerry"].value
    assert apart == pytest.approx(np.log(won / (1 - won)), rel=1e-12)


@pytest.mark.parametrize(("size", "method"), [(9, "t"), (10, "percentile"), (40, "percentile")])
def test_means_of_enough_items_have_intervals_from_whole_items_drawn_anew(size, method):
    chance = np.random.default_rng(size)
    item = [f"i{at}" for at in range(size) for _ in range(3)]
    results = [
        evaluate(each, ["Mean"])
        for each in each_rated(
            item=item * 2, rater=["a", "b", "c"] * size * 2, system=["new"] * len(item) + ["old"] * len(item),
            value=chance.integers(1, 6, 2 * len(item)).tolist(),
        )
    ]  # fmt: skip
    found = compare(results)["Mean"]
    assert {each.method for each in found.estimates} == {method}
    of_items = np.asarray(results[0]["Mean"].values)
    draws = of_items[np.random.default_rng(1).integers(0, size, (20_000, size))].mean(axis=1)
    if method == "percentile":
        wanted = np.quantile(draws, [0.025, 0.975])
        assert (found.estimates[0].low, found.estimates[0].high) == pytest.approx(wanted, abs=0.05)
