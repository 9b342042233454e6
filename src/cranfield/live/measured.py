"""What a pass over an engine gave: rankings, the cost of each request, and what was odd."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cranfield.core.arguments import NAME, checked
from cranfield.core.finding import Finding
from cranfield.io.cost_table import cost_bytes
from cranfield.live.run_file import run_bytes

if TYPE_CHECKING:
    import pyarrow as pa

    from cranfield.io.cost_table import Pass
    from cranfield.live.engine import Engine
    from cranfield.live.rows import Rows

__all__ = ["Measured"]


@dataclass(frozen=True)
class Measured:
    """A pass over one engine."""

    engine: Engine
    rows: Rows
    about: Pass
    queries: int

    @property
    def system(self) -> str:
        """What the engine is called."""
        return self.engine.name

    @property
    def table(self) -> pa.Table:
        """The cost of each request, for `cost(...)`."""
        return self.rows.table(self.about)

    @property
    def run(self) -> dict[str, dict[str, float]]:
        """Query to document to score, for `ranking(...)`."""
        from cranfield.live.run_file import ranked  # noqa: PLC0415 (beside its only use)

        found: dict[str, dict[str, float]] = {query: {} for query in self.rows.answers}
        for query, name, _, score in ranked(self.rows.answers):
            found[query][name] = score
        return found

    @checked(path=NAME)
    def run_bytes(self, path: str) -> bytes:
        """The run as a file of that name has it; a table of a whole pass says beside it what each query took."""
        whole = self.about.mode == "sequential" and not self.rows.errors  # failures have no place in a run
        return run_bytes(self.rows.answers, path, self.about, self.rows.took if whole else {})

    def cost_bytes(self) -> bytes:
        """The table as a Parquet file."""
        return cost_bytes(self.table)

    def findings(self) -> list[Finding]:
        """What the user should know."""
        rows, name = self.rows, self.system
        found = []
        for short, count in rows.counts.items():
            query, shown, failure = rows.failures[short][0]
            facts: dict[str, Any] = {"total": len(rows), "what": failure.key, **failure.facts(query, shown)}
            found.append(Finding("live-failed", count, facts, severity="warning", subject=name))
        if rows.partial:
            query, shown, said = rows.partial[0]
            facts = {"total": rows.held["phase"].count("measured"), "query": query, "url": shown, "said": said}
            found.append(Finding("live-partly", len(rows.partial), facts, severity="warning", subject=name))
        answered = rows.answers
        if answered and not any(each.ids for each in answered.values()):
            found.append(Finding("live-all-empty", len(answered), severity="warning", subject=name))
        unanswered = self.queries - len(answered)
        if self.about.mode == "sequential" and unanswered:
            facts = {"total": self.queries}
            found.append(Finding("live-unanswered", unanswered, facts, severity="warning", subject=name))
        if rows.changed:
            facts = {"total": len(answered)}
            examples = tuple(sorted(rows.changed)[:3])
            found.append(Finding("live-changed", len(rows.changed), facts, subject=name, examples=examples))
        turned = [query for query, each in answered.items() if _turned(each.scores)]
        if turned:
            facts = {"total": len(answered)}
            found.append(
                Finding("live-turned", len(turned), facts, "warning", examples=tuple(turned[:3]), subject=name)
            )
        return found


def _turned(scores: tuple[float, ...] | None) -> bool:
    """Whether a later hit has a higher score, so that evaluation by scores would see another order."""
    return scores is not None and any(a < b for a, b in pairwise(scores))
