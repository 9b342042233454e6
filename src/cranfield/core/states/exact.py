"""Sums without rounding on the way: the same bits in any order, in any split, and by any number of machines.

A large power of two is added to all numbers and taken away again. What is left are their leading bits, and these have
room enough to be added up exactly; what was cut off goes through the same with a smaller power until nothing is left.
The few sums of leading bits are rounded once, together.
Rump, Ogita and Oishi, Accurate floating-point summation, SIAM Journal on Scientific Computing 2008.
"""

from __future__ import annotations

import math
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Add = Callable[[NDArray[np.float64], slice], NDArray[np.float64]]

__all__ = ["exact_sum", "exact_sums", "exact_sums_by", "parts_by"]

_CHUNK = 1 << 15  # numbers whose intermediate results stay in the cache
_SHORT = 1000  # fewer numbers are added sooner one by one
_HUGE = 2.0**900  # beyond, a power of two that is large enough is no number any more
_SMALLEST = -1022  # next to this power there are all numbers that a float64 can be
_SMALLER = 2.0**-200  # what huge numbers are multiplied with, which changes no digit of them


class Keys(Protocol):
    """Whole numbers, an array of them or something that works them out when they are needed."""

    def __getitem__(self, part: slice, /) -> NDArray[Any]:
        """Some that follow each other."""


def exact_sum(values: NDArray[Any]) -> float:
    """The sum of all numbers, rounded once; nan for nan or both infinities, infinite where it is too large."""
    values = np.asarray(values).ravel()
    if len(values) < _SHORT:
        with suppress(OverflowError, ValueError):  # partial sums that are too large, and both infinities
            return math.fsum(values.tolist())

    def add(leading: NDArray[np.float64], part: slice) -> NDArray[np.float64]:  # noqa: ARG001 (keys need the place)
        return leading.sum(keepdims=True)

    return float(_sums(values, 1, add)[0])


def exact_sums(rows: NDArray[Any]) -> NDArray[np.float64]:
    """The sum of each column."""
    return np.array([exact_sum(column) for column in rows.T], np.float64)


def exact_sums_by(keys: Keys, values: NDArray[Any], size: int) -> NDArray[np.float64]:
    """The sum of the values of each key, keys being whole numbers below `size`."""
    return _sums(np.asarray(values), size, _adder(keys, size))


def parts_by(keys: Keys, values: NDArray[Any], size: int) -> list[NDArray[np.float64]]:
    """A few numbers for each key that have the same sum as all its values, exactly."""
    finite = np.isfinite(values)
    if not finite.all():
        infinite = _not_finite(np.where(finite, 0.0, values), size, _adder(keys, size))
        return [*parts_by(keys, np.where(finite, values, 0.0), size), infinite]
    huge = np.abs(values) > _HUGE
    if huge.any():
        small, large = np.where(huge, 0.0, values), np.where(huge, values, 0.0)
        scaled = _parts(large * _SMALLER, size, _adder(keys, size))
        return [*_parts(small, size, _adder(keys, size)), *(part / _SMALLER for part in scaled)]
    return _parts(values, size, _adder(keys, size))


def _adder(keys: Keys, size: int) -> Add:
    def add(leading: NDArray[np.float64], part: slice) -> NDArray[np.float64]:
        return np.bincount(keys[part], weights=leading, minlength=size).astype(np.float64, copy=False)

    return add


def _sums(values: NDArray[Any], size: int, add: Add) -> NDArray[np.float64]:
    if not len(values):
        return np.zeros(size)
    largest = max(float(values.max()), -float(values.min()))  # nan, if there is any
    if not math.isfinite(largest):
        return _not_finite(values, size, add)
    if largest > _HUGE:
        huge = np.abs(values) > _HUGE
        large = _parts(np.where(huge, values, 0.0) * _SMALLER, size, add)
        return _rounded_slowly(_parts(np.where(huge, 0.0, values), size, add), large, size)
    return _rounded(_parts(values, size, add, largest), size)


def _parts(
    values: NDArray[Any], size: int, add: Add, largest: float | None = None
) -> list[NDArray[np.float64]]:  # fmt: skip
    """The exact sums of the leading bits of all values, of the bits behind them, and so on."""
    if largest is None:
        largest = max(float(values.max(initial=0.0)), -float(values.min(initial=0.0)))
    room = math.frexp(float(len(values) + 2))[1]  # 2^room numbers below 2^-room of the power do not reach beyond it
    found: list[NDArray[np.float64]] = []
    chunk = max(_CHUNK, size)  # every chunk makes an array of all keys
    for start in range(0, len(values), chunk):
        part = slice(start, start + chunk)
        left = np.array(values[part], np.float64)
        exponent = max(math.frexp(largest)[1] + room, _SMALLEST)
        step = 0
        while left.any():
            power = math.ldexp(1.0, exponent)
            leading = left + power
            leading -= power
            if step == len(found):
                found.append(np.zeros(size))
            found[step] += add(leading, part)
            left -= leading
            step += 1
            exponent = max(exponent - 53 + room, _SMALLEST)  # what is left is below 2^-53 of the power
    return found


def _rounded(parts: list[NDArray[np.float64]], size: int) -> NDArray[np.float64]:
    """The sum of a few exact numbers a key, rounded once."""
    if len(parts) < 3:  # one addition rounds once by itself
        return parts[0] + parts[1] if len(parts) == 2 else parts[0] if parts else np.zeros(size)
    table = np.stack(parts)
    several = np.count_nonzero(table, axis=0) > 2
    summed = table.sum(axis=0)
    for at in np.flatnonzero(several):
        summed[at] = math.fsum(table[:, at].tolist())
    return summed


def _rounded_slowly(
    small: list[NDArray[np.float64]], large: list[NDArray[np.float64]], size: int
) -> NDArray[np.float64]:
    """The same where the large parts were made smaller, and the sum may be too large for a number."""
    from fractions import Fraction  # noqa: PLC0415 (which takes long to load and is hardly ever needed)

    back = Fraction(1 / _SMALLER)
    summed = np.zeros(size)
    for at in range(size):
        whole = sum((Fraction(part[at]) for part in small), Fraction(0))
        whole += back * sum((Fraction(part[at]) for part in large), Fraction(0))
        try:
            summed[at] = whole.numerator / whole.denominator
        except OverflowError:
            summed[at] = math.inf if whole > 0 else -math.inf
    return summed


def _not_finite(values: NDArray[Any], size: int, add: Add) -> NDArray[np.float64]:
    """Where a value is infinite or nan, so is the sum; elsewhere it is as always."""

    def there(kind: NDArray[np.bool_]) -> NDArray[np.bool_]:
        parts = (slice(at, at + _CHUNK) for at in range(0, len(kind), _CHUNK))
        return sum((add(kind[part].astype(np.float64), part) for part in parts), np.zeros(size)) > 0

    up, down, none = there(np.isposinf(values)), there(np.isneginf(values)), there(np.isnan(values))
    summed = _sums(np.where(np.isfinite(values), values, 0.0), size, add)
    summed[up], summed[down], summed[(up & down) | none] = np.inf, -np.inf, np.nan
    return summed
