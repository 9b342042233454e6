"""Pairs of ratings inside items: how often one value stands beside another, and how far two values are apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.coded import Coded
from cranfield.core.exhibit import Listing
from cranfield.core.ragged import spans
from cranfield.core.states.keyed import Keyed
from cranfield.core.states.named import Named
from cranfield.errors import MeasureError
from cranfield.measures.ratings.base import groups_of, numbers_of, shown_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.measure import Measure

__all__ = ["Coincidences", "apart", "coincidences", "counts_of", "keyed", "matrix_shown", "refuse_values"]

MOST_VALUES = 1000  # whose pairs still fit in memory for every draw
MOST_SHOWN = 12  # a larger matrix fits no page
_MOST_PAIRS, _TIMES = 1 << 24, 128  # pairs of values that may be held, and how many for each rating
_DENSE = 8  # counts of all values in all items, if they are not many more than ratings


@dataclass(frozen=True)
class Coincidences:
    """Of each item the ordered pairs of values that it has, and how many pairs of its ratings have them."""

    owner: NDArray[np.int64]
    one: NDArray[np.int64]
    two: NDArray[np.int64]
    pairs: NDArray[np.float64]
    counts: NDArray[np.float64]  # on the diagonal how many ratings have the value, elsewhere 0
    sizes: NDArray[np.int64]  # ratings of each item

    @property
    def all_pairs(self) -> NDArray[np.float64]:
        """Ordered pairs of ratings of each item."""
        return (self.sizes * (self.sizes - 1)).astype(np.float64)


def coincidences(measure: Measure, batch: Batch) -> Coincidences:
    """The coincidences of a batch, which several measures share."""
    if "coincidences" not in batch.cache:
        batch.cache["coincidences"] = _coincidences(measure, batch)
    found: Coincidences = batch.cache["coincidences"]
    return found


def counts_of(batch: Batch) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The values that each item has, in order of item and value, and how many of its ratings have each."""
    rating = batch.ragged("rating")
    width = max(len(batch.facts["values"]), 1)
    key = rating.owner * width + rating.values
    if len(rating) * width <= _DENSE * len(key) + 1024:  # counting is faster than sorting
        table = np.bincount(key, minlength=len(rating) * width)
        known = np.flatnonzero(table)
        counts = table[known]
    else:
        known, counts = np.unique(key, return_counts=True)
    return known // width, known % width, counts


def _coincidences(measure: Measure, batch: Batch) -> Coincidences:
    rating = batch.ragged("rating")
    owner, value, counts = counts_of(batch)
    distinct = np.bincount(owner, minlength=len(rating))
    total = int((distinct.astype(np.float64) ** 2).sum())
    if total > max(_MOST_PAIRS, _TIMES * len(rating.values)):
        raise MeasureError("too-many-values-of-items", measure=str(measure), pairs=total)
    starts = np.concatenate(([0], np.cumsum(distinct)))[:-1]
    first = np.repeat(np.arange(len(owner)), distinct[owner])
    second = spans(starts[owner], distinct[owner])
    same = first == second
    times = counts.astype(np.float64)
    pairs = times[first] * (times[second] - same)
    return Coincidences(
        owner[first], value[first], value[second], pairs, np.where(same, times[first], 0.0), rating.sizes
    )


def refuse_values(measure: Measure, batch: Batch, most: int = MOST_VALUES) -> None:
    """Raise if there are too many values for a table of each two."""
    count = len(batch.facts["values"])
    if count > most:
        raise MeasureError("too-many-values", measure=str(measure), count=count, most=most)


def keyed(
    measure: Measure, batch: Batch, found: Coincidences, numbers: tuple[NDArray[np.float64], ...],
    rows: NDArray[np.float64], undefined: NDArray[np.bool_],
) -> Keyed:  # fmt: skip
    """The state: numbers by pair of values, with the items as units."""
    names = batch.facts["values"]
    columns = {"one": Coded(found.one, names), "two": Coded(found.two, names)}
    named = Named(batch.units, found.owner, rows, undefined, groups_of(batch))
    return Keyed(measure, batch.policy, columns, numbers, named=named)


def apart(measure: Measure, level: str, names: Sequence[str], counts: NDArray[Any]) -> NDArray[np.float64]:
    """How far each two values are apart at a level of measurement; `counts` are how often each value was given.

    Krippendorff, Computing Krippendorff's alpha-reliability, 2011.
    """
    if level == "nominal":
        return 1.0 - np.eye(len(names))
    if level == "ordinal":  # half of those who gave either value, and all who gave one between them
        rank = np.cumsum(counts, axis=-1) - counts / 2
        return (rank[..., :, None] - rank[..., None, :]) ** 2
    value = numbers_of(measure, names)
    if level == "interval":
        return (value[:, None] - value) ** 2
    both = value[:, None] + value
    return np.divide(value[:, None] - value, both, out=np.zeros_like(both), where=both != 0) ** 2


def matrix_shown(measure: Measure, batch: Batch) -> Sequence[Exhibit]:
    """How often each value stands beside each in one item, each rating counted once: the coincidence matrix."""
    names = shown_values(batch)
    if not 1 < len(names) <= MOST_SHOWN:
        return ()
    found = coincidences(measure, batch)
    worth = found.pairs / np.maximum(found.sizes[found.owner] - 1, 1)
    cells = np.bincount(found.one * len(names) + found.two, weights=worth, minlength=len(names) ** 2)
    square = cells.reshape(len(names), len(names))
    columns: dict[str, Any] = {"value": names}
    columns |= {f"→ {name}": square[:, at].tolist() for at, name in enumerate(names)}
    return (Listing("shown-coincidences", columns),)
