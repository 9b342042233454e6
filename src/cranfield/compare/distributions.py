"""The few distributions that tests need: normal, t, F, binomial, and the noncentral t of power.

Tails are computed as tails, never as 1 minus the rest, so that small p-values keep their digits.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import erfc, exp, inf, isnan, lgamma, log, log1p, nan, pi, sqrt
from statistics import NormalDist

import numpy as np

__all__ = [
    "binomial_tail",
    "f_tail",
    "noncentral_t_tail",
    "normal_quantile",
    "normal_tail",
    "t_quantile",
    "t_tail",
]

_TINY = 1e-300
_STEPS = 100_000
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360)
_NODES = 128
_FAR = 9.0  # standard deviations, beyond which a normal tail is nothing or all


def normal_tail(z: float) -> float:
    """The probability above z."""
    return erfc(z / sqrt(2)) / 2


def normal_quantile(share: float) -> float:
    """Below which a share of the normal distribution lies."""
    if share <= 0:
        return -inf
    return inf if share >= 1 else NormalDist().inv_cdf(share)


def t_tail(t: float, df: float) -> float:
    """The probability above t for so many degrees of freedom."""
    if isnan(t):
        return nan
    if t in (inf, -inf):
        return 0.0 if t > 0 else 1.0
    square = t * t
    half = _beta_share(df / 2, 0.5, df / (df + square), square / (df + square)) / 2
    return half if t > 0 else 1 - half


def t_quantile(share: float, df: float) -> float:
    """Below which a share of the t distribution lies."""
    if share == 0.5:
        return 0.0
    if share < 0.5:
        return -_t_above(share, df)
    return _t_above(1 - share, df)


@lru_cache(maxsize=1024)
def _t_above(tail: float, df: float) -> float:
    """Above which a tail of less than a half lies: Newton's steps from the normal quantile, kept inside bounds."""
    z = -normal_quantile(tail)
    t = z + (z**3 + z) / (4 * df) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * df**2)  # Cornish and Fisher
    low, high = 0.0, inf
    scale = -_log_beta(df / 2, 0.5) - log(df) / 2
    for _ in range(200):
        over = t_tail(t, df) - tail
        low, high = (t, high) if over > 0 else (low, t)
        step = t + over / exp(scale - (df + 1) / 2 * log1p(t * t / df))
        following = step if low < step < high else 2 * t if high == inf else (low + high) / 2
        moved, t = abs(following - t), following
        if moved <= 1e-9 * t:  # the next step would be smaller than a float can show
            break
    return t


def f_tail(f: float, above: float, below: float) -> float:
    """The probability above f, with the degrees of freedom above and below the line."""
    if isnan(f):
        return nan
    if f <= 0:
        return 1.0
    if f == inf:
        return 0.0
    whole = above * f + below
    return _beta_share(below / 2, above / 2, below / whole, above * f / whole)


def binomial_tail(hits: int, trials: int) -> float:
    """The probability of at least so many heads of a fair coin."""
    if hits <= 0:
        return 1.0
    return 0.0 if hits > trials else _beta_share(hits, trials - hits + 1, 0.5, 0.5)


def noncentral_t_tail(t: float, df: float, shift: float) -> float:
    """The probability that (z + shift) / s is above t: z is normal, and df * s^2 is chi-square.

    The normal tail at t * s - shift, averaged over s by Gauss and Legendre's rule.
    """
    width = 12 / sqrt(2 * df)
    low, high = max(0.0, 1 - width), 1 + width
    edges = [low, high]
    if df <= 10 and t > 0:  # a far limit leaves a sliver of s, which is looked at by itself
        edges = sorted({low, high, *(min(max((shift + off) / t, low), high) for off in (-_FAR, 0.0, _FAR))})
    at, weight = _nodes()
    s = np.concatenate([begin + (end - begin) * at for begin, end in pairwise(edges)])
    weight = np.concatenate([(end - begin) * weight for begin, end in pairwise(edges)])
    half = df / 2
    # the density of s, written so that large df keeps its digits
    level = log(2) + _half_log(half) - log(2 * pi) / 2
    density = np.exp(level + df * (np.log(s) - (s * s - 1) / 2) - np.log(s))
    tails = np.array([erfc(each) for each in ((t * s - shift) / sqrt(2)).tolist()]) / 2
    return float(min(1.0, np.sum(weight * density * tails)))


def _half_log(a: float) -> float:
    """Of a: a * log(a) - a - lgamma(a) + log(2 * pi) / 2."""
    if a < 10:
        return a * log(a) - a - lgamma(a) + log(2 * pi) / 2
    return log(a) / 2 - _stirling(a)


@lru_cache(maxsize=1)
def _nodes() -> tuple[np.ndarray, np.ndarray]:
    at, weight = np.polynomial.legendre.leggauss(_NODES)
    return (at + 1) / 2, weight / 2


def _stirling(a: float) -> float:
    """What Stirling's formula for lgamma leaves over."""
    return sum(term / a ** (2 * at + 1) for at, term in enumerate(_STIRLING))


def _log_beta(a: float, b: float) -> float:
    """The logarithm of the beta function; large arguments do not cancel."""
    a, b = max(a, b), min(a, b)
    if a < 10:
        return lgamma(a) + lgamma(b) - lgamma(a + b)
    if b < 10:
        return lgamma(b) - b * log(a) - (a + b - 0.5) * log1p(b / a) + b + _stirling(a) - _stirling(a + b)
    rest = _stirling(a) + _stirling(b) - _stirling(a + b)
    return (log(2 * pi) - log(a + b)) / 2 - (a - 0.5) * log1p(b / a) - (b - 0.5) * log1p(a / b) + rest


def _beta_share(a: float, b: float, x: float, y: float) -> float:
    """The regularised incomplete beta function of x = 1 - y, by Lentz's continued fraction."""
    if x <= 0:
        return 0.0
    if y <= 0:
        return 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_share(b, a, y, x)
    log_x = log(x) if x < 0.5 else log1p(-y)
    log_y = log(y) if y < 0.5 else log1p(-x)
    front = exp(a * log_x + b * log_y - _log_beta(a, b)) / a
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > _TINY else _TINY)
    found = d
    for m in range(1, _STEPS):
        for top in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d, c = 1 + top * d, 1 + top / c
            d = 1 / (d if abs(d) > _TINY else _TINY)
            c = c if abs(c) > _TINY else _TINY
            step = d * c
            found *= step
        if abs(step - 1) < 3e-16:
            break
    return front * found
