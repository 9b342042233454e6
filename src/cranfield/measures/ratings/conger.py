"""Conger's kappa: several raters, each with habits of their own, and ratings may be missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.coded import Coded, order_names
from cranfield.core.finding import Finding
from cranfield.core.measure import Alias
from cranfield.core.ragged import divide
from cranfield.core.states.keyed import Keyed
from cranfield.core.states.named import Named
from cranfield.measures.ratings.base import groups_of
from cranfield.measures.ratings.coincidence import coincidences, refuse_values
from cranfield.measures.ratings.weighted import Weighted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.states.tally import Tally

__all__ = ["CongerKappa"]

_MOST_VALUES = 1 << 12  # of which a table of each two, or of each with each rater, still fits in memory


class CongerKappa(Weighted):
    """Conger's kappa: 1 without disagreement, 0 as by chance, where each rater gives values as often as they do."""

    name: ClassVar[str] = "CongerKappa"
    formula: ClassVar[str] = (
        "1 - Do / De, Do mean distance of the pairs of an item, De that of what two different raters give at all"
    )
    source: ClassVar[str] = (
        "Conger, Integration and generalization of kappas for multiple raters, Psychological Bulletin 1980; with"
        " missing ratings: Gwet, Handbook of inter-rater reliability, 4th edition, 2014, chapter 2"
    )
    chinese: ClassVar[str] = "Conger 的 kappa：没有分歧为 1；随机一致按每名评分者各自的取值习惯计算，允许缺失评分。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("conger", tool="irrCAC"),)

    def kept(self, batch: Batch) -> Keyed:
        """How often each rater gave each value, and of each item the mean distance of its ratings."""
        values, raters = batch.facts["values"], list(batch.facts["raters"])
        refuse_values(self, batch, min(_MOST_VALUES, max(_MOST_VALUES**2 // max(len(raters), 1), 1)))
        found = coincidences(self, batch)
        rating, rater = batch.ragged("rating"), batch.ragged("rater")
        worth = found.pairs * self.far(values)[found.one, found.two]
        apart = np.bincount(found.owner, weights=worth, minlength=len(batch))
        several = found.sizes > 1
        rows = np.column_stack((apart / np.maximum(found.all_pairs, 1), several)).astype(np.float64)
        columns = {
            "rater": Coded(rater.values, raters).renamed(order_names(raters)), "value": Coded(rating.values, values),
        }  # fmt: skip
        named = Named(batch.units, rating.owner, rows, ~several, groups_of(batch))
        return Keyed(self, batch.policy, columns, (None,), named=named)

    def observed(self, total: Tally) -> NDArray[np.float64]:
        """The mean over items with two ratings or more."""
        return divide(total.row(0), total.row(1))

    def expected(self, total: Tally) -> NDArray[np.float64]:
        """The mean distance over pairs of different raters who both draw from what they gave."""
        cells, far = total.sums[0].astype(np.float64), self.far(total.names["value"])
        size = cells.sum(axis=-1, keepdims=True)
        share = np.divide(cells, size, out=np.zeros_like(cells), where=size > 0)
        raters = (size[..., 0] > 0).sum(axis=-1).astype(np.float64)
        together = share.sum(axis=-2)
        both = (together[..., :, None] * together[..., None, :] * far).sum(axis=(-2, -1))
        alone = ((share @ far) * share).sum(axis=(-2, -1))  # of raters with themselves
        return divide(both - alone, raters * (raters - 1))

    def by_item(self, state: Any) -> NDArray[np.float64]:
        """The mean distance of the ratings of each item."""
        return divide(state.named.rows[:, 0], state.named.rows[:, 1])

    def why_none(self, state: Any, total: Tally) -> Finding:
        """The reason: nobody shares an item, or one value alone was ever given."""
        if state.named.undefined.all():
            return Finding("no-shared-item", len(state.units), severity="warning", subject=str(self))
        used = np.flatnonzero(np.asarray(total.sums[0]).sum(axis=-2))
        value = str(total.names["value"][int(used[0])]) if len(used) == 1 else None
        return Finding("one-value-only", 1, {"value": value}, "warning", subject=str(self))
