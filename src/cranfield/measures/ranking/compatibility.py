"""Compatibility: how near a ranking is to the nearest ideal one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.note import SILENT, Note
from cranfield.core.param import flag, number
from cranfield.core.ragged import divide
from cranfield.measures.ranking.base import RankingMean

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.ragged import Ragged
    from cranfield.measures.ranking.between import Ends

__all__ = ["Compatibility"]


def _ideal_places(grade: Ragged, ideal: Ragged) -> NDArray[np.int64]:
    """The rank of each returned document in the nearest best order: behind higher grades, equal ones as they came."""
    levels = np.unique(ideal.values)
    width = len(levels) + 1
    known = ideal.owner * width + (len(levels) - np.searchsorted(levels, ideal.values))
    level = len(levels) - np.searchsorted(levels, grade.values)
    key = grade.owner * width + level
    higher = np.searchsorted(known, key) - ideal.offsets[grade.owner]
    order = np.lexsort((grade.position, key))
    sorted_key = key[order]
    starts = np.searchsorted(sorted_key, sorted_key)
    among = np.empty(len(order), np.int64)
    among[order] = np.arange(len(order)) - starts
    return np.asarray(higher + among + 1)


class Compatibility(RankingMean):
    """The rank-biased overlap of the results with the best order of the relevant documents that is nearest to them."""

    judging: ClassVar[str | None] = "between"
    name: ClassVar[str] = "Compat"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal", "num_ret")
    adds_up: ClassVar[str] = "overlap-of-document"
    undefined_when: ClassVar[str] = "when-no-gain"
    formula: ClassVar[str] = "RBO of the results and the nearest best order / RBO of the best order with itself"
    source: ClassVar[str] = "Clarke, Vtyurina and Smucker, Assessing top-k preferences, TOIS 2021"
    chinese: ClassVar[str] = "相容度：结果与离它最近的理想排序之间的 RBO，除以理想排序自身的 RBO。"

    p: float = number(0.95, lo=0, hi=1, above=True, below=True, help="how likely the user goes on to the next depth")
    normalize: bool = flag(default=True, help="divide by what the best order has, so that 1 can be reached")

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """Each relevant document counts from the depth on at which both lists have it."""
        rank, grade, ideal = batch.ragged("rank"), batch.ragged("grade"), batch.ragged("ideal")
        relevant = ideal.count(ideal.values > 0)
        depth = np.maximum(batch.array("num_ret"), relevant)
        longest = int(depth.max(initial=0))
        weight = np.power(self.p, np.arange(longest, dtype=np.float64)) / np.arange(1, longest + 1)
        before = np.concatenate(([0.0], np.cumsum(weight)))  # the weights above each rank
        place = note.rows("place-in-ideal", _ideal_places(grade, ideal))
        both = note.rows("depth-of-both", np.maximum(rank.values, place))
        counts = (grade.values > 0) & (both <= depth[rank.owner])
        found = np.where(counts, before[depth[rank.owner]] - before[np.where(counts, both, 1) - 1], 0.0)
        overlap = note.unit("overlap-sum", rank.sum(note.rows("overlap-of-document", found, p=self.p)))
        places = ideal.position <= relevant[ideal.owner]
        if self.normalize:
            own = np.where(places, before[depth[ideal.owner]] - before[np.where(places, ideal.position, 1) - 1], 0.0)
            below = note.unit("overlap-of-ideal", ideal.sum(own))
        else:
            whole = (1 - np.power(self.p, depth.astype(np.float64))) / (1 - self.p)
            below = note.unit("overlap-most", np.where(relevant > 0, whole, 0.0), p=self.p)
        return note.unit("overlap-over-most", divide(overlap, below), of=(overlap, below), name=str(self))

    def between(self, least: Batch, most: Batch) -> Ends:
        """For each number of further relevant documents: these first, or last and above all others in the ideal."""
        rank, ideal = least.ragged("rank"), least.ragged("ideal")
        place = _ideal_places(least.ragged("grade"), ideal)
        sure, open_to = (each.ragged("grade").values > 0 for each in (least, most))
        there = ideal.count(ideal.values > 0)
        more = most.ragged("ideal").count(most.ragged("ideal").values > 0) - there
        found = np.zeros((2, len(rank)))
        for at in range(len(rank)):
            row = slice(int(rank.offsets[at]), int(rank.offsets[at + 1]))
            known, new = rank[at][sure[row]], rank[at][open_to[row] & ~sure[row]]
            found[:, at] = self._between(
                (known, place[row][sure[row]], new), int(there[at]), int(more[at]), int(least.array("num_ret")[at])
            )
        return found[0], found[1]

    def _between(
        self, ranks: tuple[NDArray[np.int64], ...], there: int, more: int, returned: int
    ) -> tuple[float, float]:
        """The ends of one query: `ranks` of relevant documents, their places in the ideal, ranks of unjudged ones."""
        known, place, new = ranks
        further = np.arange(0 if there else 1, more + 1)
        if not len(further):
            return 0.0, 0.0
        relevant = there + further
        depth = np.maximum(returned, relevant)
        longest = int(depth[-1])
        weight = np.power(self.p, np.arange(longest, dtype=np.float64)) / np.arange(1, longest + 1)
        behind = np.concatenate((np.cumsum(weight[::-1])[::-1], [0.0]))  # the weights behind each rank
        added = np.concatenate(([0.0], np.cumsum(behind)))
        below: NDArray[np.float64] = added[relevant] - relevant * behind[depth]
        if not self.normalize:
            below = (1 - np.power(self.p, depth.astype(np.float64))) / (1 - self.p)
        first = np.minimum(further, len(new))
        last = np.maximum(further - (more - len(new)), 0)
        unjudged = np.concatenate(([0.0], np.cumsum(behind[new - 1])))
        lower = np.maximum(len(new) - last, np.searchsorted(new, relevant))  # these stand below the end of the ideal
        low = (lower - len(new) + last) * behind[relevant - 1] + unjudged[-1] - unjudged[lower]
        for rank, ideal in zip(known.tolist(), place.tolist(), strict=True):
            low += behind[np.maximum(rank, ideal + further) - 1]
        high = behind[np.maximum(known, place) - 1].sum() + unjudged[first]
        low, high = low - (len(known) + last) * behind[depth], high - (len(known) + first) * behind[depth]
        return float((low / below).min()) if there else 0.0, min(float((high / below).max()), 1.0)
