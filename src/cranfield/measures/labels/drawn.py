"""Pairs of a positive and a negative example where whole sessions are drawn by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.poisson import numbers_of, weights_of
from cranfield.core.states.drawn_pairs import DrawnPairs, DrawnRange
from cranfield.errors import MeasureError
from cranfield.measures.labels.tasks import positive_of, ranked

if TYPE_CHECKING:
    from cranfield.core.states.drawn import Draws
    from cranfield.core.states.kept import Kept

__all__ = ["drawn_pairs"]

_CELLS = 1 << 21  # numbers of rows and draws that are worked on at once


def drawn_pairs(state: Kept, draws: Draws) -> DrawnPairs:
    """Of all rows of a state as one range of the score; everything is a whole number, so that nothing is rounded."""
    if state.groups is None:
        raise MeasureError("poisson-no-names", measure=str(state.measure))
    sample = state.total()
    ((order,),) = ranked(sample, "binary", positive_of(sample))
    codes, numbers = state.groups.codes, numbers_of(state.groups.names)
    above, below = codes[order.positive], codes[order.negative]
    counts = np.zeros((draws.resamples, 3), np.int64)
    turn = max(2, _CELLS // max(len(codes), 1) // 2 * 2)
    for first in range(0, draws.resamples, turn):
        some = slice(first, first + turn)
        often = weights_of(numbers, first, min(turn, draws.resamples - first), draws.seed)
        positive = often[:, above].astype(np.int64)
        running = np.zeros((len(often), len(below) + 1), np.int64)
        np.cumsum(often[:, below], axis=1, out=running[:, 1:])
        won = running[:, order.left]
        won += running[:, order.right]
        won *= positive
        counts[some] = np.stack((won.sum(axis=1), positive.sum(axis=1), running[:, -1]), axis=1)
    score = sample.array("score")
    assert score is not None
    digest = int(numbers[codes].sum(dtype=np.uint64))
    # both zeros are one score
    ranges = (DrawnRange(float(score.min()) + 0.0, float(score.max()) + 0.0, counts),) if len(score) else ()
    return DrawnPairs(draws, len(codes), digest, ranges)
