"""Power agrees with statsmodels, and says plainly where it has nothing to say."""

import numpy as np
import pytest
from statsmodels.stats.power import TTestPower

from cranfield import MeasureError, evaluate, power, ranking, text
from cranfield.compare.power import chance_to_show, detectable, needed


@pytest.mark.parametrize("tails", [1, 2])
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
def test_power_is_that_of_statsmodels(tails, alpha):
    theirs = TTestPower()
    side = {1: "larger", 2: "two-sided"}[tails]
    for effect in (0.05, 0.2, 0.5, 1.3):
        for units in (3, 10, 50, 250, 2000):
            expected = theirs.power(effect, units, alpha, alternative=side)
            found = chance_to_show(effect, units, alpha, tails)
            # scipy's noncentral t gives up where power is as good as certain
            assert found == pytest.approx(expected, abs=1e-9) or (np.isnan(expected) and found > 0.999)
        wanted = theirs.solve_power(effect, None, alpha, 0.8, alternative=side)
        if wanted > 3:
            assert needed(effect, alpha, tails) == int(np.ceil(wanted - 1e-6))
    for units in (5, 50, 1000):
        found = detectable(units, alpha, tails)
        assert theirs.power(found, units, alpha, alternative=side) == pytest.approx(0.8, abs=1e-9)


def test_so_many_units_and_no_fewer_are_needed():
    for effect in (0.02, 0.11, 0.37, 0.9, 2.5, 8.0):
        units = needed(effect, 0.05, 2)
        assert chance_to_show(effect, units, 0.05, 2) >= 0.8
        assert units == 2 or chance_to_show(effect, units - 1, 0.05, 2) < 0.8
    assert needed(0.0, 0.05, 2) is None
    assert needed(1e-9, 0.05, 2) is None


def judged(seed, good, queries=40):
    rng = np.random.default_rng(seed)
    qrels = {f"q{n}": {f"d{m}": int(m < 3) for m in range(10)} for n in range(queries)}
    run = {q: {d: grade * good + rng.random() for d, grade in docs.items()} for q, docs in qrels.items()}
    return evaluate(ranking(qrels, run, system=f"s{seed}"), ["nDCG@10", "nDCG(mean=geometric)@10", "NumRet"])


def test_a_pair_of_systems_says_how_many_queries_would_show_a_difference():
    one, two = judged(1, 0.3), judged(2, 0.35)
    found = power([one, two], "nDCG@10", difference=0.02)
    gaps = two["nDCG@10"].values - one["nDCG@10"].values
    expected = TTestPower().solve_power(0.02 / gaps.std(ddof=1), None, 0.05, 0.8)
    assert found.needed == int(np.ceil(expected))
    assert (found.units, found.noun, found.baseline, found.system) == (40, "queries", "s1", "s2")
    assert found.observed == pytest.approx(gaps.mean())
    assert found.chance < 0.8 < power([one, two], "nDCG@10", difference=2 * found.detectable).chance
    assert power([one, two], "nDCG@10").difference == found.observed
    assert power([one, two], "nDCG@10", difference=-0.02).needed == found.needed
    assert power([one, two], "nDCG@10", difference=0.02, alternative="better").needed < found.needed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"power": 80}, "power must be a number above 0 and below 1, not 80"),
        ({"alpha": 0}, "alpha must be a number below 1 and of at least 0.000000001, not 0"),
        ({"difference": 0}, "difference must be a finite number other than 0, not 0"),
        ({"alternative": "greater"}, "alternative must be one of two-sided, better, worse, not 'greater'"),
    ],
)
def test_impossible_wishes_are_refused(options, message):
    with pytest.raises(MeasureError, match=message):
        power([judged(1, 0.3), judged(2, 0.3)], "nDCG@10", **options)


def test_what_has_no_power_says_why():
    one, two = judged(1, 0.3), judged(2, 0.3)
    with pytest.raises(MeasureError, match="power is about two systems, not 1; give two"):
        power([one], "nDCG@10")
    with pytest.raises(MeasureError, match="is no mean over queries, so how many it needs is not known"):
        power([one, two], "nDCG(mean=geometric)@10")
    with pytest.raises(MeasureError, match="the differences of the queries do not vary"):
        power([one, one], "nDCG@10")
    lone = [evaluate(text(candidates=[each], references=["a b c"], system=each), "ROUGE-L") for each in ("a b", "a c")]
    with pytest.raises(MeasureError, match="1 segment with a value in both systems; at least two are needed"):
        power(lone, "ROUGE-L")
