"""Rows of a run as they go into the join, and what comes out of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cranfield.io.ids.ids import Ids
from cranfield.io.ids.keys import changes
from cranfield.io.ids.rows import sizes_of
from cranfield.io.join.order import by_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from cranfield.errors import InputError
    from cranfield.io.bytes.location import Location
    from cranfield.io.ids.rows import Rows
    from cranfield.io.join.judgments import Judgments

__all__ = ["Asked", "Joined", "Repeat", "RowError", "RunRows", "Top"]


@dataclass(frozen=True)
class Asked:
    """What is wanted of the join besides what measures need."""

    keep: int = 0  # the first so many documents of each query
    collect: int | None = None  # instead of raising, keep so many examples of what is wrong


class RowError(Exception):
    """Something is wrong with rows of a piece; `tell` makes the error once it is known where in the input they are."""

    def __init__(self, rows: list[int], tell: Callable[[list[Location]], InputError]) -> None:
        super().__init__(rows)
        self.rows, self.tell = rows, tell


class Repeat(NamedTuple):
    """A document that a query lists again: the row, the row where it stands first, and both names."""

    row: int
    first: int
    query: str
    doc: str


@dataclass
class Top:
    """The first documents of each query, in order of rank: the answers of all queries one after the other."""

    sizes: NDArray[np.int64]
    doc: Ids
    score: NDArray[Any]


@dataclass
class Joined:
    """What the measures need of some queries of a run; `tally` counts what was odd."""

    query: NDArray[np.int64]  # the numbers of the answered queries
    retrieved: NDArray[np.int64]  # how many documents each of them returned
    row: NDArray[np.int64]  # judgment rows that were retrieved, in order of query and rank
    rank: NDArray[np.int64]
    tie_first: NDArray[np.int64]
    tie_last: NDArray[np.int64]
    unknown: set[str] = field(default_factory=set)  # queries without judgments
    tally: Counter[str] = field(default_factory=Counter)
    top: Top | None = None
    # what only a check asks for
    nonfinite: list[int] = field(default_factory=list)  # a few rows
    repeats: list[Repeat] = field(default_factory=list)  # a few
    stretches: NDArray[np.int64] | None = None  # the query number of each

    def behind(self, rows: int) -> Joined:
        """The same behind so many rows of the input."""
        self.nonfinite = [row + rows for row in self.nonfinite]
        self.repeats = [each._replace(row=each.row + rows, first=each.first + rows) for each in self.repeats]
        return self


@dataclass
class RunRows:
    """Rows of a run with the numbers of their queries: all that is kept of them while they are ranked."""

    query: NDArray[np.int64]  # the query number of each stretch, -1 for one without judgments
    start: NDArray[np.int64]  # the first row of each stretch
    hash: NDArray[np.uint64]  # of the document
    score: NDArray[np.float64]
    rank: NDArray[Any] | None
    unknown: set[str]  # queries without judgments
    ids: Callable[[NDArray[Any]], Ids]  # the documents of some rows
    short: bool = False  # whether all ids can be told from their hashes
    read_at: NDArray[Any] | None = None  # where each row stands in the input, if not where it stands here

    @classmethod
    def of(cls, rows: Rows, gold: Judgments) -> RunRows:
        """Look up each stretch of equal query ids once."""
        query = gold.find_queries(rows.query)
        missing = np.flatnonzero(query < 0)
        names = rows.query[missing].texts() if len(missing) else []
        if gold.strangers is not None and names:
            query[missing] = gold.strangers.numbers(names)
        doc = rows.doc
        return cls(query, rows.start, doc.hash, rows.value, rows.rank, set(names), doc.__getitem__, doc.longest <= 8)

    @classmethod
    def together(cls, several: Sequence[RunRows]) -> RunRows:
        """All rows one after the other."""
        if len(several) == 1:
            return several[0]

        def column(name: str) -> NDArray[Any]:
            return np.concatenate([getattr(one, name) for one in several])

        first = np.cumsum([0, *map(len, several)])[:-1].tolist()
        start = np.concatenate([one.start + row for one, row in zip(several, first, strict=True)])
        hashes, short = column("hash"), all(one.short for one in several)
        # nothing else of what was read is kept: neither its text nor where its columns were
        docs = None if short else Ids.together([one.ids(np.arange(len(one))).compact() for one in several])
        return cls(
            column("query"), start, hashes, column("score"),
            None if any(one.rank is None for one in several) else column("rank"),
            set[str]().union(*(one.unknown for one in several)),
            lambda some: Ids.of_hashes(hashes[some]) if docs is None else docs[some], short,
            None if any(one.read_at is None for one in several) else column("read_at"),
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.hash)

    def apart(self) -> RunRows:
        """The same without the memory that was read, where more lies than these rows."""
        hashes = self.hash
        if self.short:
            return replace(self, ids=lambda some: Ids.of_hashes(hashes[some]))
        docs = self.ids(np.arange(len(self))).compact()
        return replace(self, ids=docs.__getitem__)

    def by_query(self) -> RunRows:
        """The rows of judged queries in order of their query, in numbers as narrow as they can be."""
        query = np.repeat(self.query.astype(np.int32), sizes_of(self.start, len(self)))
        order = by_number(query)
        order = order[int(np.searchsorted(query[order], 0)) :]
        start, hashes = changes(query[order]), self.hash[order]
        doc = None if self.short else self.ids(order).compact()
        return RunRows(
            query[order[start]].astype(np.int64), start, hashes, self.score[order],
            None if self.rank is None else _narrow(self.rank)[order], self.unknown,
            lambda some: Ids.of_hashes(hashes[some]) if doc is None else doc[some], self.short, order.astype(np.int32),
        )  # fmt: skip

    def between(self, low: int, high: int) -> RunRows:
        """Of rows in order of their query, those of the queries from `low` on that come before `high`."""
        assert self.read_at is not None
        some = slice(*np.searchsorted(self.query, (low, high)).tolist())
        first, end = np.append(self.start, len(self))[[some.start, some.stop]].tolist()
        rows = slice(first, end)
        return replace(
            self, query=self.query[some], start=self.start[some] - first, hash=self.hash[rows], score=self.score[rows],
            rank=None if self.rank is None else self.rank[rows], unknown=set(), ids=lambda at: self.ids(at + first),
            read_at=self.read_at[rows],
        )  # fmt: skip


def _narrow(ranks: NDArray[Any]) -> NDArray[Any]:
    """Ranks in the least memory that holds them."""
    for kind in (np.int16, np.int32):
        if ranks.min(initial=0) >= np.iinfo(kind).min and ranks.max(initial=0) <= np.iinfo(kind).max:
            return ranks.astype(kind)
    return ranks
