"""The distributions agree with scipy's, in the tails too."""

import numpy as np
import pytest
import scipy
from scipy import stats
from scipy.integrate import trapezoid

from cranfield.compare.distributions import (
    binomial_tail,
    f_tail,
    noncentral_t_tail,
    normal_quantile,
    normal_tail,
    t_quantile,
    t_tail,
)

# before 1.17 scipy's own quantiles of t and tails of F are right to ten digits only
TO_ELEVEN, TO_TEN = (1e-11, 1e-10) if tuple(map(int, scipy.__version__.split(".")[:2])) >= (1, 17) else (1e-10, 1e-9)
DEGREES = [1, 2, 3, 4, 9, 19, 20, 21, 29, 49, 99, 249, 1000, 12345, 1_000_000]


@pytest.mark.parametrize("df", DEGREES)
def test_the_t_distribution_is_scipys(df):
    for t in [0.0, 1e-3, 0.1, 0.7, 1.0, 1.7, 2.0, 2.6, 4.0, 8.0, 20.0, 37.0]:
        assert t_tail(t, df) == pytest.approx(stats.t.sf(t, df), rel=max(1e-11, 1e-15 * df), abs=1e-290), t
        assert t_tail(-t, df) == pytest.approx(stats.t.sf(-t, df), rel=1e-12), t
    for share in [1e-12, 1e-6, 0.001, 0.025, 0.1, 0.3, 0.5, 0.6, 0.9, 0.975, 0.999]:
        assert t_quantile(share, df) == pytest.approx(stats.t.ppf(share, df), rel=max(TO_ELEVEN, 1e-15 * df)), share


def test_the_ends_are_reached():
    assert (t_tail(np.inf, 5), t_tail(-np.inf, 5), f_tail(np.inf, 2, 5), f_tail(0.0, 2, 5)) == (0, 1, 0, 1)
    assert np.isnan(t_tail(np.nan, 5))
    assert np.isnan(f_tail(np.nan, 1, 5))
    assert (normal_quantile(0), normal_quantile(1), normal_quantile(0.5)) == (-np.inf, np.inf, 0)


def test_the_normal_distribution_is_scipys():
    for z in np.linspace(-9, 30, 60):
        assert normal_tail(z) == pytest.approx(stats.norm.sf(z), rel=1e-12)
    for share in [1e-300, 1e-9, 0.01, 0.4, 0.5, 0.975, 1 - 1e-9]:
        assert normal_quantile(share) == pytest.approx(stats.norm.ppf(share), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("above", [1, 2, 7, 49])
@pytest.mark.parametrize("below", [1, 8, 29, 500, 12201])
def test_the_f_distribution_is_scipys(above, below):
    for f in [1e-6, 0.1, 0.9, 1.0, 1.5, 3.0, 10.0, 200.0]:
        assert f_tail(f, above, below) == pytest.approx(stats.f.sf(f, above, below), rel=TO_TEN, abs=1e-290), f


@pytest.mark.parametrize("trials", [1, 2, 5, 30, 101, 5000, 200_000])
def test_the_binomial_distribution_is_scipys(trials):
    for hits in {0, 1, trials // 3, trials // 2, trials // 2 + 1, trials // 2 + 40, trials - 1, trials, trials + 1}:
        expected = stats.binom.sf(hits - 1, trials, 0.5)
        assert binomial_tail(hits, trials) == pytest.approx(expected, rel=1e-9, abs=1e-280), hits


@pytest.mark.parametrize("df", DEGREES[:-1])
def test_the_noncentral_t_distribution_is_scipys(df):
    for shift in [0.0, 0.3, 1.0, 2.8, 5.0, 9.0]:
        for t in [-3.0, -1.0, 0.0, 0.5, 1.98, 4.0, 12.0]:
            expected = stats.nct.sf(t, df, shift) if shift else stats.t.sf(t, df)
            assert noncentral_t_tail(t, df, shift) == pytest.approx(expected, abs=2e-12), (shift, t)


@pytest.mark.parametrize("df", [1, 2, 3, 5, 10])
def test_the_noncentral_t_of_few_degrees_of_freedom_is_right_far_out(df):
    for alpha in (0.05, 1e-4, 1e-6, 1e-9):
        limit = t_quantile(1 - alpha / 2, df)
        assert noncentral_t_tail(limit, df, 0.0) == pytest.approx(alpha / 2, rel=1e-6)
        for shift in (0.5, 3.0, 20.0):
            # the integral over s in logarithms, by brute force
            s = np.exp(np.linspace(np.log(1e-14), np.log(30), 400_001))
            chi = stats.chi2.pdf(df * s * s, df) * 2 * df * s
            expected = trapezoid(stats.norm.sf(limit * s - shift) * chi * s, np.log(s))
            assert noncentral_t_tail(limit, df, shift) == pytest.approx(expected, rel=1e-5)
