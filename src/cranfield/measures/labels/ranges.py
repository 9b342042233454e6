"""Measures of one score against two sides, of rows that were cut into ranges of the score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.coded import Scores
from cranfield.core.states.exact import parts_by
from cranfield.core.states.kept import Kept
from cranfield.core.states.ranges import Range, Ranges
from cranfield.measures.labels.pairs import pairs_won
from cranfield.measures.labels.tasks import positive_of, tasks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.states.state import State

__all__ = ["cut_by_score", "range_of"]


def cut_by_score(batch: Batch | Kept) -> str:
    """Rows of equal score, where each row has one score and counts once; else nothing less than all rows will do.

    Sums of weights are rounded as they go, from the lowest score to the highest.
    """
    return "all" if "weight" in batch.columns or isinstance(batch.columns["score"], Scores) else "score"


def range_of(state: State, area: NDArray[Any] | None = None, above: tuple[int, int] | None = None) -> State:
    """The rows of one range as its counts; `area` are the terms of a sum that needs what is `above`."""
    if not isinstance(state, Kept):
        return state
    ((task,),) = tasks(state.total(), "binary", positive_of(state.total()))
    scores = [side for side in (task.positive, task.negative) if len(side)]
    if not scores:
        return Ranges(state.measure, state.policy, ())
    low, high = min(float(side.min()) for side in scores), max(float(side.max()) for side in scores)
    twice, positives, negatives = (int(each) for each in pairs_won(task))
    terms = () if area is None else _parts(area)
    # both zeros are one score
    return Ranges(
        state.measure, state.policy, (Range(low + 0.0, high + 0.0, twice, positives, negatives, terms, above),)
    )


def _parts(terms: NDArray[Any]) -> tuple[float, ...]:
    """A few numbers with the same sum, exactly."""
    return tuple(float(part[0]) for part in parts_by(np.zeros(len(terms), np.int64), terms, 1))
