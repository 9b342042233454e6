"""Some rows of a run or of judgments: columns of numpy arrays over the bytes that were read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.io.ids import Ids

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Block"]


@dataclass
class Block:
    """Rows of query, document and score or grade; runs may list ranks too."""

    query: Ids
    doc: Ids
    value: NDArray[np.float64]
    rank: NDArray[Any] | None = None

    def __len__(self) -> int:
        return len(self.value)

    @classmethod
    def together(cls, blocks: Sequence[Block]) -> Block:
        """All rows one after the other."""
        if len(blocks) == 1:
            return blocks[0]
        ranks = [block.rank for block in blocks if block.rank is not None]
        query, doc = Ids.together([block.query for block in blocks]), [block.doc for block in blocks]
        return cls(
            query,
            Ids.together(doc, query if all(block.query.data is block.doc.data for block in blocks) else None),
            np.concatenate([block.value for block in blocks]),
            np.concatenate(ranks) if len(ranks) == len(blocks) else None,
        )
