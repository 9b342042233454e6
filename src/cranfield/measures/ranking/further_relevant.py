"""What average precision would be with 0, 1, 2, ... further relevant documents, all at once and up to rounding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["further_precision"]


def further_precision(
    known: NDArray[np.int64], new: NDArray[np.int64], wanted: int, elsewhere: int, *, first: bool
) -> NDArray[np.float64]:
    """Average precision if the first, or last, of the other documents are relevant: none, one, two, and so on.

    `known` are the ranks of relevant documents and `new` those of the others, behind which so many stand `elsewhere`,
    beyond the ranking; `wanted` documents are relevant already. A document that becomes relevant adds its precision,
    and 1 / rank for each relevant document below it.
    """
    above = np.searchsorted(known, new)
    below = np.concatenate((np.cumsum((1.0 / known)[::-1])[::-1], [0.0]))[above]
    base = float((np.arange(1, len(known) + 1) / known).sum())
    if first:
        added = np.cumsum((above + np.arange(1, len(new) + 1)) / new + below)
        sums = np.concatenate(([0.0], added, np.full(elsewhere, added[-1] if len(added) else 0.0)))
    else:
        inverse = 1.0 / new
        later = np.cumsum(inverse[::-1])[::-1] - inverse  # those below it became relevant before
        sums = np.concatenate((np.zeros(elsewhere + 1), np.cumsum(((above + 1) * inverse + below + later)[::-1])))
    return np.asarray((base + sums) / np.maximum(wanted + np.arange(len(sums)), 1))
