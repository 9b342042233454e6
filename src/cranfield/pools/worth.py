"""What a document of a grade adds to a system that returns it at a rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.bounds import scale_from
from cranfield.core.batch import Batch
from cranfield.core.evaluate import ready
from cranfield.core.ragged import Ragged
from cranfield.core.registry import family
from cranfield.core.spec import parse
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy

__all__ = ["Worth", "reach_of"]


@dataclass(frozen=True, eq=False)
class Worth:
    """`table[rank, at]` is what `grades[at]` is worth at a rank, and nothing at rank 0: not returned.

    With `ideal`, the value of a system is the sum over what the best order of all judged documents is worth.
    """

    measure: Measure
    scale: NDArray[np.float64]  # the grades that a document can get, ascending
    grades: NDArray[np.float64]  # these and those that documents have
    table: NDArray[np.float64]
    ideal: Ideal | None

    @classmethod
    def of(
        cls, measure: str | Measure, policy: Policy, *, known: NDArray[np.float64], top: float, longest: int,
        given: Sequence[float] | None,
    ) -> Worth:  # fmt: skip
        """For grades that are `known` and others of the scale, at ranks down to the `longest`."""
        asked = _asked(measure)
        scale = scale_from(np.unique(known), top, asked, given)
        grades = np.union1d(scale, known)
        longest = max(longest, 1)
        singles = _single_documents(grades, longest, float(grades[-1]), policy)
        used: Any = ready(asked, singles)
        way = _way(used, scale)
        if way == "adds":
            values = used.finish(used.stats(singles).rows).reshape(longest, len(grades))
            return cls(used, scale, grades, np.vstack((np.zeros(len(grades)), values)), None)
        weight = np.concatenate(([0.0], 1.0 / used.divisors(longest)))
        if used.k is not None:
            weight[used.k + 1 :] = 0.0
        return cls(used, scale, grades, weight[:, None] * used.gains(grades), Ideal(used, weight))

    def place(self, grades: NDArray[np.float64]) -> NDArray[np.int64]:
        """Where some grades stand among all of them."""
        return np.searchsorted(self.grades, grades)


@dataclass(frozen=True, eq=False)
class Ideal:
    """The best order of judged documents, whose gain others are divided by."""

    measure: Any
    weight: NDArray[np.float64]  # of each rank from 0 on; a document that is not returned has none

    def gains(self, grades: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each grade is worth before its rank is looked at."""
        found: NDArray[np.float64] = self.measure.gains(grades)
        return found

    def cumulated(self, documents: int) -> NDArray[np.float64]:
        """What the first 0, 1, 2, ... ranks weigh together, down to the cutoff."""
        depth = documents if self.measure.k is None else min(documents, self.measure.k)
        return np.concatenate(([0.0], np.cumsum(1.0 / self.measure.divisors(depth))))

    def of(self, gains: NDArray[np.float64]) -> float:
        """The gain of the best order of documents that are worth so much."""
        weights = np.diff(self.cumulated(len(gains)))
        return float(np.sort(gains)[::-1][: len(weights)] @ weights)


def reach_of(measure: str | Measure) -> int | None:
    """The last rank that a measure looks at; None if there is none."""
    cut: int | None = getattr(_asked(measure), "k", None)
    return cut


def _asked(measure: str | Measure) -> Measure:
    return parse(measure, family("ranking"))


def _way(measure: Measure, scale: NDArray[np.float64]) -> str:
    """How values are made of documents, or a refusal of what is not known to be made so."""
    way = getattr(measure, "when_judged", lambda _: None)(scale)
    plain = getattr(measure, "mean", "arithmetic") == "arithmetic" and not getattr(measure, "judged_only", False)
    by_returned = "num_ret" in measure.reads and getattr(measure, "k", None) is None
    if way not in ("adds", "gain") or not plain or by_returned or measure.better != "higher":
        raise MeasureError("decisive-measure", measure=str(measure))
    return str(way)


def _single_documents(grades: NDArray[np.float64], longest: int, top: float, policy: Policy) -> Batch:
    """A query with one document for each rank and grade."""
    ranks, each = np.repeat(np.arange(1, longest + 1), len(grades)), np.tile(grades, longest)
    rank = Ragged(ranks, np.arange(len(ranks) + 1))
    columns: dict[str, Any] = {
        "rank": rank, "tie_first": rank, "tie_last": rank, "grade": rank.like(each), "ideal": rank.like(each),
        "num_ret": np.full(len(ranks), longest),
    }  # fmt: skip
    return Batch(family("ranking"), [str(at) for at in range(len(ranks))], columns, {"max_grade": top}, policy)
