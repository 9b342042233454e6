"""The two axes of the ROC curve, for guesses that are already made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias
from cranfield.core.reach import sum_of_others
from cranfield.measures.labels.confused import OneClass

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.confusion import Confusion

__all__ = ["FPR", "TPR"]


class TPR(OneClass):
    """The share of positive examples that was guessed positive."""

    name: ClassVar[str] = "TPR"
    needs: ClassVar[str] = "truth"
    divides: ClassVar[str] = "right-over-true"
    formula: ClassVar[str] = "TP / (TP + FN)"
    source: ClassVar[str] = "Fawcett, An introduction to ROC analysis, Pattern Recognition Letters 2006"
    chinese: ClassVar[str] = "真正例率：正例中被判为正的比例。"
    undefined_when: ClassVar[str] = "when-none-positive"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("Sensitivity", tool="cranfield"),)

    def quotient(self, confusion: Confusion) -> tuple[NDArray[Any], NDArray[Any]]:
        """Right guesses over true examples."""
        return confusion.right, confusion.truth


class FPR(OneClass):
    """The share of negative examples that was guessed positive."""

    name: ClassVar[str] = "FPR"
    needs: ClassVar[str] = "other"
    divides: ClassVar[str] = "wrong-over-others"
    better: ClassVar[str | None] = "lower"
    formula: ClassVar[str] = "FP / (FP + TN)"
    source: ClassVar[str] = "Fawcett, An introduction to ROC analysis, Pattern Recognition Letters 2006"
    chinese: ClassVar[str] = "假正例率：负例中被误判为正的比例。"
    undefined_when: ClassVar[str] = "when-none-negative"

    def quotient(self, confusion: Confusion) -> tuple[NDArray[Any], NDArray[Any]]:
        """Wrong guesses over examples without the label."""
        negative = sum_of_others(confusion.truth)
        return np.minimum(confusion.wrong, negative), negative  # rounding may put sums of weights in another order
