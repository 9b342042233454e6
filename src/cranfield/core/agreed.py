"""How far raters agree, and whether it matters for the order of systems, as plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from cranfield.core.arguments import NAME, checked

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pyarrow as pa

    from cranfield.core.compared import Estimate
    from cranfield.core.result import Results

__all__ = ["Agreed", "Flip", "Orders", "RaterPair"]


@dataclass(frozen=True)
class RaterPair:
    """Two raters: the items that both rated, the share of them that they agree on, and Cohen's kappa; None is none."""

    one: str
    two: str
    items: int
    agreement: float
    kappa: float | None


@dataclass(frozen=True)
class Agreed:
    """Coefficients with their intervals, who agrees with whom, and how often each value was given."""

    name: str
    results: Results
    estimates: Mapping[str, Estimate]
    pairs: tuple[RaterPair, ...]
    raters: Mapping[str, int]  # how many ratings each gave
    shares: Mapping[str, float]  # of each value in all ratings
    ratings: int
    items: int
    shared: int  # items with at least two ratings
    drawn: str  # what intervals draw: items or queries
    units: int  # how many of them there are
    names: bool  # whether the values are names without an order
    confidence: float
    resamples: int
    seed: int
    unlisted: int = 0  # pairs of ratings where they are so many that raters are not put beside each other

    @checked(one=NAME, two=NAME)
    def between(self, one: str, two: str) -> RaterPair | None:
        """A pair of raters, if they share items."""
        return next((each for each in self.pairs if {each.one, each.two} == {one, two}), None)

    @property
    def dominant(self) -> tuple[str, float]:
        """The value that is given most often, and its share."""
        return max(self.shares.items(), key=lambda each: each[1])

    @checked(name=NAME)
    def value(self, name: str) -> float | None:
        """A coefficient, if it was asked for and has a value."""
        found = self.estimates.get(name)
        return None if found is None or found.value != found.value else found.value

    def table(self) -> list[dict[str, Any]]:
        """Tidy rows: one for each coefficient."""
        return [
            {"name": self.name, "measure": name, "value": each.value, "low": each.low, "high": each.high,
             "method": each.method, "confidence": each.confidence}
            for name, each in self.estimates.items()
        ]  # fmt: skip

    def to_arrow(self) -> pa.Table:
        """The tidy rows for any dataframe library."""
        import pyarrow as pa  # noqa: PLC0415 (only needed here)

        return pa.Table.from_pylist(self.table())


@dataclass(frozen=True)
class Flip:
    """Two systems, the better one by all raters first: how often raters that are drawn again turn them round."""

    better: str
    worse: str
    difference: float  # by the median of all raters
    flipped: float  # share of draws
    tied: float
    raters: tuple[str, ...]  # whose own judgments turn them round


@dataclass(frozen=True)
class Orders:
    """Systems scored with each rater's judgments, and with a rater drawn for each document again and again."""

    measure: str
    systems: tuple[str, ...]
    values: tuple[float, ...]  # by the median of all raters
    raters: Mapping[str, tuple[float, ...]]  # the values by each rater's own judgments
    taus: Mapping[str, float | None]  # between the order by each rater and that by the median
    between: float | None  # mean tau between the orders of each two raters
    drawn_tau: float | None  # mean tau between the orders of draws and that by the median
    flips: tuple[Flip, ...]
    judged: Mapping[str, int]  # documents that each rater judged
    documents: int  # that anybody judged
    shared: int  # that two raters or more did
    resamples: int
    seed: int

    def table(self) -> list[dict[str, Any]]:
        """Tidy rows: one for each pair of systems."""
        return [{"measure": self.measure, **asdict(each)} for each in self.flips]
