"""A pool: documents that people should judge, in the order in which they should."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cranfield.core.arguments import SWITCH, checked
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa

    from cranfield.core.finding import Finding
    from cranfield.io.captions import Caption
    from cranfield.io.rankings import Rankings
    from cranfield.pools.race import Race

__all__ = ["Pool", "Pooled"]

_HOW = {
    "depth": "pool-by-depth", "rrf": "pool-by-rrf", "rbp": "pool-by-rbp", "decisive": "pool-by-decisive",
}  # fmt: skip


class Pooled(NamedTuple):
    """A document to judge; who judges it must not see the priority nor the ranks, which are by system."""

    query: str
    doc: str
    priority: float
    ranks: dict[str, int]
    query_text: str | None
    title: str | None
    text: str | None


@dataclass(frozen=True, eq=False)
class Pool:
    """Documents that nobody has judged, those to be judged first in front; `told()` says how they were chosen."""

    method: str
    depth: int | None  # how far down runs were looked at; None for all the way
    found: Rankings = field(repr=False)
    chosen: np.ndarray[Any, np.dtype[np.int64]] = field(repr=False)  # documents of `found`, in order
    priority: np.ndarray[Any, np.dtype[np.float64]] = field(repr=False)  # of each of them
    judged: int  # documents of the pool that are judged already
    beyond: int  # documents of the pool that are beyond the budget
    idle: int  # and, in decisive order, those that can change nothing that is open
    held: int  # and unjudged ones that the study has already
    findings: tuple[Finding, ...]
    race: Race | None = field(default=None, repr=False)
    queries: dict[str, Caption] | None = field(default=None, repr=False)
    documents: dict[str, Caption] | None = field(default=None, repr=False)
    already: np.ndarray[Any, np.dtype[np.int64]] = field(default_factory=lambda: np.empty(0, np.int64), repr=False)

    def __len__(self) -> int:
        return len(self.chosen)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Query and document of each, in order."""
        return self._names(self.chosen)

    def _names(self, documents: np.ndarray[Any, np.dtype[np.int64]]) -> list[tuple[str, str]]:
        names, of = self.found.docs[documents].texts(), self.found.query[documents].tolist()
        return [(self.found.queries[at], doc) for at, doc in zip(of, names, strict=True)]

    @property
    def _query(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        return self.found.query[self.chosen]

    def __iter__(self) -> Iterator[Pooled]:
        named = zip(self.pairs, self._ranks(self.chosen), self.priority.tolist(), strict=True)
        for (query, doc), ranks, priority in named:
            asked = None if self.queries is None else self.queries.get(query)
            seen = None if self.documents is None else self.documents.get(doc)
            yield Pooled(
                query, doc, priority, ranks,
                None if asked is None else asked.title or asked.text,
                None if seen is None else seen.title or None, None if seen is None else seen.text or None,
            )  # fmt: skip

    def ranks_of_known(self) -> dict[tuple[str, str], dict[str, int]]:
        """Of the documents that were left out because somebody has them, the rank in each system."""
        return dict(zip(self._names(self.already), self._ranks(self.already), strict=True))

    def _ranks(self, documents: np.ndarray[Any, np.dtype[np.int64]]) -> Iterator[dict[str, int]]:
        order = np.lexsort((self.found.system, self.found.document))
        sorted_documents = self.found.document[order]
        for at in documents.tolist():
            begin, end = np.searchsorted(sorted_documents, (at, at + 1)).tolist()
            rows = order[begin:end]
            ranks = zip(self.found.system[rows].tolist(), self.found.rank[rows].tolist(), strict=True)
            yield {self.found.systems[of]: rank for of, rank in ranks}

    @checked(systems=SWITCH)
    def table(self, *, systems: bool = False) -> list[dict[str, Any]]:
        """Tidy rows in order, blind to where documents come from unless `systems` are asked for."""
        rows = []
        for each in self:
            row: dict[str, Any] = {"query": each.query, "doc": each.doc}
            if self.queries is not None:
                row["query_text"] = each.query_text
            if self.documents is not None:
                row |= {"title": each.title, "text": each.text}
            if systems:
                row |= {"priority": each.priority, "systems": list(each.ranks), "ranks": list(each.ranks.values())}
            rows.append(row)
        return rows

    @checked(systems=SWITCH)
    def to_arrow(self, *, systems: bool = False) -> pa.Table:
        """The tidy rows for any dataframe library."""
        import pyarrow as pa  # noqa: PLC0415 (only needed here)

        names = ["query", "doc"]
        names += ["query_text"] * (self.queries is not None) + ["title", "text"] * (self.documents is not None)
        kinds = {name: pa.string() for name in names}
        if systems:
            kinds |= {"priority": pa.float64(), "systems": pa.list_(pa.string()), "ranks": pa.list_(pa.int64())}
        return pa.Table.from_pylist(self.table(systems=systems), pa.schema(kinds))

    def told(self, *, language: str = "en") -> str:
        """How many documents there are, how they were chosen and what was left out, in a sentence."""
        facts = {
            "count": len(self), "queries": len(np.unique(self._query)), "systems": len(self.found.systems),
            "method": _HOW[self.method], "depth": self.depth, "judged": self.judged, "beyond": self.beyond,
            "idle": self.idle, "held": self.held,
        }  # fmt: skip
        return say("pool-told", facts, language=language)

    def __str__(self) -> str:
        return self.told()
