"""The cells that every table shows: numbers as text, the best of a row marked, groups and queries below each other."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.measure import UnitSum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.measure import Measure
    from cranfield.core.result import Result, Results

__all__ = ["DIGITS", "UNDEFINED", "Cell", "Grid", "Row", "make_grids", "number"]

UNDEFINED = "-"
DIGITS = 4


@dataclass(frozen=True)
class Cell:
    """A number as it is shown."""

    text: str
    best: bool = False


@dataclass(frozen=True)
class Row:
    """A label and its numbers; `indent` says that the row is a part of the one above."""

    label: str
    cells: tuple[Cell, ...]
    indent: bool = False


@dataclass(frozen=True)
class Grid:
    """A table without a format."""

    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def marked(self) -> bool:
        """Whether a best value is marked anywhere."""
        return any(cell.best for row in self.rows for cell in row.cells)


def number(measure: Measure, value: float, digits: int = DIGITS) -> str:
    """A few decimals, counts without any, a dash for what is undefined."""
    if math.isnan(value):
        return UNDEFINED
    return f"{value:.0f}" if isinstance(measure, UnitSum) and value.is_integer() else f"{value:.{digits}f}"


def _basis(result: Result) -> list[str]:
    """The queries that count in the mean."""
    left_out = result.state.undefined & np.isnan(result.values)
    return [unit for unit, out in zip(result.state.units, left_out.tolist(), strict=True) if not out]


def _compared(measure: Measure, values: Sequence[float], digits: int, *, fair: bool = True) -> tuple[Cell, ...]:
    """Numbers of several systems; the best is marked if there is one and the comparison is fair."""
    defined = [value for value in values if not math.isnan(value)]
    best = None
    if fair and measure.better and len(values) > 1 and defined and min(defined) < max(defined):
        best = max(defined) if measure.better == "higher" else min(defined)
    return tuple(Cell(number(measure, value, digits), value == best) for value in values)


def _summary(systems: Sequence[Results], digits: int) -> Grid:
    rows = []
    for name in systems[0]:
        results = [each[name] for each in systems]
        measure = results[0].measure
        fair = all(_basis(each) == _basis(results[0]) for each in results[1:])
        rows.append(Row(name, _compared(measure, [each.value for each in results], digits, fair=fair)))
        if results[0].members is None:
            continue
        for group in sorted({group for each in results for group in each.members or {}}):
            values = [each.groups.get(group, math.nan) for each in results]
            sizes = [len((each.members or {}).get(group, ())) for each in results]
            label = f"{group} ({', '.join(map(str, sizes if len(set(sizes)) > 1 else sizes[:1]))})"
            rows.append(Row(label, _compared(measure, values, digits, fair=fair), indent=True))
        means = [each.group_mean for each in results]
        rows.append(Row("mean of groups", _compared(measure, means, digits, fair=fair), indent=True))
    return Grid("", "measure", tuple(each.system for each in systems), tuple(rows))


def _queries_of_one(system: Results, digits: int) -> Grid:
    results = [system[name] for name in system]
    values = [each.values.tolist() for each in results]
    measures = [each.measure for each in results]
    rows = tuple(
        Row(unit, tuple(Cell(number(m, v, digits)) for m, v in zip(measures, numbers, strict=True)))
        for unit, *numbers in zip(system.units, *values, strict=True)
    )
    return Grid(f"{system.system}, each query", "query", tuple(system), rows)


def _queries_of_several(systems: Sequence[Results], name: str, digits: int) -> Grid:
    by_unit = [each[name].units for each in systems]
    measure = systems[0][name].measure
    units = sorted({unit for each in by_unit for unit in each})
    rows = tuple(
        Row(unit, _compared(measure, [each.get(unit, math.nan) for each in by_unit], digits)) for unit in units
    )
    return Grid(f"{name}, each query", "query", tuple(each.system for each in systems), rows)


def make_grids(systems: Sequence[Results], *, per_query: bool = False, digits: int = DIGITS) -> list[Grid]:
    """The summary, and before it the queries if they are wanted."""
    grids = []
    if per_query and len(systems) == 1:
        grids.append(_queries_of_one(systems[0], digits))
    elif per_query:
        grids += [_queries_of_several(systems, name, digits) for name in systems[0]]
    return [*grids, _summary(systems, digits)]
