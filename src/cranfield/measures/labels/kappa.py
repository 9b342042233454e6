"""Cohen's kappa of truth and guesses, plain and weighted by how far labels are apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.param import word
from cranfield.core.ragged import divide
from cranfield.measures.labels.confused import Confused, confusion_of
from cranfield.measures.labels.correlation import covariances
from cranfield.measures.labels.reach import in_reach, sum_of_others

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.confusion import Confusion
    from cranfield.core.note import Note
    from cranfield.core.policy import Policy

__all__ = ["Kappa"]

_HOW_FAR = {"none": "apart-nominal", "linear": "apart-places", "quadratic": "apart-places-squared"}


class Kappa(Confused):
    """Cohen's kappa of truth and guesses: 1 if all are right, 0 as by chance; weighted, near misses cost less."""

    name: ClassVar[str] = "Kappa"
    needs: ClassVar[str] = "chance"
    divides: ClassVar[str] = "kappa-of-label"
    bounds: ClassVar[tuple[float, float]] = (-1.0, 1.0)
    formula: ClassVar[str] = (
        "1 - n sum of v c / sum of v t p, c examples by truth and guess, t true, p guessed, v distance"
    )
    source: ClassVar[str] = (
        "Cohen, Educational and Psychological Measurement 1960, and weighted in Psychological Bulletin 1968"
    )
    chinese: ClassVar[str] = "真实类别与预测类别的 Cohen 系数：全对为 1，与随机相当为 0；加权时，相近的错误代价较小。"
    undefined_when: ClassVar[str] = "when-no-chance"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("cohen_kappa", tool="scikit-learn"), Alias("cohen_kappa_score", tool="scikit-learn"),
        Alias("QWK", {"weights": "quadratic"}, tool="cranfield"),
        Alias("quadratic_weighted_kappa", {"weights": "quadratic"}, tool="cranfield"),
    )  # fmt: skip
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("ratings", "elsewhere-distance-of-values"),)

    weights: str = word(
        "none", "none", "linear", "quadratic",
        help="what a mistake costs: always the same, how many places labels are apart, or the square of that",
    )  # fmt: skip

    def treatment(self, policy: Policy) -> tuple[str, dict[str, Any]]:
        """The value of the whole does not come from those of the labels."""
        return "shown-as", {"worst": float(policy.zero_division)}

    def quotient(self, confusion: Confusion) -> tuple[NDArray[Any], NDArray[Any]]:
        """The same formula with two labels: this one and all others."""
        above, _, _ = covariances(confusion)
        cells = in_reach(np.asarray(confusion.cells, np.float64), axis=(-2, -1))
        truth, guess = cells.sum(axis=-1), cells.sum(axis=-2)
        return 2 * above, truth * sum_of_others(guess) + guess * sum_of_others(truth)

    def tell_whole(self, state: Any, note: Note) -> None:
        """What mistakes cost, what they would cost by chance, and their quotient."""
        seen, chance = self._costs(confusion_of(state.total()))
        note.unit("cost-of-mistakes", seen, how_far=_HOW_FAR[self.weights])
        note.unit("cost-by-chance", chance)
        note.unit("one-minus-quotient", self.finish(state.total()), name=str(self))

    def _costs(self, confusion: Confusion) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The mean cost of an example, and what it would be if guesses had nothing to do with the truth."""
        cells = in_reach(np.asarray(confusion.cells, np.float64), axis=(-2, -1))
        place = np.arange(len(confusion.names), dtype=np.float64)
        away = np.abs(place[:, None] - place)
        cost = {"none": (away > 0).astype(np.float64), "linear": away, "quadratic": away**2}[self.weights]
        truth, guess = cells.sum(axis=-1), cells.sum(axis=-2)
        whole = truth.sum(axis=-1)
        chance = (truth[..., :, None] * guess[..., None, :] * cost).sum(axis=(-2, -1))
        return divide((cells * cost).sum(axis=(-2, -1)), whole), divide(chance, whole**2)

    def overall(self, confusion: Confusion) -> NDArray[np.float64]:
        """1 - costs / costs by chance."""
        seen, chance = self._costs(confusion)
        return np.where((chance == 0) | np.isnan(chance), confusion.zero, np.clip(1 - divide(seen, chance), -1, 1))
