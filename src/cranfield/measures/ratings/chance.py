"""What coefficients have in common that compare disagreement with what chance would give."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.finding import Finding
from cranfield.core.note import SILENT, Note
from cranfield.core.ragged import divide
from cranfield.errors import MeasureError
from cranfield.measures.ratings.base import RatingMeasure, ratings_shown
from cranfield.measures.ratings.coincidence import matrix_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.states.keyed import Keyed
    from cranfield.core.states.tally import Tally

__all__ = ["OverChance"]


class OverChance(RatingMeasure):
    """1 - disagreement / disagreement by chance; the value of an item has its own disagreement above."""

    reads: ClassVar[tuple[str, ...]] = ("rating", "rater")
    bounds: ClassVar[tuple[float, float]] = (float("-inf"), 1.0)
    undefined_when: ClassVar[str] = "when-rated-once"

    @property
    def needs_numbers(self) -> bool:
        """Whether the values must be numbers."""
        return False

    def resolve(self, batch: Batch) -> OverChance:
        """The same, if the values are what it needs."""
        if self.needs_numbers and not batch.facts["numeric"]:
            raise MeasureError("needs-numbers", measure=str(self), values=list(batch.facts["values"]))
        return self

    def portion(self, batch: Batch, unit: str) -> tuple[Batch, int]:
        """All of the data: what chance would give comes from all items."""
        return batch, batch.place_of(unit)

    @abstractmethod
    def kept(self, batch: Batch) -> Keyed:
        """The state of a batch."""

    @abstractmethod
    def observed(self, total: Tally) -> NDArray[np.float64]:
        """The disagreement that there is, on any leading axes."""

    @abstractmethod
    def expected(self, total: Tally) -> NDArray[np.float64]:
        """The disagreement that chance would give, on the same axes; 0 or nan where it gives none."""

    @abstractmethod
    def by_item(self, state: Keyed) -> NDArray[np.float64]:
        """The disagreement inside each item; nan where it has fewer than two ratings."""

    def stats(self, batch: Batch, note: Note = SILENT) -> Keyed:
        """The state; the explanation is about one item."""
        state = self.kept(batch)
        if note is not SILENT:
            inside = note.unit("disagreement-of-item", self.by_item(state), how_far=self.how_far)
            chance = np.broadcast_to(self.expected(state.total()), inside.shape)
            note.unit("disagreement-by-chance", chance)
            note.unit("one-minus-quotient", self.each(state), name=str(self))
        return state

    @property
    def how_far(self) -> str:
        """The key of how far two ratings are apart."""
        return "apart-nominal"

    def finish(self, total: Tally) -> NDArray[np.float64]:
        """1 - observed / expected."""
        return 1 - divide(self.observed(total), self.expected(total))

    def each(self, state: Any) -> NDArray[np.float64]:
        """The same for every item, with what chance would give in all of them."""
        return 1 - divide(self.by_item(state), self.expected(state.total()))

    def tell_whole(self, state: Any, note: Note) -> None:
        """The disagreement in all items, what chance would give, and their quotient."""
        total = state.total()
        note.unit("disagreement-of-all", self.observed(total), how_far=self.how_far)
        note.unit("disagreement-by-chance", self.expected(total))
        note.unit("one-minus-quotient", self.finish(total), name=str(self))

    def remarks(self, state: Any) -> list[Finding]:
        """Why there is no value."""
        total = state.total()
        if not np.isnan(self.finish(total)):
            return []
        return [self.why_none(state, total)]

    def why_none(self, state: Any, total: Tally) -> Finding:
        """The reason: nobody shares an item, or one value alone was ever given."""
        if state.named.undefined.all():
            return Finding("no-shared-item", len(state.units), severity="warning", subject=str(self))
        used = np.flatnonzero(np.asarray(total.sums[0]).sum(axis=-1))
        value = str(total.names["one"][int(used[0])]) if len(used) == 1 else None
        return Finding("one-value-only", 1, {"value": value}, "warning", subject=str(self))

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """Who rated the item how, and how often values meet in all items."""
        return (*ratings_shown(batch, index), *matrix_shown(self, batch))
