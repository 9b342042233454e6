"""Krippendorff's alpha: any number of raters, any level of measurement, missing ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.param import word
from cranfield.core.ragged import divide
from cranfield.errors import MeasureError
from cranfield.measures.ratings.chance import OverChance
from cranfield.measures.ratings.coincidence import apart, coincidences, keyed, refuse_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.states.keyed import Keyed
    from cranfield.core.states.tally import Tally

__all__ = ["Alpha"]


class Alpha(OverChance):
    """Krippendorff's alpha: 1 without disagreement, 0 as by chance, for any number of raters and missing ratings."""

    name: ClassVar[str] = "Alpha"
    formula: ClassVar[str] = "1 - observed disagreement / disagreement by chance, from pairs of ratings inside items"
    source: ClassVar[str] = "Krippendorff, Computing Krippendorff's alpha-reliability, University of Pennsylvania 2011"
    chinese: ClassVar[str] = "Krippendorff 的 alpha：没有分歧为 1，与随机相当为 0；评分者人数不限，允许缺失评分。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("krippendorff_alpha", tool="krippendorff"),)
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("irrCAC", "elsewhere-ordinal-weights"),)

    level: str = word(
        "ordinal", "nominal", "ordinal", "interval", "ratio",
        help="what values are: names, an order, numbers with equal steps, or numbers with a true zero",
    )  # fmt: skip

    @property
    def needs_numbers(self) -> bool:
        """Names need no order."""
        return self.level != "nominal"

    @property
    def how_far(self) -> str:
        """By the level."""
        return _HOW_FAR[self.level]

    def resolve(self, batch: Batch) -> OverChance:
        """The same, if the values suit the level."""
        ready = super().resolve(batch)
        if self.level == "ratio":
            negative = next((name for name in batch.facts["values"] if float(name) < 0), None)
            if negative is not None:
                raise MeasureError("ratio-below-zero", measure=str(self), value=negative)
        return ready

    def kept(self, batch: Batch) -> Keyed:
        """Pairs of values, of each item as many as it has ratings."""
        refuse_values(self, batch)
        found = coincidences(self, batch)
        sizes = found.sizes.astype(np.float64)
        worth = found.pairs / np.maximum(sizes[found.owner] - 1, 1)
        rated = found.sizes > 1
        return keyed(self, batch, found, (worth,), np.where(rated, sizes, 0.0)[:, None], ~rated)

    def observed(self, total: Tally) -> NDArray[np.float64]:
        """The mean distance of ratings of one item."""
        cells = total.sums[0]
        counts = cells.sum(axis=-1)
        far = apart(self, self.level, total.names["one"], counts)
        return divide((cells * far).sum(axis=(-2, -1)), counts.sum(axis=-1))

    def expected(self, total: Tally) -> NDArray[np.float64]:
        """The mean distance of any two ratings."""
        counts = total.sums[0].sum(axis=-1)
        far = apart(self, self.level, total.names["one"], counts)
        size = counts.sum(axis=-1)
        above = (counts[..., :, None] * counts[..., None, :] * far).sum(axis=(-2, -1))
        return divide(above, size * np.maximum(size - 1, 0))

    def by_item(self, state: Any) -> NDArray[np.float64]:
        """The mean distance of the ratings of each item."""
        counts = state.total().sums[0].sum(axis=-1)
        far = apart(self, self.level, state.names["one"], counts)
        one, two = (state.columns[name].codes for name in ("one", "two"))
        worth = state.numbers[0] * far[one, two]
        return divide(np.bincount(state.named.owner, weights=worth, minlength=len(state.units)), state.named.rows[:, 0])


_HOW_FAR = {
    "nominal": "apart-nominal", "ordinal": "apart-ordinal", "interval": "apart-interval", "ratio": "apart-ratio"
}  # fmt: skip
