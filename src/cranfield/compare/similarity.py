"""How alike two ranked lists are that need not hold the same things, be equally long or be free of ties.

A list is the numbers of its things and their scores, highest first. Rank-biased overlap is that of Webber, Moffat and
Zobel, A similarity measure for indefinite rankings, TOIS 2010, with ties as in Corsi and Urbano, The treatment of ties
in rank-biased overlap, SIGIR 2024.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cranfield.compare.orders import tau_ap_b, tau_b

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TIES", "RankBiased", "jaccard", "kendall", "rank_biased"]

TIES = ("w", "a", "b")  # things that share a rank; the mean over all orders of ties; that, corrected for what ties hide

_MOST_TERMS = 10**6

List = tuple["NDArray[Any]", "NDArray[Any]"]


class RankBiased(NamedTuple):
    """What the overlap is at least, how much more it could be further down, and what it is if it goes on as it was."""

    low: float
    residual: float
    extrapolated: float


class _Side:
    """A list with the ties of its things: the first and the last rank that each shares, from 1."""

    def __init__(self, given: List) -> None:
        items, scores = given
        new = np.concatenate(([True], scores[1:] != scores[:-1]))
        starts = np.flatnonzero(new)
        sizes = np.diff(np.append(starts, len(scores)))
        self.items, self.size = items, len(items)
        self.top, self.bottom = np.repeat(starts + 1, sizes), np.repeat(starts + sizes, sizes)
        self.tied = bool((sizes > 1).any())

    def reached(self, places: NDArray[Any], depth: NDArray[Any], *, whole: bool) -> NDArray[np.float64]:
        """How much of some things is among the first so many: [thing, depth]; with `whole` all of a tie that begins."""
        top, bottom = self.top[places][:, None], self.bottom[places][:, None]
        inside = np.clip(depth - top + 1, 0, bottom - top + 1)
        return np.asarray(inside > 0, np.float64) if whole else inside / (bottom - top + 1)

    def amount(self, depth: NDArray[Any], power: int, *, whole: bool) -> NDArray[np.float64]:
        """The sum over all things of how much of each is among the first so many, to a power."""
        heads = np.flatnonzero(np.concatenate(([True], self.top[1:] != self.top[:-1])))
        total = np.zeros(len(depth))
        for head in heads.tolist():  # all things of a tie at once
            top, bottom = int(self.top[head]), int(self.bottom[head])
            begin, end = np.searchsorted(depth, (top, bottom))
            total[end:] += bottom - top + 1
            span = depth[begin:end]
            share = np.ones(len(span)) if whole else (span - top + 1) / (bottom - top + 1)
            total[begin:end] += (bottom - top + 1) * share**power
        return total


def rank_biased(first: List, second: List, *, p: float, ties: str) -> RankBiased:
    """Rank-biased overlap of two lists of which neither is empty."""
    short, long = sorted((_Side(first), _Side(second)), key=lambda side: side.size)
    whole = ties == "w" or not (short.tied or long.tied)
    depth = np.arange(1, long.size + 1)
    shared = _overlap(short, long, depth, whole=whole)
    below = _below(short, long, depth, "w" if whole else ties)
    agreement = shared / below
    at_end, seen = float(agreement[short.size - 1]), float(shared[-1])
    weight = np.power(p, depth)
    after = depth > short.size
    more, mean = _unseen(short, long, depth[after], whole=whole)
    low, high, guess = agreement, agreement.copy(), agreement.copy()
    high[after] += more / below[after]
    guess[after] += (depth[after] - short.size) * at_end * mean / below[after]
    tail = (
        seen * _tail(p, long.size, float(np.sum(weight / depth))),
        _most_behind(short.size, long.size, seen, p),
        (seen + (long.size - short.size) * at_end) / long.size * p ** (long.size + 1) / (1 - p),
    )
    found = [
        (1 - p) / p * (float(np.sum(each * weight)) + end) for each, end in zip((low, high, guess), tail, strict=True)
    ]
    return RankBiased(found[0], max(found[1] - found[0], 0.0), found[2])


def _overlap(short: _Side, long: _Side, depth: NDArray[Any], *, whole: bool) -> NDArray[np.float64]:
    """The sum over things of both lists of how much of each is among the first of both."""
    _, ours, theirs = np.intersect1d(short.items, long.items, assume_unique=True, return_indices=True)
    begin = np.maximum(short.top[ours], long.top[theirs])
    total = np.zeros(len(depth) + 1)
    plain = np.full(len(ours), whole)
    plain |= (short.top[ours] == short.bottom[ours]) & (long.top[theirs] == long.bottom[theirs])
    np.add.at(total, begin[plain] - 1, 1.0)
    found = np.cumsum(total[:-1])
    tied = np.flatnonzero(~plain)
    if len(tied):  # things that are in the same tie of both lists have the same part
        _, first, count = np.unique(
            np.column_stack((short.top[ours[tied]], long.top[theirs[tied]])), axis=0, return_index=True,
            return_counts=True,
        )  # fmt: skip
        for at, times in zip(first.tolist(), count.tolist(), strict=True):
            one, other = ours[tied[at : at + 1]], theirs[tied[at : at + 1]]
            part = short.reached(one, depth, whole=False) * long.reached(other, depth, whole=False)
            found += times * part[0]
    return found


def _below(short: _Side, long: _Side, depth: NDArray[Any], ties: str) -> NDArray[np.float64]:
    """What the overlap is divided by; behind the end of the shorter list things are not tied."""
    if ties == "a":
        return depth.astype(np.float64)
    inside = depth <= short.size
    power = 1 if ties == "w" else 2
    one = np.where(inside, short.amount(depth, power, whole=ties == "w"), depth)
    other = long.amount(depth, power, whole=ties == "w")
    return (one + other) / 2 if ties == "w" else np.sqrt(one) * np.sqrt(other)


def _unseen(
    short: _Side, long: _Side, depth: NDArray[Any], *, whole: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Behind the end of the shorter list: the most that could still be shared, and the mean part of what it lacks."""
    if not len(depth):
        return np.zeros(0), np.zeros(0)
    lacking = np.flatnonzero(~np.isin(long.items, short.items))
    part = long.reached(lacking, depth, whole=whole)
    there = part > 0
    mean = part.sum(axis=0) / np.maximum(there.sum(axis=0), 1)
    # at each further depth one more thing of the longer list may turn up in the shorter one, the best first
    may = np.arange(len(lacking))[:, None] <= np.arange(len(depth))
    return np.where(may, part, 0.0).sum(axis=0), mean


def _tail(p: float, size: int, before: float) -> float:
    """The sum of p^d / d over all d behind the end; added up where the difference of large sums would lose it."""
    terms = math.ceil(40 / -math.log(p))
    if terms > _MOST_TERMS:
        return max(-math.log1p(-p) - before, 0.0)
    depth = np.arange(size + 1, size + terms + 1, dtype=np.float64)
    return float(np.sum(np.power(p, depth) / depth))


def _most_behind(short: int, long: int, seen: float, p: float) -> float:
    """The most there could be behind the end of both lists."""
    full = long + short - round(seen)
    depth = np.arange(long + 1, full + 1, dtype=np.float64)
    rising = float(np.sum((2 * depth - long - short + seen) / depth * np.power(p, depth)))
    return float(rising + p ** (full + 1) / (1 - p))


def kendall(first: List, second: List) -> tuple[float, float]:
    """Kendall's tau-b and AP correlation (the same in both directions) of the things in both lists; nan for few."""
    _, ours, theirs = np.intersect1d(first[0], second[0], assume_unique=True, return_indices=True)
    if len(ours) < 2:
        return np.nan, np.nan
    one, other = first[1][ours], second[1][theirs]
    return tau_b(one, other), tau_ap_b(one, other)


def jaccard(first: List, second: List, k: int) -> float:
    """The things among the first k of both lists, over those among the first k of either."""
    one, other = first[0][:k], second[0][:k]
    both = len(np.intersect1d(one, other, assume_unique=True))
    return both / (len(one) + len(other) - both)
