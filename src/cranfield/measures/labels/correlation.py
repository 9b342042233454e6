"""Matthews' correlation between truth and guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias
from cranfield.core.ragged import divide
from cranfield.core.reach import sum_of_others
from cranfield.measures.labels.confused import Confused, confusion_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.confusion import Confusion
    from cranfield.core.note import Note
    from cranfield.core.policy import Policy

__all__ = ["MCC", "covariances"]


class MCC(Confused):
    """The correlation between truth and guesses: 1 if all are right, 0 at random, for any number of labels."""

    name: ClassVar[str] = "MCC"
    needs: ClassVar[str] = "spread"
    divides: ClassVar[str] = "correlation-of-label"
    bounds: ClassVar[tuple[float, float]] = (-1.0, 1.0)
    formula: ClassVar[str] = "(n right - sum t p) / sqrt((n^2 - sum t^2) (n^2 - sum p^2)), t true and p guessed"
    source: ClassVar[str] = (
        "Matthews, Biochimica et Biophysica Acta 1975; Gorodkin, Computational Biology and Chemistry 2004"
    )
    chinese: ClassVar[str] = "真实类别与预测类别之间的相关系数：全对为 1，随机为 0，适用于任意多个类别。"
    undefined_when: ClassVar[str] = "when-no-spread"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("matthews_corrcoef", tool="scikit-learn"),)

    def treatment(self, policy: Policy) -> tuple[str, dict[str, Any]]:
        """The value of the whole does not come from those of the labels."""
        return "shown-as", {"worst": float(policy.zero_division)}

    def quotient(self, confusion: Confusion) -> tuple[NDArray[Any], NDArray[Any]]:
        """The same formula with two labels: this one and all others."""
        above, truth, guess = covariances(confusion)
        below = np.sqrt(truth) * np.sqrt(guess)
        return np.clip(above, -below, below), below

    def tell_whole(self, state: Any, note: Note) -> None:
        """The sums over labels, and their quotient."""
        above, truth, guess = (each.sum(axis=-1) for each in covariances(confusion_of(state.total())))
        note.unit("right-beyond-chance", above)
        note.unit("spread-of-truth", truth)
        note.unit("spread-of-guesses", guess)
        note.unit("correlation-of-spreads", self.finish(state.total()), name=str(self))

    def overall(self, confusion: Confusion) -> NDArray[np.float64]:
        """The correlation over all labels."""
        above, truth, guess = (each.sum(axis=-1) for each in covariances(confusion))
        below = np.sqrt(truth) * np.sqrt(guess)
        return np.where(below == 0, confusion.zero, np.clip(divide(above, below), -1, 1))


def covariances(confusion: Confusion) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """For each label n right - t p, t (n - t) and p (n - p), from sums alone: a difference of wholes would round."""
    near = confusion.in_reach()
    above = near.right * near.neither - near.missed * near.wrong
    return above, near.truth * sum_of_others(near.truth), near.guess * sum_of_others(near.guess)
