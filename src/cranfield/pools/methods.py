"""How urgent it is to judge a document, from its ranks in all runs; the largest number comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.io.rankings import Rankings

__all__ = ["by_depth", "by_rank_biased_weight", "by_reciprocal_rank"]


def by_depth(found: Rankings) -> NDArray[np.float64]:
    """The best rank that any run gives the document: first all that are first somewhere, then all that are second."""
    return -found.best_rank().astype(np.float64)


def by_reciprocal_rank(found: Rankings, k: float) -> NDArray[np.float64]:
    """The sum of 1 / (k + rank): Cormack, Clarke and Büttcher, Reciprocal rank fusion, SIGIR 2009."""
    return _summed(found, 1.0 / (k + found.rank))


def by_rank_biased_weight(found: Rankings, p: float) -> NDArray[np.float64]:
    """The sum of (1 - p) p^(rank - 1), what RBP gives the ranks.

    Moffat, Webber and Zobel, Strategic system comparisons via targeted relevance judgments, SIGIR 2007, method A.
    """
    return _summed(found, (1.0 - p) * p ** (found.rank - 1.0))


def _summed(found: Rankings, weight: NDArray[Any]) -> NDArray[np.float64]:
    """The weights of each document together."""
    total = np.bincount(found.document, weights=weight, minlength=len(found))
    return total.astype(np.float64, copy=False)
