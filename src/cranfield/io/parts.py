"""What goes into the join of a piece, and what comes out of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.io.block import sizes_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cranfield.errors import InputError
    from cranfield.io.block import Block
    from cranfield.io.ids import Ids
    from cranfield.io.judgments import Judgments
    from cranfield.io.places import Place

__all__ = ["Columns", "Part", "RowError"]


class RowError(Exception):
    """Something is wrong with rows of a piece; `tell` makes the error once it is known where in the input they are."""

    def __init__(self, rows: list[int], tell: Callable[[list[Place]], InputError]) -> None:
        super().__init__(rows)
        self.rows, self.tell = rows, tell


@dataclass
class Part:
    """What the measures need of some queries of a run."""

    query: NDArray[np.int64]  # the answered queries, as places in the judgments
    retrieved: NDArray[np.int64]  # how many documents each of them returned
    row: NDArray[np.int64]  # judgment rows that were retrieved, in order of query and rank
    rank: NDArray[np.int64]
    tie_first: NDArray[np.int64]
    tie_last: NDArray[np.int64]
    unknown: set[str] = field(default_factory=set)  # queries without judgments
    tally: Counter[str] = field(default_factory=Counter)


@dataclass
class Columns:
    """Rows of a run with their places in the judgments: all that is kept of them while they are ranked."""

    place: NDArray[np.int64]  # of the query of each stretch in the judgments, -1 for one without any
    start: NDArray[np.int64]  # the first row of each stretch
    hash: NDArray[np.uint64]  # of the document
    score: NDArray[np.float64]
    rank: NDArray[Any] | None
    unknown: set[str]  # queries without judgments
    ids: Callable[[NDArray[np.int64]], Ids]  # the documents of some rows
    short: Callable[[], bool] = lambda: False  # whether all ids can be told from their hash

    @classmethod
    def of(cls, block: Block, gold: Judgments) -> Columns:
        """Look up each stretch of equal query ids once."""
        place = gold.find_queries(block.query)
        missing = np.flatnonzero(place < 0)
        unknown = set(block.query[missing].texts()) if len(missing) else set[str]()
        doc = block.doc
        return cls(place, block.start, doc.hash, block.value, block.rank, unknown, doc.__getitem__, doc.short_enough)

    @classmethod
    def together(cls, pieces: list[Columns], ids: Callable[[NDArray[np.int64]], Ids]) -> Columns:
        """All rows one after the other."""

        def column(name: str) -> NDArray[Any]:
            return np.concatenate([getattr(piece, name) for piece in pieces])

        first = np.cumsum([0, *map(len, pieces)])[:-1].tolist()
        start = np.concatenate([piece.start + row for piece, row in zip(pieces, first, strict=True)])
        ranked = all(piece.rank is not None for piece in pieces)
        return cls(
            column("place"), start, column("hash"), column("score"), column("rank") if ranked else None,
            set[str]().union(*(piece.unknown for piece in pieces)), ids, lambda: all(piece.short() for piece in pieces),
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.hash)

    @property
    def query(self) -> NDArray[np.int32]:
        """The place of the query of each row."""
        return np.repeat(self.place.astype(np.int32), sizes_of(self.start, len(self)))
