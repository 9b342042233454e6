"""What the measures of scores against labels share: which label, and the rows that are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from cranfield.core.coded import Scores
from cranfield.core.states.kept import Kept
from cranfield.errors import MeasureError
from cranfield.measures.labels.base import (
    LabelMeasure,
    check_scored,
    choose_positive,
    groups_of,
    positive_param,
    score_of,
    weight_of,
)
from cranfield.measures.labels.confused import mean_over_labels

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["Scored"]


class Scored(LabelMeasure):
    """A measure of how well scores tell one label from the others."""

    reads: ClassVar[tuple[str, ...]] = ("truth", "score")
    undefined_when: ClassVar[str] = "when-one-class"

    positive: str | None = positive_param()

    @property
    def over(self) -> str:
        """What the values are about: `binary`, `ovr` or `ovo`."""
        return "binary"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.positive is not None and self.over != "binary":
            raise MeasureError("positive-of-all", measure=self.name)

    def unit_noun(self, batch: Batch) -> str:  # noqa: ARG002 (the same for all data)
        """Labels, or pairs of them."""
        return "pairs" if self.over == "ovo" else "labels"

    def resolve(self, batch: Batch) -> Self:
        """With the positive label named, or all labels scored."""
        if self.over != "binary":
            check_scored(self, batch)
            return self
        way_out = "choose-any-average" if "average" in self.params() else None
        chosen = choose_positive(str(self), batch, self.positive, way_out)
        if isinstance(batch.columns["score"], Scores):
            score_of(batch, chosen)
        return self.replace(positive=chosen)

    @property
    def summed(self) -> str:
        """The value of one label, or a plain mean over labels or pairs of them."""
        return "whole" if self.over == "binary" else "arithmetic"

    def kept(self, batch: Batch) -> Kept:
        """Truth, score and weight of every example, over the memory of the batch."""
        columns: dict[str, Any] = {"truth": batch.coded("truth"), "score": batch.columns["score"]}
        if (weight := weight_of(batch)) is not None:
            columns["weight"] = weight
        return Kept(self.settled(batch), batch.policy, columns, groups_of(batch))

    def by_unit(self, total: Any) -> NDArray[np.float64]:
        """The value of each unit, on any leading axes."""
        raise NotImplementedError

    def each(self, state: Any) -> NDArray[np.float64]:
        """The value of each unit."""
        return self.by_unit(state.each())

    def finish(self, total: Any) -> NDArray[np.float64]:
        """The mean over the units that have a value."""
        return mean_over_labels(self.by_unit(total))
