"""Which documents of a pool are judged, within what there is time for, and in which order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.order import places_in_order

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.io.rankings import Rankings

__all__ = ["Limits", "choose"]


@dataclass(frozen=True)
class Limits:
    """How many documents are wanted, in all and of each query, and in which order."""

    budget: int | None
    per_query: int | None
    order: str  # priority or query
    seed: int


def choose(
    found: Rankings, open_: NDArray[np.int64], priority: NDArray[np.float64], limits: Limits
) -> NDArray[np.int64]:
    """Of open documents with their priorities, the places of those to judge, in order.

    Equal priorities are shuffled: nobody is to guess from the order which system a document comes from. The shuffle is
    that of all documents, so that judgments do not change it.
    """
    shuffled = np.random.default_rng(limits.seed).permutation(len(found))[open_]
    kept = np.lexsort((shuffled, -priority))
    query = found.query[open_]
    if limits.per_query is not None:
        kept = kept[_position(query[kept]) < limits.per_query]
    if limits.budget is not None:
        kept = kept[: limits.budget]
    if limits.order == "query":
        place = np.empty(len(found.queries), np.int64)
        place[places_in_order(found.queries)] = np.arange(len(place))
        kept = kept[np.argsort(place[query[kept]], kind="stable")]
    return kept


def _position(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """How often each number came before."""
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    found = np.empty(len(numbers), np.int64)
    found[order] = np.arange(len(numbers)) - np.searchsorted(ordered, ordered)
    return found
