"""A ragged column does what lists of lists do."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cranfield.core.ragged import Ragged, spans

LISTS = st.lists(st.lists(st.integers(-3, 3), max_size=6), max_size=8)


def ragged(lists: list[list[int]]) -> Ragged:
    offsets = np.concatenate(([0], np.cumsum([len(each) for each in lists]))).astype(np.int64)
    return Ragged(np.array([value for each in lists for value in each], np.float64), offsets)


def lists_of(found: Ragged) -> list[list[int]]:
    return [found[unit].tolist() for unit in range(len(found))]


@given(LISTS, st.integers(1, 7))
def test_head_is_the_first_rows(lists: list[list[int]], rows: int) -> None:
    assert lists_of(ragged(lists).head(rows)) == [each[:rows] for each in lists]


@given(LISTS)
def test_count_and_filter_look_at_marked_rows(lists: list[list[int]]) -> None:
    held = ragged(lists)
    marked = held.values > 0
    assert held.count(marked).tolist() == [sum(value > 0 for value in each) for each in lists]
    assert lists_of(held.filter(marked)) == [[value for value in each if value > 0] for each in lists]


def test_count_does_not_overflow() -> None:
    sizes = [300, 0, 70_000, 1]
    held = ragged([[1] * size for size in sizes])
    assert held.count(held.values > 0).tolist() == held.sum(held.values > 0).tolist() == sizes


@given(LISTS, st.data())
def test_take_is_some_units_in_any_order(lists: list[list[int]], data: st.DataObject) -> None:
    units = data.draw(st.lists(st.integers(0, len(lists) - 1), max_size=5)) if lists else []
    assert lists_of(ragged(lists).take(np.array(units, np.int64))) == [lists[unit] for unit in units]


@given(LISTS)
def test_sums_are_those_of_each_unit(lists: list[list[int]]) -> None:
    held = ragged(lists)
    assert held.sum(held.values).tolist() == [sum(each) for each in lists]
    running = [sum(each[: at + 1]) for each in lists for at in range(len(each))]
    assert held.cumsum(held.values).tolist() == held.cumsum(held.values.astype(np.int64)).tolist() == running


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 4))))
def test_spans_count_on_from_each_start(pairs: list[tuple[int, int]]) -> None:
    starts, sizes = (np.array([pair[at] for pair in pairs], np.int32) for at in (0, 1))
    assert spans(starts, sizes).tolist() == [start + step for start, size in pairs for step in range(size)]
