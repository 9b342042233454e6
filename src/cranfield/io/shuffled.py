"""Runs whose queries are interleaved: rows are dealt to groups of queries, and each group is joined like a piece.

What is kept of a row are five numbers, and its document only if its hash does not tell it, so that the whole run
takes about as much memory as its file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.io.ids import Ids
from cranfield.io.join import join
from cranfield.io.keys import changes
from cranfield.io.order import by_number
from cranfield.io.parts import Columns, Part, RowError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.judgments import Judgments

__all__ = ["Deck", "deal", "join_decks"]

_ROWS = 1 << 18  # of a group: few enough to stay in the cache


@dataclass
class Deck:
    """Rows of a piece in order of their query, in numbers as narrow as they can be."""

    query: NDArray[np.int32]  # as a place in the judgments
    hash: NDArray[np.uint64]
    score: NDArray[np.float64]
    rank: NDArray[Any] | None
    at: NDArray[Any]  # where each row was read
    unknown: set[str]
    doc: Ids | None  # unless all ids can be told from their hash
    rows: int  # of the piece, also those of queries without judgments


def deal(columns: Columns) -> Deck:
    """Sort the rows of a piece by query."""
    query = columns.query
    order = by_number(query)
    order = order[int(np.searchsorted(query[order], 0)) :]  # queries without judgments are left out
    short = columns.short()
    return Deck(
        query[order], columns.hash[order], columns.score[order],
        None if columns.rank is None else _narrow(columns.rank)[order], order.astype(np.int32), columns.unknown,
        None if short else columns.ids(order).compact(), len(columns),
    )  # fmt: skip


def _narrow(ranks: NDArray[Any]) -> NDArray[Any]:
    """Ranks in the least memory that holds them."""
    for kind in (np.int16, np.int32):
        if ranks.min(initial=0) >= np.iinfo(kind).min and ranks.max(initial=0) <= np.iinfo(kind).max:
            return ranks.astype(kind)
    return ranks


def join_decks(
    decks: Sequence[Deck], gold: Judgments, policy: Policy, *, name: str,
    on_all_cores: Callable[[Callable[[int], Part], range], Any],
) -> list[Part]:  # fmt: skip
    """Join the rows of all pieces, some queries at a time."""
    first = 0
    for deck in decks:
        deck.at = deck.at.astype(np.int64 if first + deck.rows >= 2**31 else np.int32) + first
        first += deck.rows
    groups = max(sum(len(deck.query) for deck in decks) // _ROWS, 1)
    edges = [len(gold.queries) * at // groups for at in range(groups + 1)]
    ranked = all(deck.rank is not None for deck in decks)
    short = all(deck.doc is None for deck in decks)

    def work(group: int) -> Part:
        cuts = [slice(*np.searchsorted(deck.query, edges[group : group + 2]).tolist()) for deck in decks]

        def column(name: str) -> NDArray[Any]:
            return np.concatenate([getattr(deck, name)[cut] for deck, cut in zip(decks, cuts, strict=True)])

        query, hashes, at, docs = column("query"), column("hash"), column("at"), cache(lambda: _docs(decks, cuts))
        start = changes(query)
        columns = Columns(
            query[start].astype(np.int64), start, hashes, column("score"), column("rank") if ranked else None, set(),
            lambda rows: Ids.of_hashes(hashes[rows]) if short else docs()[rows],
        )  # fmt: skip
        try:
            return join(columns, gold, policy, name=name)
        except RowError as error:
            raise RowError(at[error.rows].tolist(), error.tell) from None

    parts = list(on_all_cores(work, range(groups)))
    parts[0].unknown = set[str]().union(*(deck.unknown for deck in decks))
    return parts


def _docs(decks: Sequence[Deck], cuts: Sequence[slice]) -> Ids:
    """The documents of some rows of each deck."""
    return Ids.together([
        Ids.of_hashes(deck.hash[cut]) if deck.doc is None else deck.doc[cut].compact()
        for deck, cut in zip(decks, cuts, strict=True)
    ])  # fmt: skip
