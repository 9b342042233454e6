"""The mean rating, as it was given and relative to how each rater rates."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.finding import Finding
from cranfield.core.measure import Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.ragged import divide
from cranfield.measures.ratings.base import ItemMean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["Mean", "MeanZ"]

ENOUGH = 15  # ratings of one rater below which mean and spread say little about how this one rates


class Mean(ItemMean):
    """The mean over items of the mean of their ratings."""

    name: ClassVar[str] = "Mean"
    reads: ClassVar[tuple[str, ...]] = ("number",)
    by_draws: ClassVar[bool] = True  # whole items, with all their ratings
    bounds: ClassVar[tuple[float, float]] = (float("-inf"), float("inf"))
    formula: ClassVar[str] = "mean over items of (sum of ratings / ratings of the item)"
    source: ClassVar[str] = "van der Lee et al., Best practices for the human evaluation of generated text, INLG 2019"
    chinese: ClassVar[str] = "先求每个条目所得评分的平均，再在条目上取平均。"
    undefined_when: ClassVar[str] = "when-nobody-rated"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("pandas, SQL", "elsewhere-mean-of-all-ratings"),)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The mean of the ratings of each item."""
        given = batch.ragged("number")
        note.rows("number-given", given.values)
        total = note.unit("sum-of-ratings", given.sum(given.values))
        count = note.unit("ratings-of-item", given.sizes.astype(np.float64))
        return note.unit("sum-over-ratings", divide(total, count), of=(total, count), name=str(self))


class MeanZ(ItemMean):
    """The mean over items of ratings as z-scores: how far above or below the rater's own mean, in own spreads."""

    name: ClassVar[str] = "MeanZ"
    reads: ClassVar[tuple[str, ...]] = ("number", "z")
    by_draws: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (float("-inf"), float("inf"))
    formula: ClassVar[str] = "mean over items of mean of z, z = (rating - mean of the rater) / spread of the rater"
    source: ClassVar[str] = (
        "Graham, Baldwin, Moffat and Zobel, Can machine translation systems be evaluated by the crowd alone, Natural"
        " Language Engineering 2017"
    )
    chinese: ClassVar[str] = (
        "把每个评分换成 z 分数（减去该评分者自己的平均，再除以其标准差），先按条目平均，再在条目上取平均。"
    )
    undefined_when: ClassVar[str] = "when-no-z"

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The mean z-score of each item, over raters that have a spread."""
        given = batch.ragged("z")
        note.rows("z-of-rating", given.values)
        there = ~np.isnan(given.values)
        total = note.unit("sum-of-z", given.sum(np.where(there, given.values, 0.0)))
        count = note.unit("z-of-item", given.count(there).astype(np.float64))
        return note.unit("sum-over-z", divide(total, count), of=(total, count), name=str(self))

    def cautions(self, batch: Batch) -> list[Finding]:
        """Where z-scores mean little: few ratings of a rater, none that differ, or only some of the systems."""
        facts = batch.facts
        raters, sizes, spreads = facts["raters"], facts["sizes"], facts["spreads"]
        width = max(len(facts.get("dimensions", ())), 1)
        named = [raters[at // width] for at in range(len(sizes))]
        found = []
        few = _distinct(named, (sizes > 0) & (sizes < ENOUGH) & (spreads > 0))
        if few:
            about = {"total": len(raters), "enough": ENOUGH, "names": few}
            found.append(Finding("z-few-ratings", len(few), about, subject=self.name))
        flat = _distinct(named, (sizes > 0) & (spreads == 0))
        if flat:
            about = {"total": len(raters), "names": flat}
            found.append(Finding("z-no-spread", len(flat), about, "warning", subject=self.name))
        if facts.get("systems_known", 1) > 1:
            some = _distinct(raters, facts["systems_rated"] < facts["systems_known"])
            if some:
                about = {"total": len(raters), "names": some}
                found.append(Finding("z-some-systems", len(some), about, "warning", subject=self.name))
        return found


def _distinct(names: Sequence[str], mask: NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names[at] for at in np.flatnonzero(mask).tolist()))
