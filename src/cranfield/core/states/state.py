"""What all states can do, and what two of them must have in common to be merged."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from cranfield.core.coded import Coded, joined
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy

__all__ = ["State", "draw_weights", "join_groups", "no_groups", "order_of_units", "require_alike"]


class State(Protocol):
    """What `stats` gives and `finish` takes; states of separate units merge with `+`."""

    @property
    def measure(self) -> Measure:
        """The measure that made it, with all parameters."""

    @property
    def policy(self) -> Policy:
        """The decisions about the data."""

    @property
    def units(self) -> Sequence[str]:
        """What has a value of its own: queries, segments, labels, sessions."""

    @property
    def undefined(self) -> NDArray[np.bool_]:
        """Which of them have no value by the definition of the measure."""

    @property
    def population(self) -> Sequence[str]:
        """What is drawn again and again: the units, or the examples that the values of labels come from."""

    @property
    def clustered(self) -> bool:
        """Whether groups of units are what is drawn, unless somebody asks for the units."""

    @property
    def given(self) -> Coded | None:
        """The truth of the examples, which two systems on the same examples share; None if it is not kept."""

    @property
    def cost(self) -> int:
        """How many numbers one draw needs in memory."""

    def __add__(self, other: Self) -> Self:
        """Merge two partitions."""

    def together(self, others: Sequence[Self]) -> Self:
        """Merge with any number of partitions at once, which takes no longer than to merge two."""

    def beside(self, other: Self) -> Self:
        """The populations of both, that of the other behind this one, to be drawn from one or the other."""

    def total(self, units: NDArray[Any] | None = None) -> Any:
        """What `finish` takes, for all units or for some."""

    def each(self) -> Any:
        """What `finish` takes, with the units on the leading axis."""

    def drawn(self, weights: NDArray[Any]) -> Any:
        """What `finish` takes, for many draws: `weights[draw, i]` says how often one of the population is drawn."""

    def by_group(self) -> Self:
        """The same with whole groups, such as sessions, as the population."""

    def to_arrow(self) -> pa.Table:
        """A table that `from_arrow` makes the same state of, in this process or in another."""


def require_alike(one: State, other: Any) -> None:
    """Refuse to merge what was made by different measures, under different decisions, or is no state of this kind."""
    if getattr(other, "measure", one.measure) != one.measure:
        raise MeasureError("merge-other-measure", measure=str(one.measure), other=str(other.measure))
    if type(one) is not type(other):
        raise MeasureError("merge-other-kind", measure=str(one.measure), kind=type(other).__name__)
    if one.policy != other.policy:
        theirs = other.policy.as_dict()
        name, mine = next((name, mine) for name, mine in one.policy.as_dict().items() if mine != theirs[name])
        raise MeasureError("merge-other-policy", measure=str(one.measure), name=name, mine=mine, theirs=theirs[name])


def order_of_units(units: Sequence[str]) -> NDArray[np.int64]:
    """The places of the units in order of id, in which every merge puts them; none may be there twice."""
    order = sorted(range(len(units)), key=units.__getitem__)
    twice = next((units[a] for a, b in itertools.pairwise(order) if units[a] == units[b]), None)
    if twice is not None:
        raise MeasureError("merge-twice", unit=twice)
    return np.array(order, np.int64)


def draw_weights(state: State, weights: Any) -> NDArray[np.float64]:
    """The weights as numbers, one for each of the population on the last axis."""
    found = np.asarray(weights, np.float64)
    size = len(state.population)
    if not found.ndim or found.shape[-1] != size:
        raise MeasureError("draw-weights", measure=str(state.measure), size=size, shape=found.shape)
    return found


def join_groups(*several: Coded | None, apart: bool = False) -> Coded | None:
    """The groups of the examples of states, those of the same name as one or apart; None if one has none."""
    found = [each for each in several if each is not None]
    if len(found) < len(several):
        return None
    if apart:
        first = np.cumsum([0, *(len(each.names) for each in found)])
        codes = [each.codes.astype(np.int64) + at for each, at in zip(found, first, strict=False)]
        return Coded(np.concatenate(codes), [name for each in found for name in each.names])
    return joined(*found, ordered=False)


def no_groups(state: State) -> MeasureError:
    """Why whole groups cannot be drawn."""
    return MeasureError("draw-groups", measure=str(state.measure))
