"""From a source of run rows to joined parts: parsed and joined in pieces, on all cores, in bounded memory."""

from __future__ import annotations

import os
from contextlib import closing
from functools import cache
from itertools import chain
from queue import SimpleQueue
from threading import Lock, Semaphore, Thread, local
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from cranfield.io.ids import Ids
from cranfield.io.join import Columns, Part, RowError, join
from cranfield.io.keys import distinct
from cranfield.io.shuffled import Deck, deal, join_decks

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.judgments import Judgments
    from cranfield.io.queries import Piece
    from cranfield.io.rows import Rows

__all__ = ["cores", "in_order", "join_rows", "reuse_memory"]

_STRETCHES = 1 << 10  # of one query, from which on it is worth a look whether they are too many

_share = local()  # between how many threads the cores are shared

Given = TypeVar("Given")
Made = TypeVar("Made")


def in_order(
    work: Callable[[Given], Made], items: Iterable[Given], threads: int | None = None, ahead: int | None = None, *,
    sharing: bool = False,
) -> Generator[Made]:  # fmt: skip
    """`map` on several threads, with only a few results waiting: `ahead` of them, or two for each thread.

    With `sharing`, the work of each thread leaves its share of the cores to the others when it calls this again.

    The threads also take turns at fetching the next item: with one more thread for that, they would be more than there
    are cores, and the one that is put to sleep may be the one for which the others wait.
    """
    threads = threads or cores()
    iterator = iter(items)
    first, second = next(iterator, None), next(iterator, None)
    if second is None or threads == 1:
        # a single piece: starting threads would cost more than it saves
        yield from (work(item) for item in (first, second) if item is not None)
        yield from map(work, iterator)
        return
    made: SimpleQueue[SimpleQueue[tuple[Made, None] | tuple[None, BaseException]] | None] = SimpleQueue()
    room = Semaphore(threads + (threads if ahead is None else ahead))
    turn, rest, over = Lock(), chain((first, second), iterator), False

    def run() -> None:
        nonlocal over
        _share.threads = threads if sharing else 1
        while True:
            room.acquire()
            promise: SimpleQueue[tuple[Made, None] | tuple[None, BaseException]] = SimpleQueue()
            with turn:
                if over:
                    return
                try:
                    item = next(rest)
                except StopIteration:
                    over = True
                    made.put(None)
                    return
                except BaseException as error:  # noqa: BLE001 (it is raised where the result is asked for)
                    over = True
                    promise.put((None, error))
                    made.put(promise)
                    return
                made.put(promise)  # its place in the line
            try:
                promise.put((work(item), None))  # type: ignore[arg-type]
            except BaseException as error:  # noqa: BLE001
                promise.put((None, error))

    team = [Thread(target=run, daemon=True) for _ in range(threads)]
    for each in team:
        each.start()
    try:
        while (promise := made.get()) is not None:
            result, error = promise.get()
            if error is not None:
                raise error
            yield result  # type: ignore[misc]
            room.release()
    finally:
        over = True
        room.release(threads)
        for each in team:
            each.join()


def cores() -> int:
    """How many cores this thread may use."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(found // getattr(_share, "threads", 1), 1)


def join_rows(rows: Rows, gold: Judgments, policy: Policy) -> list[Part]:
    """Join a run piece by piece; it is read a second time, whole, if its queries are interleaved."""
    reuse_memory()
    gold.get_ready()

    def work(piece: Piece) -> tuple[Part | None, int] | None:
        columns = _columns(piece, gold)
        if columns is None:
            return None
        if _interleaved(columns.place):
            return None, 0  # no exception: its traceback would keep all this alive
        return join(columns, gold, policy, name=rows.name), len(columns)

    parts: list[Part] = []
    seen = np.zeros(len(gold.queries), bool)
    first_row = 0
    try:
        with closing(in_order(work, rows.pieces())) as joined:
            for part, count in filter(None, joined):
                if part is None or seen[part.query].any():
                    break  # a query came back after another one: its rows are not together
                seen[part.query] = True
                parts.append(part)
                first_row += count
            else:
                return parts
        first_row = 0
        return _join_shuffled(rows, gold, policy)
    except RowError as error:
        lines: list[int | None] = [None] * len(error.rows)
        if rows.where is not None:
            lines = rows.where([first_row + row for row in error.rows])
        raise error.tell(lines) from None


def reuse_memory() -> None:
    """Have the allocator of Linux keep freed memory for the next piece, which saves a third of the time.

    It returns blocks to the system as soon as they are freed, and every page that comes back costs a fault, until a
    large block was freed once; this one is never touched.
    """
    np.empty((32 << 20) - (1 << 13), np.uint8)


def _interleaved(stretches: NDArray[np.int64]) -> bool:
    """Whether most queries of a piece come back after others: then all that follow will do so too."""
    return len(stretches) > _STRETCHES and len(stretches) > 2 * len(distinct(stretches))


def _columns(piece: Piece, gold: Judgments) -> Columns | None:
    """The rows of a piece looked up in the judgments; None if it holds only blank lines and comments."""
    blocks = [block for block in piece() if len(block)]
    columns = [Columns.of(block, gold) for block in blocks]
    if len(columns) < 2:
        return columns[0] if columns else None
    docs = cache(lambda: Ids.together([block.doc for block in blocks]))
    return Columns.together(columns, lambda rows: docs()[rows])


def _join_shuffled(rows: Rows, gold: Judgments, policy: Policy) -> list[Part]:
    """Read a run again whose queries are interleaved."""

    def work(piece: Piece) -> Deck | None:
        columns = _columns(piece, gold)
        return None if columns is None else deal(columns)

    decks = list(filter(None, in_order(work, rows.pieces())))
    return join_decks(decks, gold, policy, name=rows.name, on_all_cores=in_order)
