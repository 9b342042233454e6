"""Cohen's kappa of truth and guesses, plain and weighted by how far labels are apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.param import word
from cranfield.core.ragged import divide
from cranfield.core.reach import sum_of_others
from cranfield.measures.labels.confused import Confused, confusion_of
from cranfield.measures.labels.correlation import covariances

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
        near = confusion.in_reach()
        return 2 * above, near.truth * sum_of_others(near.guess) + near.guess * sum_of_others(near.truth)

    def tell_whole(self, state: Any, note: Note) -> None:
        """What mistakes cost, what they would cost by chance, and their quotient."""
        seen, chance = self._costs(confusion_of(state.total()))
        note.unit("cost-of-mistakes", seen, how_far=_HOW_FAR[self.weights])
        note.unit("cost-by-chance", chance)
        note.unit("one-minus-quotient", self.finish(state.total()), name=str(self))

    def _costs(self, confusion: Confusion) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The mean cost of an example, and what it would be if guesses had nothing to do with the truth."""
        near, power = confusion.in_reach(), {"none": 0, "linear": 1, "quadratic": 2}[self.weights]
        cost = near.far > 0 if power == 0 else near.far.astype(np.float64) ** power
        whole = near.truth.sum(axis=-1)
        chance = (near.truth * (_from_below(near.guess, power) + _from_above(near.guess, power))).sum(axis=-1)
        return divide((near.counts * cost).sum(axis=near.axes), whole), divide(chance, whole**2)

    def overall(self, confusion: Confusion) -> NDArray[np.float64]:
        """1 - costs / costs by chance."""
        seen, chance = self._costs(confusion)
        return np.where((chance == 0) | np.isnan(chance), confusion.zero, np.clip(1 - divide(seen, chance), -1, 1))


def _from_below(guess: NDArray[np.float64], power: int) -> NDArray[np.float64]:
    """For each label the sum over those before it of how often they were guessed, times a power of the distance."""
    before = np.zeros_like(guess)
    before[..., 1:] = np.cumsum(guess[..., :-1], axis=-1)
    if power == 0:
        return before
    away = np.cumsum(before, axis=-1)  # a label further, everything is one place further away
    if power == 1:
        return away
    twice = away.copy()
    twice[..., 1:] += away[..., :-1]  # (d + 1)^2 - d^2 = d + (d + 1)
    return np.cumsum(twice, axis=-1)


def _from_above(guess: NDArray[np.float64], power: int) -> NDArray[np.float64]:
    """The same over those behind it."""
    return _from_below(guess[..., ::-1], power)[..., ::-1]
