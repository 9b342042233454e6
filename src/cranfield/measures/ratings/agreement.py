"""How often raters agree with each other, and with themselves, without regard to chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.exhibit import Listing
from cranfield.core.finding import Finding
from cranfield.core.note import SILENT, Note
from cranfield.core.param import number
from cranfield.core.ragged import divide
from cranfield.core.states.sums import Sums
from cranfield.errors import MeasureError
from cranfield.measures.ratings.base import ItemMean, RatingMeasure, groups_of, numbers_of, shown_values
from cranfield.measures.ratings.coincidence import counts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.measure import Measure
    from cranfield.core.states.state import State

__all__ = ["Agreement", "IntraRater"]


def _within() -> Any:
    return number(0, lo=0, help="how far apart two ratings may be and still agree")


def _agree(measure: Measure, batch: Batch, one: NDArray[Any], two: NDArray[Any], within: float) -> NDArray[np.bool_]:
    """Whether ratings agree, given their codes."""
    if not within:
        return np.asarray(one == two)
    value = _numbers(measure, batch)
    return np.asarray(np.abs(value[one] - value[two]) <= within)


def _numbers(measure: Measure, batch: Batch) -> NDArray[np.float64]:
    """The number of each value."""
    if not batch.facts["numeric"]:
        raise MeasureError("needs-numbers", measure=str(measure), values=list(batch.facts["values"]))
    return numbers_of(measure, batch.facts["values"])


class Agreement(ItemMean):
    """The share of pairs of ratings of one item that agree, averaged over items with at least two ratings."""

    name: ClassVar[str] = "Agreement"
    reads: ClassVar[tuple[str, ...]] = ("rating", "rater")
    formula: ClassVar[str] = "mean over items of agreeing pairs of ratings / pairs of ratings"
    source: ClassVar[str] = "Fleiss, Measuring nominal scale agreement among many raters, Psychological Bulletin 1971"
    chinese: ClassVar[str] = "同一条目的评分两两相比，一致的比例；在至少有两个评分的条目上取平均。"
    undefined_when: ClassVar[str] = "when-rated-once"

    within: float = _within()

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """Agreeing pairs over pairs of each item."""
        owner, value, times = counts_of(batch)
        near = times * (times - 1)
        if self.within:
            order, others = self._near(batch, owner, value, times)
            owner, near = owner[order], near[order] + 2 * others
        agree = note.unit("agreeing-pairs", np.bincount(owner, weights=near, minlength=len(batch)) / 2)
        sizes = batch.ragged("rating").sizes
        pairs = note.unit("pairs-of-item", (sizes * (sizes - 1)).astype(np.float64) / 2)
        return note.unit("agreeing-over-pairs", divide(agree, pairs), of=(agree, pairs), name=str(self))

    def _near(
        self, batch: Batch, owner: NDArray[np.int64], value: NDArray[np.int64], times: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:  # fmt: skip
        """Values of items by size, and for each the pairs of its ratings with those of larger ones that are near."""
        number = _numbers(self, batch)[value]
        order = np.lexsort((number, owner))
        owner, number, times = owner[order], number[order], times[order]
        low = np.arange(len(order))
        high = np.searchsorted(owner, owner, side="right") - 1
        while (low < high).any():
            middle = (low + high + 1) // 2
            near = number[middle] - number <= self.within
            low, high = np.where(near, middle, low), np.where(near, high, middle - 1)
        running = np.cumsum(times)
        return order, times * (running[low] - running)


class IntraRater(RatingMeasure):
    """The share of ratings that a rater repeated when the same item came again."""

    name: ClassVar[str] = "IntraRater"
    reads: ClassVar[tuple[str, ...]] = ("earlier", "later")
    formula: ClassVar[str] = "ratings that are repeated alike / ratings of the same item by the same rater again"
    source: ClassVar[str] = "Gwet, Handbook of inter-rater reliability, 4th edition, 2014, chapter 1"
    chinese: ClassVar[str] = "同一评分者再次评同一条目时，给出相同评分的比例。"
    undefined_when: ClassVar[str] = "when-never-again"
    pooled: ClassVar[bool] = True

    within: float = _within()

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """Repeats that agree, and all repeats."""
        earlier, later = batch.ragged("earlier"), batch.ragged("later")
        same = _agree(self, batch, earlier.values, later.values, self.within)
        agree = note.unit("repeated-alike", earlier.count(same).astype(np.float64))
        again = note.unit("rated-again", earlier.sizes.astype(np.float64))
        note.unit("alike-over-again", divide(agree, again), of=(agree, again), name=str(self))
        return Sums.of(self, batch, np.column_stack((agree, again)), again == 0, groups_of(batch))

    def finish(self, total: NDArray[np.float64]) -> NDArray[np.float64]:
        """One quotient of all repeats."""
        return divide(total[..., 0], total[..., 1])

    def tell_whole(self, state: Any, note: Note) -> None:
        """Repeats that agree, and all repeats."""
        agree, again = state.total()
        note.unit("repeated-alike", np.asarray(agree))
        note.unit("rated-again", np.asarray(again))
        note.unit("alike-over-again", self.finish(state.total()), of=(agree, again), name=str(self))

    def remarks(self, state: State) -> list[Finding]:
        """Why there is no value."""
        if state.undefined.all():
            return [Finding("never-rated-again", len(state.units), severity="warning", subject=str(self))]
        return []

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """What was said first, and what again."""
        names = shown_values(batch)
        columns: dict[str, Any] = {
            "rating": [names[at] for at in batch.ragged("earlier")[index].tolist()],
            "rating again": [names[at] for at in batch.ragged("later")[index].tolist()],
        }
        return (Listing("shown-repeats", columns),) if columns["rating"] else ()
