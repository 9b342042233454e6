"""What the measures of ratings share: items as units, queries as what is drawn, and the ratings of an item as shown."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.exhibit import Listing
from cranfield.core.measure import Measure
from cranfield.core.note import SILENT, Note
from cranfield.core.ragged import divide
from cranfield.core.states.sums import Sums
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.coded import Coded
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.policy import Policy

__all__ = ["ItemMean", "RatingMeasure", "groups_of", "numbers_of", "ratings_shown", "shown_values"]


def groups_of(batch: Batch) -> Coded | None:
    """The query of each item, if there are queries: whole ones are drawn."""
    return batch.coded("group") if "group" in batch else None


def numbers_of(measure: Measure, names: Sequence[str]) -> NDArray[np.float64]:
    """The numbers that values are, or a sentence about the first that is none."""
    found = []
    for name in names:
        try:
            found.append(float(name))
        except ValueError:
            raise MeasureError("value-no-number", measure=str(measure), value=name) from None
    return np.array(found, np.float64)


def shown_values(batch: Batch) -> list[str]:
    """Each value as people know it: words where the scale has words."""
    return list(batch.facts.get("labels") or batch.facts["values"])


def ratings_shown(batch: Batch, index: int) -> Sequence[Exhibit]:
    """Who rated the item how."""
    names, raters = shown_values(batch), batch.facts["raters"]
    rating, rater = batch.ragged("rating")[index].tolist(), batch.ragged("rater")[index].tolist()
    columns: dict[str, Any] = {"rater": [raters[at] for at in rater], "rating": [names[at] for at in rating]}
    return (Listing("shown-ratings", columns),)


class RatingMeasure(Measure):
    """A measure of ratings."""

    family: ClassVar[str] = "ratings"

    def treatment(self, policy: Policy) -> tuple[str, dict[str, Any]]:  # noqa: ARG002 (the same for all policies)
        """An item without a value takes no part: a rating that is missing is none, whatever the policy."""
        return "left-out", {}

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """Who rated the item how."""
        return ratings_shown(batch, index)


class ItemMean(RatingMeasure):
    """A value for each item, averaged over the items that have one."""

    @property
    def summed(self) -> str:
        """A plain mean."""
        return "arithmetic"

    @abstractmethod
    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The value of each item; nan where it has none."""

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """The value, and whether there is one."""
        return Sums.known(self, batch, self.values(batch, note), groups_of(batch))

    def finish(self, total: NDArray[np.float64]) -> NDArray[np.float64]:
        """The mean."""
        return divide(total[..., 0], total[..., 1])
