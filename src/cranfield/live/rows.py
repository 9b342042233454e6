"""What a pass keeps: a row for each request, and the ranking of each query."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cranfield.io.cost_table import SCHEMA, Pass, cost_table

if TYPE_CHECKING:
    import pyarrow as pa

    from cranfield.live.answer import Answer
    from cranfield.live.asking import Outcome
    from cranfield.live.failure import Failure

__all__ = ["Rows"]

_MOST = 3  # failures of a kind that are told in full


@dataclass
class Rows:
    """The requests to one engine; times are kept as seconds since `start`."""

    start: float = 0.0
    timeout: float | None = None
    held: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in SCHEMA.names})
    answers: dict[str, Answer] = field(default_factory=dict)  # query to its first measured answer
    took: dict[str, tuple[float, float | None]] = field(default_factory=dict)  # and its response and engine's time
    changed: set[str] = field(default_factory=set)  # queries that were answered differently later
    failures: dict[str, list[tuple[str, str, Failure]]] = field(default_factory=dict)
    partial: list[tuple[str, str, str]] = field(default_factory=list)  # measured answers of a part: query, address, why
    counts: dict[str, int] = field(default_factory=dict)  # of failures, by their short keys
    interrupted: bool = False

    def __len__(self) -> int:
        return len(self.held["query"])

    @property
    def errors(self) -> int:
        """How many requests failed."""
        return sum(self.counts.values())

    def add(self, outcome: Outcome, phase: str, *, repetition: int = 0, intended: float | None = None) -> None:
        """Keep a search."""
        failure, answer = outcome.failure, outcome.answer
        self.row(
            query=outcome.query, kind="search", phase=phase, repetition=repetition,
            intended=(outcome.sent if intended is None else intended) - self.start, sent=outcome.sent - self.start,
            ended=outcome.ended - self.start, engine=None if answer is None else answer.engine, status=outcome.status,
            error=None if failure is None else failure.short, timeout=self.timeout, bytes=outcome.size,
            results=None if answer is None else len(answer.ids),
            partial=None if answer is None or answer.partial is None else bool(answer.partial),
        )  # fmt: skip
        if failure is not None:
            self.fail(outcome.query, outcome.shown, failure)
        elif answer is not None and phase == "measured":
            first = self.answers.setdefault(outcome.query, answer)
            began = outcome.sent if intended is None else intended
            self.took.setdefault(outcome.query, (outcome.ended - began, answer.engine))
            if answer.partial:
                self.partial.append((outcome.query, outcome.shown, answer.partial))
            if first.ids != answer.ids:
                self.changed.add(outcome.query)

    def services(self, since: int = 0) -> list[float]:
        """How long the requests from a row on took that went well."""
        held = (self.held[name][since:] for name in ("sent", "ended", "error"))
        return [ended - sent for sent, ended, error in zip(*held, strict=True) if error is None]

    def fail(self, query: str, shown: str, failure: Failure) -> None:
        """Count a failure, and keep the first few."""
        self.counts[failure.short] = self.counts.get(failure.short, 0) + 1
        kept = self.failures.setdefault(failure.short, [])
        if len(kept) < _MOST:
            kept.append((query, shown, failure))

    def row(self, **columns: Any) -> None:
        """Keep a row; what is not given is null."""
        for name, values in self.held.items():
            values.append(columns.get(name))

    def table(self, about: Pass) -> pa.Table:
        """All rows, with what is known of the pass."""
        return cost_table(self.held, about)
