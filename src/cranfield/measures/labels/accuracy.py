"""Accuracy: the share of examples with the right label, over all examples or evenly over the labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias
from cranfield.core.param import flag
from cranfield.core.ragged import divide
from cranfield.measures.labels.confused import Confused, mean_over_labels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.confusion import Confusion
    from cranfield.core.note import Note
    from cranfield.core.policy import Policy

__all__ = ["Accuracy", "BalancedAccuracy"]


class _Share(Confused):
    """Right guesses over true examples; a label without examples is not counted, whatever the policy."""

    divides: ClassVar[str] = "right-over-true"
    by_policy: ClassVar[bool] = False
    undefined_when: ClassVar[str] = "when-no-example"

    def quotient(self, confusion: Confusion) -> tuple[NDArray[Any], NDArray[Any]]:
        """Right guesses over true examples."""
        return confusion.right, confusion.truth

    def by_label(self, confusion: Confusion) -> NDArray[np.float64]:
        """The share of each label."""
        return divide(*self.quotient(confusion))

    def unit_label(self) -> str:
        """Of one label it is the recall, and the same column where both are shown."""
        return "Recall"

    def treatment(self, policy: Policy) -> tuple[str, dict[str, Any]]:  # noqa: ARG002 (the same for all policies)
        """Always the same."""
        return "left-out", {}


class Accuracy(_Share):
    """The share of examples whose guess is right; of one label, the share of its examples."""

    name: ClassVar[str] = "Accuracy"
    formula: ClassVar[str] = "right guesses / examples"
    source: ClassVar[str] = "Manning, Raghavan and Schütze, Introduction to Information Retrieval, 2008, section 8.3"
    chinese: ClassVar[str] = "判断正确的样本占全部样本的比例；对单个类别，则为该类样本中判断正确的比例。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("accuracy_score", tool="scikit-learn"),)

    def tell_whole(self, state: Any, note: Note) -> None:
        """The counts of all labels together."""
        self.tell_pooled(state, note)

    def overall(self, confusion: Confusion) -> NDArray[np.float64]:
        """Right guesses over examples, of all labels together."""
        above, below = self.quotient(confusion)
        return divide(above.sum(axis=-1), below.sum(axis=-1))


class BalancedAccuracy(_Share):
    """The mean over labels of the share of their examples that was guessed right."""

    name: ClassVar[str] = "BalancedAccuracy"
    bounds: ClassVar[tuple[float, float]] = (-1.0, 1.0)
    formula: ClassVar[str] = "mean over labels of right / true; adjusted: (that - 1/labels) / (1 - 1/labels)"
    source: ClassVar[str] = "Brodersen, Ong, Stephan and Buhmann, The balanced accuracy and its posterior, ICPR 2010"
    chinese: ClassVar[str] = "各类样本判断正确比例的平均值，类别大小不影响结果。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("balanced_accuracy", tool="scikit-learn"),
        Alias("balanced_accuracy_score", tool="scikit-learn"),
    )

    adjusted: bool = flag(help="0 for guessing at random instead of 1 / labels")

    @property
    def summed(self) -> str:
        """A mean, unless it is adjusted."""
        return "whole" if self.adjusted else "arithmetic"

    def tell_whole(self, state: Any, note: Note) -> None:
        """The mean over labels, what guessing at random would have, and what is left of the way to 1."""
        if self.adjusted:
            values = self.each(state)
            chance = divide(np.ones(()), (~np.isnan(values)).sum(axis=-1))
            note.unit("mean-over-labels", mean_over_labels(values))
            note.unit("share-by-chance", chance)
            note.unit("adjusted-for-chance", self.finish(state.total()), name=str(self))

    def overall(self, confusion: Confusion) -> NDArray[np.float64]:
        """The mean over labels that have examples."""
        values = self.by_label(confusion)
        mean = mean_over_labels(values)
        if not self.adjusted:
            return mean
        chance = divide(np.ones(mean.shape), (~np.isnan(values)).sum(axis=-1))
        return divide(mean - chance, 1 - chance)
