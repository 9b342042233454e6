"""Orders of systems: how alike measures order them, and how much of an order is left with fewer judgments."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import place_among

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
        one, two = (place_among("between", "measure", each, self.measures) for each in (first, second))
        return float(self.matrix[one, two])

    def order(self, measure: str) -> list[str]:
        """The systems by a measure, in the order of the matrix: best first, equal ones as they were given."""
        row = self.values[place_among("order", "measure", measure, self.measures)]
        return [self.systems[at] for at in np.argsort(-row, kind="stable")]

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
        place_among("of", "measure", measure, list(dict.fromkeys(each.measure for each in self.rows)))
        rows = [each for each in self.rows if each.measure == measure]
        return rows[place_among("of", "share", share, [each.share for each in rows])]

    def best(self, share: float) -> str:
        """The measure whose order stays closest on average with a share of the judgments."""
        known = [each for each in self.rows if not math.isnan(each.mean)]
        place_among("best", "share", share, list(dict.fromkeys(each.share for each in known)))
        there = [each for each in known if each.share == share]
        return max(there, key=lambda each: each.mean).measure

    def table(self) -> list[dict[str, Any]]:
        """Tidy rows: one for each measure and share."""
        return [{**asdict(each), "how": self.how, "repeats": self.repeats, "seed": self.seed} for each in self.rows]

    def to_arrow(self) -> pa.Table:
        """The tidy rows for any dataframe library."""
        import pyarrow as pa  # noqa: PLC0415 (only needed here)

        return pa.Table.from_pylist(self.table())
