"""Matthews' correlation between truth and guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias
from cranfield.core.ragged import divide
from cranfield.measures.labels.confused import Confused

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.confusion import Confusion
    from cranfield.core.policy import Policy

__all__ = ["MCC"]


class MCC(Confused):
    """The correlation between truth and guesses: 1 if all are right, 0 at random, for any number of labels."""

    name: ClassVar[str] = "MCC"
    needs: ClassVar[str] = "spread"
    bounds: ClassVar[tuple[float, float]] = (-1.0, 1.0)
    formula: ClassVar[str] = "(n right - sum t p) / sqrt((n^2 - sum t^2) (n^2 - sum p^2)), t true and p guessed"
    source: ClassVar[str] = (
        "Matthews, Biochimica et Biophysica Acta 1975; Gorodkin, Computational Biology and Chemistry 2004"
    )
    chinese: ClassVar[str] = "真实类别与预测类别之间的相关系数：全对为 1，随机为 0，适用于任意多个类别。"
    undefined_when: ClassVar[str] = "all or no examples have or were given the label"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("matthews_corrcoef", tool="scikit-learn"),)

    def treatment(self, policy: Policy) -> str:
        """The value of the whole does not come from those of the labels."""
        return f"shown as {policy.zero_division}"

    def quotient(self, confusion: Confusion) -> tuple[NDArray[Any], NDArray[Any]]:
        """The same formula with two labels: this one and all others."""
        cells = np.asarray(confusion.cells, np.float64)
        truth, guess = cells.sum(axis=-1), cells.sum(axis=-2)
        whole = truth.sum(axis=-1, keepdims=True)
        above = np.diagonal(cells, axis1=-2, axis2=-1) * whole - truth * guess
        return above, np.sqrt(truth * (whole - truth)) * np.sqrt(guess * (whole - guess))

    def finish(self, total: Confusion) -> NDArray[np.float64]:
        """The correlation over all labels."""
        cells = np.asarray(total.cells, np.float64)
        truth, guess = cells.sum(axis=-1), cells.sum(axis=-2)
        whole = truth.sum(axis=-1)
        right = np.trace(cells, axis1=-2, axis2=-1)
        above = right * whole - (truth * guess).sum(axis=-1)
        below = np.sqrt(whole**2 - (truth**2).sum(axis=-1)) * np.sqrt(whole**2 - (guess**2).sum(axis=-1))
        return np.where(below == 0, total.zero, divide(above, below))
