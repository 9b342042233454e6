"""What an explanation shows of one ranking: gains added up rank by rank, and precision against recall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from cranfield.core.exhibit import Curve, Listing
from cranfield.core.ranked import judged_only
from cranfield.measures.ranking.base import num_relevant, precisions, relevant, relevant_so_far

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.ragged import Ragged

__all__ = ["gains_by_rank", "precision_recall"]

MOST = 1000  # ranks


class _Gains(Protocol):
    """A measure that adds up gains."""

    @property
    def k(self) -> int | None:
        """How many first results count."""

    @property
    def judged_only(self) -> bool:
        """Whether unjudged documents are taken out first."""

    def gains(self, grades: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each grade is worth."""

    def divisors(self, depth: int) -> NDArray[np.float64]:
        """What a gain at each rank is divided by."""

    def ideal_gains(self, batch: Batch) -> Ragged:
        """The gains in the best order."""


def gains_by_rank(measure: _Gains, batch: Batch, name: str) -> Sequence[Exhibit]:
    """Gain, what has been gained, the best there could be, and their quotient, rank by rank; `name` is CG or DCG."""
    if batch.policy.ties == "expected":  # then a document has no rank of its own
        return ()
    one = judged_only(batch) if measure.judged_only else batch
    rank, best = one.ragged("rank").values, measure.ideal_gains(one).values
    depth = measure.k or max(int(rank.max(initial=0)), len(best))
    if not depth or depth > MOST:
        return ()
    gain, ideal = np.zeros(depth), np.zeros(depth)
    inside = rank <= depth
    gain[rank[inside] - 1] = measure.gains(one.ragged("grade").values)[inside]
    ideal[: min(len(best), depth)] = best[:depth]
    divisor = measure.divisors(depth)
    # added up one after the other, as the measure does
    gained, most = (np.cumsum(each / divisor) for each in (gain, ideal))
    share = np.divide(gained, most, out=np.full(depth, np.nan), where=most != 0)
    columns = {
        "rank": list(range(1, depth + 1)), "gain": gain.tolist(), name: gained.tolist(), "ideal gain": ideal.tolist(),
        f"ideal {name}": most.tolist(), f"n{name}": share.tolist(),
    }  # fmt: skip
    return (Listing("shown-gains-by-rank", columns),)


def precision_recall(batch: Batch, rel: float, k: int | None = None, *, without_unjudged: bool) -> Sequence[Exhibit]:
    """The curve of one query: a point at each relevant document, and interpolated."""
    one = judged_only(batch) if without_unjudged else batch
    wanted = int(num_relevant(one, rel)[0])
    hit = relevant(one, rel) & (True if k is None else one.ragged("rank").values <= k)
    if not wanted or not hit.any():
        return ()
    recall, precision = relevant_so_far(one, rel)[hit] / wanted, precisions(one, rel)[hit]
    points = list(zip(recall.tolist(), precision.tolist(), strict=True))
    heights = np.maximum.accumulate(precision[::-1])[::-1].tolist()
    stairs = list(zip(recall.tolist(), heights, strict=True))
    return (Curve("shown-curve", points, "recall", "precision", stairs),)
