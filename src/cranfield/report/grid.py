"""The cells that every table shows: numbers as text, the best of a row marked, groups and queries below each other."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.confusion import confusion_in
from cranfield.core.order import in_order
from cranfield.core.unit_measure import UnitSum
from cranfield.errors import MeasureError
from cranfield.words import singular

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.compared import Estimate
    from cranfield.core.confusion import Confusion
    from cranfield.core.measure import Measure
    from cranfield.core.result import Result, Results

__all__ = [
    "DIGITS",
    "UNDEFINED",
    "Cell",
    "Grid",
    "Intervals",
    "Row",
    "in_order_of",
    "make_grids",
    "number",
    "with_interval",
]

UNDEFINED = "-"
DIGITS = 4
WIDEST = 50  # labels of a table that has all of them across, and mistakes that are shown where they are more
COUNTED = ("length", "reference", "edits")  # parts that are counts


@dataclass(frozen=True)
class Intervals:
    """The intervals of one system by measure, of the whole and of each group, and how they were made."""

    whole: Mapping[str, Estimate]
    groups: Mapping[str, Mapping[str, Estimate]]
    settings: Mapping[str, Any]

    @property
    def methods(self) -> list[str]:
        """Which kinds there are among them."""
        return [each for each in dict.fromkeys(each.method for each in self.whole.values()) if each is not None]


@dataclass(frozen=True)
class Cell:
    """A number as it is shown; `mark` is what stands raised behind it, and `words` that it is a text of the user's."""

    text: str
    best: bool = False
    mark: str = ""
    words: bool = False


@dataclass(frozen=True)
class Row:
    """A label and its numbers; `indent` says that the row is a part of the one above.

    `span` is a number with the ends of its interval, and how far from 0 those of the table go, for who draws it.
    """

    label: str
    cells: tuple[Cell, ...]
    indent: bool = False
    span: tuple[float, float, float, float] | None = None


@dataclass(frozen=True)
class Grid:
    """A table without a format."""

    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    best_of: str = "row"  # where the best value is looked for: among the cells of a row or of a column

    @cached_property
    def marked(self) -> bool:
        """Whether a best value is marked anywhere."""
        return any(cell.best for row in self.rows for cell in row.cells)

    @cached_property
    def wordy(self) -> tuple[bool, ...]:
        """Which columns hold texts, that begin at the left."""
        return tuple(any(row.cells[at].words for row in self.rows) for at in range(len(self.columns)))

    @cached_property
    def mark_widths(self) -> tuple[int, ...]:
        """How long the marks of each column are."""
        return tuple(max((len(row.cells[at].mark) for row in self.rows), default=0) for at in range(len(self.columns)))


def number(measure: Measure, value: float, digits: int = DIGITS) -> str:
    """A few decimals, counts without any, a dash for what is undefined."""
    if math.isnan(value):
        return UNDEFINED
    return f"{value:.0f}" if isinstance(measure, UnitSum) and value.is_integer() else f"{value:.{digits}f}"


def _basis(result: Result) -> list[str]:
    """The queries that count in the mean, sorted, as two systems may have them in another order."""
    left_out = result.state.undefined & np.isnan(result.values)
    return sorted(unit for unit, out in zip(result.state.units, left_out.tolist(), strict=True) if not out)


def with_interval(text: str, estimate: Estimate | None, digits: int) -> str:
    """A value and its interval, whose ends have a digit less, as they are known less well."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return text
    short = max(digits - 1, 0)
    return f"{text} [{estimate.low:.{short}f}, {estimate.high:.{short}f}]"


def _compared(
    measure: Measure, values: Sequence[float], digits: int, *, fair: bool = True,
    around: Sequence[Estimate | None] | None = None,
) -> tuple[Cell, ...]:  # fmt: skip
    """Numbers of several systems; the best is marked if there is one and the comparison is fair."""
    defined = [value for value in values if not math.isnan(value)]
    best = None
    if fair and measure.better and len(values) > 1 and defined and min(defined) < max(defined):
        best = max(defined) if measure.better == "higher" else min(defined)
    ends = around or [None] * len(values)
    return tuple(
        Cell(with_interval(number(measure, value, digits), end, digits), value == best)
        for value, end in zip(values, ends, strict=True)
    )


def _summary(systems: Sequence[Results], digits: int, intervals: Sequence[Intervals] | None) -> Grid:
    rows = []
    for name in systems[0]:
        results = [each[name] for each in systems]
        measure = results[0].measure
        fair = all(_basis(each) == _basis(results[0]) for each in results[1:])
        ends = None if intervals is None else [each.whole.get(name) for each in intervals]
        rows.append(Row(name, _compared(measure, [each.value for each in results], digits, fair=fair, around=ends)))
        if not results[0].grouped:
            continue
        for group in in_order(list({group for each in results for group in each.groups})):
            values = [each.groups.get(group, math.nan) for each in results]
            sizes = [each.group_sizes.get(group, 0) for each in results]
            label = f"{group} ({', '.join(map(str, sizes if len(set(sizes)) > 1 else sizes[:1]))})"
            if intervals is not None:
                ends = [each.groups.get(group, {}).get(name) for each in intervals]
            rows.append(Row(label, _compared(measure, values, digits, fair=fair, around=ends), indent=True))
        means = [each.group_mean for each in results]
        rows.append(Row("mean of groups", _compared(measure, means, digits, fair=fair), indent=True))
    return Grid("", "measure", tuple(each.system for each in systems), tuple(rows))


def _units_of_one(system: Results, digits: int) -> list[Grid]:
    """One table for all measures with the same units: queries, or labels, pairs of labels and sessions."""
    together: list[dict[str, Result]] = []
    for name, result in system.found.items():
        alike = next((each for each in together if _same_units(result, next(iter(each.values())))), None)
        if alike is None:
            together.append(alike := {})
        # averages of the same values differ only in the whole
        label = name if name != str(result.measure) else result.measure.unit_label()
        if label in alike and not np.array_equal(alike[label].values, result.values, equal_nan=True):
            label = name
        alike.setdefault(label, result)
    return [_units_grid(system, results, digits) for results in together]


def _same_units(one: Result, other: Result) -> bool:
    return one.state.units is other.state.units or list(one.state.units) == list(other.state.units)


def _units_grid(system: Results, results: Mapping[str, Result], digits: int) -> Grid:
    first = next(iter(results.values()))
    values = [each.values.tolist() for each in results.values()]
    measures = [each.measure for each in results.values()]
    columns = tuple(results)
    units = first.state.units
    order = first.places
    rows = [
        Row(units[at], tuple(Cell(number(m, v[at], digits)) for m, v in zip(measures, values, strict=True)))
        for at in order
    ]
    if confusion := confusion_in(first.state):
        columns += ("examples",)
        counts = dict(zip(confusion.names, confusion.truth, strict=True))
        support = [counts.get(units[at], 0) for at in order]
        rows = [replace(row, cells=(*row.cells, Cell(f"{count:g}"))) for row, count in zip(rows, support, strict=True)]
    unit = singular(first.noun)
    return Grid(f"{system.system}, each {unit}", unit, columns, tuple(rows))


def _confusion(system: Results) -> list[Grid]:
    """How often each label was guessed for each, with totals; of many labels the mistakes that most examples share."""
    held = next(filter(None, (confusion_in(each.state) for each in system.found.values())), None)
    if held is None:
        return []
    if len(held.names) > WIDEST:
        return [_mistakes(system, held)]
    table = held.table()
    rows = tuple(
        Row(truth, tuple(Cell(f"{count:.10g}") for count in guesses.values())) for truth, guesses in table.items()
    )
    return [Grid(f"{system.system}, truth down and guess across", "truth", tuple(table), rows)]


def _mistakes(system: Results, held: Confusion) -> Grid:
    made = [each for each in held.listed() if each[0] != each[1]]
    first = sorted(made, key=lambda each: -each[2])[:WIDEST]
    rows = tuple(
        Row(held.names[truth], (Cell(held.names[guess], words=True), Cell(f"{count:.10g}")))
        for truth, guess, count in first
    )
    told = f"{system.system}, {len(rows):,} of {len(made):,} kinds of mistakes, the most frequent first"
    return Grid(told, "truth", ("guess", "examples"), rows)


def _queries_of_several(systems: Sequence[Results], name: str, digits: int) -> Grid:
    by_unit = [each[name].units for each in systems]
    measure = systems[0][name].measure
    units = list(dict.fromkeys(unit for each in by_unit for unit in each))
    if systems[0][name].order is None:
        units = in_order(units)
    rows = tuple(
        Row(unit, _compared(measure, [each.get(unit, math.nan) for each in by_unit], digits)) for unit in units
    )
    unit = singular(systems[0][name].noun)  # of the measure: labels and sessions are no examples
    return Grid(f"{name}, each {unit}", unit, tuple(each.system for each in systems), rows)


MANY = 5  # systems; more of them are shown below each other


def _turned(grid: Grid) -> Grid:
    """Systems as rows and measures as columns."""
    rows = tuple(Row(system, tuple(row.cells[at] for row in grid.rows)) for at, system in enumerate(grid.columns))
    return Grid(grid.title, "system", tuple(row.label for row in grid.rows), rows, "column")


def in_order_of(systems: Sequence[Results], measure: str) -> list[Results]:
    """The systems from the best by a measure to the worst; those without a value last."""
    if any(measure not in each for each in systems):
        raise MeasureError("sort-by-unknown", measure=measure, names=list(systems[0]))
    sign = 1 if systems[0][measure].measure.better == "lower" else -1

    def key(system: Results) -> tuple[bool, float]:
        value = system[measure].value
        return math.isnan(value), sign * value

    return sorted(systems, key=key)


def _parts_grids(systems: Sequence[Results], digits: int) -> list[Grid]:
    """What values are made of; measures that are made of the same share a table."""
    found: dict[tuple[str, ...], list[Row]] = {}
    for name in systems[0]:
        for each in systems:
            if parts := each[name].parts:
                cells = tuple(Cell(_part(key, value, digits)) for key, value in parts.items())
                label = name if len(systems) == 1 else f"{name}, {each.system}"
                found.setdefault(tuple(parts), []).append(Row(label, cells))
    return [Grid("", "parts", columns, tuple(rows)) for columns, rows in found.items()]


def _part(key: str, value: float, digits: int) -> str:
    """Lengths and counts have no decimals where they are whole."""
    if math.isnan(value):
        return UNDEFINED
    counts = key in COUNTED and value.is_integer()
    return f"{value:.0f}" if counts else f"{value:.{digits}f}"


def make_grids(
    systems: Sequence[Results], *, per_query: bool = False, digits: int = DIGITS,
    intervals: Sequence[Intervals] | None = None, parts: bool | None = None,
) -> list[Grid]:  # fmt: skip
    """The summary, before it the queries if they are wanted, and behind it what values are made of.

    `intervals` are those of each system; `parts` None shows what the values of a single system are made of.
    """
    grids = []
    if per_query and len(systems) == 1:
        grids += [*_units_of_one(systems[0], digits), *_confusion(systems[0])]
    elif per_query:
        grids += [_queries_of_several(systems, name, digits) for name in systems[0]]
    summary = _summary(systems, digits, intervals)
    grouped = any(row.indent for row in summary.rows)
    grids.append(_turned(summary) if len(systems) > MANY and not grouped else summary)
    wanted = len(systems) == 1 if parts is None else parts
    return [*grids, *_parts_grids(systems, digits)] if wanted else grids
