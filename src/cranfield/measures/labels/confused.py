"""What the measures of the confusion matrix share: one quotient for each label, and ways to average them."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from cranfield.core.confusion import Confusion, confusion_of
from cranfield.core.note import SILENT, Note
from cranfield.core.param import word
from cranfield.core.ragged import divide
from cranfield.errors import MeasureError
from cranfield.measures.labels.base import LabelMeasure, choose_positive, positive_param

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.policy import Policy

__all__ = ["ClassQuotient", "Confused", "OneClass", "mean_over_labels"]


def mean_over_labels(values: NDArray[np.float64], weights: NDArray[Any] | None = None) -> NDArray[np.float64]:
    """The mean over the last axis of what is defined; if all weights are 0, they do not count."""
    there = ~np.isnan(values)
    heavy = there * (np.ones(values.shape) if weights is None else weights)
    heavy = np.where(heavy.sum(axis=-1, keepdims=True) > 0, heavy, there)
    return divide((np.where(there, values, 0.0) * heavy).sum(axis=-1), heavy.sum(axis=-1))


def _about(confusion: Confusion, positive: str | None) -> Confusion:
    """The counts of one label, which may be absent."""
    assert positive is not None
    if positive not in confusion.names:
        names = (*confusion.names, positive)
        confusion = replace(confusion, names=names, cells=confusion.aligned(names))
    return replace(confusion, shown=positive)


class Confused(LabelMeasure):
    """A measure of the confusion matrix."""

    reads: ClassVar[tuple[str, ...]] = ("truth", "guess")
    needs: ClassVar[str] = "truth"  # the denominator that a label must have

    def state(self, batch: Batch) -> Confusion:
        """The counts, with what this measure needs of them."""
        return replace(confusion_of(batch), needs=self.needs)

    @abstractmethod
    def quotient(self, confusion: Confusion) -> tuple[NDArray[Any], NDArray[Any]]:
        """What is divided by what, for each label."""

    def by_label(self, confusion: Confusion) -> NDArray[np.float64]:
        """The quotient of each label; 0 / 0 counts what the policy says."""
        above, below = self.quotient(confusion)
        return np.where(below == 0, confusion.zero, divide(above, below))

    def each(self, state: Any) -> NDArray[np.float64]:
        """The value of every label."""
        return state.pick(self.by_label(state))

    def treatment(self, policy: Policy) -> str:
        """As the policy says."""
        return "left out" if policy.zero_division == "nan" else f"counted as {policy.zero_division}"

    def stats(self, batch: Batch, note: Note = SILENT) -> Confusion:
        """The counts; the explanation is about one label."""
        confusion = self.settled(batch).state(batch)
        if note is not SILENT:
            self.tell(confusion, note)
        return confusion

    def tell(self, confusion: Confusion, note: Note) -> None:
        """The steps from the counts to the value of a label."""
        cells, pick = confusion.cells, confusion.pick
        note.unit("true", pick(cells.sum(axis=-1)), "examples that have the label")
        note.unit("guessed", pick(cells.sum(axis=-2)), "examples that were given the label")
        note.unit("right", pick(np.diagonal(cells, axis1=-2, axis2=-1)), "examples that were rightly given it")
        above, below = self.quotient(confusion)
        note.unit("above", pick(np.asarray(above)), "the numerator")
        note.unit("below", pick(np.asarray(below)), "the denominator")
        how = self.formula + f"; 0 / 0 counts {confusion.zero:g}"
        note.unit(self.unit_label(), self.each(confusion), how)


class OneClass(Confused):
    """A quotient of one label against the rest."""

    positive: str | None = positive_param()

    def resolve(self, batch: Batch) -> Self:
        """With the positive label named."""
        return self.replace(positive=choose_positive(self, batch, self.positive))

    def state(self, batch: Batch) -> Confusion:
        """About the positive label."""
        return _about(super().state(batch), self.positive)

    def finish(self, total: Confusion) -> NDArray[np.float64]:
        """The value of the positive label."""
        return self.each(total)[..., 0]


class ClassQuotient(Confused):
    """A quotient for each label, averaged over the labels, pooled, or of the positive label alone."""

    average: str = word(
        "binary", "binary", "macro", "micro", "weighted",
        help="the positive label alone, the mean over labels, pooled counts, or the mean weighted by true examples",
    )  # fmt: skip
    positive: str | None = positive_param()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.positive is not None and self.average != "binary":
            message = f"{self.name}: positive is for average='binary'; average={self.average!r} is about all labels"
            raise MeasureError(message)

    def unit_label(self) -> str:
        """Without the average."""
        return str(self.replace(average="binary", positive=None))

    def resolve(self, batch: Batch) -> Self:
        """With the positive label named, where it matters."""
        if self.average != "binary":
            return self
        way_out = "choose average='macro', 'micro' or 'weighted', or "
        return self.replace(positive=choose_positive(self, batch, self.positive, way_out))

    def state(self, batch: Batch) -> Confusion:
        """About all labels, or about the positive one."""
        if self.average == "binary":
            return _about(super().state(batch), self.positive)
        # pooled counts do not care whether a single label has a denominator
        return replace(super().state(batch), needs="nothing" if self.average == "micro" else self.needs)

    def finish(self, total: Confusion) -> NDArray[np.float64]:
        """The average."""
        if self.average == "binary":
            return self.each(total)[..., 0]
        if self.average == "micro":
            above, below = (np.asarray(each).sum(axis=-1) for each in self.quotient(total))
            return np.where(below == 0, total.zero, divide(above, below))
        return mean_over_labels(self.by_label(total), total.support if self.average == "weighted" else None)
