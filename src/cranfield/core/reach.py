"""Sums and products of very unequal weights, without rounding the small ones away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["in_reach", "sum_of_others"]

_FAR = 200  # products of two numbers within 2^200 of 1 are still far from the ends of float64


def in_reach(weights: NDArray[Any], axis: int | tuple[int, ...] = -1) -> NDArray[Any]:
    """The weights, times a power of two where their products would leave the range of float64."""
    if weights.dtype.kind != "f" or not weights.size:
        return weights
    _, exponent = np.frexp(weights.max(axis=axis, keepdims=True))
    shift = np.where(np.abs(exponent) > _FAR, -exponent, 0)
    return np.ldexp(weights, shift) if shift.any() else weights


def sum_of_others(values: NDArray[Any], axis: int = -1) -> NDArray[Any]:
    """For each entry along an axis the sum of all others; what the whole less the entry would round away is kept."""
    values = np.moveaxis(values, axis, -1)
    others = np.zeros_like(values)
    others[..., 1:] = np.cumsum(values[..., :-1], axis=-1)
    others[..., :-1] += np.cumsum(values[..., :0:-1], axis=-1)[..., ::-1]
    return np.moveaxis(others, -1, axis)
