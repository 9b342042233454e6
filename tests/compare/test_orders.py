"""Orders of systems: the coefficients are those of scipy, of ircor, of plain loops and of the definitions."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cranfield import MeasureError
from cranfield.compare.orders import COEFFICIENTS, rbo, spearman, tau, tau_ap, tau_ap_b, tau_b

SCORES = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=2, max_size=12)
ORDERS = st.permutations(range(8))


def close(ours, theirs):
    return math.isnan(theirs) if math.isnan(ours) else ours == pytest.approx(theirs, abs=1e-12)


@given(SCORES)
def test_tau_b_and_spearman_are_those_of_scipy(pairs):
    first, second = zip(*pairs, strict=True)
    defined = len(set(first)) > 1 and len(set(second)) > 1
    assert close(tau_b(first, second), stats.kendalltau(first, second).statistic if defined else math.nan)
    assert close(spearman(first, second), stats.spearmanr(first, second).statistic if defined else math.nan)


@given(SCORES)
def test_tau_counts_the_pairs(pairs):
    signs = [np.sign((a - c) * (b - d)) for (a, b), (c, d) in itertools.combinations(pairs, 2)]
    assert tau(*zip(*pairs, strict=True)) == pytest.approx(sum(signs) / len(signs))


def loop_tau_ap(truth, estimate):
    """Walk down the estimated order; of those above each one, count those that the truth has above it."""
    order = sorted(range(len(estimate)), key=lambda at: -estimate[at])
    shares = [sum(truth[above] > truth[here] for above in order[:i]) / i for i, here in enumerate(order) if i]
    return 2 * sum(shares) / len(shares) - 1


def loop_tau_ap_b(first, second):
    """The same by the paper with ties: those of the first tie are not asked, and only the ties above count."""

    def one_way(truth, estimate):
        shares = []
        for here in range(len(estimate)):
            above = [at for at in range(len(estimate)) if estimate[at] > estimate[here]]
            if above:
                shares.append(sum(truth[at] > truth[here] for at in above) / len(above))
        return 2 * sum(shares) / len(shares) - 1 if shares else math.nan

    return (one_way(first, second) + one_way(second, first)) / 2


@given(ORDERS, ORDERS)
def test_tau_ap_walks_down_the_estimated_order(truth, estimate):
    assert tau_ap(truth, estimate) == pytest.approx(loop_tau_ap(truth, estimate))
    assert tau_ap_b(truth, estimate) == pytest.approx((loop_tau_ap(truth, estimate) + loop_tau_ap(estimate, truth)) / 2)


@given(SCORES)
def test_tau_ap_b_is_that_of_a_plain_loop(pairs):
    first, second = zip(*pairs, strict=True)
    assert close(tau_ap_b(first, second), loop_tau_ap_b(first, second))


# the tests of ircor (R) and pyircor 0.1: x, y, their tau-a and tau-ap, then with ties tau-b and tau-ap-b
IRCOR = [
    (
        [0.897, 0.372, 0.908, 0.898, 0.661, 0.062, 0.177, 0.384, 0.498, 0.992],
        [0.82, 0.406, 0.817, 0.953, 0.673, 0.073, 0.364, 0.547, 0.589, 0.988],
        0.9111, 0.8519, 0.9398, 0.7321,
    ),
    (
        [0.266, 0.573, 0.202, 0.945, 0.629, 0.206, 0.687, 0.77, 0.718, 0.38],
        [0.263, 0.843, 0.728, 0.928, 0.08, 0.114, 0.467, 0.641, 0.973, 0.644],
        0.2889, 0.2504, 0.3765, 0.297,
    ),
    (
        [0.185, 0.573, 0.944, 0.129, 0.468, 0.553, 0.761, 0.405, 0.976, 0.445],
        [0.845, 0.272, 0.275, 0.924, 0.605, 0.334, 0.162, 0.872, 0.018, 0.25],
        -0.6889, -0.6971, -0.6510, -0.7047,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("x", "y", "plain", "ap", "b", "ap_b"), IRCOR)
def test_the_numbers_of_ircor_are_reproduced(x, y, plain, ap, b, ap_b):
    tied_x, tied_y = np.round(x, 1), np.round(y, 1)
    found = [tau(x, y), tau_ap(x, y), tau_b(tied_x, tied_y), tau_ap_b(tied_x, tied_y)]
    assert found == pytest.approx([plain, ap, b, ap_b], abs=5e-5)


def groups(scores):
    """The things of an order, best first, those with equal scores together."""
    return [{at for at, each in enumerate(scores) if each == value} for value in sorted(set(scores), reverse=True)]


def loop_rbo(first, second, p):
    """By definition: what both have among their first d, where all of a tie has the rank at which it begins."""
    total, size = 0.0, len(first)
    for depth in range(1, 2000):
        reached = []
        for order in (groups(first), groups(second)):
            seen, rank = set(), 1
            for tie in order:
                if rank <= depth:
                    seen |= tie
                rank += len(tie)
            reached.append(seen)
        one, other = reached
        agreement = 2 * len(one & other) / (len(one) + len(other))
        assert depth < size or agreement == 1  # both orders hold the same things
        total += (1 - p) * p ** (depth - 1) * agreement
    return total


@given(SCORES, st.sampled_from([0.5, 0.8, 0.9]))
def test_rbo_is_the_mean_overlap_at_all_depths(pairs, p):
    first, second = zip(*pairs, strict=True)
    assert rbo(first, second, p=p) == pytest.approx(loop_rbo(first, second, p))


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=5))
def test_variant_a_of_rbo_is_the_mean_over_all_orders_of_ties(pairs):
    first, second = zip(*pairs, strict=True)

    def untied(scores):
        for parts in itertools.product(*(itertools.permutations(tie) for tie in groups(scores))):
            order = list(itertools.chain(*parts))
            yield [-order.index(at) for at in range(len(scores))]

    every = [rbo(one, other) for one in untied(first) for other in untied(second)]
    assert rbo(first, second, ties="a") == pytest.approx(sum(every) / len(every))


@given(SCORES)
def test_the_same_order_gives_one_and_direction_does_not_matter(pairs):
    first, second = zip(*pairs, strict=True)
    for name, compute in COEFFICIENTS.items():
        assert close(compute(first, second), compute(second, first))
        alike = compute(first, [3 * each + 1 for each in first])
        if len(set(first)) > 1 and (name != "tau" or len(set(first)) == len(first)):
            assert alike == pytest.approx(1)
    for ties in ("w", "b"):
        assert rbo(first, first, ties=ties) == pytest.approx(1)
    if len(set(first)) == len(first) and len(set(second)) == len(second):
        assert rbo(first, second, ties="a") == pytest.approx(rbo(first, second, ties="b"))


def test_what_is_no_order_is_refused():
    with pytest.raises(MeasureError, match=r"two orders must be of the same things, not of \(2,\) and \(3,\)"):
        tau([1, 2], [1, 2, 3])
    with pytest.raises(MeasureError, match="an order needs at least two things, not 1"):
        spearman([1], [1])
    with pytest.raises(MeasureError, match="a score is nan, which has no place in an order"):
        tau_b([1, math.nan], [1, 2])
    with pytest.raises(MeasureError, match="tau-ap knows no ties; use tau_ap_b, which does"):
        tau_ap([1, 1], [1, 2])
    with pytest.raises(MeasureError, match=r"p must be a number between 0 and 1, not 1"):
        rbo([1, 2], [1, 2], p=1)
    with pytest.raises(MeasureError, match="ties must be one of w, a, b, not 'c'"):
        rbo([1, 2], [1, 2], ties="c")
