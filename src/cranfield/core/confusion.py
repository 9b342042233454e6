"""The confusion matrix: how often each label was guessed for each, as a view of sums by truth and guess."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.reach import in_reach, sum_of_others
from cranfield.core.states.keyed import Keyed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.states.state import State
    from cranfield.core.states.tally import Tally

__all__ = ["MOST_LABELS", "Confusion", "confusion_in"]

MOST_LABELS = 1000  # of which all cells are written, empty ones too


@dataclass(frozen=True)
class Confusion:
    """How often each label was guessed for each: whole numbers, or sums of weights.

    `counts[..., truth, guess]` are all cells; where labels are so many that most cells are empty, only those that are
    not are in `counts[..., at]`, and `places` says of which truth and guess they are. `zero` is what a quotient counts
    whose denominator is 0 (the policy `zero_division`), and `shown` is the one label that a binary measure is about.
    """

    names: tuple[str, ...]
    counts: NDArray[Any]
    places: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None
    zero: float = 0.0
    shown: str | None = None

    @classmethod
    def of(cls, tally: Tally, shown: str | None = None) -> Confusion:
        """The matrix of sums by truth and guess; a label that is to be shown is there even if no example has it."""
        names, counts = tuple(tally.names["truth"]), tally.sums[0]
        places = None if tally.keys is None else (tally.keys // len(names), tally.keys % len(names))
        if shown is not None and shown not in names:
            names = (*names, shown)
            counts = counts if places else np.pad(counts, [(0, 0)] * (counts.ndim - 2) + [(0, 1)] * 2)
        return cls(names, counts, places, float(tally.policy.zero_division), shown)

    def pick(self, values: NDArray[Any]) -> NDArray[Any]:
        """Of one entry for each label, that of the label that is shown, or all."""
        return values if self.shown is None else values[..., [self.names.index(self.shown)]]

    @property
    def cells(self) -> NDArray[Any]:
        """`cells[..., truth, guess]`, empty ones too."""
        if self.places is None:
            return self.counts
        cells = np.zeros((*self.counts.shape[:-1], len(self.names), len(self.names)), self.counts.dtype)
        cells[..., self.places[0], self.places[1]] = self.counts
        return cells

    @property
    def axes(self) -> tuple[int, ...]:
        """Those of the counts over which a sum over all cells goes."""
        return (-2, -1) if self.places is None else (-1,)

    @property
    def far(self) -> NDArray[np.int64]:
        """How many places truth and guess of each count are apart."""
        place = np.arange(len(self.names))
        truth, guess = (place[:, None], place) if self.places is None else self.places
        return np.abs(truth - guess)

    def in_reach(self) -> Confusion:
        """The same as float64, times a power of two where products would leave its range."""
        return replace(self, counts=in_reach(np.asarray(self.counts, np.float64), axis=self.axes))

    @cached_property
    def right(self) -> NDArray[Any]:
        """The examples of each label that were guessed right."""
        if self.places is None:
            return np.diagonal(self.counts, axis1=-2, axis2=-1)
        return self._by(0, self.places[0] == self.places[1])

    @cached_property
    def truth(self) -> NDArray[Any]:
        """The examples of each label."""
        return self.counts.sum(axis=-1) if self.places is None else self._by(0)

    @cached_property
    def guess(self) -> NDArray[Any]:
        """The examples that were given each label."""
        return self.counts.sum(axis=-2) if self.places is None else self._by(1)

    @cached_property
    def missed(self) -> NDArray[Any]:
        """The examples of each label that were given another."""
        if self.places is None:
            return np.diagonal(sum_of_others(self.counts), axis1=-2, axis2=-1)
        return self._by(0, self.places[0] != self.places[1])

    @cached_property
    def wrong(self) -> NDArray[Any]:
        """The examples that were given each label and have another."""
        if self.places is None:
            return np.diagonal(sum_of_others(self.counts, -2), axis1=-2, axis2=-1)
        return self._by(1, self.places[0] != self.places[1])

    @cached_property
    def neither(self) -> NDArray[Any]:
        """The examples that neither have each label nor were given it."""
        if self.places is None:
            return np.diagonal(sum_of_others(sum_of_others(self.counts), -2), axis1=-2, axis2=-1)
        return np.maximum(sum_of_others(self.truth) - self.wrong, 0)

    def _by(self, side: int, chosen: NDArray[np.bool_] | slice = slice(None)) -> NDArray[Any]:
        """The sums of some counts by their truth (0) or guess (1)."""
        assert self.places is not None
        label, counts = self.places[side][chosen], self.counts[..., chosen]
        found = np.zeros((*counts.shape[:-1], len(self.names)), counts.dtype)
        if len(label):
            order = np.argsort(label, kind="stable")
            ranked = label[order]
            starts = np.flatnonzero(np.concatenate(([True], ranked[1:] != ranked[:-1])))
            found[..., ranked[starts]] = np.add.reduceat(counts[..., order], starts, axis=-1)
        return found

    def listed(self) -> list[tuple[int, int, float]]:
        """The truth, the guess and the count of each cell that is not empty."""
        truth, guess = np.nonzero(self.counts) if self.places is None else self.places
        counts = self.counts[truth, guess] if self.places is None else self.counts
        return list(zip(truth.tolist(), guess.tolist(), counts.tolist(), strict=True))

    def table(self) -> dict[str, dict[str, float]]:
        """Truth to guess to count, with the key `total` for the sums of rows and columns.

        If a label has that name, the key is `total (all)`, or with more blanks in front of the bracket.
        """
        cells = self.cells
        square = np.vstack((np.column_stack((cells, cells.sum(1))), [*cells.sum(0), cells.sum()]))
        whole = "total"
        while whole in self.names:
            whole = "total (all)" if whole == "total" else whole.replace(" (", "  (")
        names = [*self.names, whole]
        return {name: dict(zip(names, row, strict=True)) for name, row in zip(names, square.tolist(), strict=True)}


def confusion_in(state: State) -> Confusion | None:
    """The matrix that a state holds, if it does."""
    holds = isinstance(state, Keyed) and list(state.columns) == ["truth", "guess"]
    return Confusion.of(state.total()) if holds else None
