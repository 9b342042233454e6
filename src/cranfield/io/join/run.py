"""A run joined piece by piece: parsed and joined on all cores, in bounded memory."""

from __future__ import annotations

from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from cranfield.io.bytes.threads import in_order
from cranfield.io.ids.ids import Ids
from cranfield.io.ids.keys import changes, distinct
from cranfield.io.ids.rows import Rows
from cranfield.io.join.join import join
from cranfield.io.join.run_rows import Asked, Joined, RowError, RunRows
from cranfield.io.join.shuffled import SortedRows, join_sorted, sort_by_query

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.join.judgments import Judgments
    from cranfield.io.read.input import Input, Piece

__all__ = ["all_rows", "join_run"]

_Outcome = tuple["Joined | None", int] | None  # what became of a piece, and its rows
_PLAIN = Asked()
_STRETCHES = 1 << 10  # of one query, from which on it is worth a look whether they are too many


def join_run(run: Input, gold: Judgments, policy: Policy, asked: Asked = _PLAIN) -> list[Joined]:
    """Join a run piece by piece; it is read a second time, whole, if its queries are interleaved."""
    _reuse_memory()
    gold.get_ready()

    def work(piece: Piece) -> _Outcome:
        rows = _run_rows(piece, gold)
        if rows is None:
            return None
        if _interleaved(rows.query):
            return None, 0  # no exception: its traceback would keep all this alive
        return join(rows, gold, policy, name=run.name, asked=asked), len(rows)

    joined: list[Joined] = []
    seen = np.zeros(len(gold), bool)
    first_row = 0
    try:
        with closing(in_order(work, run.pieces())) as outcomes:
            for one, count in filter(None, outcomes):
                if one is not None and len(seen) < len(gold):  # strangers have come
                    seen = np.concatenate((seen, np.zeros(len(gold), bool)))
                if one is None or seen[one.query].any():
                    break  # a query came back after another one: its rows are not together
                seen[one.query] = True
                joined.append(one.behind(first_row))
                first_row += count
            else:
                return joined
        first_row = 0
        return _join_shuffled(run, gold, policy, asked)
    except RowError as error:
        raise error.tell(run.locations([first_row + row for row in error.rows])) from None


def all_rows(listed: Input) -> Rows | None:
    """All rows of judgments, in one buffer; None if there is none."""
    _reuse_memory()
    found = [rows for read in in_order(lambda piece: piece(), listed.pieces()) for rows in read if len(rows)]
    return Rows.together(found) if found else None


def _reuse_memory() -> None:
    """Have the allocator of Linux keep freed memory for the next piece, which saves a third of the time.

    It returns blocks to the system as soon as they are freed, and every page that comes back costs a fault, until a
    large block was freed once; this one is never touched.
    """
    np.empty((32 << 20) - (1 << 13), np.uint8)


def _interleaved(query: NDArray[np.int64]) -> bool:
    """Whether most queries of a piece come back after others: then all that follow will do so too."""
    stretches = query[changes(query)]  # queries without judgments that follow each other are one
    return len(stretches) > _STRETCHES and len(stretches) > 2 * len(distinct(stretches))


def _run_rows(piece: Piece, gold: Judgments) -> RunRows | None:
    """The rows of a piece looked up in the judgments; None if it holds only blank lines and comments."""
    read = [rows for rows in piece() if len(rows)]
    found = [RunRows.of(rows, gold) for rows in read]
    if len(found) < 2:
        return found[0] if found else None
    docs = cache(lambda: Ids.together([rows.doc for rows in read]))
    return RunRows.together(found, lambda rows: docs()[rows])


def _join_shuffled(run: Input, gold: Judgments, policy: Policy, asked: Asked) -> list[Joined]:
    """Read a run again whose queries are interleaved."""

    def work(piece: Piece) -> SortedRows | None:
        rows = _run_rows(piece, gold)
        return None if rows is None else sort_by_query(rows)

    sorted_rows = list(filter(None, in_order(work, run.pieces())))
    return join_sorted(sorted_rows, gold, policy, name=run.name, asked=asked)
