"""Pictures of bars and points: scores by class, and what each query gains or loses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.report.pictures.told import by_name, nice, told_whole
from cranfield.report.svg.picture import Axis, Bars, Dots, Panel, Picture, Rule
from cranfield.words import say

if TYPE_CHECKING:
    import pyarrow as pa

    from cranfield.report.svg.picture import Mark

__all__ = ["queries", "scatter", "scores"]

_NAMED = 30  # queries whose names stand below their bars


def scores(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:  # noqa: ARG001 (as all others)
    """The share of each class in each bin of scores; a panel a system."""
    panels, told, systems = [], [], list(by_name(table, "system"))
    for (system,), rows in systems:
        marks = []
        for at, ((label,), part) in enumerate(by_name(rows, "label")):
            low, high, share = (part[name].to_numpy() for name in ("low", "high", "share"))
            marks.append(Bars(label, low, high, share, at, label, outlined=True))
            most = int(np.argmax(share))
            fields = {"total": float(sum(part["examples"].to_pylist())), "low": low[most], "high": high[most]}
            told.append(say("told-classes", {"name": f"{system} {label}", **fields}, language=language))
        top = max(float(np.max(mark.height)) for mark in marks)
        x = Axis(say("axis-score", {}, language=language), float(marks[0].left[0]), float(marks[0].right[-1]))
        y = Axis(say("axis-share-of-class", {}, language=language), 0.0, top * 1.05 or 1.0, "percent")
        heading, classes = system if len(systems) > 1 else "", say("axis-truth", {}, language=language)
        panels.append(Panel(x, y, tuple(marks), heading, classes, at_ends=False))
    title = say("picture-scores", {}, language=language)
    return Picture(title, told_whole(title, told, language), tuple(panels), language)


def _told(name: str, differences: Any, facts: dict[str, Any], language: str) -> str:
    up, down = int((differences > 0).sum()), int((differences < 0).sum())
    if facts.get("better") == "lower":
        up, down = down, up
    fields = {"name": name, "better": up, "worse": down, "same": len(differences) - up - down}
    return say("told-counts", fields, language=language)


def _title(table: pa.Table, facts: dict[str, Any], language: str) -> str:
    units = len(set(table["unit"].to_pylist()))
    fields = {"measure": facts["measure"], "units": units, "noun": facts["noun"], "baseline": facts["baseline"]}
    return say("picture-queries", fields, language=language)


def queries(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """A bar for each query, from what gained most to what lost most; a panel a system."""
    panels, told = [], []
    for (system,), rows in by_name(table, "system"):
        found = rows["difference"].to_numpy()
        order = np.argsort(-found, kind="stable")
        found, units = found[order], [rows["unit"][int(at)].as_py() for at in order]
        told.append(_told(system, found, facts, language))
        marks: list[Mark] = []
        good = found < 0 if facts.get("better") == "lower" else found > 0
        for style, chosen in enumerate((good, ~good & (found != 0))):
            places = np.flatnonzero(chosen)
            if len(places):
                label = say("line-worse" if style else "line-better", {"count": len(places)}, language=language)
                marks.append(Bars(label, places + 0.1, places + 0.9, found[places], style, label))
        same = int((found == 0).sum())
        if same:
            label = say("line-same", {"count": same}, language=language)
            marks.append(Dots(label, np.flatnonzero(found == 0) + 0.5, np.zeros(same), 7, label))
        marks.append(Rule((0.0, 0.0), (float(len(found)), 0.0)))
        fields = {"measure": facts["measure"], "system": system, "baseline": facts["baseline"]}
        low, high = nice(min(0.0, float(found.min(initial=0))), max(0.0, float(found.max(initial=0))))
        y = Axis(say("axis-difference", fields, language=language), low, high)
        name = say("axis-by-difference", {"units": len(found), "noun": facts["noun"]}, language=language)
        names = tuple(units) if len(units) <= _NAMED else ()
        x = Axis(name, 0.0, float(len(found)) or 1.0, "whole", names, thinned=False)
        panels.append(Panel(x, y, tuple(marks), at_ends=False))
    title = _title(table, facts, language)
    return Picture(title, told_whole(title, told, language), tuple(panels), language)


def scatter(table: pa.Table, facts: dict[str, Any], language: str) -> Picture:
    """A point for each query: its value in the first system and in another; above the diagonal it rose."""
    panels, told = [], []
    values = np.concatenate((table["baseline_value"].to_numpy(), table["value"].to_numpy()))
    low, high = nice(float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    if len(values) and values.min() >= 0 and values.max() <= 1:
        low, high = 0.0, 1.0
    for at, ((system,), rows) in enumerate(by_name(table, "system")):
        told.append(_told(system, rows["difference"].to_numpy(), facts, language))
        dots = Dots(
            system, rows["baseline_value"].to_numpy(), rows["value"].to_numpy(), at, names=rows["unit"].to_pylist()
        )
        names = [
            say("axis-of-system", {"measure": facts["measure"], "system": each}, language=language)
            for each in (facts["baseline"], system)
        ]
        marks = (Rule((low, low), (high, high)), dots)
        panels.append(Panel(Axis(names[0], low, high), Axis(names[1], low, high), marks, square=True))
    title = _title(table, facts, language)
    return Picture(title, told_whole(title, told, language), tuple(panels), language)
