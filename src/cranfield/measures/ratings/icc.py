"""Intraclass correlations: how much of the spread of ratings is between items and not between raters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.coded import Coded, Numbers
from cranfield.core.finding import Finding
from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import flag, word
from cranfield.core.ragged import divide
from cranfield.core.states.keyed import Keyed
from cranfield.core.states.named import Named
from cranfield.measures.ratings.base import RatingMeasure, groups_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.states.tally import Tally

__all__ = ["ICC"]

_MOST_KEYS = 1 << 20  # numbers of ratings times raters that are told apart where only their sums matter
_FLAT = 1e-12  # of the mean square of the ratings: what rounding makes of no spread


@dataclass(frozen=True)
class _Squares:
    """Mean squares of an analysis of variance, on any leading axes: items, inside items, raters, the rest."""

    items: NDArray[np.float64]
    inside: NDArray[np.float64]
    raters: NDArray[np.float64]
    rest: NDArray[np.float64]
    count: NDArray[np.float64]  # items
    ratings: NDArray[np.float64]  # of an item


class ICC(RatingMeasure):
    """The intraclass correlation: the share of the spread of ratings that is between items and not between raters."""

    name: ClassVar[str] = "ICC"
    reads: ClassVar[tuple[str, ...]] = ("number", "rater")
    bounds: ClassVar[tuple[float, float]] = (float("-inf"), 1.0)
    formula: ClassVar[str] = "1 - spread by raters / spread of all, from mean squares of items, raters and the rest"
    source: ClassVar[str] = (
        "Shrout and Fleiss, Psychological Bulletin 1979; McGraw and Wong, Psychological Methods 1996"
    )
    chinese: ClassVar[str] = "组内相关系数：评分的差异中，来自条目而非评分者的比例。"
    undefined_when: ClassVar[str] = "when-not-rated-by-all"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("ICC1", {"type": "1"}, tool="pingouin"), Alias("ICC2", {"type": "A"}, tool="pingouin"),
        Alias("ICC3", {"type": "C"}, tool="pingouin"), Alias("ICC1k", {"type": "1", "average": True}, tool="pingouin"),
        Alias("ICC2k", {"type": "A", "average": True}, tool="pingouin"),
        Alias("ICC3k", {"type": "C", "average": True}, tool="pingouin"),
    )  # fmt: skip
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("pingouin", "elsewhere-one-way", {"type": "1"}),
        Elsewhere("pingouin", "elsewhere-consistency", {"type": "C"}),
    )

    type: str = word(
        "A", "1", "A", "C",
        help="1: other raters for each item; A: the same raters, absolute agreement; C: whether they order items alike",
    )  # fmt: skip
    average: bool = flag(help="of the mean of all raters of an item instead of a single rating")

    def portion(self, batch: Batch, unit: str) -> tuple[Batch, int]:
        """All of the data: the spread of all items is needed."""
        return batch, batch.place_of(unit)

    def stats(self, batch: Batch, note: Note = SILENT) -> Keyed:
        """Ratings by how many the item has and by rater, with the mean of the item and the distance from it."""
        number, rater = batch.ragged("number"), batch.ragged("rater")
        sizes = number.sizes
        mean = divide(number.sum(number.values), sizes)
        inside = mean[number.owner]
        raters = batch.facts["raters"]
        columns = self._columns(sizes[number.owner], rater.values, raters)
        numbers = (number.values, inside**2, (number.values - inside) ** 2, None)
        lacking = sizes == 0 if self.type == "1" else sizes < len(raters)
        squares = np.where(lacking, 0.0, number.sum(number.values**2))
        named = Named(batch.units, number.owner, squares[:, None], lacking, groups_of(batch))
        state = Keyed(self, batch.policy, columns, numbers, named=named)
        if note is not SILENT:
            note.unit("spread-of-item", self._errors(state))
            whole = np.broadcast_to(self._spread(self._squares(state.total())), (len(batch),))
            note.unit("spread-of-all", whole)
            note.unit("one-minus-quotient", self.each(state), name=str(self))
        return state

    def _columns(
        self, rated: NDArray[np.int64], rater: NDArray[np.int64], raters: Sequence[str]
    ) -> dict[str, Coded]:  # fmt: skip
        """How many ratings the item of each rating has, and who gave it, as far as the sums need to tell it.

        An item that not all raters of these data rated is not rated by all of more data either.
        """
        every = len(raters)
        if self.type != "1":
            names = list(dict.fromkeys(("0", str(every))))
            return {"rated": Coded((rated == every).astype(np.int8), names), "rater": Coded(rater, raters)}
        if (every + 1) * every <= _MOST_KEYS:
            return {"rated": Coded(rated, Numbers(range(every + 1))), "rater": Coded(rater, raters)}
        known, codes = np.unique(rated, return_inverse=True)
        # who rated does not matter here, and the second rater stands for all others
        return {
            "rated": Coded(codes.reshape(-1), [str(each) for each in known.tolist()]),
            "rater": Coded(np.minimum(rater, 1), raters[:2]),
        }

    def _squares(self, total: Tally) -> _Squares:
        """Mean squares: one-way over all items, two-way over the items that all raters rated."""
        raters = len(total.names["rater"])
        if self.type == "1":
            summed, means, inside, count = (each.sum(axis=(-2, -1)) for each in total.sums)
            sizes = np.array([int(each) for each in total.names["rated"]])
            ratings = total.sums[3].sum(axis=-1)  # by how many the item has
            items = divide(ratings, np.maximum(sizes, 1)).sum(axis=-1)
            squares = (ratings * sizes).sum(axis=-1)
            each = divide(count - divide(squares, count), items - 1)
            between = means - divide(summed**2, count)
            return _Squares(
                divide(_flat(between, means), items - 1), divide(inside, count - items), inside * 0, inside * 0,
                items, each,
            )  # fmt: skip
        full = [_complete(each, total.names) for each in total.sums]
        summed, means, inside, count = (each.sum(axis=-1) for each in full)
        items = divide(count, np.asarray(raters, np.float64))
        between = _flat(means - divide(summed**2, count), means)
        middle = divide(summed, np.asarray(raters, np.float64))
        raters_apart = _flat(divide(((full[0] - middle[..., None]) ** 2).sum(axis=-1), items), means)
        rest = _flat(inside - raters_apart, means)
        return _Squares(
            divide(between, items - 1), divide(inside, count - items),
            divide(raters_apart, np.asarray(float(raters - 1))), divide(rest, (items - 1) * (raters - 1)), items,
            np.broadcast_to(np.asarray(float(raters)), items.shape),
        )  # fmt: skip

    def _error(self, found: _Squares) -> NDArray[np.float64]:
        """The spread that is due to raters."""
        return found.rest if self.type == "C" else found.inside

    def _spread(self, found: _Squares) -> NDArray[np.float64]:
        """The spread of single ratings, or of means of all raters."""
        size = found.ratings
        if self.type == "A":
            biased = divide(found.raters - found.rest, found.count)
            if self.average:
                return found.items + biased
            return divide(found.items + (size - 1) * found.rest + size * biased, size)
        if self.average:
            return found.items
        return divide(found.items + (size - 1) * self._error(found), size)

    def finish(self, total: Tally) -> NDArray[np.float64]:
        """1 - spread by raters / spread of all."""
        found = self._squares(total)
        spread = self._spread(found)
        return 1 - divide(self._error(found), np.where(spread > 0, spread, 0.0))

    def _errors(self, state: Any) -> NDArray[np.float64]:
        """The spread of the ratings of each item, whose mean over items is that of the whole."""
        owner, size = state.named.owner, len(state.units)
        raters = len(state.names["rater"])
        found = self._squares(state.total())
        apart: NDArray[np.float64] = np.bincount(owner, weights=state.numbers[2], minlength=size).astype(np.float64)
        if self.type == "1":
            ratings = np.bincount(owner, minlength=size)
            degrees = divide(state.total().sums[3].sum() - found.count, found.count)
            return np.where(ratings > 0, divide(apart, np.broadcast_to(degrees, apart.shape)), np.nan)
        whole = np.bincount(owner, minlength=size) == raters
        if self.type == "C":
            rater = divide(_complete(state.total().sums[0], state.names), found.count)
            value = state.numbers[0]
            sums = np.bincount(owner, weights=value, minlength=size)
            mean = divide(sums, np.bincount(owner, minlength=size))[owner]
            left = value - mean - rater[state.columns["rater"].codes] + rater.mean()
            apart = np.bincount(owner, weights=left**2, minlength=size) * divide(found.count, found.count - 1)
        return np.where(whole, apart / max(raters - 1, 1), np.nan)

    def each(self, state: Any) -> NDArray[np.float64]:
        """The same with the spread of the ratings of one item."""
        spread = self._spread(self._squares(state.total()))
        return 1 - divide(self._errors(state), np.where(spread > 0, spread, 0.0))

    def tell_whole(self, state: Any, note: Note) -> None:
        """Mean squares, and what becomes of them."""
        found = self._squares(state.total())
        note.unit("mean-square-items", found.items)
        if self.type != "1":
            note.unit("mean-square-raters", found.raters)
            note.unit("mean-square-rest", found.rest)
        note.unit("mean-square-inside", found.inside)
        note.unit("spread-by-raters", self._error(found))
        note.unit("spread-of-all", self._spread(found))
        note.unit("one-minus-quotient", self.finish(state.total()), name=str(self))

    def remarks(self, state: Any) -> list[Finding]:
        """Why there is no value."""
        total = state.total()
        if not np.isnan(self.finish(total)):
            return []
        raters, items = len(total.names["rater"]), float(self._squares(total).count)
        if raters < 2:
            return [Finding("one-rater-only", 1, severity="warning", subject=str(self))]
        if not items >= 2:
            facts = {"raters": raters, "one_way": self.type == "1"}
            return [Finding("few-complete-items", 0 if np.isnan(items) else int(items), facts, "warning",
                            subject=str(self))]  # fmt: skip
        found = self._squares(total)
        if found.inside > 0 or found.items > 0:
            return [Finding("no-spread-of-items", 1, severity="warning", subject=str(self))]
        return [Finding("no-spread-of-ratings", 1, severity="warning", subject=str(self))]


def _complete(sums: NDArray[np.float64], names: Mapping[str, Sequence[str]]) -> NDArray[np.float64]:
    """The sums of each rater over the items that all raters rated."""
    sizes, every = list(names["rated"]), str(len(names["rater"]))
    return sums[..., sizes.index(every), :] if every in sizes else sums[..., 0, :] * 0


def _flat(squares: NDArray[np.float64], scale: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums of squares without what rounding leaves of none."""
    return np.where(squares > _FLAT * np.abs(scale), squares, 0.0)
