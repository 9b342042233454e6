"""Pictures of running engines: response times by rate, and what each setting of a sweep is worth."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.report.pictures.told import by_name, nice, told_lines, told_whole
from cranfield.report.svg.picture import Axis, Cells, Dots, Line, Panel, Picture, Rule
from cranfield.words import say

if TYPE_CHECKING:
    import pyarrow as pa

    from cranfield.report.svg.picture import Mark

__all__ = ["rates", "sweep", "timeline"]


def rates(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """A line for each percentile from rate to rate, up to a little above the limit, and the limit itself."""
    limit = float(facts["limit"])
    top = 3 * limit
    marks: list[Mark] = []
    lines = []
    for at, ((name,), rows) in enumerate(by_name(table, "line")):
        rate = rows["rate"].to_numpy()
        took = np.array([math.nan if each is None else each for each in rows["milliseconds"].to_pylist()])
        lines.append((name, rate, took))
        # beyond the top a line leaves the picture: what an overloaded engine takes has no end
        marks.append(Line(name, rate, np.where(took > top, np.nan, took), at, name))
    highest = float(table["rate"].to_numpy().max())
    marks.append(Rule((0.0, limit), (highest, limit)))
    title = say("picture-rates", {"system": facts["system"]}, language=language)
    x = Axis(say("axis-rate", {}, language=language), 0.0, highest)
    y = Axis(say("axis-milliseconds", {}, language=language), 0.0, top)
    return Picture(
        title, told_whole(title, told_lines(lines, language), language), (Panel(x, y, tuple(marks)),), language
    )


def sweep(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """One parameter as a line with intervals, two as squares; the held-out value of the best stands beside them."""
    swept = facts["parameters"]
    if len(swept) == 2:
        return _squares(table, facts, language)
    rows = table.slice(1)  # the first is the engine as it is
    x = _places(rows[swept[0]].to_pylist()) if len(swept) == 1 else np.arange(rows.num_rows, dtype=float)
    names = () if _numbers(rows[swept[0]].to_pylist()) and len(swept) == 1 else tuple(rows["setting"].to_pylist())
    order = np.argsort(x)
    value, low, high = (_known(rows[name].to_pylist())[order] for name in ("value", "low", "high"))
    label = say("line-train", {"count": facts["train"]}, language=language)
    marks: list[Mark] = [Line(label, x[order], value, 0, label, low=low, high=high)]
    out = facts["held_out"]
    best = rows["setting"].to_pylist().index(facts["best"]) if facts["best"] in rows["setting"].to_pylist() else None
    told = [(label, x[order], value)]
    if best is not None:
        name = say("line-held-out", {"count": facts["held_out_units"], "value": out[0]}, language=language)
        marks.append(Dots(name, [float(x[best])], [out[0]], 3, name))
        told.append((name, [float(x[best])], [out[0]]))
    every = np.concatenate([value, low, high, [out[0]], _known(table["value"].to_pylist()[:1])])
    bottom, top = nice(float(np.nanmin(every)), float(np.nanmax(every)))
    as_it_is = float(table["value"][0].as_py())
    ends = (0.5, len(x) + 0.5) if names else _ends(x)
    marks.append(Rule((ends[0], as_it_is), (ends[1], as_it_is)))
    title = say("picture-sweep", {"measure": facts["measure"], "parameters": swept}, language=language)
    across = Axis(" ".join(swept), *ends, names=names) if names else Axis(swept[0], *ends)
    panel = Panel(across, Axis(facts["measure"], bottom, top), tuple(marks), at_ends=False)
    return Picture(title, told_whole(title, told_lines(told, language), language), (panel,), language)


def _squares(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """A square for each pair of values, darker where the measure is higher."""
    across, down = facts["parameters"]
    rows = table.slice(1).to_pylist() + ([table.slice(0, 1).to_pylist()[0]] if table.num_rows else [])
    columns, lines = (list(dict.fromkeys(each[name] for each in table.slice(1).to_pylist())) for name in (across, down))
    held = {(each[across], each[down]): each["value"] for each in rows}
    low, high = min(held.values()), max(held.values())
    span = (high - low) or 1.0
    text = [["" if (x, y) not in held else f"{held[x, y]:.3f}" for x in columns] for y in lines]
    share = [[0.0 if (x, y) not in held else (held[x, y] - low) / span for x in columns] for y in lines]
    title = say("picture-sweep", {"measure": facts["measure"], "parameters": [across, down]}, language=language)
    x_axis = Axis(across, 0.0, float(len(columns)), names=tuple(columns))
    y_axis = Axis(down, 0.0, float(len(lines)), names=tuple(lines))
    told = [say("told-span", {"name": each["setting"], "value": each["value"]}, language=language) for each in rows]
    panel = Panel(x_axis, y_axis, (Cells(text, share),), square=True)
    return Picture(title, told_whole(title, told, language), (panel,), language)


def timeline(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """Each request as a point: when it should have been sent, and how long it took; a panel for each way of asking."""
    panels, told = [], []
    took = table["milliseconds"].to_numpy()
    x = Axis(say("axis-seconds", {}, language=language), 0.0, float(table["seconds"].to_numpy().max()))
    y = Axis(say("axis-milliseconds", {}, language=language), 0.0, float(took.max()) * 1.05)
    for at, ((name,), rows) in enumerate(by_name(table, "line")):
        points = rows["seconds"].to_numpy(), rows["milliseconds"].to_numpy()
        share = float(np.quantile(points[1], 0.99, method="inverted_cdf"))
        note = say("line-share", {"value": share}, language=language)
        marks: tuple[Mark, ...] = (Dots(name, *points, at), Rule((0.0, share), (x.high, share)))
        panels.append(Panel(x, y, marks, f"{name}: {note}", at_ends=False))
        told += told_lines([(f"{name}, {note}", *points)], language)
    title = say("picture-timeline", {"system": facts["system"]}, language=language)
    return Picture(title, told_whole(title, told, language), tuple(panels), language)


def _known(values: list[Any]) -> Any:
    return np.array([math.nan if each is None else each for each in values], float)


def _numbers(values: list[str]) -> bool:
    try:
        return all(math.isfinite(float(each)) for each in values)
    except ValueError:
        return False


def _places(values: list[str]) -> Any:
    """Where values stand on an axis: as numbers, or one beside the other."""
    return np.array(list(map(float, values)) if _numbers(values) else np.arange(1, len(values) + 1), float)


def _ends(x: Any) -> tuple[float, float]:
    low, high = float(x.min()), float(x.max())
    return (low, high) if low < high else (low - 0.5, high + 0.5)
