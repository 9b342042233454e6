"""Exact sums: what math.fsum gives, for any range of numbers, in any order, and for many keys at once."""

import math
import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield.core.states import exact
from cranfield.core.states.exact import exact_sum, exact_sums, exact_sums_by, parts_by

FINITE = st.floats(allow_nan=False, allow_infinity=False)
TINY = st.floats(-1e-300, 1e-300)  # many of them too small to be normal
SIMILAR = st.floats(0.001, 1000)
LISTS = st.one_of(*(st.lists(each, max_size=60) for each in (FINITE, TINY, SIMILAR, st.one_of(TINY, SIMILAR, FINITE))))


def slowly(values):
    """The exact sum as a fraction, rounded once."""
    whole = sum(map(Fraction, values), Fraction(0))
    try:
        return float(whole)
    except OverflowError:
        return math.inf if whole > 0 else -math.inf


def added(values):
    """The sum in the way of many numbers; few are given to fsum."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact, "_SHORT", 0)
        return exact_sum(np.array(values, np.float64))


@settings(max_examples=400)
@given(values=LISTS, random=st.randoms(use_true_random=False))
def test_sums_are_rounded_once_in_any_order(values, random):
    found = added(values)
    assert found == slowly(values)
    random.shuffle(values)
    assert added(values) == found


@settings(max_examples=200)
@given(values=LISTS)
def test_sums_are_those_of_fsum(values):
    try:
        expected = math.fsum(values)
    except OverflowError:  # fsum gives up where a partial sum is too large
        expected = slowly(values)
    assert exact_sum(np.array(values, np.float64)) == added(values) == expected


@settings(max_examples=200)
@given(
    pairs=st.lists(st.tuples(st.integers(0, 4), st.one_of(FINITE, TINY, SIMILAR)), max_size=60), chunk=st.integers(1, 9)
)
def test_sums_by_key_are_those_of_each_key_however_the_work_is_cut(pairs, chunk):
    keys = np.array([key for key, _ in pairs], np.int8)
    values = np.array([value for _, value in pairs], np.float64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact, "_CHUNK", chunk)
        found = exact_sums_by(keys, values, 5)
    assert found.tolist() == [slowly(values[keys == key].tolist()) for key in range(5)]


@settings(max_examples=200)
@given(pairs=st.lists(st.tuples(st.integers(0, 2), st.one_of(SIMILAR, TINY, st.floats(-1e300, 1e300))), max_size=40))
def test_a_few_parts_have_the_same_sum_exactly(pairs):
    keys = np.array([key for key, _ in pairs], np.int8)
    values = np.array([value for _, value in pairs], np.float64)
    parts = parts_by(keys, values, 3)
    for key in range(3):
        assert sum(Fraction(part[key]) for part in parts) == sum(
            map(Fraction, values[keys == key].tolist()), Fraction(0)
        )


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], 0.0),
        ([math.inf, 1.0], math.inf),
        ([-math.inf, 1e308, 1e308], -math.inf),
        ([math.inf, -math.inf], math.nan),
        ([math.nan, 1.0], math.nan),
        ([1e308, 1e308], math.inf),
        ([-1e308, -1e308], -math.inf),
        ([1e308, 1e308, -1e308], 1e308),
        ([5e-324] * 3, 1.5e-323),
        ([2.0**1000, 5e-324, -(2.0**1000)], 5e-324),
        ([1.0, 2.0**-53, 2.0**-1074], math.nextafter(1, 2)),  # just above the middle of two numbers
        ([2.0**900 * 3, 2.0**-1074, -(2.0**900) * 3], 2.0**-1074),
    ],
)
def test_sums_at_the_ends_of_what_a_number_can_be(values, expected):
    assert exact_sum(np.array(values)) == pytest.approx(expected, rel=0, abs=0, nan_ok=True)
    assert added(values) == pytest.approx(expected, rel=0, abs=0, nan_ok=True)
    keys = np.zeros(len(values), np.intp)
    assert exact_sums_by(keys, np.array(values), 2).tolist() == pytest.approx([expected, 0], rel=0, abs=0, nan_ok=True)


def test_columns_and_whole_numbers_add_up():
    rows = np.array([[1, 0.1], [2, 0.2], [3, 0.3]])
    assert exact_sums(rows).tolist() == [6.0, math.fsum([0.1, 0.2, 0.3])]
    assert exact_sums(np.zeros((0, 3))).tolist() == [0, 0, 0]
    assert exact_sum(np.array([True, True, False])) == 2


def test_twenty_million_numbers_take_well_under_a_second():
    values = np.random.default_rng(1).normal(size=20_000_000)
    began = time.process_time()
    found = exact_sum(values)
    assert time.process_time() - began < 1
    assert found == math.fsum(value for part in np.split(values, 200) for value in part.tolist())
