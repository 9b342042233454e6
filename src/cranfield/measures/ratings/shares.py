"""Coefficients whose chance comes from how often each value is given: Fleiss' kappa, Gwet's AC1 and AC2."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.finding import Finding
from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.param import word
from cranfield.core.ragged import divide
from cranfield.measures.ratings.base import numbers_of
from cranfield.measures.ratings.chance import OverChance
from cranfield.measures.ratings.coincidence import coincidences, keyed, refuse_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.states.keyed import Keyed
    from cranfield.core.states.tally import Tally

__all__ = ["AC1", "AC2", "FleissKappa"]


class _OfShares(OverChance):
    """Disagreement of pairs, each item counting alike, and the share of each value, each item counting alike."""

    def kept(self, batch: Batch) -> Keyed:
        """The share of pairs that have two values, and of ratings that have one."""
        refuse_values(self, batch)
        found = coincidences(self, batch)
        sizes = found.sizes.astype(np.float64)
        pairs = found.pairs / np.maximum(found.all_pairs, 1)[found.owner]
        shares = found.counts / np.maximum(sizes, 1)[found.owner]
        rows = np.column_stack((sizes > 1, sizes > 0, sizes, sizes**2)).astype(np.float64)
        return keyed(self, batch, found, (pairs, shares), rows, sizes < 2)

    def far(self, names: Sequence[str]) -> NDArray[np.float64]:
        """How far values are apart, at most 1: by default whether they differ."""
        return 1.0 - np.eye(len(names))

    def shares(self, total: Tally) -> NDArray[np.float64]:
        """How often each value is given, each item counting alike."""
        return divide(np.diagonal(total.sums[1], axis1=-2, axis2=-1), total.row(1)[..., None])

    def observed(self, total: Tally) -> NDArray[np.float64]:
        """The mean over items with two ratings or more."""
        above = (total.sums[0] * self.far(total.names["one"])).sum(axis=(-2, -1))
        return divide(above, total.row(0))

    def by_item(self, state: Any) -> NDArray[np.float64]:
        """The mean distance of the ratings of each item."""
        one, two = (state.columns[name].codes for name in ("one", "two"))
        worth = state.numbers[0] * self.far(state.names["one"])[one, two]
        inside = np.bincount(state.named.owner, weights=worth, minlength=len(state.units))
        return divide(inside, state.named.rows[:, 0])


class FleissKappa(_OfShares):
    """Fleiss' kappa: 1 without disagreement, 0 as by chance, where every item has as many ratings."""

    name: ClassVar[str] = "FleissKappa"
    formula: ClassVar[str] = (
        "(mean of P - sum of p^2) / (1 - sum of p^2), P agreeing pairs of an item, p share of a value"
    )
    source: ClassVar[str] = "Fleiss, Measuring nominal scale agreement among many raters, Psychological Bulletin 1971"
    chinese: ClassVar[str] = "Fleiss 的 kappa：没有分歧为 1，与随机相当为 0；要求每个条目的评分数相同。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("fleiss_kappa", tool="statsmodels"),)
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("irrCAC", "elsewhere-unequal-ratings"),)

    def expected(self, total: Tally) -> NDArray[np.float64]:
        """How often two ratings differ if each is drawn from all; nan where items have different numbers of ratings."""
        share = self.shares(total)
        found = (share[..., :, None] * share[..., None, :] * self.far(total.names["one"])).sum(axis=(-2, -1))
        return np.where(_unequal(total), np.nan, found)

    def why_none(self, state: Any, total: Tally) -> Finding:
        """Items with different numbers of ratings, or as for all."""
        if _unequal(total):
            sizes = state.named.rows[:, 2]
            facts = {"least": int(sizes[sizes > 0].min()), "most": int(sizes.max())}
            return Finding("unequal-ratings", len(state.units), facts, "warning", subject=str(self))
        return super().why_none(state, total)


def _unequal(total: Tally) -> NDArray[np.bool_]:
    """Whether rated items have different numbers of ratings: their variance is not 0."""
    items, ratings, squares = total.row(1), total.row(2), total.row(3)
    return items * squares - ratings**2 > 1e-9 * ratings**2


class _Gwet(_OfShares):
    """Gwet's coefficients: chance is how hard the values are to tell apart, not how often the raters give them."""

    def expected(self, total: Tally) -> NDArray[np.float64]:
        """1 - pe, where pe grows with how evenly the values are used."""
        share, far = self.shares(total), self.far(total.names["one"])
        width = far.shape[0]
        if width < 2:
            return np.full(share.shape[:-1], np.nan)
        alike = (1 - far).sum() / (width * (width - 1))
        return 1 - alike * (share * (1 - share)).sum(axis=-1)


class AC1(_Gwet):
    """Gwet's AC1: agreement beyond chance that stays high where nearly all ratings are one value."""

    name: ClassVar[str] = "AC1"
    formula: ClassVar[str] = "(pa - pe) / (1 - pe), pe = sum of p (1 - p) / (values - 1), p share of a value"
    source: ClassVar[str] = (
        "Gwet, Computing inter-rater reliability and its variance in the presence of high agreement, British Journal"
        " of Mathematical and Statistical Psychology 2008"
    )
    chinese: ClassVar[str] = "Gwet 的 AC1：扣除随机之后的一致程度；绝大多数评分都是同一个值时也保持稳定。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("gwet", tool="irrCAC"),)


class AC2(_Gwet):
    """Gwet's AC2: AC1 in which values that are close to each other partly agree."""

    name: ClassVar[str] = "AC2"
    formula: ClassVar[str] = (
        "(pa - pe) / (1 - pe), pairs weighted by w, pe = sum of w / (values (values - 1)) * sum of p (1 - p)"
    )
    source: ClassVar[str] = "Gwet, Handbook of inter-rater reliability, 4th edition, 2014, chapter 5"
    chinese: ClassVar[str] = "Gwet 的 AC2：与 AC1 相同，但相近的值算部分一致。"

    weights: str = word(
        "quadratic", "linear", "quadratic", "ordinal",
        help="how agreement falls with distance: evenly, with its square, or by the pairs of values between",
    )  # fmt: skip

    @property
    def needs_numbers(self) -> bool:
        """Distances are those of numbers."""
        return True

    @property
    def how_far(self) -> str:
        """By the weights."""
        return _HOW_FAR[self.weights]

    def far(self, names: Sequence[str]) -> NDArray[np.float64]:
        """1 - the weight of each two values."""
        value = numbers_of(self, names)
        if self.weights == "ordinal":
            place = np.arange(1, len(names) + 1, dtype=np.float64)
            steps = np.abs(place[:, None] - place) + 1
            between = steps * (steps - 1) / 2
            return between / max(between.max(initial=0.0), 1.0)
        reach = float(np.ptp(value)) if len(value) else 0.0
        away = np.abs(value[:, None] - value) / (reach or 1.0)
        return away if self.weights == "linear" else away**2


_HOW_FAR = {"linear": "apart-linear", "quadratic": "apart-quadratic", "ordinal": "apart-steps"}
