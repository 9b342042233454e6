"""Pairs of a positive and a negative example: in how many the positive scores higher, a tie counting half."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.ragged import Ragged, divide
from cranfield.core.reach import in_reach, order_by
from cranfield.measures.labels.bins import sortable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.measures.labels.tasks import Ranked, Task

__all__ = ["pairs_by_session", "pairs_drawn", "pairs_won"]

_CHUNK = 1 << 20  # rows whose intermediate numbers stay in the cache
_ONE = np.uint64(1)


def pairs_won(task: Task) -> tuple[float, float, float]:
    """Twice the pairs won, the positives and the negatives; sums of weights where there are weights."""
    if task.positive_weight is not None and task.negative_weight is not None:
        return _weighted(task.positive, task.negative, task.positive_weight, task.negative_weight)
    positive, negative = len(task.positive), len(task.negative)
    # the smaller side looks itself up in the larger
    if positive <= negative:
        below = _twice_below(np.sort(task.positive), np.sort(task.negative))
        return below, positive, negative
    below = _twice_below(np.sort(task.negative), np.sort(task.positive))
    return 2 * positive * negative - below, positive, negative


def _twice_below(few: NDArray[Any], many: NDArray[Any]) -> int:
    """For all pairs: 2 where the one of the many is lower, 1 where both are equal."""
    if not len(few) or not len(many):
        return 0
    lower = np.searchsorted(many, few, "left")
    there = np.take(many, lower, mode="clip") == few  # few scores are equal, as a rule
    equal = lower[there]
    return 2 * int(lower.sum()) + int((np.searchsorted(many, few[there], "right") - equal).sum())


def _weighted(
    positive: NDArray[Any], negative: NDArray[Any], positive_weight: NDArray[Any], negative_weight: NDArray[Any]
) -> tuple[float, float, float]:
    # the share of pairs is the same if one side weighs more
    positive_weight, negative_weight = in_reach(positive_weight), in_reach(negative_weight)
    order = order_by(negative, negative_weight)
    ranked = negative[order]
    running = np.concatenate(([0.0], np.cumsum(negative_weight[order])))
    order = order_by(positive, positive_weight)
    few, weight = positive[order], positive_weight[order]
    below = running[np.searchsorted(ranked, few, "left")] + running[np.searchsorted(ranked, few, "right")]
    return float((weight * below).sum()), float(weight.sum()), float(running[-1])


def pairs_drawn(order: Ranked, often: NDArray[np.float64]) -> NDArray[np.float64]:
    """For draws of the rows: twice the pairs won, the positives, the negatives, and 0 for pairs that nobody knows."""
    positive, negative = order.weigh(often)
    running = np.zeros((*negative.shape[:-1], negative.shape[-1] + 1))
    np.cumsum(negative, axis=-1, out=running[..., 1:])
    below = np.take(running, order.left, axis=-1)
    below += np.take(running, order.right, axis=-1)
    below *= positive
    won = below.sum(axis=-1)
    return np.stack((won, positive.sum(axis=-1), running[..., -1], np.zeros(won.shape)), axis=-1)


def pairs_by_session(
    session: NDArray[Any], rows: NDArray[np.int64], score: NDArray[Any], positive: NDArray[np.bool_],
    weight: NDArray[Any] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:  # fmt: skip
    """For each session of so many rows the share of pairs won, the positives and the negatives, or sums of weights."""
    sessions = len(rows)
    if weight is not None:
        return _weighted_by_session(session, sessions, score, positive, weight)
    positives = np.bincount(session[positive], minlength=sessions)
    negatives = rows - positives
    # the rarer label is looked at row by row, so it is the marked one
    turned = int(positives.sum()) * 2 > len(session)
    packed = _packed(session, score, ~positive if turned else positive)
    packed.sort()
    other = positives if turned else negatives
    won = _won_by_marked(packed, sessions, np.concatenate(([0], np.cumsum(other)[:-1])))
    if turned:
        won = 2.0 * positives * negatives - won
    return divide(won, 2.0 * positives * negatives), positives.astype(np.float64), negatives.astype(np.float64)


def _packed(session: NDArray[Any], score: NDArray[Any], marked: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Session, order of the score and mark in one number, so that one sort does it all."""
    keys = None if score.dtype == np.float32 or _fits_float32(score) else _ranks(score)
    packed = np.empty(len(session), np.uint64)
    for start in range(0, len(session), _CHUNK):
        part = slice(start, start + _CHUNK)
        into = packed[part]
        into[:] = session[part]
        into <<= np.uint64(32)
        into |= sortable(score[part]) if keys is None else keys[part]
        into <<= _ONE
        into |= marked[part]
    return packed


def _fits_float32(score: NDArray[Any]) -> bool:
    """Whether float32 holds every score exactly."""
    with np.errstate(over="ignore"):
        return all(
            bool((part.astype(np.float32) == part).all())
            for part in (score[start : start + _CHUNK] for start in range(0, len(score), _CHUNK))
        )


def _ranks(score: NDArray[Any]) -> NDArray[np.uint32]:
    """Equal scores have equal ranks, higher ones higher ranks."""
    order = np.argsort(score)
    ranked = score[order]
    steps = np.concatenate(([0], np.cumsum(ranked[1:] != ranked[:-1]))).astype(np.uint32)
    ranks = np.empty(len(score), np.uint32)
    ranks[order] = steps[: len(score)]
    return ranks


def _won_by_marked(packed: NDArray[np.uint64], sessions: int, other_before: NDArray[np.int64]) -> NDArray[np.float64]:
    """Twice the pairs won by marked rows of each session; `other_before` counts unmarked rows of earlier sessions."""
    place = np.concatenate([
        np.flatnonzero(packed[start : start + _CHUNK] & _ONE) + start for start in range(0, len(packed), _CHUNK)
    ])  # fmt: skip
    if not len(place):
        return np.zeros(sessions)
    key = packed[place]
    owner = (key >> np.uint64(33)).astype(np.int64)
    # all rows in front that are not marked, less those of earlier sessions
    won = place - np.arange(len(place)) - other_before[owner]
    won *= 2
    # a tie puts the unmarked first: the row in front of the first marked one shows whether there is any
    first = np.concatenate(([True], key[1:] != key[:-1]))
    tied = first & (place > 0) & (packed[place - 1] == key - _ONE)
    if tied.any():
        begin = np.searchsorted(packed, key[tied] - _ONE, "left")
        equal = np.zeros(len(place), np.int64)
        equal[tied] = place[tied] - begin
        won -= equal[np.maximum.accumulate(np.where(first, np.arange(len(place)), 0))]
    return _sum(owner, won, sessions)


def _weighted_by_session(
    session: NDArray[Any], sessions: int, score: NDArray[Any], positive: NDArray[np.bool_], weight: NDArray[Any]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    order = order_by(_packed(session, score, positive), weight)
    owner, ranked, marked = session[order].astype(np.int64), score[order], positive[order]
    offsets = np.concatenate(([0], np.cumsum(np.bincount(owner, minlength=sessions))))
    given = weight[order].astype(np.float64)
    # the share of pairs is the same if all of a side weighs more, and products of weights may leave float64
    side = 2 * owner + marked
    heaviest = np.zeros(2 * sessions)
    np.maximum.at(heaviest, side, given)
    heavy = np.ldexp(given, -np.frexp(heaviest)[1][side])
    # sums begin anew in each session, or the rounding of earlier ones would get into them
    running = Ragged(np.where(marked, 0.0, heavy), offsets).accumulate(np.where(marked, 0.0, heavy))
    fresh = np.concatenate(([True], (owner[1:] != owner[:-1]) | (ranked[1:] != ranked[:-1])))[: len(owner)]
    run = np.cumsum(fresh) - 1
    begin = np.flatnonzero(fresh)
    last = np.append(begin[1:], len(owner)) - 1 if len(begin) else begin
    before = np.where(begin > offsets[owner[begin]], running[begin - 1], 0.0)
    twice = (before + running[last])[run] * heavy * marked
    won, above, below = (_sum(owner, each, sessions) for each in (twice, heavy * marked, heavy * ~marked))
    return divide(won, 2 * above * below), _sum(owner, given * marked, sessions), _sum(owner, given * ~marked, sessions)


def _sum(owner: NDArray[Any], values: NDArray[Any], size: int) -> NDArray[np.float64]:
    return np.bincount(owner, weights=values, minlength=size).astype(np.float64, copy=False)
