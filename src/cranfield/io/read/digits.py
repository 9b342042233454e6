"""RunRows of numbers read from their bytes, eight digits at a time; a ValueError where one of them is no number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.io.ids.ids import Ids

__all__ = ["decimals", "whole_numbers"]

_SIGNED = np.dtype("<i8")
_ZEROS = np.uint64(0x3030303030303030)  # the digit 0, eight times
_ABOVE = np.uint64(0x7676767676767676)  # added to a byte above 9 it sets its leading bit
_LEADING = np.uint64(0x8080808080808080)
# each step adds neighbours: single digits to pairs, pairs to fours, fours to eight
_STEPS = tuple(
    (np.uint64(keep), np.uint64(times), np.uint64(shift))
    for keep, times, shift in (
        (0x0F0F0F0F0F0F0F0F, 10 * 2**8 + 1, 8),
        (0x00FF00FF00FF00FF, 100 * 2**16 + 1, 16),
        (0x0000FFFF0000FFFF, 10_000 * 2**32 + 1, 32),
    )
)
_BEHIND = np.array([~((1 << (64 - 8 * count)) - 1) & (2**64 - 1) for count in range(9)], np.uint64)  # the last bytes
_SHIFT = np.array([64 - 8 * count for count in range(9)], np.uint64)  # that puts the first bytes last


def whole_numbers(written: Ids) -> NDArray[np.int64]:
    """Whole numbers; those that are not a few digits go to Arrow."""
    few = written.longest <= 8 and written.length.min(initial=1) > 0
    number = _number(_digits(written.words_at(written.start), written.length), written.longest) if few else None
    return _by_arrow(written, "int64") if number is None else number.view(_SIGNED)


def _digits(words: NDArray[np.uint64], count: Any) -> NDArray[np.uint64]:
    """The first bytes of each word as digits, the last of them in the highest byte; changes the words."""
    words ^= _ZEROS
    words <<= _SHIFT.take(count, mode="clip")
    return words


def _number(digits: NDArray[np.uint64], most: int) -> NDArray[np.uint64] | None:
    """The number of at most `most` digits; None if not all bytes are digits."""
    above = digits + _ABOVE
    above |= digits
    above &= _LEADING
    if above.any():
        return None
    steps = 1 if most <= 2 else 2 if most <= 4 else 3
    if steps < 3:
        digits >>= np.uint64(64 - 8 * 2**steps)
    for keep, times, shift in _STEPS[:steps]:
        digits &= keep
        digits *= times
        digits >>= shift
    if steps < 3:
        digits &= np.uint64(2 ** (8 * 2 ** (steps - 1)) - 1)
    return digits


def decimals(written: Ids) -> NDArray[np.float64]:
    """Numbers with the same count of decimals in all rows, as most runs print them; others go to Arrow."""
    if not len(written):
        return np.zeros(0)
    number = _fixed(written, written.start, written.length)
    if number is None:
        minus = written.data[written.start] == ord("-")
        if minus.any():
            number = _fixed(written, written.start + minus, written.length - minus)
            if number is not None:
                np.negative(number, out=number, where=minus)
    return _by_arrow(written, "float64") if number is None else number


def _fixed(held: Ids, start: NDArray[Any], length: NDArray[Any]) -> NDArray[np.float64] | None:
    """Whole part and decimals make one whole number, which a power of ten divides: exact, so correctly rounded."""
    _, dot, behind = held.at(start[:1], length[:1]).text(0).partition(".")
    places, longest = len(behind), int(length.max())
    if length.min() <= places or longest > 16 or (dot and not places):
        return None
    first, last = held.words_before(start + length)
    if dot:
        # the digits before the point move up by a byte
        split = 8 * (15 - places if places > 7 else 7 - places)
        word = first if places > 7 else last
        if ((word ^ np.uint64(ord(".") << split)) & np.uint64(0xFF << split)).any():
            return None
        moved = (word & np.uint64((1 << split) - 1)) << np.uint64(8)
        word &= np.uint64(~((256 << split) - 1) & (2**64 - 1))
        word |= moved
        if places <= 7 and longest > 8:
            last |= first >> np.uint64(56)
            first <<= np.uint64(8)
    digits, longest = length - len(dot), longest - len(dot)
    number = _number(_last(last, digits), longest)
    if longest > 8 and number is not None:
        leading = _number(_last(first, digits - 8), longest - 8)
        if leading is None:
            return None
        number += leading * np.uint64(10**8)
    if number is None:
        return None
    value = number.view(_SIGNED).astype(np.float64)
    if places:
        value /= 10.0**places
    return value


def _last(words: NDArray[np.uint64], count: NDArray[Any]) -> NDArray[np.uint64]:
    """The last bytes of each word as digits, with zeros before them; changes the words."""
    words ^= _ZEROS
    words &= _BEHIND.take(count, mode="clip")
    return words


def _by_arrow(written: Ids, kind: str) -> NDArray[Any]:
    """Numbers however they are written; a ValueError where one is none."""
    from cranfield.io.ids.arrow_arrays import parse_numbers  # noqa: PLC0415 (most files need no Arrow)

    if kind == "int64" and any(
        (written.data[np.minimum(written.start + at, len(written.data) - 1)] | 0x20 == ord("x")).any() for at in (1, 2)
    ):
        message = "a hexadecimal number"  # which Arrow would take
        raise ValueError(message)
    numbers = parse_numbers(written, kind)
    odd = np.flatnonzero(np.isnan(numbers))
    if len(odd) and any("(" in text for text in written[odd].texts()):
        message = "nan(...)"  # which Arrow would take too
        raise ValueError(message)
    return numbers
