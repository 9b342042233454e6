"""Some rows of a run or of judgments: columns of numpy arrays over the bytes that were read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.io.ids.ids import Ids

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

__all__ = ["NO_RANK", "Rows", "sizes_of"]

NO_RANK = -(2**63)  # of a row without one among others


@dataclass
class Rows:
    """Rows of document and score or grade, in stretches of one query; runs may list ranks too."""

    query: Ids  # of each stretch
    start: NDArray[np.int64]  # its first row
    doc: Ids
    value: NDArray[np.float64]
    rank: NDArray[Any] | None = None
    subtopic: Ids | None = None  # of judgments that tell them apart

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

    @classmethod
    def together(cls, several: Sequence[Rows]) -> Rows:
        """All rows one after the other."""
        if len(several) == 1:
            return several[0]
        first = np.cumsum([0, *map(len, several)])[:-1].tolist()
        ranks = [one.rank for one in several if one.rank is not None]
        query, doc = Ids.together([one.query for one in several]), [one.doc for one in several]
        shared = all(one.query.data is one.doc.data for one in several)
        subtopics = [one.subtopic for one in several if one.subtopic is not None]
        return cls(
            query,
            np.concatenate([one.start + row for one, row in zip(several, first, strict=True)]),
            Ids.together(doc, query if shared else None),
            np.concatenate([one.value for one in several]),
            np.concatenate(ranks) if len(ranks) == len(several) else None,
            Ids.together(subtopics) if len(subtopics) == len(several) else None,
        )


def sizes_of(start: NDArray[np.int64], rows: int) -> NDArray[np.int64]:
    """How many of the rows each stretch has."""
    return np.append(start[1:], rows)[: len(start)] - start
