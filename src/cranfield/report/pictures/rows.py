"""Pictures of rows: intervals of systems below each other, and confusion matrices."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cranfield.errors import MeasureError
from cranfield.report.pictures.told import by_name, told_whole
from cranfield.report.svg.picture import Axis, Cells, Panel, Picture, Rule, Spans
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa

    from cranfield.report.svg.picture import Mark

__all__ = ["confusion", "differences", "intervals", "refuse_wide"]

_MOST_LABELS = 100  # whose cells can still be told apart


def intervals(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:  # noqa: ARG001 (as all others)
    """A row a system: its value and from where to where it may lie; a panel a measure."""
    panels, told, groups = [], [], list(by_name(table, "measure"))
    for (measure,), rows in groups:
        value, low, high = (rows[name].to_pylist() for name in ("value", "low", "high"))
        names = rows["system"].to_pylist()
        several = f" {measure}" if len(groups) > 1 else ""
        told += _told([f"{name}{several}" for name in names], value, low, high, language)
        panels.append(_panel(measure, names, value, low, high))
    fields = {"measures": [measure for (measure,), _ in groups], "confidence": _confidence(table)}
    title = say("picture-intervals", fields, language=language)
    return Picture(title, told_whole(title, told, language), tuple(panels), language)


def differences(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:  # noqa: ARG001 (as all others)
    """A row for each system that is compared with another: the difference, from where to where, and zero."""
    panels, told, groups = [], [], list(by_name(table, "measure", "baseline"))
    for (measure, baseline), rows in groups:
        value, low, high = (rows[name].to_pylist() for name in ("difference", "low", "high"))
        names = rows["system"].to_pylist()
        told += _told(names, value, low, high, language)
        label = say("axis-gain-over", {"measure": measure, "baseline": baseline}, language=language)
        panels.append(_panel(label, names, value, low, high, zero=True))
    names = [list(dict.fromkeys(table[name].to_pylist())) for name in ("measure", "baseline")]
    fields = {"measures": names[0], "baselines": names[1], "confidence": _confidence(table)}
    title = say("picture-differences", fields, language=language)
    return Picture(title, told_whole(title, told, language), tuple(panels), language)


def _told(
    names: Sequence[str], value: Sequence[Any], low: Sequence[Any], high: Sequence[Any], language: str
) -> list[str]:
    found = []
    for name, middle, begin, end in zip(names, *map(_numbers, (value, low, high)), strict=True):
        bounded = not (math.isnan(begin) or math.isnan(end))
        fields = {"name": name, "value": middle, "low": begin, "high": end, "bounded": bounded}
        found.append(say("told-span", fields, language=language))
    return found


def _confidence(table: pa.Table) -> float:
    return float(table["confidence"][0].as_py()) if table.num_rows else 0.95


def _numbers(values: Sequence[Any]) -> list[float]:
    return [math.nan if each is None else float(each) for each in values]


def _panel(
    label: str, names: Sequence[str], value: Sequence[Any], low: Sequence[Any], high: Sequence[Any], *,
    zero: bool = False,
) -> Panel:  # fmt: skip
    columns = [_numbers(each) for each in (value, low, high)]
    known = [each for column in columns for each in column if math.isfinite(each)]
    if zero:
        known.append(0.0)
    begin, end = min(known, default=0.0), max(known, default=1.0)
    air = (end - begin) * 0.06 or abs(begin) * 0.5 or 0.5
    axis = Axis(label, begin - air, end + air)
    spans = Spans(label, columns[0], columns[1], columns[2])
    marks: tuple[Mark, ...] = (Rule((0.0, 0.0), (0.0, float(len(names)))), spans) if zero else (spans,)
    return Panel(axis, Axis("", 0.0, float(len(names)), "whole", tuple(names)), marks)


def confusion(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:  # noqa: ARG001 (as all others)
    """How often each label was guessed for each, darker for a larger share of the label; a panel a system."""
    panels, told, systems = [], [], list(by_name(table, "system"))
    for (system,), rows in systems:
        names = tuple(dict.fromkeys(rows["truth"].to_pylist()))
        refuse_wide(len(names))
        size = len(names)
        count, share = rows["count"].to_pylist(), rows["share"].to_pylist()
        texts = [[_count(count[row * size + at]) for at in range(size)] for row in range(size)]
        shares = [share[row * size : (row + 1) * size] for row in range(size)]
        right, total = sum(count[at * size + at] for at in range(size)), sum(count)
        told.append(say("told-cells", {"name": system, "right": right, "total": total}, language=language))
        x = Axis(say("axis-guess", {}, language=language), 0.0, float(size), "whole", names)
        y = Axis(say("axis-truth", {}, language=language), 0.0, float(size), "whole", names)
        panels.append(Panel(x, y, (Cells(texts, shares),), system if len(systems) > 1 else "", square=True))
    title = say("picture-confusion", {}, language=language)
    return Picture(title, told_whole(title, told, language), tuple(panels), language)


def refuse_wide(labels: int) -> None:
    """Refuse to draw more labels than anybody could see."""
    if labels > _MOST_LABELS:
        raise MeasureError("confusion-too-wide", count=labels, most=_MOST_LABELS)


def _count(value: float) -> str:
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.4g}"
