"""Some rows of a run or of judgments: columns of numpy arrays over the bytes that were read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.io.ids import Ids

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

__all__ = ["NO_RANK", "Block", "sizes_of"]

NO_RANK = -(2**63)  # of a row without one among others


@dataclass
class Block:
    """Rows of document and score or grade, in stretches of one query; runs may list ranks too."""

    query: Ids  # of each stretch
    start: NDArray[np.int64]  # its first row
    doc: Ids
    value: NDArray[np.float64]
    rank: NDArray[Any] | None = None

    def __len__(self) -> int:
        return len(self.value)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many rows each stretch has."""
        return sizes_of(self.start, len(self))

    def query_at(self, row: int) -> str:
        """The query of a row."""
        return self.query.text(int(np.searchsorted(self.start, row, side="right")) - 1)

    def queries(self) -> Iterator[str]:
        """The query of every row."""
        return chain.from_iterable(map(repeat, self.query.texts(), self.sizes.tolist()))

    def stretches(self, first: int, end: int) -> Block:
        """The rows of some stretches over the same memory."""
        begin = int(self.start[first])
        rows = slice(begin, int(self.start[end]) if end < len(self.start) else len(self))
        rank = None if self.rank is None else self.rank[rows]
        return Block(self.query[first:end], self.start[first:end] - begin, self.doc[rows], self.value[rows], rank)

    def compact(self) -> Block:
        """The same rows in memory of their own."""
        rank = None if self.rank is None else self.rank.copy()
        return Block(self.query.compact(), self.start, self.doc.compact(), self.value.copy(), rank)

    @classmethod
    def together(cls, blocks: Sequence[Block]) -> Block:
        """All rows one after the other."""
        if len(blocks) == 1:
            return blocks[0]
        first = np.cumsum([0, *map(len, blocks)])[:-1].tolist()
        ranks = [block.rank for block in blocks if block.rank is not None]
        query, doc = Ids.together([block.query for block in blocks]), [block.doc for block in blocks]
        shared = all(block.query.data is block.doc.data for block in blocks)
        return cls(
            query,
            np.concatenate([block.start + row for block, row in zip(blocks, first, strict=True)]),
            Ids.together(doc, query if shared else None),
            np.concatenate([block.value for block in blocks]),
            np.concatenate(ranks) if len(ranks) == len(blocks) else None,
        )


def sizes_of(start: NDArray[np.int64], rows: int) -> NDArray[np.int64]:
    """How many of the rows each stretch has."""
    return np.append(start[1:], rows)[: len(start)] - start
