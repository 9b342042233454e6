"""Tests on paired differences agree with scipy, statsmodels and an own enumeration."""

import itertools

import numpy as np
import pytest
from scipy import stats

from cranfield.compare.differences import all_signs, gaps_between, mcnemar, sign_test, t_test, wilcoxon

SIDES = {0: "two-sided", 1: "greater", -1: "less"}


def samples():
    rng = np.random.default_rng(5)
    for size in (2, 3, 7, 12, 30, 50, 51, 200):
        yield rng.random(size), rng.random(size) + 0.1  # no ties
        yield rng.integers(0, 4, size) / 4, rng.integers(0, 4, size) / 4  # ties and zeros
        yield rng.integers(0, 2, size) * 1.0, rng.integers(0, 2, size) * 1.0  # right or wrong
    yield np.array([0.1, 0.2, 0.3]), np.array([0.2, 0.3, 0.4])  # equal but for rounding
    yield np.array([1e9, 2e9, 5e9]), np.array([1e9 + 1, 2e9, 5e9 - 3])


@pytest.mark.parametrize("side", SIDES)
def test_the_t_test_is_scipys(side):
    for one, two in samples():
        gaps = gaps_between(one, two)
        if gaps.spread == 0:
            assert all(map(np.isnan, t_test(gaps, side)))
            continue
        expected = stats.ttest_rel(two, one, alternative=SIDES[side])
        assert t_test(gaps, side) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-9)


@pytest.mark.parametrize("side", SIDES)
def test_wilcoxon_is_scipys(side):
    exact = 0
    for one, two in samples():
        gaps = gaps_between(one, two)
        values = np.round(gaps.values, 9)
        if not values.any():
            assert wilcoxon(gaps, side)[1] == 1
            continue
        known = values[values != 0]
        plain = len(known) <= 50 and len(set(np.abs(known))) == len(known)
        exact += plain
        method = {"method": "exact"} if plain else {"method": "approx", "correction": True}
        expected = stats.wilcoxon(known, alternative=SIDES[side], **method).pvalue
        found = wilcoxon(gaps, side)[1]
        if not plain and side == 0:
            expected = min(expected, 1)
        assert found == pytest.approx(expected, rel=1e-10), (len(known), plain)
        loose = stats.wilcoxon(known, alternative=SIDES[side], method="approx", correction=False).pvalue
        assert wilcoxon(gaps, side, exact=False, continuity=False)[1] == pytest.approx(loose, rel=1e-10)
    assert exact > 4


@pytest.mark.parametrize("side", SIDES)
def test_the_sign_test_is_scipys(side):
    for one, two in samples():
        gaps = gaps_between(one, two)
        above, below = int((gaps.values > 0).sum()), int((gaps.values < 0).sum())
        expected = stats.binomtest(above, above + below, alternative=SIDES[side]).pvalue if above + below else 1
        assert sign_test(gaps, side) == (above, pytest.approx(expected, rel=1e-12))


def test_mcnemar_is_that_of_statsmodels():
    from statsmodels.stats.contingency_tables import mcnemar as theirs

    rng = np.random.default_rng(2)
    seen = set()
    for size, share in itertools.product((5, 20, 60, 400), (0.4, 0.5, 0.7)):
        one, two = (rng.random(size) < 0.5) * 1.0, (rng.random(size) < share) * 1.0
        gaps = gaps_between(one, two)
        table = [[int(((one == a) & (two == b)).sum()) for b in (1, 0)] for a in (1, 0)]
        exact = table[0][1] + table[1][0] < 25
        seen.add(exact)
        expected = theirs(table, exact=exact, correction=True)
        assert mcnemar(gaps)[1] == pytest.approx(expected.pvalue, rel=1e-10)
        assert sum(mcnemar(gaps, side)[1] for side in (1, -1)) >= 1
    assert seen == {True, False}


@pytest.mark.parametrize("side", SIDES)
def test_all_changes_of_signs_are_tried(side):
    for one, two in samples():
        gaps = gaps_between(one, two)
        known = gaps.values[gaps.values != 0]
        found = all_signs(gaps, side)
        if len(known) > 16:
            assert found == (sign_test(gaps, side)[1] if gaps.alike else None)
        elif len(known) <= 12:
            reached = 0
            for signs in itertools.product((1, -1), repeat=len(known)):
                total = sum(map(float, known * signs))
                seen, limit = (side * total, side * known.sum()) if side else (abs(total), abs(known.sum()))
                reached += seen >= limit - 1e-9 * max(1, abs(limit))
            assert found == reached / 2 ** len(known)


def test_rounding_is_no_difference():
    gaps = gaps_between(np.array([0.1 + 0.2, 0.5, 0.7]), np.array([0.3, 0.5, 0.9]))
    assert (gaps.values == 0).tolist() == [True, True, False]
    assert gaps_between(np.array([np.nan, 1.0]), np.array([2.0, 3.0])).values.tolist() == [2.0]
    assert gaps_between(np.array([0.1, 0.2, 0.3]), np.array([0.2, 0.3, 0.4])).spread == 0
    assert gaps_between(np.array([0.3]), np.array([0.3])).nothing
