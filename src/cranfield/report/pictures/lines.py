"""Pictures of lines: precision-recall, measures by rank, ROC, calibration, robustness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.report.pictures.told import by_name, limits, nice, told_lines, told_whole
from cranfield.report.svg.picture import Axis, Dots, Line, Panel, Picture, Rule
from cranfield.words import say

if TYPE_CHECKING:
    import pyarrow as pa

    from cranfield.report.svg.picture import Mark

__all__ = ["calibration", "gain", "latency", "pr", "pr_query", "prc", "robustness", "roc"]


def _picture(title: str, panel: Panel, language: str) -> Picture:
    lines = [
        (f"{mark.name} ({panel.notes} {mark.note})" if mark.note else mark.name, mark.x, mark.y)
        for mark in panel.marks
        if isinstance(mark, Line)
    ]
    return Picture(title, told_whole(title, told_lines(lines, language), language), (panel,), language)


def pr(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """One line a system at fixed levels of recall."""
    marks = [
        Line(name, rows["recall"].to_numpy(), rows["precision"].to_numpy(), at, name)
        for at, ((name,), rows) in enumerate(by_name(table, "system"))
    ]
    title = say("picture-pr", {"units": facts["units"], "noun": facts["noun"]}, language=language)
    x, y = Axis(say("axis-recall", {}, language=language)), Axis(say("axis-mean-precision", {}, language=language))
    return _picture(title, Panel(x, y, tuple(marks)), language)


def pr_query(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """The points of one query, the steps through them, and where precision equals recall; a panel a system."""
    panels, told = [], []
    x, y = Axis(say("axis-recall", {}, language=language)), Axis(say("axis-precision", {}, language=language))
    systems = list(by_name(table, "system"))
    for (name,), rows in systems:
        parts = {line: part for (line,), part in by_name(rows, "line")}
        marks: list[Mark] = [Rule((0.0, 0.0), (1.0, 1.0))]
        for style, line in enumerate(("raw", "interpolated")):
            if line in parts:
                label = say("line-raw" if line == "raw" else "line-interpolated", {}, language=language)
                points = parts[line]["recall"].to_numpy(), parts[line]["precision"].to_numpy()
                marks.append(Line(label, *points, style, label))
                told += told_lines([(f"{name} {label}", *points)], language)
        even = float(parts["break-even"]["recall"][0].as_py())
        label = say("line-break-even", {"value": even}, language=language)
        marks.append(Dots(label, [even], [even], 3, label))
        told.append(f"{name} {label}")
        panels.append(Panel(x, y, tuple(marks), name if len(systems) > 1 else "", at_ends=False))
    title = say("picture-pr-query", {"query": facts["query"]}, language=language)
    return Picture(title, told_whole(title, told, language), tuple(panels), language)


def gain(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """One line a system and measure from rank to rank."""
    several = len(facts["measures"]) > 1
    systems = len(set(table["system"].to_pylist()))
    marks = []
    for at, ((system, measure), rows) in enumerate(by_name(table, "system", "measure")):
        name = (f"{system} {measure}" if systems > 1 else measure) if several else system
        marks.append(Line(name, rows["rank"].to_numpy(), rows["value"].to_numpy(), at, name))
    values = table["value"].to_numpy()
    known = values[~np.isnan(values)]
    low, high = nice(0.0, float(known.max()) if len(known) else 1.0)
    high = min(high, facts["highest"]) if facts.get("highest") is not None else high
    fields = {name: facts.get(name) for name in ("measures", "units", "noun", "query")}
    title = say("picture-gain", fields, language=language)
    y_name = say("axis-value", {}, language=language) if several else facts["measures"][0]
    ranks = Axis(say("axis-rank", {}, language=language), 1.0, float(max(table["rank"].to_pylist())), "whole")
    return _picture(title, Panel(ranks, Axis(y_name, low, high), tuple(marks)), language)


def _with_areas(table: pa.Table, facts: dict[str, Any], x: str, y: str) -> list[Line]:
    """A line a system, the largest area first."""
    areas = facts["areas"]
    found = list(by_name(table, "system"))
    best = sorted(range(len(found)), key=lambda at: -(areas[found[at][0][0]] or 0.0))
    marks = []
    for at in best:
        (name,), rows = found[at]
        points = limits(rows[x].to_numpy(), rows[y].to_numpy())
        note = "–" if areas[name] is None else f"{areas[name]:.3f}"
        marks.append(Line(name, *points, at, name, note))
    return marks


def roc(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """The true positive rate over the false positive rate, with the diagonal of mere chance."""
    marks = _with_areas(table, facts, "fpr", "tpr")
    title = say("picture-roc", {"positive": facts["positive"]}, language=language)
    x, y = Axis(say("axis-fpr", {}, language=language)), Axis(say("axis-tpr", {}, language=language))
    chance = Rule((0.0, 0.0), (1.0, 1.0))
    return _picture(title, Panel(x, y, (chance, *marks), notes=facts["area"], at_ends=False), language)


def prc(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """Precision over recall at every threshold."""
    marks = _with_areas(table, facts, "recall", "precision")
    title = say("picture-prc", {"positive": facts["positive"]}, language=language)
    x, y = Axis(say("axis-recall", {}, language=language)), Axis(say("axis-precision", {}, language=language))
    return _picture(title, Panel(x, y, tuple(marks), notes=facts["area"], at_ends=False), language)


def calibration(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """What happened over what was predicted, with the diagonal of perfect predictions."""
    marks = [
        Line(name, rows["predicted"].to_numpy(), rows["happened"].to_numpy(), at, name)
        for at, ((name,), rows) in enumerate(by_name(table, "system"))
    ]
    fields = {"positive": facts["positive"]}
    title = say("picture-calibration", fields, language=language)
    x = Axis(say("axis-predicted", {}, language=language))
    y = Axis(say("axis-happened", fields, language=language))
    return _picture(title, Panel(x, y, (Rule((0.0, 0.0), (1.0, 1.0)), *marks)), language)


def latency(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """What share of the requests of each system was answered within a time."""
    marks = []
    for at, ((name,), rows) in enumerate(by_name(table, "system")):
        time, share = rows["time"].to_numpy(), rows["share"].to_numpy()
        inside = time <= facts["shown"]
        # from one request to the next the share stays as it is
        x = np.repeat(np.append(time[inside], facts["shown"]), 2)[1:-1]
        y = np.repeat(share[inside], 2)
        x, y = limits(np.append(time[0], x) / facts["shown"], np.append(0.0, y))
        marks.append(Line(name, x * facts["shown"], y, at, name))
    beyond = [f"{name} {count:,}" for name, count in facts["beyond"].items() if count]
    title = say("picture-latency", {"measure": facts["measure"], "beyond": beyond}, language=language)
    x_axis = Axis(say("axis-milliseconds", {"measure": facts["measure"]}, language=language), 0.0, facts["shown"])
    y_axis = Axis(say("axis-answered", {}, language=language), form="percent")
    return _picture(title, Panel(x_axis, y_axis, tuple(marks)), language)


def robustness(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """How much of the order of systems each measure keeps, with the lowest and the highest of the repetitions."""
    marks, groups = [], list(by_name(table, "measure"))
    for at, ((name,), rows) in enumerate(groups):
        order = np.argsort(rows["share"].to_numpy())
        share, mean, low, high = (rows[each].to_numpy()[order] for each in ("share", "mean", "low", "high"))
        beside = (at - (len(groups) - 1) / 2) * 0.008  # so that the ranges of several measures can be seen
        marks.append(Line(name, share + beside, mean, at, name, low=low, high=high))
    lowest = min((float(np.nanmin(mark.low)) for mark in marks if not np.isnan(mark.low).all()), default=0.0)
    x = Axis(say("axis-judgments", {}, language=language), 0.0, 1.02, "percent")
    y = Axis(
        say("axis-order", {"how": table["how"][0].as_py() if table.num_rows else ""}, language=language),
        nice(min(lowest, 1.0), 1.0)[0],
        1.0,
    )
    title = say("picture-robustness", {"systems": facts.get("systems")}, language=language)
    return _picture(title, Panel(x, y, tuple(marks)), language)
