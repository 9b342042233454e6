"""Runs whose queries are interleaved: rows are dealt to groups of queries, and each group is joined like a piece.

What is kept of a row are five numbers, and its document only if its hash does not tell it, so that the whole run
takes about as much memory as its file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.io.bytes.threads import in_order
from cranfield.io.ids.ids import Ids
from cranfield.io.ids.keys import changes
from cranfield.io.join.join import join
from cranfield.io.join.order import by_number
from cranfield.io.join.run_rows import Asked, Joined, RunRows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.join.judgments import Judgments

__all__ = ["SortedRows", "join_sorted", "sort_by_query"]

_ROWS = 1 << 18  # of a group: few enough to stay in the cache


@dataclass
class SortedRows:
    """Rows of a piece in order of their query, in numbers as narrow as they can be."""

    query: NDArray[np.int32]  # query numbers
    hash: NDArray[np.uint64]
    score: NDArray[np.float64]
    rank: NDArray[Any] | None
    at: NDArray[Any]  # where each row was read
    unknown: set[str]
    doc: Ids | None  # unless all ids can be told from their hash
    rows: int  # of the piece, also those of queries without judgments
    stretches: NDArray[np.int64]  # the query number of each


def sort_by_query(rows: RunRows) -> SortedRows:
    """Sort the rows of a piece by query."""
    query = rows.row_query
    order = by_number(query)
    order = order[int(np.searchsorted(query[order], 0)) :]  # queries without judgments are left out
    return SortedRows(
        query[order], rows.hash[order], rows.score[order],
        None if rows.rank is None else _narrow(rows.rank)[order], order.astype(np.int32), rows.unknown,
        None if rows.short else rows.ids(order).compact(), len(rows), rows.query[changes(rows.query)],
    )  # fmt: skip


def _narrow(ranks: NDArray[Any]) -> NDArray[Any]:
    """Ranks in the least memory that holds them."""
    for kind in (np.int16, np.int32):
        if ranks.min(initial=0) >= np.iinfo(kind).min and ranks.max(initial=0) <= np.iinfo(kind).max:
            return ranks.astype(kind)
    return ranks


def join_sorted(
    sorted_rows: Sequence[SortedRows], gold: Judgments, policy: Policy, *, name: str, asked: Asked
) -> list[Joined]:
    """Join the rows of all pieces, some queries at a time."""
    first = 0
    for some in sorted_rows:
        some.at = some.at.astype(np.int64 if first + some.rows >= 2**31 else np.int32) + first
        first += some.rows
    groups = max(sum(len(some.query) for some in sorted_rows) // _ROWS, 1)
    edges = [len(gold) * at // groups for at in range(groups + 1)]
    ranked = all(some.rank is not None for some in sorted_rows)
    short = all(some.doc is None for some in sorted_rows)

    def work(group: int) -> Joined:
        cuts = [slice(*np.searchsorted(some.query, edges[group : group + 2]).tolist()) for some in sorted_rows]

        def column(name: str) -> NDArray[Any]:
            return np.concatenate([getattr(some, name)[cut] for some, cut in zip(sorted_rows, cuts, strict=True)])

        query, hashes, docs = column("query"), column("hash"), cache(lambda: _docs(sorted_rows, cuts))
        start = changes(query)
        rows = RunRows(
            query[start].astype(np.int64), start, hashes, column("score"), column("rank") if ranked else None, set(),
            lambda some: Ids.of_hashes(hashes[some]) if short else docs()[some], read_at=column("at"),
        )  # fmt: skip
        joined = join(rows, gold, policy, name=name, asked=asked)
        joined.stretches = None  # rows do not stand where they were read
        return joined

    found = list(in_order(work, range(groups)))
    found[0].unknown = set[str]().union(*(some.unknown for some in sorted_rows))
    found[0].stretches = np.concatenate([some.stretches for some in sorted_rows])
    return found


def _docs(sorted_rows: Sequence[SortedRows], cuts: Sequence[slice]) -> Ids:
    """The documents of the chosen rows of each piece."""
    return Ids.together([
        Ids.of_hashes(some.hash[cut]) if some.doc is None else some.doc[cut].compact()
        for some, cut in zip(sorted_rows, cuts, strict=True)
    ])  # fmt: skip
