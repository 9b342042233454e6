"""From a recall level to a number of relevant documents, as the policy wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["documents_needed", "fractions"]


def fractions(text: str) -> list[dict[str, Any]]:
    """Read trec_eval's `0.1,0.2`: one measure for each."""
    return [{"@": float(part)} for part in text.split(",")]


def documents_needed(level: float, total: NDArray[Any], rule: str) -> NDArray[np.int64]:
    """How many documents make up the share `level` of the total.

    `exact` is the smallest number n with n / total >= level, tested as that quotient, because the product has noise:
    0.7 x 10 is above 7. trec_eval 9 adds 0.9 and cuts, version 10 rounds to the nearest, halves up.
    """
    product = level * np.asarray(total, np.float64)
    if rule == "trec_eval-9":
        return np.floor(product + 0.9).astype(np.int64)
    if rule == "trec_eval-10":
        whole = np.floor(product)
        return (whole + (product - whole >= 0.5)).astype(np.int64)
    below = np.maximum(np.floor(product) - 1, 0)
    size = np.maximum(total, 1)
    needed = below
    for _ in range(3):  # the noise is far smaller than 1
        needed = np.where(needed / size >= level, needed, needed + 1)
    return needed.astype(np.int64)
