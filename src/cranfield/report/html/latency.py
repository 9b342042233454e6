"""Latency beside quality, where runs say how long each query took."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import CranfieldError
from cranfield.report.grid import UNDEFINED, number
from cranfield.report.html.markup import Markup, both, joined, tag, told
from cranfield.report.html.overview import scrolling
from cranfield.report.html.rounding import rounded
from cranfield.words import say

if TYPE_CHECKING:
    from cranfield.report.html.material import Material, Timed

__all__ = ["latency_data", "latency_section"]

_SHARES = {"report-median": 0.5, "report-p95": 0.95, "report-longest": 1.0}


def latency_section(material: Material) -> Markup:
    """The first measure of each system next to what its queries took; only those that are evaluated."""
    name, rows, notes = material.measures[0], [], []
    for result, timed in zip(material.results, _timed(material), strict=True):
        value = result[name].value
        shown = number(result[name].measure, value, material.digits)
        cells = [tag("th", result.system, scope="row"), tag("td", shown, klass="number", data_value=repr(float(value)))]
        known = [] if timed is None else [timed.values[unit] for unit in result.units if unit in timed.values]
        for share in _SHARES.values():
            took = float(np.quantile(known, share)) if known else math.nan
            text = UNDEFINED if timed is None or not known else f"{took:,.1f} {timed.unit}".rstrip()
            cells.append(tag("td", text, klass="number", data_value="" if math.isnan(took) else repr(took)))
        cells.append(tag("td", f"{len(known):,}", klass="number", data_value=len(known)))
        rows.append(tag("tr", *cells))
        if timed is not None and timed.varied:
            facts = {"system": result.system, "count": timed.varied, "column": timed.column}
            notes.append(both("report-latency-varied", facts))
        if timed is not None and not timed.unit:
            notes.append(both("report-latency-no-unit", {"system": result.system, "column": timed.column}))
    for system, each in zip(material.systems, material.latencies, strict=True):
        if isinstance(each, CranfieldError):
            notes.append(told(partial(_unread, system, each)))
    heads = [tag("th", both("report-system"), scope="col"), tag("th", name, scope="col", klass="number")]
    heads += [tag("th", both(key), scope="col", klass="number") for key in (*_SHARES, "report-timed")]
    table = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows), klass="sortable")
    columns = list(dict.fromkeys(each.column for each in _timed(material) if each is not None))
    return joined(
        tag("p", both("report-latency-hint", {"columns": columns}), klass="faint") if columns else None,
        scrolling(table, both("report-latency")), *(tag("p", note, klass="faint") for note in notes),
    )  # fmt: skip


def _timed(material: Material) -> list[Timed | None]:
    return [None if isinstance(each, CranfieldError) else each for each in material.latencies]


def _unread(system: str, error: CranfieldError, language: str) -> str:
    why = error.told(language=language, voice="shell")
    return say("report-latency-unread", {"system": system, "why": why}, language=language)


def latency_data(material: Material) -> list[dict[str, Any] | None] | None:
    """What each unit took in each system, for the part about one unit."""
    if not any(_timed(material)):
        return None
    units = list(map(str, material.batches[0].units))
    return [
        None if each is None else {
            "unit": each.unit, "values": {unit: rounded(each.values[unit]) for unit in units if unit in each.values},
        }
        for each in _timed(material)
    ]  # fmt: skip
