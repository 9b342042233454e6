"""Pictures of running engines: response times by rate, and what each setting of a sweep is worth."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.report.pictures.told import by_name, nice, told_lines, told_whole
from cranfield.report.svg.picture import Axis, Cells, Dots, Line, Panel, Picture, Rule, Spans
from cranfield.words import say, translated

if TYPE_CHECKING:
    import pyarrow as pa

    from cranfield.report.svg.picture import Mark

__all__ = ["rates", "sweep", "timeline"]

_ASIDE = 0.6  # letters between the interval of the best setting and its own on other queries
_FINE = 150  # places on a side at which two dots can be told apart


def rates(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """A line for each percentile from rate to rate, up to a little above the limit, and the limit itself."""
    limit = float(facts["limit"])
    top = 3 * limit
    marks: list[Mark] = []
    lines = []
    for at, ((name,), rows) in enumerate(by_name(table, "line")):
        rate = rows["rate"].to_numpy()
        took = np.array([math.nan if each is None else each for each in rows["milliseconds"].to_pylist()])
        if np.isnan(took).all():
            continue  # too few requests for this percentile
        lines.append((name, rate, took))
        # a line ends at the top of the picture: what an overloaded engine takes has no end
        marks.append(Line(name, rate, np.minimum(took, top), at, name))
    highest = float(table["rate"].to_numpy().max())
    marks.append(Rule((0.0, limit), (highest, limit)))
    title = say("picture-rates", {"system": facts["system"]}, language=language)
    x = Axis(say("axis-rate", {}, language=language), 0.0, highest)
    cut = any(np.nanmax(took) > top for _, _, took in lines)
    y = Axis(say("axis-took-cut" if cut else "axis-took", {"top": top} if cut else {}, language=language), 0.0, top)
    return Picture(
        title, told_whole(title, told_lines(lines, language), language), (Panel(x, y, tuple(marks)),), language
    )


def sweep(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """One parameter as a line with intervals, two as squares, more or words as rows; and the best on other queries."""
    swept = facts["parameters"]
    if len(swept) == 2:
        return _squares(table, facts, language)
    value, low, high = (_known(table[name].to_pylist()) for name in ("value", "low", "high"))
    best, out = table["setting"].to_pylist().index(facts["best"]), facts["held_out"][0]
    ends = {"low": _known(facts["held_out"][1:2]).tolist(), "high": _known(facts["held_out"][2:]).tolist()}
    every = nice(
        float(np.nanmin([*value, *low, out, *ends["low"]])), float(np.nanmax([*value, *high, out, *ends["high"]]))
    )
    label = say("line-train", {"count": facts["train"]}, language=language)
    name = say("line-held-out", {"count": facts["held_out_units"], "value": out}, language=language)
    if len(swept) == 1 and _numbers(table[swept[0]].to_pylist()):
        x = np.array(table[swept[0]].to_pylist(), float)
        order = np.argsort(x)
        line = Line(label, x[order], value[order], 0, label, low=low[order], high=high[order])
        aside = -_ASIDE if x[best] > x.mean() else _ASIDE
        marks: tuple[Mark, ...] = (line, Dots(name, [float(x[best])], [out], 3, name, **ends, aside=aside))
        panel = Panel(Axis(swept[0], *_ends(x)), Axis(facts["measure"], *every), marks, at_ends=False)
        told = told_lines([(label, x[order], value[order])], language)
    else:
        names = tuple(translated(each, language=language) for each in table["setting"].to_pylist())
        dots = Dots(name, [out], [best + 0.5], 3, name, **ends, value="x", aside=_ASIDE)
        marks = (Spans(label, value, low, high, 0, label), dots)
        rows = Axis("", 0.0, float(len(names)), "whole", names)
        panel = Panel(Axis(facts["measure"], *every), rows, marks, at_ends=False)
        told = [
            say("told-span", {"name": each, "value": middle, "bounded": not math.isnan(begin), "low": begin,
                "high": end},
                language=language)
            for each, middle, begin, end in zip(names, value, low, high, strict=True)
        ]  # fmt: skip
    told.append(_held_out(facts, language))
    title = say("picture-sweep", {"measure": facts["measure"], "parameters": swept}, language=language)
    return Picture(title, told_whole(title, told, language), (panel,), language)


def _held_out(facts: dict[str, Any], language: str) -> str:
    """The best setting on the queries that did not choose it, in words."""
    value, low, high = _known(facts["held_out"])
    name = say("line-held-out", {"count": facts["held_out_units"], "value": None}, language=language)
    known = {"name": name, "value": value, "bounded": not math.isnan(low), "low": low, "high": high}
    return say("told-span", known, language=language)


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
    told = [
        say(
            "told-span",
            {
                "name": translated(each["setting"], language=language),
                "value": each["value"],
                "bounded": 0,
                "low": 0,
                "high": 0,
            },
            language=language,
        )
        for each in rows
    ]
    told.append(_held_out(facts, language))
    panel = Panel(x_axis, y_axis, (Cells(text, share),), told[-1], square=True)
    return Picture(title, told_whole(title, told, language), (panel,), language)


def timeline(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """Each request as a point: when it should have been sent, and how long it took; a panel for each way of asking."""
    panels, told = [], []
    took = table["milliseconds"].to_numpy()
    x = Axis(say("axis-seconds", {}, language=language), 0.0, float(table["seconds"].to_numpy().max()))
    y = Axis(say("axis-took", {}, language=language), 0.0, float(took.max()) * 1.05)
    for at, ((name,), rows) in enumerate(by_name(table, "line")):
        points = rows["seconds"].to_numpy(), rows["milliseconds"].to_numpy()
        share = float(np.quantile(points[1], 0.99, method="inverted_cdf"))
        note = say("line-share", {"value": share}, language=language)
        marks: tuple[Mark, ...] = (
            Dots(name, *_apart(*points, x.high, y.high), at),
            Rule((0.0, share), (x.high, share)),
        )
        panels.append(Panel(x, y, marks, f"{name}: {note}", at_ends=False))
        told += told_lines([(f"{name}, {note}", *points)], language)
    title = say("picture-timeline", {"system": facts["system"]}, language=language)
    return Picture(title, told_whole(title, told, language), tuple(panels), language)


def _apart(x: Any, y: Any, wide: float, high: float) -> tuple[Any, Any]:
    """The points without those that fall on others in any picture."""
    place = np.column_stack((np.round(x / (wide or 1.0) * _FINE), np.round(y / (high or 1.0) * _FINE)))
    _, first = np.unique(place, axis=0, return_index=True)
    return x[np.sort(first)], y[np.sort(first)]


def _known(values: list[Any]) -> Any:
    return np.array([math.nan if each is None else each for each in values], float)


def _numbers(values: list[str]) -> bool:
    try:
        return all(math.isfinite(float(each)) for each in values)
    except ValueError:
        return False


def _ends(x: Any) -> tuple[float, float]:
    low, high = float(x.min()), float(x.max())
    return (low, high) if low < high else (low - 0.5, high + 0.5)
