"""Sessions: which rows they have, and whether one has so many that it is no session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.coded import Coded
    from cranfield.core.measure import Measure
    from cranfield.core.result import Result

__all__ = ["Largest", "large_sessions", "largest_session", "sessions_of"]

_ROBOT = 10_000  # rows from which a session may be none: nobody looks at so many things in one
_SKEWED = 100  # times the mean from which it is unlike the others


@dataclass(frozen=True)
class Largest:
    """The session with the most rows, and of how many sessions and rows."""

    name: str
    rows: int
    sessions: int = 1
    total: int = 0

    @classmethod
    def together(cls, parts: Sequence[Largest]) -> Largest:
        """That of all parts, none of which shares a session with another."""
        first = min(parts, key=lambda each: (-each.rows, each.name))
        return cls(first.name, first.rows, sum(each.sessions for each in parts), sum(each.total for each in parts))

    def findings(self) -> list[Finding]:
        """What to say of a session that is unlike all others."""
        if self.rows < _ROBOT or self.rows * self.sessions < _SKEWED * self.total:
            return []
        times = self.rows * self.sessions // self.total
        facts = {"name": self.name, "total": self.total, "sessions": self.sessions, "times": times}
        return [Finding("large-session", self.rows, facts, "warning", (self.name,))]


def sessions_of(batch: Batch) -> tuple[Coded, NDArray[np.int64]]:
    """The sessions that have rows (others are in another part of the data), and how many."""
    if "sessions" not in batch.cache:
        group = batch.coded("group")
        sizes = np.bincount(group.codes, minlength=len(group.names))
        batch.cache["sessions"] = (group, sizes) if sizes.all() else (group.present(), sizes[sizes > 0])
    found: tuple[Coded, NDArray[np.int64]] = batch.cache["sessions"]
    return found


def largest_session(batch: Batch) -> Largest:
    """The largest session of a batch; of several, the one whose name comes first."""
    group, sizes = sessions_of(batch)
    rows = int(sizes.max())
    name = min(str(group.names[at]) for at in np.flatnonzero(sizes == rows).tolist())
    return Largest(name, rows, len(sizes), len(group))


def large_sessions(batch: Batch, found: Mapping[str, tuple[Measure, Result]]) -> list[Finding]:
    """The session that is unlike all others, where somebody asked for measures of sessions."""
    if not any(result.measure.together(batch) == "group" for _, result in found.values()):
        return []
    told: Any = batch.facts.get("largest")  # where the rows are elsewhere
    return (told or largest_session(batch)).findings()
