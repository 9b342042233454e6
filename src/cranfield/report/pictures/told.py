"""What the pictures share: rows of a table by system, and what is told to who cannot see the picture."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyarrow as pa
    from numpy.typing import NDArray

__all__ = ["by_name", "limits", "nice", "told_lines", "told_whole"]

_MOST_TOLD = 20
_FINENESS = 4000  # places on a side of a picture that can be told apart


def by_name(table: pa.Table, *columns: str) -> Iterator[tuple[tuple[str, ...], pa.Table]]:
    """The rows of each system, or of each pair of names, in the order in which they come first."""
    codes = np.zeros(table.num_rows, np.int64)
    for column in columns:
        coded = table[column].combine_chunks().dictionary_encode()
        codes = codes * len(coded.dictionary) + coded.indices.to_numpy(zero_copy_only=False)
    _, firsts, codes = np.unique(codes, return_index=True, return_inverse=True)
    for at in np.argsort(firsts):
        rows = np.flatnonzero(codes == at)
        name = tuple(table[column][int(rows[0])].as_py() for column in columns)
        together = rows[-1] - rows[0] + 1 == len(rows)
        yield name, table.slice(int(rows[0]), len(rows)) if together else table.take(rows)


def limits(x: NDArray[Any], y: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The points of a curve between 0 and 1, without those that fall on their neighbours in any picture."""
    if len(x) < _FINENESS:
        return x, y
    place = np.column_stack((np.round(x * _FINENESS), np.round(y * _FINENESS)))
    kept = np.append(True, (place[1:] != place[:-1]).any(axis=1))
    kept[-1] = True
    return x[kept], y[kept]


def nice(low: float, high: float) -> tuple[float, float]:
    """Bounds of an axis that holds all values, with a little air, and zero if it is near."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return 0.0, 1.0
    if low == high:
        span = abs(low) or 1.0
        return low - span / 2, high + span / 2
    air = (high - low) * 0.05
    lower = 0.0 if 0 <= low < (high - low) else low - air
    upper = 0.0 if 0 >= high > (low - high) else high + air
    return lower, upper


def told_lines(lines: Sequence[tuple[str, Any, Any]], language: str) -> list[str]:
    """For each named line where it begins and where it ends."""
    found = []
    for name, x, y in lines:
        known = [(float(a), float(b)) for a, b in zip(x, y, strict=True) if not (math.isnan(a) or math.isnan(b))]
        if known:
            (start, first), (end, last) = known[0], known[-1]
            fields = {"name": name, "first": first, "start": start, "last": last, "end": end}
            found.append(say("told-line", fields, language=language))
    return found


def told_whole(title: str, parts: Sequence[str], language: str) -> str:
    """The title, and what is told about each part of the picture."""
    some = [*parts[:_MOST_TOLD]]
    if len(parts) > _MOST_TOLD:
        some.append(say("picture-more", {"count": len(parts) - _MOST_TOLD}, language=language))
    if not some:
        return say("picture-empty", {}, language=language)
    between = say("told-between", {}, language=language)
    return say("picture-told", {"title": title, "parts": between.join(some)}, language=language)
