"""Keys of entries as numbers, worked out a slice at a time, and what is added up by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from cranfield.core.coded import Coded

__all__ = ["CHUNK", "Keys", "Occurring", "are_counts", "times", "written_out"]

CHUNK = 1 << 20  # entries whose keys are worked out at once


class Keys:
    """The key of each entry as one number, worked out for a slice at a time."""

    def __init__(self, columns: Mapping[str, Coded]) -> None:
        self.columns = list(columns.values())

    def __getitem__(self, part: slice) -> NDArray[np.intp]:
        key = self.columns[0].codes[part].astype(np.intp)
        for column in self.columns[1:]:
            key *= len(column.names)
            key += column.codes[part]
        return key


class Occurring:
    """The place of the key of each entry among the keys that occur, worked out for a slice at a time."""

    def __init__(self, keys: Keys, entries: int) -> None:
        chunks = [np.unique(keys[start : start + CHUNK]) for start in range(0, entries, CHUNK)]
        self.keys, self.found = keys, np.unique(np.concatenate([np.zeros(0, np.intp), *chunks]))

    def __getitem__(self, part: slice) -> NDArray[np.intp]:
        return np.searchsorted(self.found, self.keys[part])


def written_out(number: NDArray[Any] | None, entries: int) -> NDArray[Any]:
    """A number for each entry, 1 where entries are counted."""
    return np.ones(entries, np.int64) if number is None else number


def are_counts(number: NDArray[Any] | None) -> bool:
    """Whether the numbers are whole, so that they add up exactly by themselves."""
    return number is None or number.dtype.kind != "f"


def times(weight: NDArray[np.float64], number: NDArray[Any] | None) -> NDArray[np.float64]:
    """Weights of draws times numbers; an entry that is not drawn adds nothing, even if its number is infinite."""
    if number is None:
        return weight
    if are_counts(number) or np.isfinite(number).all():
        return weight * number
    with np.errstate(invalid="ignore"):
        return np.where(weight > 0, weight * number, 0.0)
