"""A run joined piece by piece: parsed and joined on all cores, in bounded memory."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

from cranfield.io.bytes.threads import in_order
from cranfield.io.ids.keys import changes, distinct
from cranfield.io.ids.rows import Rows
from cranfield.io.join.join import join
from cranfield.io.join.run_rows import Asked, Joined, RowError, RunRows
from cranfield.io.spill.memory import default_limit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.join.judgments import Judgments
    from cranfield.io.read.input import Input, Piece

__all__ = ["all_rows", "join_run"]

_Outcome = tuple["Joined | None", int] | None  # what became of a piece, and its rows
_PLAIN = Asked()
_ENDLESS = 1 << 62
_STRETCHES = 1 << 10  # of one query, from which on it is worth a look whether they are too many


def join_run(
    run: Input, gold: Judgments, policy: Policy, asked: Asked = _PLAIN, *, memory: int | None = None
) -> list[Joined]:  # fmt: skip
    """Join a run piece by piece; it is read a second time, whole, if its queries are interleaved.

    Then its rows wait on disk if they would take more than `memory`, which is half of that of the machine by default.
    """
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
        # whoever numbers strangers too, as a check does, looks at all of them at once
        limit = (memory or default_limit()) if gold.strangers is None else _ENDLESS
        return _join_shuffled(run, gold, policy, asked, limit)
    except RowError as error:
        raise error.tell(run.locations([first_row + row for row in error.rows])) from None


def all_rows(listed: Input) -> Rows | None:
    """All rows of judgments, in one buffer; None if there is none."""
    _reuse_memory()
    found = [rows for read in in_order(lambda piece: list(piece()), listed.pieces()) for rows in read if len(rows)]
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
    found: list[RunRows] = []
    for rows in piece():
        if found:  # a query that is longer than a block: what is not needed of it goes
            found[-1] = found[-1].apart()
        if len(rows):
            found.append(RunRows.of(rows, gold))
        del rows
    return RunRows.together(found) if found else None


def _join_shuffled(run: Input, gold: Judgments, policy: Policy, asked: Asked, memory: int) -> list[Joined]:
    """Read a run again whose queries are interleaved: rows are dealt to groups of queries, each joined like a piece.

    What is kept of a row are four numbers, and its document only if its hash does not tell it, so that the whole run
    takes about as much memory as its file; what would take more than there is waits on disk.
    """
    from cranfield.io.join.shuffled import Dealt  # noqa: PLC0415 (hardly any run is shuffled)

    def read(piece: Piece) -> tuple[RunRows, int, NDArray[np.int64]] | None:
        rows = _run_rows(piece, gold)
        return None if rows is None else (rows.by_query(), len(rows), rows.query[changes(rows.query)])

    first, unknown, stretches = 0, set[str](), []
    with Dealt(gold, run.name, memory) as dealt:
        for rows, count, queries in filter(None, in_order(read, run.pieces())):
            assert rows.read_at is not None
            rows.read_at = rows.read_at.astype(np.int64 if first + count >= 2**31 else np.int32) + first
            first += count
            unknown |= rows.unknown
            if asked.collect is not None:  # only a check wants to know where queries come back
                stretches.append(queries)
            dealt.add(rows)

        def work(group: int) -> list[Joined]:
            return [join(some, gold, policy, name=run.name, asked=asked) for some in dealt.group(group)]

        joined = [one for group in in_order(work, range(len(dealt))) for one in group]
    for one in joined:
        one.stretches = None  # rows do not stand where they were read
    joined[0].unknown = unknown
    joined[0].stretches = np.concatenate(stretches) if stretches else None
    return joined
