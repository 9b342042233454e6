"""Coefficients that let a disagreement cost as much as its values are apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.param import word
from cranfield.measures.ratings.base import numbers_of
from cranfield.measures.ratings.chance import OverChance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Weighted"]

_HOW_FAR = {"none": "apart-nominal", "linear": "apart-linear-number", "quadratic": "apart-interval"}


class Weighted(OverChance):
    """A coefficient over chance with the weights of Cohen 1968, as distances of the numbers themselves."""

    weights: str = word(
        "none", "none", "linear", "quadratic",
        help="what a disagreement costs: always the same, the distance of the values, or its square",
    )  # fmt: skip

    @property
    def needs_numbers(self) -> bool:
        """Distances are those of numbers."""
        return self.weights != "none"

    @property
    def how_far(self) -> str:
        """By the weights."""
        return _HOW_FAR[self.weights]

    def far(self, names: Sequence[str]) -> NDArray[np.float64]:
        """How far two values are apart, by the weights."""
        if self.weights == "none":
            return 1.0 - np.eye(len(names))
        value = numbers_of(self, names)
        away = np.abs(value[:, None] - value)
        return away if self.weights == "linear" else away**2
