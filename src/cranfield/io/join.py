"""The one join and the one tie rule: run rows and judgments become ranks and grades.

A piece of a run that holds whole queries is joined on its own; pieces are then put together (`batch.py`).
What the join keeps grows with the judged documents, not with the run.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from cranfield.errors import DuplicateError, InputError
from cranfield.io.arrays import call, distinct, encode, places, take, to_numpy
from cranfield.io.columns import clip
from cranfield.io.words import descending_key, hashes, same

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.judgments import Judgments

__all__ = ["Part", "join"]

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


def join(table: pa.Table, gold: Judgments, policy: Policy, *, first_row: int = 0, name: str = "run",
         where: Callable[[list[int]], list[int | None]] | None = None) -> Part:  # fmt: skip
    """Rank the judged documents of whole queries; `first_row` and `where` serve error messages."""
    piece = _Piece(table, gold, policy, first_row, name, where)
    piece.refuse_nonfinite()
    piece.group()
    piece.drop_repeats()
    piece.sort()
    return piece.rank()


class _Piece:
    """A piece of a run on its way to a Part; arrays stay aligned with each other."""

    def __init__(
        self, table: pa.Table, gold: Judgments, policy: Policy, first_row: int, name: str,
        where: Callable[[list[int]], list[int | None]] | None,
    ) -> None:  # fmt: skip
        self.gold, self.policy, self.first_row, self.name, self.where = gold, policy, first_row, name, where
        self.doc = _flat(table["doc"])
        self.score = to_numpy(table["value"])
        self.listed_rank = _whole(table["rank"]) if "rank" in table.column_names else None
        self.unknown: set[str] = set()
        self.query = self._places(_flat(table["query"]))
        self.source_row: NDArray[np.int64] | None = None  # rows of the table, once they were reordered
        self.hash: NDArray[np.uint64] | None = None
        self.tally: Counter[str] = Counter()
        if policy.scores == "float32":
            self.score = self.score.astype(np.float32)

    def _places(self, query: pa.Array) -> NDArray[np.int64]:
        """The place of each row's query in the judgments, looked up once for each stretch of equal ids; -1 if none."""
        changes = to_numpy(call("not_equal", query.slice(1), query.slice(0, max(len(query) - 1, 0))))
        starts = np.concatenate(([0], np.flatnonzero(changes) + 1)) if len(query) else np.zeros(0, np.int64)
        names = take(query, starts)
        found = places(names, self.gold.query_ids)
        self.unknown.update(take(names, np.flatnonzero(found < 0)).to_pylist())
        return np.repeat(found, np.diff(np.append(starts, len(query))))

    def _reorder(self, rows: NDArray[np.int64]) -> None:
        self.doc = take(self.doc, rows)
        self.score, self.query = self.score[rows], self.query[rows]
        self.source_row = rows if self.source_row is None else self.source_row[rows]
        if self.listed_rank is not None:
            self.listed_rank = self.listed_rank[rows]
        if self.hash is not None:
            self.hash = self.hash[rows]

    def _lines(self, rows: list[int]) -> list[int | None]:
        if self.where is None:
            return [None] * len(rows)
        source = rows if self.source_row is None else [int(self.source_row[row]) for row in rows]
        return self.where([row + self.first_row for row in source])

    def refuse_nonfinite(self) -> None:
        """Nan has no place in an order and infinity is rarely meant: refuse or count them."""
        odd = np.flatnonzero(~np.isfinite(self.score))
        if not len(odd):
            return
        if self.policy.nonfinite == "error":
            row = int(odd[0])
            what = (
                f"the score of document {clip(self.doc[row])} is {self.score[row]}; scores must be finite numbers"
                " (nonfinite=sort keeps them, nan last)"
            )
            raise InputError(what, source=self.name, line=self._lines([row])[0])
        self.tally["nonfinite"] += len(odd)
        self.score = np.where(np.isnan(self.score), -np.inf, self.score)

    def group(self) -> None:
        """Bring the rows of each judged query together; most runs have them so already."""
        if self.unknown:
            self._reorder(np.flatnonzero(self.query >= 0))
        seen = self.query[self._starts()]
        if len(seen) > len(distinct(seen)):
            self._reorder(np.argsort(self.query, kind="stable"))

    def _starts(self) -> NDArray[np.int64]:
        if not len(self.query):
            return np.zeros(0, np.int64)
        return np.flatnonzero(np.concatenate(([True], self.query[1:] != self.query[:-1])))

    def drop_repeats(self) -> None:
        """A document listed twice for one query is an error, or all but one row are dropped and counted."""
        starts = self._starts()
        segment = np.repeat(np.arange(len(starts), dtype=np.uint64), np.diff(np.append(starts, len(self.query))))
        bits = np.uint64(max(len(starts).bit_length(), 1))
        self.hash = hashes(self.doc)
        # the query in the leading bits, the hash behind: one sort of plain numbers finds all candidates
        key = (segment << (np.uint64(64) - bits)) | (self.hash >> bits)
        ordered = np.sort(key)
        if not (ordered[1:] == ordered[:-1]).any():
            return
        order = np.argsort(key, kind="stable")
        suspects = np.flatnonzero(key[order][1:] == key[order][:-1])
        suspects = suspects[same(self.doc, order[suspects], order[suspects + 1])]
        if not len(suspects):
            return
        if self.policy.duplicates == "error":
            pair = min((int(order[i + 1]), int(order[i])) for i in suspects)
            lines = self._lines([pair[1], pair[0]])
            query = clip(self.gold.queries[int(self.query[pair[0]])])
            again = "" if lines[0] is None else f" (first on line {lines[0]})"
            what = (
                f"query {query} lists document {clip(self.doc[pair[0]])} twice{again};"
                " remove one or choose duplicates=first, last or best"
            )
            raise DuplicateError(what, source=self.name, line=lines[1])
        self._keep_one()

    def _keep_one(self) -> None:
        """By the document itself, not its hash."""
        _, code = encode(pa.chunked_array([self.doc]))
        place = np.arange(len(code))
        prefer = {"first": place, "last": -place, "best": -self.score}[self.policy.duplicates]
        order = np.lexsort((place, prefer, code, self.query))
        kept = np.concatenate(([True], (np.diff(code[order]) != 0) | (np.diff(self.query[order]) != 0)))
        self.tally["duplicate"] += int(len(order) - kept.sum())
        self._reorder(np.sort(order[kept]))

    def sort(self) -> None:
        """Score descending inside each query; equal scores stay in the order of the input for now."""
        if len(self.query) < 2:
            return
        rising = (self.score[1:] > self.score[:-1]) & (self.query[1:] == self.query[:-1])
        if rising.any():
            self._reorder(np.lexsort((-self.score, self.query)))

    def rank(self) -> Part:
        """The ranks of the judged documents and of the ties they are in."""
        starts = self._starts()
        total = len(self.query)
        sizes = np.diff(np.append(starts, total))
        answered = self.query[starts]
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
        assert self.hash is not None
        codes = distinct(self.gold.code[self.gold.rows_of(answered)])
        # most documents are not judged: a table of leading hash bits rules nearly all of them out before any id is read
        bits = np.uint64(64 - _FILTER_BITS)
        judged = np.zeros(1 << _FILTER_BITS, bool)
        judged[self.gold.hashes[codes] >> bits] = True
        rows = np.flatnonzero(judged[self.hash >> bits])
        place = places(take(self.doc, rows), take(self.gold.docs, codes))
        rows, code = rows[place >= 0], codes[place[place >= 0]]
        key = self.query[rows] * len(self.gold.docs) + code
        place = np.searchsorted(self.gold.keys, key)
        place = np.minimum(place, len(self.gold.keys) - 1)
        hit = self.gold.keys[place] == key
        return rows[hit], place[hit]

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
            keys = descending_key(take(self.doc, members))
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


def _flat(column: pa.ChunkedArray) -> pa.Array:
    """One array of strings."""
    flat = column.combine_chunks()
    return pa.concat_arrays(flat.chunks) if isinstance(flat, pa.ChunkedArray) else flat


def _whole(column: pa.ChunkedArray) -> NDArray[np.int64] | None:
    """The listed ranks, or nothing if some are missing."""
    return None if column.null_count else to_numpy(column)
