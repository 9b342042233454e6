"""The judgments of a collection, prepared once for any number of runs."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.ragged import Ragged, spans
from cranfield.io.ids.ids import Ids
from cranfield.io.ids.keys import Index, grouped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from cranfield.core.finding import Finding
    from cranfield.core.policy import Policy
    from cranfield.io.join.subtopics import Subtopics

__all__ = ["Judgments", "Strangers"]


class Strangers:
    """Queries without judgments, numbered behind those that have some, for whoever looks at them too."""

    def __init__(self, first: int) -> None:
        self._first, self._lock = first, Lock()
        self._number: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._number)

    def numbers(self, names: Iterable[str]) -> list[int]:
        """The number of each query, from any thread."""
        with self._lock:
            return [self._number.setdefault(name, self._first + len(self._number)) for name in names]

    def names(self) -> list[str]:
        """All of them, in order of their numbers."""
        return list(self._number)

    def name(self, number: int) -> str:
        """The query with a number."""
        return self.names()[number - self._first]


@dataclass(frozen=True)
class Judgments:
    """Judged documents in order of query id; a negative grade means pooled but not judged."""

    queries: list[str]  # in byte order
    offsets: NDArray[np.int64]  # the rows of each query
    grade: NDArray[np.float64]
    policy: Policy
    query_ids: Ids | None = None  # the queries as they were read
    docs: Ids | None = None  # and the document of each row
    named: list[str] | None = None  # or as text
    known: NDArray[np.bool_] | None = None
    inputs: tuple[Mapping[str, Any], ...] = ()
    findings: tuple[Finding, ...] = field(default=())
    strangers: Strangers | None = None  # None if queries without judgments take part in nothing
    subtopics: Subtopics | None = None  # what was judged of each subtopic, where they were told apart

    def __len__(self) -> int:
        """How many queries have a number."""
        return len(self.queries) + (0 if self.strangers is None else len(self.strangers))

    def __getstate__(self) -> dict[str, Any]:
        """What travels to another process: without what was made of hashes, which are others there."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def query_name(self, number: int) -> str:
        """The query with a number."""
        if number < len(self.queries) or self.strangers is None:
            return self.queries[number]
        return self.strangers.name(number)

    @cached_property
    def doc_ids(self) -> Ids:
        """The document of each row."""
        return Ids.of(self.named or []) if self.docs is None else self.docs

    @cached_property
    def _query_index(self) -> Index:
        ids = Ids.of(self.queries) if self.query_ids is None else self.query_ids
        return Index(ids, ids.hash)

    def get_ready(self) -> None:
        """Make what every thread will use, so that none makes it again."""
        _ = self._query_index, self._key

    def find_queries(self, ids: Ids) -> NDArray[np.int64]:
        """The number of each query, -1 for one without judgments."""
        return self._query_index.find(ids, ids.hash)

    @cached_property
    def _key(self) -> NDArray[np.uint64]:
        """A number of each row, made of document and query."""
        return grouped(self.doc_ids.hash, self.query_of)

    def matches(
        self, key: NDArray[np.uint64], docs: Callable[[NDArray[np.int64]], Ids], among: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Which of the documents are judged for their query, and their rows; `among` are all the queries."""
        # a table of the queries of a piece stays in the cache; strangers have no judgments
        rows = self.rows_of(among[: np.searchsorted(among, len(self.queries))])
        place, found = Index(self.doc_ids[rows], self._key[rows]).matches(key, docs)
        return place, rows[found]

    def find(self, queries: NDArray[Any], docs: Ids) -> NDArray[np.int64]:
        """The row of each document of a query, -1 where it is not judged for it."""
        return Index(self.doc_ids, self._key).find(docs, grouped(docs.hash, queries))

    @cached_property
    def number_of(self) -> dict[str, int]:
        """Query to its number."""
        return dict(zip(self.queries, range(len(self.queries)), strict=True))

    @cached_property
    def row_names(self) -> list[str]:
        """The document id of each row."""
        return self.doc_ids.texts() if self.named is None else self.named

    @cached_property
    def query_of(self) -> NDArray[np.int64]:
        """Row to query."""
        return np.repeat(np.arange(len(self.queries)), np.diff(self.offsets))

    @property
    def max_grade(self) -> float:
        """The highest grade of the collection."""
        return float(self.grade.max(initial=0.0))

    @cached_property
    def _ideal_rows(self) -> NDArray[np.int64]:
        rows = np.flatnonzero(self.grade >= 0)
        return rows[np.lexsort((-self.grade[rows], self.query_of[rows]))]

    @cached_property
    def ideal(self) -> Ragged:
        """The judged grades of each query, highest first."""
        rows = self._ideal_rows
        sizes = np.bincount(self.query_of[rows], minlength=len(self.queries))
        return Ragged(self.grade[rows], np.concatenate(([0], np.cumsum(sizes))))

    @cached_property
    def ideal_known(self) -> Ragged:
        """Whether the user knew each of the ideal documents."""
        assert self.known is not None
        return self.ideal.like(self.known[self._ideal_rows])

    def rows_of(self, queries: NDArray[np.int64]) -> NDArray[np.int64]:
        """All judgment rows of some queries."""
        return spans(self.offsets[queries], self.offsets[queries + 1] - self.offsets[queries])
