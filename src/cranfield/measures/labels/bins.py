"""Scores in 65,536 bins: counts of positives and negatives in each are enough for AUC with a certified bound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.coded import Coded, Numbers, Scores
from cranfield.core.reach import in_reach
from cranfield.core.states.keyed import Keyed
from cranfield.measures.labels.base import groups_of, score_of, weight_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.states.tally import Tally
    from cranfield.measures.labels.scored import Scored

__all__ = ["binned", "pairs_in_bins", "sortable"]

_BINS = 1 << 16
_CHUNK = 1 << 18  # rows whose intermediate numbers stay in the cache
_SIDES = ("negative", "positive")


def sortable(score: NDArray[Any]) -> NDArray[np.uint32]:
    """Numbers in the order of float32 scores; both zeros are one."""
    with np.errstate(over="ignore"):  # beyond float32 is infinity, which keeps the order
        bits = np.add(score, 0.0, dtype=np.float32, casting="same_kind").view(np.int32)
    # negative floats count downwards: turn all their bits round, of the others only the sign
    return ((bits >> 31) | np.int32(-(1 << 31))).view(np.uint32) ^ bits.view(np.uint32)


def _bins(score: NDArray[Any]) -> NDArray[np.uint16]:
    """The leading 16 bits of each score."""
    found = np.empty(len(score), np.uint16)
    for start in range(0, len(score), _CHUNK):
        part = slice(start, start + _CHUNK)
        found[part] = sortable(score[part]) >> np.uint32(16)
    return found


def binned(measure: Scored, batch: Batch) -> Keyed:
    """The bin of each example, by side; for several labels its bin by each of their scores."""
    truth, weight, groups = batch.coded("truth"), weight_of(batch), groups_of(batch)
    numbers, axis = (weight,), Numbers(range(_BINS))
    if measure.over == "binary":
        chosen = measure.positive or ""
        side = Coded(truth.is_label(chosen).view(np.uint8), _SIDES)
        columns = {"side": side, "bin": Coded(_bins(score_of(batch, chosen)), axis)}
        return Keyed(measure, batch.policy, columns, numbers, groups=groups)
    score = batch.columns["score"]
    assert isinstance(score, Scores)
    width = len(score.names)
    small = np.min_scalar_type(width)
    table = np.column_stack([_bins(score.values[:, at]) for at in range(width)])
    place = {name: at for at, name in enumerate(score.names)}
    label = np.asarray([place.get(name, 0) for name in truth.names], small)[truth.codes][:, None]
    of = np.tile(np.arange(width, dtype=small), len(batch))
    if measure.over == "ovr":
        side = Coded((label == np.arange(width)).view(np.uint8).ravel(), _SIDES)
    else:
        side = Coded(np.repeat(label, width), score.names)
    columns = {"score of": Coded(of, score.names), "side": side, "bin": Coded(table.ravel(), axis)}
    if weight is not None:
        numbers = (np.repeat(weight, width),)
    return Keyed(measure, batch.policy, columns, numbers, per=width, groups=groups)


def pairs_in_bins(over: str, tally: Tally, pairs: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
    """For each unit and direction: twice the pairs won, positives, negatives, and pairs that share a bin."""
    counts = tally.sums[0]
    if over == "binary":
        return _won(counts[..., 1, :], counts[..., 0, :])[..., None, None, :]
    if over == "ovr":
        return _won(counts[..., 1, :], counts[..., 0, :])[..., None, :]
    one, two = (np.asarray([pair[side] for pair in pairs], int) for side in (0, 1))
    # each pair by the scores of its first label, and by those of its second
    both = [_won(counts[..., a, a, :], counts[..., a, b, :]) for a, b in ((one, two), (two, one))]
    return np.stack(both, axis=-2)


def _won(positive: NDArray[Any], negative: NDArray[Any]) -> NDArray[np.float64]:
    positive, negative = in_reach(positive), in_reach(negative)
    below = np.cumsum(negative, axis=-1) - negative
    shared = (positive.astype(np.float64) * negative).sum(axis=-1)
    won = (2.0 * positive * below).sum(axis=-1) + shared
    return np.stack((won, positive.sum(axis=-1), negative.sum(axis=-1), shared), axis=-1)
