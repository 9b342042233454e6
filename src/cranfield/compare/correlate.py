"""Whether measures put the systems into the same order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.orders import COEFFICIENTS, rbo
from cranfield.core.arguments import CHOICE, SHARE, checked, items
from cranfield.core.correlation import Correlation
from cranfield.core.result import Results
from cranfield.core.spec import parse_named
from cranfield.errors import MeasureError, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cranfield.core.measure import Measure
    from cranfield.core.spec import Measures

__all__ = ["Correlation", "coefficient", "correlate", "side"]


@checked(how=CHOICE, p=SHARE)
def correlate(
    systems: Sequence[Results], measures: Measures | None = None, *, how: str = "tau-b", p: float = 0.9
) -> Correlation:
    """How alike measures order systems, each two of them; without `measures`, all that the results share.

    `how` is tau, tau-b, tau-ap, spearman or rbo (`cranfield.compare.orders` says what each is); `p` is for rbo.
    """
    compute = coefficient(how, p)
    listed = items("correlate", "systems", systems, error=MeasureError)
    for each in listed:
        if not isinstance(each, Results):
            raise MeasureError("correlate-no-results", kind=type(each).__name__)
    if len(listed) < 2:
        raise MeasureError("correlate-few", count=len(listed))
    if measures is None:
        asked: dict[str, Any] = {name: name for name in listed[0] if all(name in each for each in listed)}
        asked = {name: name for name in asked if listed[0][name].measure.better is not None}
    else:
        asked = dict(parse_named(measures, listed[0].family))
    if not asked:
        raise MeasureError("correlate-no-measures")
    values = np.array([_values(listed, name, measure) for name, measure in asked.items()])
    matrix = np.array([[compute(one, other) for other in values] for one in values])
    return Correlation(how, tuple(each.system for each in listed), tuple(asked), values, matrix)


def coefficient(how: str, p: float) -> Callable[[Any, Any], float]:
    """The function that compares two orders."""
    if how not in COEFFICIENTS:
        raise MeasureError("correlate-how", how=how, choices=list(COEFFICIENTS), near=nearest(str(how), COEFFICIENTS))
    return (lambda one, other: rbo(one, other, p=p)) if how == "rbo" else COEFFICIENTS[how]


def side(measure: Measure, name: str) -> int:
    """1 if higher values are better, -1 if lower ones are."""
    if measure.better is None:
        raise MeasureError("correlate-no-direction", name=name)
    return -1 if measure.better == "lower" else 1


def _values(systems: Sequence[Results], name: str, measure: Any) -> list[float]:
    """What a measure says of all systems, higher is better."""
    found = []
    for each in systems:
        try:
            result = each[measure]
        except KeyError:
            raise MeasureError("compare-lacks", name=name, system=each.system) from None
        if np.isnan(result.value):
            raise MeasureError("correlate-no-value", name=name, system=each.system)
        found.append(result.value * side(result.measure, name))
    return found
