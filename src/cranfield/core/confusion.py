"""The confusion matrix: how often each label was guessed for each, as a view of sums by truth and guess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.states.keyed import Keyed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.states.state import State
    from cranfield.core.states.tally import Tally

__all__ = ["Confusion", "confusion_in"]


@dataclass(frozen=True)
class Confusion:
    """`cells[..., truth, guess]`: whole numbers, or sums of weights.

    `zero` is what a quotient counts whose denominator is 0 (the policy `zero_division`), and `shown` is the one label
    that a binary measure is about.
    """

    names: tuple[str, ...]
    cells: NDArray[Any]
    zero: float = 0.0
    shown: str | None = None

    @classmethod
    def of(cls, tally: Tally, shown: str | None = None) -> Confusion:
        """The matrix of sums by truth and guess; a label that is to be shown is there even if no example has it."""
        names, cells = tuple(tally.names["truth"]), tally.sums[0]
        if shown is not None and shown not in names:
            names, cells = (*names, shown), np.pad(cells, [(0, 0)] * (cells.ndim - 2) + [(0, 1)] * 2)
        return cls(names, cells, float(tally.policy.zero_division), shown)

    def pick(self, values: NDArray[Any]) -> NDArray[Any]:
        """Of one entry for each label, that of the label that is shown, or all."""
        return values if self.shown is None else values[..., [self.names.index(self.shown)]]

    @property
    def support(self) -> NDArray[Any]:
        """How many examples have each label."""
        return self.cells.sum(axis=-1)

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


def confusion_in(state: State) -> Confusion | None:
    """The matrix that a state holds, if it does."""
    holds = isinstance(state, Keyed) and list(state.columns) == ["truth", "guess"]
    return Confusion.of(state.total()) if holds else None
