"""Rows of a run whose queries are interleaved, by groups of queries: in memory, or on disk if they are many."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from cranfield.errors import InputError
from cranfield.io.ids.ids import Ids
from cranfield.io.ids.keys import changes
from cranfield.io.ids.rows import sizes_of
from cranfield.io.join.run_rows import RunRows
from cranfield.io.spill.buckets import Buckets
from cranfield.io.spill.folder import temporary_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cranfield.io.join.judgments import Judgments

__all__ = ["Dealt"]

_ROWS = 1 << 18  # of a group of queries: few enough to stay in the cache
_FILES = 128
_ROW, _DOC = 28, 48  # bytes of a row in memory, and of its document if its hash does not tell it
_JOINED = 120  # bytes of a row while it is joined


class Dealt:
    """Rows of all queries, put in as they are read and taken out by groups of queries."""

    def __init__(self, gold: Judgments, name: str, memory: int) -> None:
        self._gold, self._name, self._memory = gold, name, memory
        self._held: list[RunRows] = []
        self._bytes = 0
        self._files: Buckets | None = None
        self._edges: list[int] = []
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failed: object) -> None:
        if self._files is not None:
            self._files.close()
        self._stack.close()

    def add(self, rows: RunRows) -> None:
        """Rows in order of their query, as `by_query` gives them."""
        if self._files is None:
            self._held.append(rows)
            self._bytes += len(rows) * (_ROW if rows.short else _ROW + _DOC)
            if 2 * self._bytes > self._memory:
                self._to_disk()
            return
        for at, (low, high) in enumerate(zip(self._edges, self._edges[1:], strict=False)):
            some = rows.between(low, high)
            if len(some):
                self._files.append(at, _columns(some))

    def _to_disk(self) -> None:
        folder = self._stack.enter_context(temporary_folder())
        count = min(_FILES, max(len(self._gold.queries), 1))
        self._files, self._edges = Buckets(folder, "run", count), _edges(len(self._gold.queries), count)
        self._folder: Path = folder
        held, self._held = self._held, []
        while held:
            self.add(held.pop(0))

    def __len__(self) -> int:
        """How many groups there are."""
        return max(sum(map(len, self._held)) // _ROWS, 1) if self._files is None else len(self._files)

    def group(self, at: int) -> list[RunRows]:
        """The rows of one group of queries, in parts that are few enough; each group is taken out once."""
        if self._files is None:
            edges = _edges(len(self._gold), len(self))
            return [RunRows.together([rows.between(*edges[at : at + 2]) for rows in self._held])]
        if not self._files.rows[at]:
            return []
        if self._files.rows[at] * _JOINED <= max(self._memory // 2, _ROWS * _JOINED):
            return [RunRows.together([_rows(each) for each in self._files.chunks(at)])]
        return list(self._finer(self._files, at, *self._edges[at : at + 2]))

    def _finer(self, files: Buckets, at: int, low: int, high: int) -> Iterator[RunRows]:
        """The queries of a group that is too large, one by one."""
        again = Buckets(self._folder, f"run-{at}", high - low)
        for each in files.chunks(at):
            rows = _rows(each)
            for query in range(low, high):
                some = rows.between(query, query + 1)
                if len(some):
                    again.append(query - low, _columns(some))
        again.close()
        for query in range(low, high):
            count = again.rows[query - low]
            if count * _JOINED > self._memory:
                needed = count * _JOINED // 10**6
                raise InputError(
                    "query-beyond-memory",
                    source=self._name,
                    query=self._gold.query_name(query),
                    rows=count,
                    needed=needed,
                )
            if count:
                yield RunRows.together([_rows(each) for each in again.chunks(query - low)])


def _edges(queries: int, groups: int) -> list[int]:
    return [queries * at // groups for at in range(groups + 1)]


def _columns(rows: RunRows) -> dict[str, Any]:
    """Rows as they go to disk."""
    found: dict[str, Any] = {
        "query": np.repeat(rows.query.astype(np.int32), sizes_of(rows.start, len(rows))),
        "hash": rows.hash, "score": rows.score, "read_at": rows.read_at,
    }  # fmt: skip
    if rows.rank is not None:
        found["rank"] = rows.rank
    if not rows.short:
        found["doc"] = rows.ids(np.arange(len(rows))).compact()
    return found


def _rows(columns: dict[str, Any]) -> RunRows:
    """Rows as they came from disk."""
    start, hashes = changes(columns["query"]), columns["hash"]
    doc: Ids | None = columns.get("doc")
    return RunRows(
        columns["query"][start].astype(np.int64), start, hashes, columns["score"], columns.get("rank"), set(),
        lambda some: Ids.of_hashes(hashes[some]) if doc is None else doc[some], doc is None, columns["read_at"],
    )  # fmt: skip
