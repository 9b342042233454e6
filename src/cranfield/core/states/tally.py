"""The sums of a keyed state, on any leading axes: one for each key, seen as a table or as a list of counts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.ragged import Ragged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy

__all__ = ["Tally"]


@dataclass(frozen=True, eq=False)
class Tally:
    """`sums[number][..., label, ...]`, with one axis for each column of the key after the leading axes.

    Where a table of all keys would be too large and the measure can do without, sums are `[..., at]` of the `keys`
    that occur, in order.

    `rows` are the sums of the units' other numbers. Where there is a place for each unit, only the counts of its own
    keys are `listed`, because a table of all keys would be too large.
    """

    measure: Measure
    policy: Policy
    names: Mapping[str, Sequence[str]]
    sums: tuple[NDArray[Any], ...]
    rows: NDArray[np.float64] | None = None
    listed: Ragged | None = None
    keys: NDArray[np.int64] | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        """The leading axes."""
        if self.listed is not None:
            return (len(self.listed),)
        return self.sums[0].shape[: -len(self.names) if self.keys is None else -1]

    @cached_property
    def counts(self) -> Ragged:
        """At each place the counts of the keys that it has."""
        if self.listed is not None:
            return self.listed
        size = prod(map(len, self.names.values())) if self.keys is None else len(self.keys)
        flat = self.sums[0].reshape(prod(self.shape), size)
        there = flat > 0
        values = flat[there].astype(np.float64, copy=False)
        if not self.shape:
            # in order of size, so that sums over keys do not depend on how a split numbered them; draws need it not
            values.sort()
        return Ragged(values, np.concatenate(([0], np.cumsum(there.sum(axis=1)))))

    @property
    def distinct(self) -> NDArray[np.float64]:
        """How many keys there are."""
        return self.counts.sizes.astype(np.float64).reshape(self.shape)

    @property
    def total(self) -> NDArray[np.float64]:
        """How often they occur together."""
        return self.sum(self.counts.values)

    def sum(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Add up one number for each of the counts."""
        return self.counts.sum(values).reshape(self.shape)

    def row(self, at: int) -> NDArray[np.float64]:
        """The sum of one of the units' other numbers."""
        assert self.rows is not None
        return self.rows[..., at].reshape(self.shape)
