"""What is at or above each score: positives and negatives added up from the highest score down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.coded import Scores
from cranfield.core.reach import in_reach, order_by

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.states.kept import Sample

__all__ = ["Steps", "steps_of"]


@dataclass(frozen=True)
class Steps:
    """`found[..., i]` positives and `wrong[..., i]` negatives have the i-th highest score or a higher one."""

    found: NDArray[np.float64]
    wrong: NDArray[np.float64]

    @property
    def positives(self) -> NDArray[np.float64]:
        """All positives."""
        return self.found[..., -1]

    @property
    def negatives(self) -> NDArray[np.float64]:
        """All negatives."""
        return self.wrong[..., -1]


def steps_of(sample: Sample, positive: str) -> Steps:
    """The steps of a label's scores; rows that weigh nothing add nothing."""
    order, ends, marked, weight = _order(sample, positive)
    often = weight if sample.weights is None else np.take(sample.weights, order, axis=-1) * weight
    return Steps(*(np.cumsum(often * side, axis=-1)[..., ends] for side in (marked, ~marked)))


def _order(sample: Sample, positive: str) -> tuple[Any, ...]:
    """Rows from the highest score down, the last of each score, which are positive, and their weights."""
    held: tuple[Any, ...] | None = sample.held.get(("steps", positive))
    if held is None:
        score, given = sample.columns["score"], sample.array("weight")
        score = score.of(positive) if isinstance(score, Scores) else score
        assert isinstance(score, np.ndarray)
        weight = np.ones(len(score)) if given is None else in_reach(np.asarray(given, np.float64))
        order = order_by(score, weight)[::-1]
        ends = np.flatnonzero(np.append(score[order][1:] != score[order][:-1], True))
        marked = sample.coded("truth").is_label(positive)[order]
        held = sample.held["steps", positive] = order, ends, marked, weight[order]
    return held
