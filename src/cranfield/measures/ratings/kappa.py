"""Cohen's kappa, plain and weighted, and Scott's pi: two raters, or the mean over pairs of raters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.ragged import divide
from cranfield.measures.ratings.pairs_of_raters import OfPairs
from cranfield.measures.ratings.weighted import Weighted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Kappa", "Pi"]


class Kappa(Weighted, OfPairs):
    """Cohen's kappa of two raters: 1 without disagreement, 0 as by chance; of more raters the mean over their pairs."""

    name: ClassVar[str] = "Kappa"
    formula: ClassVar[str] = (
        "1 - sum of v o / sum of v e, o what both gave, e the product of what each gave, v distance"
    )
    source: ClassVar[str] = (
        "Cohen, Educational and Psychological Measurement 1960, and weighted in Psychological Bulletin 1968; pairs:"
        " Light, Psychological Bulletin 1971"
    )
    chinese: ClassVar[str] = "Cohen 的 kappa：两名评分者没有分歧为 1，与随机相当为 0；多于两名时取各对评分者的平均。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("cohen_kappa", tool="scikit-learn"), Alias("cohen_kappa_score", tool="scikit-learn"),
    )  # fmt: skip
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("scikit-learn", "elsewhere-places-of-values"),)

    def by_chance(self, cells: NDArray[Any], far: NDArray[np.float64]) -> NDArray[np.float64]:
        """Each rater gives values as often as in all items that both rated."""
        first, second = cells.sum(axis=-1), cells.sum(axis=-2)
        size = first.sum(axis=-1)
        return divide((first[..., :, None] * second[..., None, :] * far).sum(axis=(-2, -1)), size**2)


class Pi(OfPairs):
    """Scott's pi of two raters: as kappa, with one share of each value for both; of more raters the mean over pairs."""

    name: ClassVar[str] = "Pi"
    formula: ClassVar[str] = "(po - pe) / (1 - pe), pe = sum of p^2, p share of a value in the ratings of both"
    source: ClassVar[str] = "Scott, Reliability of content analysis, Public Opinion Quarterly 1955"
    chinese: ClassVar[str] = "Scott 的 pi：与 kappa 相同，但两名评分者共用各值的比例；多于两名时取各对评分者的平均。"

    def far(self, names: Sequence[str]) -> NDArray[np.float64]:
        """Whether values differ."""
        return 1.0 - np.eye(len(names))

    def by_chance(self, cells: NDArray[Any], far: NDArray[np.float64]) -> NDArray[np.float64]:
        """Both give values as often as they do together."""
        both = cells.sum(axis=-1) + cells.sum(axis=-2)
        return divide((both[..., :, None] * both[..., None, :] * far).sum(axis=(-2, -1)), both.sum(axis=-1) ** 2)
