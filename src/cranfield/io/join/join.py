"""The one join: run rows and judgments become ranks and grades.

A piece of a run that holds whole queries is joined on its own; pieces are then put together (`assemble.py`).
What the join keeps grows with the judged documents, not with the run.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from cranfield.errors import DuplicateError, InputError
from cranfield.io.ids.keys import alike, changes, distinct, grouped
from cranfield.io.ids.rows import sizes_of
from cranfield.io.join.order import ascending, by_listed_rank, by_number
from cranfield.io.join.ranked import Ranked
from cranfield.io.join.run_rows import Asked, Repeat, RowError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.bytes.location import Location
    from cranfield.io.ids.ids import Ids
    from cranfield.io.join.judgments import Judgments
    from cranfield.io.join.run_rows import Joined, RunRows

__all__ = ["join"]

_LONG = 64  # documents a query, from which on queries are sorted one by one
_PLAIN = Asked()


def join(rows: RunRows, gold: Judgments, policy: Policy, *, name: str = "run", asked: Asked = _PLAIN) -> Joined:
    """Rank the judged documents of whole queries; raises RowError where rows are to blame."""
    work = _Join(rows, gold, policy, name, asked)
    work.drop_unknown()
    work.refuse_nonfinite()
    work.drop_repeats()
    work.look_up()
    work.sort()
    ranked = Ranked(
        work.query, work.starts, work.score, work.listed_rank, work.level, work.at,
        rows.ids, policy.ties, name,
    )  # fmt: skip
    joined = ranked.joined(work.row, work.judgment, in_order=work.moved is None)
    joined.unknown = rows.unknown
    joined.tally += work.tally
    if asked.keep:
        joined.top = ranked.top(asked.keep, rows.score)
    if asked.collect is not None:
        joined.tally += ranked.counts()
        joined.nonfinite, joined.repeats = work.nonfinite, work.repeats
        joined.stretches = rows.query[changes(rows.query)]
    return joined


class _Join:
    """Rows of a run on their way to be ranked."""

    def __init__(self, rows: RunRows, gold: Judgments, policy: Policy, name: str, asked: Asked) -> None:
        self.gold, self.policy, self.name, self.collect = gold, policy, name, asked.collect
        self.ids, self.read_at = rows.ids, rows.read_at
        self.score, self.listed_rank = rows.score, rows.rank
        self._set_stretches(rows.query, rows.start)
        # a number of each row, made of document and query; None when it is no longer needed
        self.key: NDArray[np.uint64] | None = grouped(rows.hash, self.query, self.sizes)
        self.row = self.judgment = np.zeros(0, np.int64)  # the rows with judged documents, and the judgments they have
        self.moved: NDArray[np.int64] | None = None  # where each row was read, once rows have moved
        self.tally: Counter[str] = Counter()
        self.nonfinite: list[int] = []
        self.repeats: list[Repeat] = []

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
        for known in ("level", "descending"):
            vars(self).pop(known, None)

    @cached_property
    def row_query(self) -> NDArray[np.int32]:
        """The query number of each row, which only rows need that are not as they should be."""
        return np.repeat(self.query.astype(np.int32), self.sizes)

    def _move(self, rows: NDArray[np.int64]) -> None:
        """Keep some rows, in this order."""
        place = np.full(len(self.score), -1, np.int32)
        place[rows] = np.arange(len(rows), dtype=np.int32)
        moved = place[self.row]
        del place
        self.row, self.judgment = moved[moved >= 0].astype(np.int64), self.judgment[moved >= 0]
        self.row_query = query = self.row_query[rows]
        self.score = self.score[rows]
        if self.key is not None:
            self.key = self.key[rows]
        if self.listed_rank is not None:
            self.listed_rank = self.listed_rank[rows]
        self.moved = rows if self.moved is None else self.moved[rows]
        start = changes(query)
        self._set_stretches(query[start].astype(np.int64), start)

    def at(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where some rows stood before they were moved."""
        return rows if self.moved is None else self.moved[rows]

    def _in_input(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where some rows stand in the input."""
        return self.at(rows) if self.read_at is None else self.read_at[self.at(rows)].astype(np.int64)

    def _ids(self, rows: NDArray[np.int64]) -> Ids:
        return self.ids(self.at(rows))

    def _id(self, row: int) -> str:
        return self._ids(np.array([row])).text(0)

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
        if self.collect is not None:
            self.nonfinite = np.sort(self._in_input(odd))[: self.collect].tolist()
        elif self.policy.nonfinite == "error":
            row = int(odd[0])
            facts = {"doc": self._id(row), "score": self.score[row]}
            raise RowError(
                self._in_input(odd[:1]).tolist(),
                lambda locations: locations[0].error("score-finite", self.name, **facts),
            )
        self.tally["nonfinite"] += len(odd)
        # places in the order of all scores stand for the scores, so that nan comes after minus infinity
        _, place = np.unique(self.score, return_inverse=True)
        self.score = np.where(np.isnan(self.score), -1.0, place.astype(np.float64))
        self._forget_order()

    def drop_unknown(self) -> None:
        """Queries without judgments take part in nothing, unless somebody wants to know of them too."""
        if len(self.answered) and self.answered[0] < 0:
            self._move(np.flatnonzero(self.row_query >= 0))

    @cached_property
    def level(self) -> NDArray[np.int64]:
        """The rows whose score is not higher than that of the next row of their query: few where rows are in order."""
        falling = self.score[1:] < self.score[:-1]
        falling[self._borders] = True
        return np.flatnonzero(np.logical_not(falling, out=falling))

    @cached_property
    def descending(self) -> bool:
        """Whether no score is higher than that before, inside each query, and none is nan."""
        return bool((self.score[self.level + 1] == self.score[self.level]).all())

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many rows each query has."""
        return sizes_of(self.starts, len(self.score))

    def drop_repeats(self) -> None:
        """A document listed twice for one query is an error, or all but one row are dropped and counted."""
        assert self.key is not None
        rows = alike(self.key, None if self.mixed else self.sizes)
        if not len(rows):
            return
        code, _ = self._ids(rows).encode()
        order = np.lexsort((rows, code, self.row_query[rows]))
        new = np.ones(len(order), bool)
        new[1:] = (np.diff(code[order]) != 0) | (np.diff(self.row_query[rows][order]) != 0)
        again = np.flatnonzero(~new)
        if not len(again):
            return
        if self.collect is None and self.policy.duplicates != "error":
            self._keep_one(rows, code)
            return
        heads = np.flatnonzero(new)
        first, second = rows[order[heads[np.searchsorted(heads, again, side="right") - 1]]], rows[order[again]]
        few = np.argsort(self._in_input(second))[: 1 if self.collect is None else self.collect]
        repeats = [self._repeat(*pair) for pair in zip(first[few].tolist(), second[few].tolist(), strict=True)]
        if self.collect is None:
            raise RowError([repeats[0].first, repeats[0].row], partial(self._tell, repeats[0]))
        # all rows stay: whoever collects looks at them as they are
        self.tally["duplicate"] += len(again)
        self.repeats = repeats

    def _repeat(self, first: int, second: int) -> Repeat:
        before, row = self._in_input(np.array([first, second])).tolist()
        return Repeat(row, before, self.gold.query_name(int(self.row_query[second])), self._id(second))

    def _tell(self, repeat: Repeat, locations: list[Location]) -> InputError:
        facts = {"query": repeat.query, "doc": repeat.doc, "before": str(locations[0])}
        return locations[1].error("listed-twice", self.name, DuplicateError, **facts)

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
        assert self.key is not None
        self.row, self.judgment = self.gold.matches(self.key, self._ids, self.answered)
        self.key = None

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
        if len(self.score) < _LONG * len(starts):
            self._move(np.lexsort((-self.score, self.row_query)))
            return
        # long queries one by one: sorting a thousand numbers at a time stays in the cache
        order, down = np.arange(len(self.score)), -self.score
        ends = np.append(starts[1:], len(self.score))
        rising = self.score[1:] > self.score[:-1]
        rising[self._borders] = False
        for stretch in distinct(np.searchsorted(starts, np.flatnonzero(rising), side="right") - 1):
            a, b = starts[stretch], ends[stretch]
            order[a:b] = a + ascending(down[a:b])
        self._move(order)
