"""Sums and products of weights: very small ones are not rounded away, and no order of the rows changes a bit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["in_reach", "order_by", "sum_of_others"]

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


def order_by(keys: NDArray[Any], weights: NDArray[Any]) -> NDArray[np.int64]:
    """The places of the keys in order, of equal ones the lighter first, whatever order the rows came in."""
    order = np.argsort(keys)
    ranked = keys[order]
    same = ranked[1:] == ranked[:-1]
    if not same.any():
        return order
    tied = np.flatnonzero(np.concatenate((same, [False])) | np.concatenate(([False], same)))
    run = np.cumsum(np.concatenate(([False], ~same)))[tied]
    run = run.astype(np.min_scalar_type(run[-1]))  # numbers of 16 bits are sorted in no time
    rows = order[tied]
    light = np.argsort(weights[rows])
    order[tied] = rows[light[np.argsort(run[light], kind="stable")]]
    return order
