"""Two raters at a time: how often each pair of raters gave which values to the same items."""

from __future__ import annotations

from abc import abstractmethod
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.coded import Coded, order_names
from cranfield.core.exhibit import Listing
from cranfield.core.finding import Finding
from cranfield.core.note import SILENT, Note
from cranfield.core.ragged import divide
from cranfield.core.rating_pairs import compared, pairs_of_ratings, raters_beside, too_many
from cranfield.core.states.exact import exact_sum
from cranfield.core.states.keyed import Keyed
from cranfield.core.states.named import Named
from cranfield.errors import MeasureError
from cranfield.measures.ratings.base import groups_of, ratings_shown, shown_values
from cranfield.measures.ratings.chance import OverChance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.states.tally import Tally

__all__ = ["OfPairs"]

MOST_KEYS = 4_000_000  # pairs of raters times pairs of values that still fit in memory
MOST_SHOWN = 12
ENOUGH = 10  # items that two raters share below which their kappa says little
MOST_CONFUSIONS = 3  # pairs of raters whose confusions are shown


class OfPairs(OverChance):
    """A coefficient of two raters; of more, the mean over all pairs of raters that share items (Light 1971)."""

    reads: ClassVar[tuple[str, ...]] = ("rating", "rater")

    def kept(self, batch: Batch) -> Keyed:
        """The two values of every pair of raters that rated the same item."""
        raters, values, sizes = batch.facts["raters"], batch.facts["values"], batch.ragged("rating").sizes
        if too_many(batch):
            raise MeasureError("too-many-compared", measure=str(self), pairs=pairs_of_ratings(batch))
        known = raters_beside(batch)
        if prod((len(known), len(values), len(values))) > MOST_KEYS:
            raise MeasureError("too-many-pairs", measure=str(self), pairs=len(known), values=len(values))
        found = compared(batch)
        names = [_pair_name(raters, at) for at in known.tolist()]
        columns = {
            # in the order in which a merge puts them
            "pair": Coded(found.pair, names).renamed(order_names(names)),
            "one": Coded(found.one, values),
            "two": Coded(found.two, values),
        }
        rated = sizes > 1
        named = Named(batch.units, found.owner, rated[:, None].astype(np.float64), ~rated, groups_of(batch))
        return Keyed(self, batch.policy, columns, (None,), named=named)

    @abstractmethod
    def far(self, names: Sequence[str]) -> NDArray[np.float64]:
        """How far two values are apart."""

    @abstractmethod
    def by_chance(self, cells: NDArray[Any], far: NDArray[np.float64]) -> NDArray[np.float64]:
        """The distance that chance would give, of each pair of raters on the last axis."""

    def _pairs(self, total: Tally) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Observed and expected distance of each pair of raters."""
        cells, far = total.sums[0].astype(np.float64), self.far(total.names["one"])
        observed = divide((cells * far).sum(axis=(-2, -1)), cells.sum(axis=(-2, -1)))
        return observed, self.by_chance(cells, far)

    def of_cells(self, cells: NDArray[np.float64], names: Sequence[str]) -> NDArray[np.float64]:
        """The coefficient of two raters from how often they gave which values, on any leading axes."""
        far = self.far(names)
        observed = divide((cells * far).sum(axis=(-2, -1)), cells.sum(axis=(-2, -1)))
        return 1 - divide(observed, self.by_chance(cells, far))

    def by_pair(self, total: Tally) -> NDArray[np.float64]:
        """The coefficient of each pair of raters; nan where it has none."""
        return 1 - divide(*self._pairs(total))

    def observed(self, total: Tally) -> NDArray[np.float64]:
        """The mean over pairs of raters."""
        return _mean(self._pairs(total)[0])

    def expected(self, total: Tally) -> NDArray[np.float64]:
        """The mean over pairs of raters."""
        return _mean(self._pairs(total)[1])

    def finish(self, total: Tally) -> NDArray[np.float64]:
        """The mean over pairs of raters that have a value."""
        return _mean(self.by_pair(total))

    def by_item(self, state: Any) -> NDArray[np.float64]:
        """The mean distance in the pairs of each item."""
        return self._inside(state, np.ones(state.keys[0]))

    def each(self, state: Any) -> NDArray[np.float64]:
        """The mean over the pairs of raters of the item, each with what chance gives in all its items."""
        return 1 - self._inside(state, self._pairs(state.total())[1])

    def _inside(self, state: Any, over: NDArray[np.float64]) -> NDArray[np.float64]:
        """The mean over the pairs of each item of their distance over a number of the pair of raters."""
        pair, one, two = (column.codes for column in state.columns.values())
        distance = divide(self.far(state.names["one"])[one, two], over[pair])
        there = ~np.isnan(distance)
        owner, size = state.named.owner, len(state.units)
        above = np.bincount(owner, weights=np.where(there, distance, 0.0), minlength=size)
        return divide(above, np.bincount(owner, weights=there, minlength=size))

    def stats(self, batch: Batch, note: Note = SILENT) -> Keyed:
        """The state; the explanation is about one item."""
        state = self.kept(batch)
        if note is not SILENT:
            pairs = np.bincount(state.named.owner, minlength=len(batch)).astype(np.float64)  # type: ignore[union-attr]
            note.unit("pairs-of-raters", pairs)
            note.unit("disagreement-of-item", self.by_item(state), how_far=self.how_far)
            relative = self._inside(state, self._pairs(state.total())[1])
            note.unit("disagreement-over-chance", relative)
            note.unit("one-minus-mean", self.each(state), name=str(self))
        return state

    def tell_whole(self, state: Any, note: Note) -> None:
        """How many pairs of raters there are, their disagreement and what chance would give, and the mean."""
        total = state.total()
        note.unit("raters-in-pairs", np.asarray(float(len(total.names["pair"]))))
        note.unit("disagreement-of-all", self.observed(total), how_far=self.how_far)
        note.unit("disagreement-by-chance", self.expected(total))
        note.unit("mean-over-pairs", self.finish(total), name=str(self))

    def details(self, state: Any) -> dict[str, float]:
        """How many pairs of raters took part."""
        pairs = self.by_pair(state.total())
        return {"pairs of raters": float((~np.isnan(pairs)).sum())} if len(pairs) > 1 else {}

    def remarks(self, state: Any) -> list[Finding]:
        """Why there is no value, or which pairs of raters have none."""
        total = state.total()
        value = self.by_pair(total)
        lacking = np.flatnonzero(np.isnan(value) & (total.sums[0].sum(axis=(-2, -1)) > 0)).tolist()
        if len(value) == 0 or np.isnan(value).all():
            return [self.why_none(state, total)]
        found = self._uneven(total, value)
        if lacking:
            about = {"total": len(value), "names": tuple(str(total.names["pair"][at]) for at in lacking)}
            found.append(Finding("pairs-without-value", len(lacking), about, subject=str(self)))
        return found

    def _uneven(self, total: Tally, value: NDArray[np.float64]) -> list[Finding]:
        """Pairs that share few items beside others that share many: the mean counts them alike (Light 1971)."""
        shared = total.sums[0].sum(axis=(-2, -1))
        there = ~np.isnan(value)
        most = int(shared[there].max())
        few = np.flatnonzero(there & (shared < ENOUGH) & (2 * shared < most)).tolist()
        if not few:
            return []
        names = tuple(str(total.names["pair"][at]) for at in few)
        about = {"total": int(there.sum()), "names": names, "enough": ENOUGH, "most": most}
        return [Finding("pairs-with-few-items", len(few), about, subject=str(self))]

    def why_none(self, state: Any, total: Tally) -> Finding:
        """The reason: nobody shares an item, or each pair gave one value alone."""
        if state.named.undefined.all():
            return Finding("no-shared-item", len(state.units), severity="warning", subject=str(self))
        used = np.flatnonzero(total.sums[0].sum(axis=(0, 1)) + total.sums[0].sum(axis=(0, 2)))
        value = str(total.names["one"][int(used[0])]) if len(used) == 1 else None
        return Finding("one-value-only", 1, {"value": value}, "warning", subject=str(self))

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """Who rated the item how, and what pairs of its raters gave to the items that both rated."""
        return (*ratings_shown(batch, index), *self._confusions(batch, index))

    def _confusions(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        names, raters = shown_values(batch), batch.facts["raters"]
        if not 1 < len(names) <= MOST_SHOWN:
            return ()
        total = self.kept(batch).total()
        shown = []
        for one, two in list(combinations(batch.ragged("rater")[index].tolist(), 2))[:MOST_CONFUSIONS]:
            at = list(total.names["pair"]).index(_pair_name(raters, one * len(raters) + two))
            cells = total.sums[0][at]
            columns: dict[str, Any] = {"value": names}
            columns |= {f"→ {name}": cells[:, place].astype(float).tolist() for place, name in enumerate(names)}
            shown.append(Listing("shown-raters", columns, {"one": raters[one], "two": raters[two]}))
        return shown


def _pair_name(raters: Sequence[str], at: int) -> str:
    one, two = raters[at // len(raters)], raters[at % len(raters)]
    return f"{one!r} & {two!r}" if " & " in one + two else f"{one} & {two}"


def _mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean over the last axis of what is there."""
    there = ~np.isnan(values)
    kept = np.where(there, values, 0.0)
    # of all items together exact, so that pairs that a part does not know change nothing
    total = np.asarray(exact_sum(kept)) if values.ndim == 1 else kept.sum(axis=-1)
    return divide(total, there.sum(axis=-1))
