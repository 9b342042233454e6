"""The order of rows, found faster than by comparing all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.io.ids.keys import distinct
from cranfield.io.ids.rows import NO_RANK

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ascending", "by_listed_rank", "by_number"]


def by_number(numbers: NDArray[np.int32]) -> NDArray[np.int64]:
    """The order of small numbers from -1 on; equal ones stay in the order of the input."""
    # numpy sorts 16-bit numbers by counting, many times faster
    few = numbers.max(initial=0) < 1 << 15
    return np.argsort(numbers.astype(np.int16) if few else numbers, kind="stable")


def ascending(values: NDArray[Any]) -> NDArray[np.int64]:
    """The order of the values; equal ones stay in the order of the input."""
    order = np.argsort(values)  # several times faster than a stable sort, which only equal values need
    ordered = values[order]
    return np.argsort(values, kind="stable") if (ordered[1:] == ordered[:-1]).any() else order


def by_listed_rank(
    query: NDArray[np.int32], rank: NDArray[Any] | None, score: NDArray[Any]
) -> NDArray[np.int64] | None:
    """The order that the listed ranks say, which takes no comparisons; None if it is not that of the scores.

    It saves a fifth of the time of a run that is not in order.
    """
    if rank is None or rank.min(initial=0) == NO_RANK:
        return None
    least = int(rank.min())
    query = query - query.min()
    sizes = np.bincount(query)
    starts = np.cumsum(sizes) - sizes
    if int(rank.max()) - least >= sizes.max():
        return None
    place = (starts - least)[query] + rank  # in 64 bits, whatever the ranks have
    if place.max() >= len(place):
        return None
    order = np.full(len(place), -1, np.int64)
    order[place] = np.arange(len(place))
    if order.min() < 0:  # a rank is missing, which no other query can fill
        return None
    score = score[order]
    same, wrong = score[1:] == score[:-1], score[1:] > score[:-1]
    borders = starts[sizes > 0][1:] - 1  # from one query to the next
    same[borders] = wrong[borders] = False
    if wrong.any():
        return None
    tied = np.flatnonzero(same)
    if len(tied):  # into the order of the input
        member = distinct(np.concatenate((tied, tied + 1)))
        new = np.ones(len(member), bool)
        new[1:] = ~same[member[1:] - 1]
        rows = order[member]
        order[member] = rows[np.lexsort((rows, np.cumsum(new)))]
    return order
