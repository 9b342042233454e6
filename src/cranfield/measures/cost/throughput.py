"""How many requests are answered in a second."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.note import SILENT, Note
from cranfield.core.states.listed import Listed
from cranfield.measures.cost.base import CostMeasure, groups_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.states.listed import Chosen
    from cranfield.core.states.state import State

__all__ = ["Throughput"]

_WINDOWS, _FEWEST = 10, 3  # stretches of a pass whose rates say how much the rate varies
_REQUESTS = 10  # that a stretch should have


class Throughput(CostMeasure):
    """Requests answered without an error in a second, from the first that was to be sent to the last that ended."""

    name: ClassVar[str] = "Throughput"
    reads: ClassVar[tuple[str, ...]] = ("sent", "ended")
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    formula: ClassVar[str] = "answered requests / (last end - first intended start)"
    source: ClassVar[str] = "Jain, The Art of Computer Systems Performance Analysis, 1991, chapter 3"
    chinese: ClassVar[str] = "每秒得到正确回答的请求数，从最早的预定发出时刻到最后一个结束时刻。"
    undefined_when: ClassVar[str] = "when-no-end"

    def stats(self, batch: Batch, note: Note = SILENT) -> Listed:
        """When each request was to be sent, when it ended, and whether it was answered."""
        begins = batch.array("intended") if "intended" in batch else batch.array("sent")
        ends = batch.array("ended")
        note.unit("moment-intended", begins * 1000.0)
        note.unit("moment-ended", ends * 1000.0)
        answered = ~batch.array("failed")
        lacking = np.isnan(begins) | np.isnan(ends)
        state = Listed.of(self, batch, np.column_stack((begins, ends, answered)), lacking, groups_of(batch))
        note.unit("answered-in-its-time", self.each(state), name=self.name)
        return state

    def finish(self, total: Chosen) -> NDArray[np.float64]:
        """Answers over the time that passed."""
        rows, weights = total.rows, total.weights
        if not len(rows):
            return np.full(total.counted.shape, np.nan)
        if weights is None:
            return np.asarray(_rate(rows[:, 2].sum(), rows[:, 0].min(), rows[:, 1].max()))
        there = weights > 0
        first = np.where(there, rows[:, 0], np.inf).min(axis=-1)
        last = np.where(there, rows[:, 1], -np.inf).max(axis=-1)
        return np.asarray(_rate(weights @ rows[:, 2], first, last))

    def each(self, state: State) -> NDArray[np.float64]:
        """What the rate would be if there were only this request."""
        rows: NDArray[np.float64] = state.each()
        return np.where(state.undefined, np.nan, _rate(rows[:, 2], rows[:, 0], rows[:, 1]))

    def unit_label(self) -> str:
        """The name alone."""
        return self.name

    def stretches(self, state: Any) -> NDArray[np.float64] | None:
        """The rates of up to ten equal stretches of the pass, whose mean is the rate: batch means, as in simulation."""
        rows = state.total().rows
        count = min(_WINDOWS, len(rows) // _REQUESTS)
        if count < _FEWEST:
            return None
        first, last = float(rows[:, 0].min()), float(rows[:, 1].max())
        if not last > first:
            return None
        counts, _ = np.histogram(rows[rows[:, 2] > 0, 1], bins=count, range=(first, last))
        return np.asarray(counts / ((last - first) / count))

    def tell_whole(self, state: State, note: Note) -> None:
        """Answers, and the time that passed."""
        rows = state.total().rows
        if len(rows):
            answered = note.unit("answered-requests", np.array([rows[:, 2].sum()]))
            passed = note.unit("seconds-passed", np.array([rows[:, 1].max() - rows[:, 0].min()]))
            note.unit("answered-over-seconds", _rate(answered, 0.0, passed), of=(answered, passed), name=str(self))


def _rate(answered: Any, first: Any, last: Any) -> NDArray[np.float64]:
    with np.errstate(divide="ignore", invalid="ignore"):
        passed = np.asarray(last) - np.asarray(first)
        return np.where(passed > 0, np.asarray(answered) / np.where(passed > 0, passed, 1.0), np.nan)
