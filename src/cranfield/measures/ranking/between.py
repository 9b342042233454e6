"""Ends between which a measure stays whatever grades unjudged documents get; it need not reach them.

A measure sees the same rankings twice: all unjudged documents with the lowest grade, and all with the highest. What
never falls when a grade rises lies between both, and so does what is made of such parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.ragged import Ragged, divide
from cranfield.measures.ranking.base import num_relevant, relevant

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

    Ends = tuple[NDArray[np.float64], NDArray[np.float64]]

__all__ = ["and_more", "mean_of_chosen", "mean_over_relevant", "share_at_most", "shares", "weighed"]


def share_at_most(above: NDArray[np.float64], below: NDArray[np.float64]) -> NDArray[np.float64]:
    """A share that is never more than 1; nothing of nothing may be all of it."""
    share = divide(above, below)
    return np.asarray(np.where(np.isnan(share), np.where(above > 0, 1.0, 0.0), np.minimum(share, 1.0)))


def shares(above: Ends, below: Ends) -> Ends:
    """A share of which both parts never fall when a grade rises: each is given with the lowest and highest grades."""
    return np.nan_to_num(divide(above[0], below[1])), share_at_most(above[1], below[0])


def mean_of_chosen(
    fixed: Ends, count: NDArray[np.int64], extra: tuple[Ragged, Ragged],
    most: Callable[[NDArray[np.int64]], NDArray[np.int64]],
) -> Ends:  # fmt: skip
    """The ends of (fixed + what some more are worth) / most(count + how many), whichever and how many they are.

    `fixed` has the least and the most of what counts anyway, `extra` of each of those that may count. A query in which
    nothing counts has no value, which is the worst.
    """
    found = []
    for best, (sure, worth) in enumerate(zip(fixed, extra, strict=True)):
        order = np.lexsort((-worth.values if best else worth.values, worth.owner))
        gained = worth.cumsum(worth.values[order]) + sure[worth.owner]
        number = most(count[worth.owner] + worth.position)
        none = np.where(count > 0, sure / np.maximum(most(count), 1), 0.0)
        (np.maximum if best else np.minimum).at(none, worth.owner, gained / np.maximum(number, 1))
        found.append(none)
    return found[0], found[1]


def mean_over_relevant(
    least: Batch, most: Batch, rel: float, ends: Ends, number: Callable[[NDArray[np.int64]], NDArray[np.int64]]
) -> Ends:
    """The mean over the relevant documents of something at the rank of each; one that is not returned adds nothing."""
    rank = least.ragged("rank")
    sure, open_to = relevant(least, rel), relevant(most, rel) & ~relevant(least, rel)
    beyond = num_relevant(most, rel) - num_relevant(least, rel) - rank.count(open_to)
    fixed = [rank.sum(np.where(sure, end, 0.0)) for end in ends]
    low, high = (and_more(rank.like(end).filter(open_to), beyond, np.zeros(len(rank))) for end in ends)
    return mean_of_chosen((fixed[0], fixed[1]), num_relevant(least, rel), (low, high), number)


def and_more(column: Ragged, more: NDArray[np.int64], value: NDArray[np.float64]) -> Ragged:
    """The same with so many rows more of each query that have its value."""
    owner = np.concatenate((column.owner, np.repeat(np.arange(len(more)), more)))
    values = np.concatenate((column.values, np.repeat(value, more)))
    return Ragged(
        values[np.argsort(owner, kind="stable")], np.concatenate(([0], np.cumsum(column.sizes + more)))
    )  # fmt: skip


def weighed(value: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64], *, most: bool) -> float:
    """The least or the most that a weighed mean can be if each weight lies between two ends."""
    order = np.argsort(-value if most else value, kind="stable")
    value, low, high = value[order], low[order], high[order]
    # those that help weigh as much as they can, the others as little; where to change is one place in the order
    weight = np.concatenate(([0.0], np.cumsum(high))) + np.concatenate((np.cumsum(low[::-1])[::-1], [0.0]))
    gained = np.concatenate(([0.0], np.cumsum(high * value)))
    gained = gained + np.concatenate((np.cumsum((low * value)[::-1])[::-1], [0.0]))
    means = gained[weight > 0] / weight[weight > 0]
    return float((means.max() if most else means.min()) if len(means) else 0.0)
