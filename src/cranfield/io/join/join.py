"""The one join and the one tie rule: run rows and judgments become ranks and grades.

A piece of a run that holds whole queries is joined on its own; pieces are then put together (`assemble.py`).
What the join keeps grows with the judged documents, not with the run.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.ragged import spans
from cranfield.errors import DuplicateError, InputError
from cranfield.io.bytes.quote import clip
from cranfield.io.ids.keys import alike, changes, distinct, even_stretches, grouped
from cranfield.io.ids.rows import NO_RANK, sizes_of
from cranfield.io.join.meeting import meet, worth_meeting
from cranfield.io.join.order import ascending, by_listed_rank, by_number
from cranfield.io.join.run_rows import Joined, RowError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.bytes.location import Location
    from cranfield.io.ids.ids import Ids
    from cranfield.io.join.judgments import Judgments
    from cranfield.io.join.run_rows import RunRows

__all__ = ["join"]

_LONG = 64  # documents a query, from which on queries are sorted one by one


def join(rows: RunRows, gold: Judgments, policy: Policy, *, name: str = "run") -> Joined:
    """Rank the judged documents of whole queries; raises RowError where rows are to blame."""
    work = _Join(rows, gold, policy, name)
    work.drop_unknown()
    work.refuse_nonfinite()
    if not work.meet_judged():
        work.drop_repeats()
        work.look_up()
    work.sort()
    return work.rank()


class _Join:
    """Rows of a run on their way to what the measures need."""

    def __init__(self, rows: RunRows, gold: Judgments, policy: Policy, name: str) -> None:
        self.gold, self.policy, self.name = gold, policy, name
        self.ids, self.unknown = rows.ids, rows.unknown
        self.score, self.listed_rank = rows.score, rows.rank
        self.hash: NDArray[np.uint64] | None = rows.hash
        self._key: NDArray[np.uint64] | None = None
        self._set_stretches(rows.query, rows.start)
        self._row_query: NDArray[np.int32] | None = None
        self.row = self.judgment = np.zeros(0, np.int64)  # the rows with judged documents, and the judgments they have
        self.at: NDArray[np.int64] | None = None  # where each row was read, once rows have moved
        self.tally: Counter[str] = Counter()

    def _set_stretches(self, query: NDArray[np.int64], start: NDArray[np.int64]) -> None:
        """Rows that follow each other and are of one query, as few stretches as there can be."""
        new = query[1:] != query[:-1]
        if not new.all():
            first = np.concatenate(([True], new))
            query, start = query[first], start[first]
        self.query, self.starts = query, start
        self.answered = distinct(query)
        self.mixed = len(self.answered) < len(query)  # whether a query comes back after another one
        self._borders = start[1:] - 1  # the last rows of all queries but the last one
        self._forget_order()

    def _forget_order(self) -> None:
        """Scores are others now, or stand elsewhere."""
        self._level: NDArray[np.int64] | None = None
        self._descending: bool | None = None

    @property
    def row_query(self) -> NDArray[np.int32]:
        """The query number of each row, which only rows need that are not as they should be."""
        if self._row_query is None:
            self._row_query = np.repeat(self.query.astype(np.int32), self.sizes)
        return self._row_query

    def _move(self, rows: NDArray[np.int64]) -> None:
        """Keep some rows, in this order."""
        place = np.full(len(self.score), -1, np.int32)
        place[rows] = np.arange(len(rows), dtype=np.int32)
        moved = place[self.row]
        del place
        self.row, self.judgment = moved[moved >= 0].astype(np.int64), self.judgment[moved >= 0]
        self._row_query = query = self.row_query[rows]
        self.score = self.score[rows]
        if self.hash is not None:
            self.hash, self._key = self.hash[rows], None
        if self.listed_rank is not None:
            self.listed_rank = self.listed_rank[rows]
        self.at = rows if self.at is None else self.at[rows]
        start = changes(query)
        self._set_stretches(query[start].astype(np.int64), start)

    def _read_at(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        return rows if self.at is None else self.at[rows]

    def _wrong(self, rows: list[int], tell: Callable[[list[Location]], InputError]) -> RowError:
        return RowError(self._read_at(np.array(rows)).tolist(), tell)

    def _ids(self, rows: NDArray[np.int64]) -> Ids:
        return self.ids(self._read_at(rows))

    def _id(self, row: int) -> str:
        return clip(self._ids(np.array([row])).text(0))

    def refuse_nonfinite(self) -> None:
        """Nan has no place in an order and infinity is rarely meant: refuse or count them."""
        # numbers that descend all the way are finite if the first and the last one are
        suspects = self.score[np.concatenate((self.starts, self.starts - 1))] if self.descending else self.score
        odd = np.zeros(0, np.int64) if np.isfinite(suspects).all() else np.flatnonzero(~np.isfinite(self.score))
        if self.policy.scores == "float32":
            with np.errstate(over="ignore"):  # a float has no room for 1e39: trec_eval 9 sees infinity too
                self.score = self.score.astype(np.float32)
            self._forget_order()  # scores may have become equal
        if not len(odd):
            return
        if self.policy.nonfinite == "error":
            row = int(odd[0])
            what = (
                f"the score of document {self._id(row)} is {self.score[row]}; scores must be finite numbers"
                " (nonfinite=sort keeps them, nan last)"
            )
            raise self._wrong([row], lambda locations: locations[0].error(what, self.name))
        self.tally["nonfinite"] += len(odd)
        # places in the order of all scores stand for the scores, so that nan comes after minus infinity
        _, place = np.unique(self.score, return_inverse=True)
        self.score = np.where(np.isnan(self.score), -1.0, place.astype(np.float64))
        self._forget_order()

    def drop_unknown(self) -> None:
        """Queries without judgments take part in nothing."""
        if self.unknown:
            self._move(np.flatnonzero(self.row_query >= 0))

    @property
    def level(self) -> NDArray[np.int64]:
        """The rows whose score is not higher than that of the next row of their query: few where rows are in order."""
        if self._level is None:
            falling = self.score[1:] < self.score[:-1]
            falling[self._borders] = True
            self._level = np.flatnonzero(np.logical_not(falling, out=falling))
        return self._level

    @property
    def descending(self) -> bool:
        """Whether no score is higher than that before, inside each query, and none is nan."""
        if self._descending is None:
            self._descending = bool((self.score[self.level + 1] == self.score[self.level]).all())
        return self._descending

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many rows each query has."""
        return sizes_of(self.starts, len(self.score))

    @property
    def key(self) -> NDArray[np.uint64]:
        """A number of each row, made of document and query."""
        if self._key is None:
            assert self.hash is not None
            self._key = grouped(self.hash, self.query, self.sizes)
        return self._key

    def meet_judged(self) -> bool:
        """Find the rows whose documents are judged, where one sort tells that no document is listed twice.

        It takes two thirds of the time of what follows, which is the way for everything else.
        """
        assert self.hash is not None
        even = [] if self.mixed else even_stretches(self.sizes, len(self.hash))
        if not even:
            return False
        first = self.gold.offsets[self.query]
        count = self.gold.offsets[self.query + 1] - first
        if not all(worth_meeting(size, count[of]) for size, _, of in even):
            return False
        found = []
        for size, rows, of in even:
            met = meet(self.hash[rows], size, self.gold.doc_ids.hash, first[of], count[of])
            if met is None:
                return False
            found.append((met[0] + rows.start, met[1]))
        row, judgment = (np.concatenate(each) for each in zip(*found, strict=True))
        if not self._ids(row).equal(self.gold.doc_ids, judgment).all():
            return False  # two documents have one hash, which hardly ever happens
        self.row, self.judgment, self.hash = row, judgment, None
        return True

    def drop_repeats(self) -> None:
        """A document listed twice for one query is an error, or all but one row are dropped and counted."""
        rows = alike(self.key, None if self.mixed else self.sizes)
        if not len(rows):
            return
        code, _ = self._ids(rows).encode()
        order = np.lexsort((rows, code, self.row_query[rows]))
        repeat = (np.diff(code[order]) == 0) & (np.diff(self.row_query[rows][order]) == 0)
        if not repeat.any():
            return
        if self.policy.duplicates == "error":
            pairs = ((int(rows[order[i + 1]]), int(rows[order[i]])) for i in np.flatnonzero(repeat))
            raise self._twice(*min(pairs))
        self._keep_one(rows, code)

    def _twice(self, second: int, first: int) -> RowError:
        query, doc = clip(self.gold.queries[int(self.row_query[second])]), self._id(second)

        def tell(locations: list[Location]) -> InputError:
            again = f" (first {locations[0]})" if str(locations[0]) else ""
            what = f"query {query} lists document {doc} twice{again}; remove one or choose duplicates=first, last or"
            return locations[1].error(f"{what} best", self.name, DuplicateError)

        return self._wrong([first, second], tell)

    def _keep_one(self, rows: NDArray[np.int64], code: NDArray[np.int64]) -> None:
        """Of the rows that share a document with another, the one that the policy prefers."""
        prefer = {"first": rows, "last": -rows, "best": -self.score[rows]}[self.policy.duplicates]
        order = np.lexsort((rows, prefer, code, self.row_query[rows]))
        dropped = rows[order][1:][(np.diff(code[order]) == 0) & (np.diff(self.row_query[rows][order]) == 0)]
        self.tally["duplicate"] += len(dropped)
        kept = np.ones(len(self.score), bool)
        kept[dropped] = False
        self._move(np.flatnonzero(kept))

    def look_up(self) -> None:
        """Find the few rows whose documents are judged."""
        self.row, self.judgment = self.gold.matches(self.key, self._ids, self.answered)
        self.hash = self._key = None  # no longer needed

    def sort(self) -> None:
        """The rows of each query together, score descending; equal scores stay in the order of the input for now."""
        if not self.mixed and self.descending:
            return
        order = by_listed_rank(self.row_query, self.listed_rank, self.score)
        if order is not None:
            self._move(order)
            return
        if self.mixed:
            self._move(by_number(self.row_query))
        starts = self.starts
        if len(self.row_query) < _LONG * len(starts):
            self._move(np.lexsort((-self.score, self.row_query)))
            return
        # long queries one by one: sorting a thousand numbers at a time stays in the cache
        order, down = np.arange(len(self.row_query)), -self.score
        ends = np.append(starts[1:], len(self.row_query))
        for stretch in distinct(np.searchsorted(starts, np.flatnonzero(self._rising()), side="right") - 1):
            a, b = starts[stretch], ends[stretch]
            order[a:b] = a + ascending(down[a:b])
        self._move(order)

    def _rising(self) -> NDArray[np.bool_]:
        """Where the next row has a higher score."""
        rising = self.score[1:] > self.score[:-1]
        rising[self._borders] = False
        return rising

    def rank(self) -> Joined:
        """The ranks of the judged documents and of the ties they are in."""
        starts, rows = self.starts, self.row
        begin = starts[np.searchsorted(starts, rows, side="right") - 1] if len(starts) else rows
        tie_first, tie_last = self._ties(rows)
        place = self._break_ties(rows, tie_first, tie_last)
        rank = place - begin + 1
        self._count_contradictions()
        ordered = place is rows and self.at is None
        order = slice(None) if ordered else np.lexsort((rank, self.row_query[rows]))
        rank = rank[order]
        first, last = (rank if tie is rows else (tie - begin + 1)[order] for tie in (tie_first, tie_last))
        return Joined(
            self.query, self.sizes, self.judgment[order], rank, first, last, self.unknown, self.tally
        )  # fmt: skip

    def _ties(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The first and last place of the documents that share the score of each judged one."""
        pairs = self.level  # all rows are in order by now
        if not len(pairs):
            return rows, rows
        self.tally["tied"] += len(pairs)
        # pairs side by side make one tie
        new = np.flatnonzero(pairs[1:] != pairs[:-1] + 1) + 1
        first, last = pairs[np.concatenate(([0], new))], pairs[np.append(new, len(pairs)) - 1] + 1
        tie = np.searchsorted(first, rows, side="right") - 1
        tied = rows <= last[tie]  # if it is before all ties, the last one stands here
        tied &= tie >= 0
        return np.where(tied, first[tie], rows), np.where(tied, last[tie], rows)

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
        members = spans(starts, sizes)
        group = np.repeat(np.arange(len(starts)), sizes)
        if self.policy.ties == "rank":
            if self.listed_rank is None or (self.listed_rank[members] == NO_RANK).any():
                what = "has no ranks for every document; choose another tie rule than rank"
                raise InputError(what, source=self.name)
            keys: tuple[NDArray[np.int64], ...] = (self.listed_rank[members],)
        else:
            keys = self._ids(members).descending_key()
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
        if self.listed_rank is None:
            return
        wrong = self.listed_rank[1:] <= self.listed_rank[:-1]
        wrong[self._borders] = False
        if wrong.any():
            wrong &= self.score[1:] < self.score[:-1]
            wrong &= (self.listed_rank[1:] != NO_RANK) & (self.listed_rank[:-1] != NO_RANK)
            self.tally["contradicted"] += len(distinct(self.row_query[1:][wrong]))
