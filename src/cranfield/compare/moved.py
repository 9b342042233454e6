"""Which units changed most between two systems."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cranfield.compare.lineup import line_up
from cranfield.core.arguments import LIMIT, checked
from cranfield.core.order import places_in_order
from cranfield.core.result import MEASURE, RESULTS

if TYPE_CHECKING:
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results

__all__ = ["Moved", "moved"]


class Moved(NamedTuple):
    """A unit with its value before and after; nan where it has none."""

    unit: str
    before: float
    after: float
    change: float


@checked(baseline=RESULTS, system=RESULTS, measure=MEASURE, limit=LIMIT)
def moved(baseline: Results, system: Results, measure: str | Measure, *, limit: int | None = None) -> list[Moved]:
    """The units whose value changed, the largest change first, equal ones in the order in which people expect them.

    A unit that has a value in only one of both comes last: its change is nan.
    """
    lineup = line_up([baseline, system], str(measure), measure, None)
    units = lineup.results[0].state.units
    there = {unit: at for at, unit in enumerate(lineup.results[1].state.units)}
    shared = [(at, there[unit]) for at, unit in enumerate(units) if unit in there]
    before = lineup.results[0].values[[one for one, _ in shared]]
    after = lineup.results[1].values[[two for _, two in shared]]
    names = [units[one] for one, _ in shared]
    change = after - before
    slack = 1e-12 * float(np.nanmax(np.abs([before, after]), initial=0.0)) if names else 0.0
    kept = [at for at in places_in_order(names) if not abs(change[at]) <= slack and not _neither(before[at], after[at])]
    # nan is sorted behind all numbers
    kept.sort(key=lambda at: -abs(change[at]) if not np.isnan(change[at]) else np.inf)
    found = [Moved(names[at], float(before[at]), float(after[at]), float(change[at])) for at in kept]
    return found if limit is None else found[:limit]


def _neither(before: float, after: float) -> bool:
    return bool(np.isnan(before) and np.isnan(after))
