"""From a source of run rows to joined parts: parsed and joined in pieces, on all cores, in bounded memory."""

from __future__ import annotations

import os
from collections import deque
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import pyarrow as pa

from cranfield.io.arrow import differ
from cranfield.io.join import Columns, Part, join

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

    from cranfield.core.policy import Policy
    from cranfield.io.judgments import Judgments

__all__ = ["in_order", "join_tables"]

Given = TypeVar("Given")
Made = TypeVar("Made")


def in_order(work: Callable[[Given], Made], items: Iterable[Given], threads: int | None = None) -> Iterator[Made]:
    """`map` on several threads, with only a few results waiting."""
    threads = threads or os.cpu_count() or 1
    iterator = iter(items)
    first, second = next(iterator, None), next(iterator, None)
    if second is None or threads == 1:
        # a single piece: starting threads would cost more than it saves
        yield from (work(item) for item in (first, second) if item is not None)
        yield from map(work, iterator)
        return
    assert first is not None
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 (a single piece needs none)

    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Made]] = deque((pool.submit(work, first), pool.submit(work, second)))
        for item in iterator:
            waiting.append(pool.submit(work, item))
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def join_tables(
    tables: Callable[[], Iterable[pa.Table]], gold: Judgments, policy: Policy, *, name: str,
    where: Callable[[list[int]], list[int | None]] | None = None,
) -> list[Part]:  # fmt: skip
    """Join a run that `tables()` reads; it is read a second time, whole, if its queries are interleaved."""

    def work(piece: tuple[int, pa.Table]) -> Part:
        columns = Columns.of(piece[1], gold)
        return join(columns, gold, policy, first_row=piece[0], name=name, where=where)

    parts: list[Part] = []
    seen = np.zeros(len(gold.queries), bool)
    for part in in_order(work, _whole_queries(tables())):
        if seen[part.query].any():
            break  # a query came back after another one: its rows are not together
        seen[part.query] = True
        parts.append(part)
    else:
        return parts
    columns = Columns.together(list(in_order(lambda table: Columns.of(table, gold), tables())))
    return [join(columns, gold, policy, name=name, where=where)]


def _whole_queries(tables: Iterable[pa.Table]) -> Iterator[tuple[int, pa.Table]]:
    """Cut behind the last query that is complete, and carry the rest into the next piece."""
    carried: list[pa.Table] = []
    row = 0
    filled = (table for table in tables if len(table))
    table = next(filled, None)
    while table is not None:
        query, following = table["query"], next(filled, None)
        if carried and carried[-1]["query"][-1] != query[0]:
            piece = pa.concat_tables(carried, promote_options="default")
            yield row, piece
            row, carried = row + len(piece), []
        # behind the last table nothing follows that would need its own piece
        other = np.flatnonzero(differ(query, query[-1])) if following is not None else np.zeros(0, np.int64)
        if len(other):
            cut = int(other[-1]) + 1
            piece = pa.concat_tables([*carried, table.slice(0, cut)], promote_options="default")
            yield row, piece
            row, carried = row + len(piece), [table.slice(cut)]
        else:
            carried.append(table)
        table = following
    if carried:
        yield row, pa.concat_tables(carried, promote_options="default")
