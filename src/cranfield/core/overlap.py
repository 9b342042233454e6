"""How alike two runs are, query by query, without judgments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import place_among
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.finding import Finding

__all__ = ["Overlap"]


@dataclass(frozen=True, eq=False)
class Overlap:
    """The similarities of two runs by name; nan where one is not defined, which the mean leaves out."""

    systems: tuple[str, str]
    queries: tuple[str, ...]
    returned: tuple[NDArray[np.int64], NDArray[np.int64]]  # by each run, of each query
    shared: NDArray[np.int64]  # by both
    values: Mapping[str, NDArray[np.float64]]
    settings: Mapping[str, Any]
    findings: tuple[Finding, ...] = ()

    def mean(self, name: str) -> float:
        """The mean over the queries for which it is defined."""
        values = self._of("mean", name)
        each = values[~np.isnan(values)]
        return float(np.mean(each)) if len(each) else float("nan")

    def defined(self, name: str) -> int:
        """For how many queries it is defined."""
        return int(np.count_nonzero(~np.isnan(self._of("defined", name))))

    def _of(self, who: str, name: str) -> NDArray[np.float64]:
        place_among(who, "number", name, list(self.values))
        return self.values[name]

    def table(self) -> list[dict[str, Any]]:
        """Tidy rows: one for each query and similarity."""
        first, second = self.systems
        return [
            {"first": first, "second": second, "unit": query, "measure": name, "value": float(each[at]),
             "shared": int(self.shared[at])}
            for name, each in self.values.items()
            for at, query in enumerate(self.queries)
        ]  # fmt: skip

    def to_arrow(self) -> pa.Table:
        """The tidy rows for any dataframe library."""
        import pyarrow as pa  # noqa: PLC0415 (only needed here)

        return pa.Table.from_pylist(self.table())

    def told(self, *, language: str = "en") -> str:
        """What it says, in a sentence."""
        first, second = self.systems
        facts = {
            "first": first, "second": second, "queries": len(self.queries), "rbo": self.mean("RBO"),
            "low": self.mean("RBO_min"), "high": self.mean("RBO_min") + self.mean("RBO_res"), **self.settings,
        }  # fmt: skip
        return say("overlap-told", facts, language=language)

    def __str__(self) -> str:
        return self.told()
