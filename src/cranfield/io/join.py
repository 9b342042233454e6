"""The one join and the one tie rule: run rows and judgments become ranks and grades.

A piece of a run that holds whole queries is joined on its own; pieces are then put together (`batch.py`).
What the join keeps grows with the judged documents, not with the run.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from cranfield.errors import DuplicateError, InputError
from cranfield.io.arrow import differ, distinct, encode, flat, lookup, plain, take
from cranfield.io.columns import clip
from cranfield.io.words import descending_key, hashes

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.judgments import Judgments

__all__ = ["Columns", "Part", "join"]

_LONG = 64  # documents a query, from which on queries are sorted one by one
_FILTER_BITS = 20  # one megabyte: stays in the cache and lets hardly an unjudged document through


@dataclass
class Part:
    """What the measures need of some queries of a run."""

    query: NDArray[np.int64]  # the answered queries, as places in the judgments
    retrieved: NDArray[np.int64]  # how many documents each of them returned
    row: NDArray[np.int64]  # judgment rows that were retrieved, in order of query and rank
    rank: NDArray[np.int64]
    tie_first: NDArray[np.int64]
    tie_last: NDArray[np.int64]
    unknown: set[str] = field(default_factory=set)  # queries without judgments
    tally: Counter[str] = field(default_factory=Counter)


@dataclass
class Columns:
    """Rows of a run whose queries were looked up in the judgments."""

    query: NDArray[np.int32]  # place in the judgments, -1 for a query without any
    doc: pa.Array
    score: NDArray[np.float64]
    rank: NDArray[Any] | None
    unknown: set[str]  # queries without judgments

    @classmethod
    def of(cls, table: pa.Table, gold: Judgments) -> Columns:
        """Look up each stretch of equal query ids once."""
        query = flat(table["query"])
        changes = differ(query.slice(1), query.slice(0, max(len(query) - 1, 0)))
        starts = np.concatenate(([0], np.flatnonzero(changes) + 1)) if len(query) else np.zeros(0, np.int64)
        names = take(query, starts)
        places = lookup(names, gold.query_ids).astype(np.int32)
        unknown = set(take(names, np.flatnonzero(places < 0)).to_pylist())
        rank = table["rank"] if "rank" in table.column_names else None
        return cls(
            np.repeat(places, np.diff(np.append(starts, len(query)))), flat(table["doc"]), plain(table["value"]),
            None if rank is None or rank.null_count else _small(plain(rank)), unknown,
        )  # fmt: skip

    @classmethod
    def together(cls, pieces: list[Columns]) -> Columns:
        """All rows one after the other."""
        ranks = [piece.rank for piece in pieces if piece.rank is not None]
        whole = cls(
            np.concatenate([piece.query for piece in pieces]),
            flat(pa.chunked_array([piece.doc for piece in pieces])),
            np.concatenate([piece.score for piece in pieces]),
            np.concatenate(ranks) if len(ranks) == len(pieces) else None,
            set().union(*(piece.unknown for piece in pieces)),
        )
        pieces.clear()  # the rows are held twice no longer than needed
        return whole


def join(columns: Columns, gold: Judgments, policy: Policy, *, first_row: int = 0, name: str = "run",
         where: Callable[[list[int]], list[int | None]] | None = None) -> Part:  # fmt: skip
    """Rank the judged documents of whole queries; `first_row` and `where` serve error messages."""
    piece = _Piece(columns, gold, policy, first_row, name, where)
    piece.refuse_nonfinite()
    piece.group()
    piece.drop_repeats()
    piece.sort()
    return piece.rank()


class _Piece:
    """A piece of a run on its way to a Part: rows move, but document ids stay where they were read."""

    def __init__(
        self, columns: Columns, gold: Judgments, policy: Policy, first_row: int, name: str,
        where: Callable[[list[int]], list[int | None]] | None,
    ) -> None:  # fmt: skip
        self.gold, self.policy, self.first_row, self.name, self.where = gold, policy, first_row, name, where
        self.doc, self.unknown = columns.doc, columns.unknown
        self.query, self.score, self.listed_rank = columns.query, columns.score, columns.rank
        self.hash = hashes(columns.doc)
        self.at: NDArray[np.int64] | None = None  # where each row was read, once rows have moved
        self.tally: Counter[str] = Counter()

    def _move(self, rows: NDArray[np.int64]) -> None:
        self.score, self.query, self.hash = self.score[rows], self.query[rows], self.hash[rows]
        self.at = rows if self.at is None else self.at[rows]
        if self.listed_rank is not None:
            self.listed_rank = self.listed_rank[rows]

    def _ids(self, rows: NDArray[np.int64]) -> pa.Array:
        return take(self.doc, rows if self.at is None else self.at[rows])

    def _id(self, row: int) -> str:
        return clip(self.doc[row if self.at is None else int(self.at[row])])

    def _lines(self, rows: list[int]) -> list[int | None]:
        if self.where is None:
            return [None] * len(rows)
        return self.where([self.first_row + (row if self.at is None else int(self.at[row])) for row in rows])

    def refuse_nonfinite(self) -> None:
        """Nan has no place in an order and infinity is rarely meant: refuse or count them."""
        odd = np.flatnonzero(~np.isfinite(self.score))
        if self.policy.scores == "float32":
            with np.errstate(over="ignore"):  # a float has no room for 1e39: trec_eval 9 sees infinity too
                self.score = self.score.astype(np.float32)
        if not len(odd):
            return
        if self.policy.nonfinite == "error":
            row = int(odd[0])
            what = (
                f"the score of document {self._id(row)} is {self.score[row]}; scores must be finite numbers"
                " (nonfinite=sort keeps them, nan last)"
            )
            raise InputError(what, source=self.name, line=self._lines([row])[0])
        self.tally["nonfinite"] += len(odd)
        # places in the order of all scores stand for the scores, so that nan comes after minus infinity
        values, place = np.unique(self.score, return_inverse=True)
        self.score = np.where(np.isnan(self.score), -1.0, place.astype(np.float64) + np.isnan(values).sum())

    def group(self) -> None:
        """Bring the rows of each judged query together; most runs have them so already."""
        if self.unknown:
            self._move(np.flatnonzero(self.query >= 0))
        seen = self.query[self._starts()]
        if len(seen) > len(distinct(seen)):
            # numpy sorts 16-bit numbers by counting, many times faster
            few = len(self.gold.queries) < 1 << 16
            self._move(np.argsort(self.query.astype(np.uint16) if few else self.query, kind="stable"))

    def _starts(self) -> NDArray[np.int64]:
        if not len(self.query):
            return np.zeros(0, np.int64)
        return np.flatnonzero(np.concatenate(([True], self.query[1:] != self.query[:-1])))

    def drop_repeats(self) -> None:
        """A document listed twice for one query is an error, or all but one row are dropped and counted."""
        starts = self._starts()
        bits = np.uint64(max(len(starts).bit_length(), 1))
        leading = np.arange(len(starts), dtype=np.uint64) << (np.uint64(64) - bits)
        # the query in the leading bits, the hash behind: one sort of plain numbers finds all candidates
        key = self.hash >> bits
        key |= np.repeat(leading, np.diff(np.append(starts, len(self.query))))
        ordered = np.sort(key)
        twice = ordered[1:][ordered[1:] == ordered[:-1]]
        del ordered
        if not len(twice):
            return
        rows = np.flatnonzero(np.isin(key, twice))
        code, _ = encode(self._ids(rows))
        order = np.lexsort((rows, code, self.query[rows]))
        repeat = (np.diff(code[order]) == 0) & (np.diff(self.query[rows][order]) == 0)
        if not repeat.any():
            return
        if self.policy.duplicates == "error":
            second, first = min((int(rows[order[i + 1]]), int(rows[order[i]])) for i in np.flatnonzero(repeat))
            lines = self._lines([first, second])
            query = clip(self.gold.queries[int(self.query[second])])
            again = "" if lines[0] is None else f" (first on line {lines[0]})"
            what = (
                f"query {query} lists document {self._id(second)} twice{again};"
                " remove one or choose duplicates=first, last or best"
            )
            raise DuplicateError(what, source=self.name, line=lines[1])
        self._keep_one(rows, code)

    def _keep_one(self, rows: NDArray[np.int64], code: NDArray[np.int64]) -> None:
        """Of the rows that share a document with another, the one that the policy prefers."""
        prefer = {"first": rows, "last": -rows, "best": -self.score[rows]}[self.policy.duplicates]
        order = np.lexsort((rows, prefer, code, self.query[rows]))
        dropped = rows[order][1:][(np.diff(code[order]) == 0) & (np.diff(self.query[rows][order]) == 0)]
        self.tally["duplicate"] += len(dropped)
        kept = np.ones(len(self.query), bool)
        kept[dropped] = False
        self._move(np.flatnonzero(kept))

    def sort(self) -> None:
        """Score descending inside each query; equal scores stay in the order of the input for now."""
        if len(self.query) < 2:
            return
        rising = (self.score[1:] > self.score[:-1]) & (self.query[1:] == self.query[:-1])
        if not rising.any():
            return
        starts = self._starts()
        if len(self.query) < _LONG * len(starts):
            self._move(np.lexsort((-self.score, self.query)))
            return
        # long queries one by one: sorting a thousand numbers at a time stays in the cache
        order, down = np.arange(len(self.query)), -self.score
        ends = np.append(starts[1:], len(self.query))
        for segment in distinct(np.searchsorted(starts, np.flatnonzero(rising), side="right") - 1):
            a, b = starts[segment], ends[segment]
            order[a:b] = a + np.argsort(down[a:b], kind="stable")
        self._move(order)

    def rank(self) -> Part:
        """The ranks of the judged documents and of the ties they are in."""
        starts = self._starts()
        total = len(self.query)
        sizes = np.diff(np.append(starts, total))
        answered = self.query[starts].astype(np.int64)
        rows, judged = self._judged(answered)
        begin = np.repeat(starts, sizes)[rows] if total else rows
        tie_first, tie_last = self._ties(rows)
        rank = self._break_ties(rows, tie_first, tie_last) - begin + 1
        self._count_contradictions()
        order = np.lexsort((rank, self.query[rows]))
        return Part(
            answered, sizes, judged[order], rank[order], (tie_first - begin + 1)[order], (tie_last - begin + 1)[order],
            self.unknown, self.tally,
        )  # fmt: skip

    def _judged(self, answered: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The rows that hold judged documents, and their judgment rows."""
        codes = distinct(self.gold.code[self.gold.rows_of(answered)])
        # most documents are not judged: a table of leading hash bits rules nearly all of them out before any id is read
        bits = np.uint64(64 - _FILTER_BITS)
        maybe = np.zeros(1 << _FILTER_BITS, bool)
        maybe[self.gold.hashes[codes] >> bits] = True
        rows = np.flatnonzero(maybe[self.hash >> bits])
        found = lookup(self._ids(rows), take(self.gold.docs, codes))
        rows, code = rows[found >= 0], codes[found[found >= 0]]
        judgment = self.gold.rows_at(self.query[rows].astype(np.int64), code)
        return rows[judgment >= 0], judgment[judgment >= 0]

    def _ties(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The first and last place of the documents that share the score of each judged one."""
        if len(self.query) < 2:
            return rows, rows
        breaks = (self.score[1:] != self.score[:-1]) | (self.query[1:] != self.query[:-1])
        if breaks.all():
            return rows, rows
        self.tally["tied"] += int(len(breaks) - breaks.sum())
        edges = np.concatenate(([0], np.flatnonzero(breaks) + 1, [len(self.query)]))
        tie = np.searchsorted(edges, rows, side="right")
        return edges[tie - 1], edges[tie] - 1

    def _break_ties(
        self, rows: NDArray[np.int64], first: NDArray[np.int64], last: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """The final place of each judged row; only ties that hold a judged document are looked at."""
        tied = first < last
        if not tied.any() or self.policy.ties in ("input", "expected"):
            return rows
        starts = distinct(first[tied])
        ends = np.empty_like(starts)
        ends[np.searchsorted(starts, first[tied])] = last[tied]
        sizes = ends - starts + 1
        members = np.arange(sizes.sum()) + np.repeat(starts - np.concatenate(([0], np.cumsum(sizes)[:-1])), sizes)
        group = np.repeat(np.arange(len(starts)), sizes)
        if self.policy.ties == "rank":
            if self.listed_rank is None:
                what = "has no ranks for every document; choose another tie rule than rank"
                raise InputError(what, source=self.name)
            keys: tuple[NDArray[np.int64], ...] = (self.listed_rank[members],)
        else:
            keys = descending_key(self._ids(members))
            if self.policy.ties == "docid-asc":
                keys = tuple(~key if key.dtype == np.uint64 else -key for key in keys)
        order = np.lexsort((*keys, group))
        final = np.empty(len(members), np.int64)
        final[order] = members  # the i-th place of all members goes to the member that sorts there
        result = rows.copy()
        result[tied] = final[np.searchsorted(members, rows[tied])]
        return result

    def _count_contradictions(self) -> None:
        """Queries whose listed ranks say another order than their scores."""
        if self.listed_rank is None or len(self.query) < 2:
            return
        wrong = (self.score[1:] < self.score[:-1]) & (self.listed_rank[1:] <= self.listed_rank[:-1])
        wrong &= self.query[1:] == self.query[:-1]
        if wrong.any():
            self.tally["contradicted"] += len(distinct(self.query[1:][wrong]))


def _small(ranks: NDArray[np.int64]) -> NDArray[Any]:
    """Ranks in half the memory where they fit."""
    return ranks.astype(np.int32) if len(ranks) and ranks.min() >= -(2**31) and ranks.max() < 2**31 else ranks
