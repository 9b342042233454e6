"""Orders of systems: how alike measures order them, and how much of an order is left with fewer judgments."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

__all__ = ["Correlation", "Kept", "Robustness"]


@dataclass(frozen=True, eq=False)
class Correlation:
    """How alike the orders are that each two measures put the systems into."""

    how: str
    systems: tuple[str, ...]
    measures: tuple[str, ...]
    values: NDArray[np.float64]  # [measure, system]
    matrix: NDArray[np.float64]  # [measure, measure]; nan where it is not defined

    def between(self, first: str, second: str) -> float:
        """The coefficient of two measures."""
        return float(self.matrix[self.measures.index(first), self.measures.index(second)])

    def order(self, measure: str) -> list[str]:
        """The systems by a measure, in the order of the matrix: best first, equal ones as they were given."""
        return [self.systems[at] for at in np.argsort(-self.values[self.measures.index(measure)], kind="stable")]

    def table(self) -> list[dict[str, Any]]:
        """Tidy rows: one for each two measures."""
        return [
            {"first": first, "second": second, "how": self.how, "value": float(self.matrix[one, two]),
             "systems": len(self.systems)}
            for one, first in enumerate(self.measures)
            for two, second in enumerate(self.measures)
        ]  # fmt: skip

    def to_arrow(self) -> pa.Table:
        """The tidy rows for any dataframe library."""
        import pyarrow as pa  # noqa: PLC0415 (only needed here)

        return pa.Table.from_pylist(self.table())


@dataclass(frozen=True)
class Kept:
    """A measure with a share of the judgments, over all repetitions."""

    measure: str
    share: float
    judgments: int  # that were kept
    mean: float  # of the coefficient between the orders of systems with these judgments and with all
    low: float  # of the repetitions
    high: float
    deviation: float
    value: float  # the mean over systems and repetitions
    undefined: int  # repetitions without an order, because all systems were equal; they are in none of the others


@dataclass(frozen=True)
class Robustness:
    """For each measure and share, how much of the order of systems is left."""

    how: str
    systems: tuple[str, ...]
    repeats: int
    seed: int
    rows: tuple[Kept, ...]

    def of(self, measure: str, share: float) -> Kept:
        """One measure with one share."""
        for each in self.rows:
            if each.measure == measure and each.share == share:
                return each
        raise KeyError((measure, share))

    def best(self, share: float) -> str:
        """The measure whose order stays closest on average with a share of the judgments."""
        there = [each for each in self.rows if each.share == share and not math.isnan(each.mean)]
        if not there:
            raise KeyError(share)
        return max(there, key=lambda each: each.mean).measure

    def table(self) -> list[dict[str, Any]]:
        """Tidy rows: one for each measure and share."""
        return [{**asdict(each), "how": self.how, "repeats": self.repeats, "seed": self.seed} for each in self.rows]

    def to_arrow(self) -> pa.Table:
        """The tidy rows for any dataframe library."""
        import pyarrow as pa  # noqa: PLC0415 (only needed here)

        return pa.Table.from_pylist(self.table())
