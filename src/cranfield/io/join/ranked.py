"""The one tie rule: the rows of each query, score descending, become ranks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.ragged import spans
from cranfield.errors import InputError
from cranfield.io.ids.keys import changes, distinct
from cranfield.io.ids.rows import NO_RANK, sizes_of
from cranfield.io.join.run_rows import Joined, Top

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cranfield.io.ids.ids import Ids

__all__ = ["Ranked"]

_CUTOFF = 10  # across which a tie is worth a word


@dataclass
class Ranked:
    """Rows of whole queries, together and score descending; equal scores stand in the order of the input."""

    query: NDArray[np.int64]  # the number of each query
    starts: NDArray[np.int64]  # its first row
    score: NDArray[Any]
    listed_rank: NDArray[Any] | None
    level: NDArray[np.int64]  # the rows whose score the next row of the query has too
    at: Callable[[NDArray[np.int64]], NDArray[np.int64]]  # where some rows were read
    ids: Callable[[NDArray[np.int64]], Ids]  # the documents of rows as they were read
    ties: str  # the rule
    name: str  # of the run

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many rows each query has."""
        return sizes_of(self.starts, len(self.score))

    def joined(self, rows: NDArray[np.int64], judgment: NDArray[np.int64], *, in_order: bool) -> Joined:
        """The ranks of the judged documents, which are in some rows, and of the ties they are in.

        `in_order`: the rows ascend.
        """
        starts = self.starts
        of = np.searchsorted(starts, rows, side="right") - 1
        begin = starts[of] if len(starts) else rows
        first, last = self._tie_of(rows)
        place = self._break_ties(rows, first, last)
        rank = place - begin + 1
        order = slice(None) if place is rows and in_order else np.lexsort((rank, self.query[of]))
        rank = rank[order]
        tie_first, tie_last = (rank if tie is rows else (tie - begin + 1)[order] for tie in (first, last))
        contradicted = self._contradicted()
        tally = Counter({"contradicted": contradicted} if contradicted else {})
        return Joined(self.query, self.sizes, judgment[order], rank, tie_first, tie_last, tally=tally)

    def _tie_edges(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The first and the last row of each tie: pairs side by side make one."""
        pairs = self.level
        new = np.flatnonzero(pairs[1:] != pairs[:-1] + 1) + 1
        return pairs[np.concatenate(([0], new))], pairs[np.append(new, len(pairs)) - 1] + 1

    def _tie_of(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The first and last place of the documents that share the score of each of some rows."""
        if not len(self.level):
            return rows, rows
        first, last = self._tie_edges()
        tie = np.searchsorted(first, rows, side="right") - 1
        tied = rows <= last[tie]  # if it is before all ties, the last one stands here
        tied &= tie >= 0
        return np.where(tied, first[tie], rows), np.where(tied, last[tie], rows)

    def _break_ties(
        self, rows: NDArray[np.int64], first: NDArray[np.int64], last: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """The final place of each of some rows, whose ties have these edges; other ties are not looked at."""
        tied = first < last
        if not tied.any() or self.ties in ("input", "expected"):
            return rows
        members, order = self._members(first[tied], last[tied])
        final = np.empty(len(members), np.int64)
        final[order] = members  # the i-th place of all members goes to the member that sorts there
        result = rows.copy()
        result[tied] = final[np.searchsorted(members, rows[tied])]
        return result

    def _members(
        self, first: NDArray[np.int64], last: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """All rows of the ties with these edges, ascending, and the order that the rule gives them inside each tie."""
        starts = distinct(first)
        ends = np.empty_like(starts)
        ends[np.searchsorted(starts, first)] = last
        sizes = ends - starts + 1
        members = spans(starts, sizes)
        return members, np.lexsort((*self._keys(members), np.repeat(np.arange(len(starts)), sizes)))

    def _keys(self, members: NDArray[np.int64]) -> tuple[NDArray[Any], ...]:
        """What decides between rows of one score, least important first."""
        if self.ties == "rank":
            if self.listed_rank is None or (self.listed_rank[members] == NO_RANK).any():
                raise InputError("has-no-ranks-every-document", source=self.name)
            return (self.listed_rank[members],)
        keys = self.ids(self.at(members)).descending_key()
        if self.ties == "docid-asc":
            return tuple(~key if key.dtype == np.uint64 else -key for key in keys)
        return keys

    def _contradicted(self) -> int:
        """How many queries have listed ranks that say another order than their scores."""
        if self.listed_rank is None:
            return 0
        listed = self.listed_rank
        wrong = listed[1:] < listed[:-1]
        wrong[self.starts[1:] - 1] = False
        if not wrong.any():
            return 0
        # rows of one score may have any order among themselves, and some may have no rank
        first = np.ones(len(listed), bool)
        first[self.level + 1] = False
        rows = np.flatnonzero(listed != NO_RANK)
        tie, listed = np.cumsum(first)[rows], listed[rows]
        heads = changes(tie)
        highest, lowest = np.maximum.reduceat(listed, heads), np.minimum.reduceat(listed, heads)
        stretch = np.searchsorted(self.starts, rows[heads], side="right") - 1
        wrong = (lowest[1:] < highest[:-1]) & (stretch[1:] == stretch[:-1])
        return len(distinct(stretch[1:][wrong]))

    def counts(self) -> Counter[str]:
        """What only a check asks for: rows that share their score, ties across rank 10 and ranks that are none."""
        found: Counter[str] = Counter()
        if len(self.level):
            first, last = self._tie_edges()
            found["tied"] = int((last - first + 1).sum())
            begin = self.starts[np.searchsorted(self.starts, self.level, side="right") - 1]
            found["across"] = int(np.count_nonzero(self.level - begin == _CUTOFF - 1))
        if self.listed_rank is not None:
            found["odd rank"] = int(np.count_nonzero(self.listed_rank == NO_RANK))
        return +found

    def top(self, keep: int, score: NDArray[Any]) -> Top:
        """The first documents of each query in their final order; `score` is that of rows as they were read."""
        sizes = np.minimum(self.sizes, keep)
        rows = spans(self.starts, sizes)
        first, last = self._tie_of(rows)
        tied = first < last
        if tied.any() and self.ties not in ("input", "expected"):
            # a tie may reach beyond what is kept, and then its last ones may come before its first
            members, order = self._members(first, last)
            members = members[order]
            stretch = np.searchsorted(self.starts, members, side="right") - 1
            begin = np.searchsorted(stretch, np.arange(len(self.starts)))
            rows = members[spans(begin, sizes)]
        read = self.at(rows)
        return Top(sizes, self.ids(read).compact(), score[read])
