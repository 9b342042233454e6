"""Each two ratings of one item beside each other, worked out a part at a time and held in a few bytes each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.ragged import spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["Compared", "compared", "pairs_of_ratings", "raters_beside", "too_many"]

_MOST, _TIMES = 1 << 23, 64  # pairs of ratings that may be held, and how many for each rating
_CHUNK = 1 << 20  # pairs that are worked out at once


@dataclass(frozen=True)
class Compared:
    """Of each pair of ratings of one item the raters, as a place in `raters_beside`, the item and the two values."""

    pair: NDArray[np.int32]
    owner: NDArray[np.int32]
    one: NDArray[Any]
    two: NDArray[Any]


def pairs_of_ratings(batch: Batch) -> int:
    """How many pairs there are: of an item that many rated, many more than ratings."""
    sizes = batch.ragged("rating").sizes
    return int((sizes * (sizes - 1) // 2).sum())


def too_many(batch: Batch) -> bool:
    """Whether they take more memory than so many ratings may ask for."""
    return pairs_of_ratings(batch) > max(_MOST, _TIMES * len(batch.ragged("rating").values))


def raters_beside(batch: Batch) -> NDArray[np.int64]:
    """The pairs of raters that share items, in order: the number of the first times all raters, and of the second."""
    if "raters beside" not in batch.cache:
        rater, width = batch.ragged("rater").values, len(batch.facts["raters"])
        known = np.zeros(0, np.int64)
        for first, second in _parts(batch):
            known = np.union1d(known, rater[first] * width + rater[second])
        batch.cache["raters beside"] = known
    found: NDArray[np.int64] = batch.cache["raters beside"]
    return found


def compared(batch: Batch) -> Compared:
    """The pairs of ratings of a batch, which several measures share."""
    if "compared" not in batch.cache:
        batch.cache["compared"] = _compared(batch)
    found: Compared = batch.cache["compared"]
    return found


def _compared(batch: Batch) -> Compared:
    rating, rater, known = batch.ragged("rating"), batch.ragged("rater").values, raters_beside(batch)
    width, count = len(batch.facts["raters"]), pairs_of_ratings(batch)
    kind = np.min_scalar_type(max(len(batch.facts["values"]) - 1, 0))
    pair, owner, one, two = (np.empty(count, each) for each in (np.int32, np.int32, kind, kind))
    start = 0
    for first, second in _parts(batch):
        part = slice(start, start := start + len(first))
        pair[part] = np.searchsorted(known, rater[first] * width + rater[second])
        owner[part], one[part], two[part] = rating.owner[first], rating.values[first], rating.values[second]
    return Compared(pair, owner, one, two)


def _parts(batch: Batch) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """The places of the first and of the second ratings, some of the first ones at a time."""
    rating = batch.ragged("rating")
    rest = rating.sizes[rating.owner] - rating.position
    ends = np.cumsum(rest)
    edges = np.searchsorted(ends, np.arange(_CHUNK, int(ends[-1]) if len(ends) else 0, _CHUNK))
    for begin, end in zip([0, *edges.tolist()], [*edges.tolist(), len(rest)], strict=True):
        places = np.arange(begin, end)
        yield np.repeat(places, rest[begin:end]), spans(places + 1, rest[begin:end])
