"""The values of systems under people and under a judge, query by query: what orders, verdicts and means are made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.lineup import line_up
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.core.result import Results

__all__ = ["Cells", "Field", "by_system", "cells_of"]


@dataclass(frozen=True)
class Cells:
    """`values[system, unit]` under one side; nan where a system has no value for a unit."""

    units: Sequence[str]
    values: NDArray[np.float64]

    @cached_property
    def place(self) -> dict[str, int]:
        """Where each unit is."""
        return {name: at for at, name in enumerate(self.units)}


def cells_of(results: Sequence[Results], measure: str) -> Cells:
    """The values of queries under one side's judgments; refused for a measure that is no mean of them."""
    lineup = line_up(results, measure, measure, None)
    if lineup.cells is None or lineup.summed:
        raise MeasureError("judges-no-mean", measure=measure)
    return Cells(list(lineup.states[0].population), lineup.cells)


@dataclass(frozen=True)
class Field:
    """Systems under people and under a judge, by one measure; `sign` is 1 where more is better."""

    measure: str
    systems: tuple[str, ...]
    human: Cells
    judge: Cells
    sign: int

    @cached_property
    def units(self) -> list[str]:
        """The queries that both sides judged."""
        return [name for name in self.human.units if name in self.judge.place]

    @cached_property
    def both(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """`[system, unit]` of people and of the judge, on the queries of both."""
        ours = [self.human.place[name] for name in self.units]
        theirs = [self.judge.place[name] for name in self.units]
        return self.human.values[:, ours], self.judge.values[:, theirs]

    @cached_property
    def alone(self) -> NDArray[np.float64]:
        """`[system, unit]` of the judge, on queries that only it judged."""
        rest = [at for name, at in self.judge.place.items() if name not in self.human.place]
        return self.judge.values[:, rest]


def by_system(values: Mapping[str, Mapping[str, float]], systems: Sequence[str]) -> Cells:
    """Cells from a dict of each system's values by unit."""
    units = list(dict.fromkeys(unit for name in systems for unit in values[name]))
    return Cells(units, np.array([[values[name].get(unit, np.nan) for unit in units] for name in systems]))
