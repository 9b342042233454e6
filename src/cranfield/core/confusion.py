"""How often each label was guessed for each: exact counts that merge by the names of the labels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.coded import Coded, merge_names
from cranfield.core.reach import sum_of_others

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["Confusion", "confusion_of"]

_CHUNK = 1 << 20  # rows whose intermediate numbers stay in the cache


@dataclass(frozen=True)
class Confusion:
    """`cells[..., truth, guess]`: whole numbers, or sums of weights.

    `zero` is what a quotient counts whose denominator is 0 (the policy `zero_division`), `needs` says which
    denominator a label must have, and `shown` is the one label that a binary measure is about.
    """

    names: tuple[str, ...]
    cells: NDArray[Any]
    zero: float = 0.0
    needs: str = "nothing"
    shown: str | None = None

    @property
    def units(self) -> Sequence[str]:
        """The labels, or the one that matters."""
        return self.names if self.shown is None else (self.shown,)

    @property
    def undefined(self) -> NDArray[np.bool_]:
        """Which labels lack the denominator."""
        truth, guess = self.cells.sum(axis=-1), self.cells.sum(axis=-2)
        no_other = sum_of_others(truth) == 0
        lacking = {
            "nothing": np.zeros(truth.shape, bool),
            "truth": truth == 0,
            "guess": guess == 0,
            "either": (truth == 0) & (guess == 0),
            "other": no_other,
            "spread": (truth == 0) | (guess == 0) | no_other | (sum_of_others(guess) == 0),
        }[self.needs]
        return self.pick(lacking)

    def pick(self, values: NDArray[Any]) -> NDArray[Any]:
        """Of one entry for each label, those of the units."""
        return values if self.shown is None else values[..., [self.names.index(self.shown)]]

    @property
    def support(self) -> NDArray[Any]:
        """How many examples have each label."""
        return self.cells.sum(axis=-1)

    def aligned(self, names: tuple[str, ...]) -> NDArray[Any]:
        """The cells for more names than these, in another order."""
        cells = np.zeros((*self.cells.shape[:-2], len(names), len(names)), self.cells.dtype)
        place = [names.index(name) for name in self.names]
        cells[..., np.asarray(place, int)[:, None], np.asarray(place, int)] = self.cells
        return cells

    def __add__(self, other: Confusion) -> Confusion:
        """Merge two partitions, which may know different labels."""
        if repr(self.zero) != repr(other.zero):
            message = f"the partitions count 0 / 0 as {self.zero} and as {other.zero}; use one policy for both"
            raise ValueError(message)
        names = merge_names(self.names, other.names)
        return replace(self, names=names, cells=self.aligned(names) + other.aligned(names))

    def total(self, units: NDArray[Any] | None = None) -> Confusion:
        """All of it; a part of the labels has no value of its own."""
        if units is not None:
            message = "groups of labels have no value; give the groups of the examples as labels(..., group=...)"
            raise ValueError(message)
        return self

    def each(self) -> Confusion:
        """The same: the labels are inside."""
        return self

    def table(self) -> dict[str, dict[str, float]]:
        """Truth to guess to count, with the key `total` for the sums of rows and columns.

        If a label has that name, the key is `total (all)`, or with more blanks in front of the bracket.
        """
        square = np.vstack((np.column_stack((self.cells, self.cells.sum(1))), [*self.cells.sum(0), self.cells.sum()]))
        whole = "total"
        while whole in self.names:
            whole = "total (all)" if whole == "total" else whole.replace(" (", "  (")
        listed = [*self.names, whole]
        return {name: dict(zip(listed, row, strict=True)) for name, row in zip(listed, square.tolist(), strict=True)}


def confusion_of(batch: Batch) -> Confusion:
    """The counts of a batch of labels, made once for all measures."""
    held = batch.cache.get("confusion")
    if held is None:
        truth, guess = batch.coded("truth"), batch.coded("guess")
        weight = batch.array("weight") if "weight" in batch else None
        names, cells = _count(truth, guess, weight)
        zero = float(batch.policy.zero_division)
        held = batch.cache["confusion"] = Confusion(names, cells, zero)
    assert isinstance(held, Confusion)
    return held


def _count(truth: Coded, guess: Coded, weight: NDArray[Any] | None) -> tuple[tuple[str, ...], NDArray[Any]]:
    size = len(truth.names)
    cells = np.zeros(size * size, np.int64 if weight is None else np.float64)
    for start in range(0, len(truth), _CHUNK):
        part = slice(start, start + _CHUNK)
        cell = truth.codes[part].astype(np.int64)
        cell *= size
        cell += guess.codes[part]
        weights = None if weight is None else weight[part]
        cells += np.bincount(cell, weights=weights, minlength=size * size)
    return tuple(truth.names), cells.reshape(size, size)
