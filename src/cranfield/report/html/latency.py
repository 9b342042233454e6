"""What requests cost beside quality, where runs or files of cost say it."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.batch import Batch
from cranfield.core.evaluate import evaluate
from cranfield.errors import CranfieldError
from cranfield.report.grid import UNDEFINED, number
from cranfield.report.html.markup import Markup, both, joined, tag, told
from cranfield.report.html.overview import scrolling
from cranfield.report.html.rounding import rounded
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Collection

    from cranfield.report.html.material import Material

__all__ = ["latency_data", "latency_section"]

_COLUMNS = {"report-mean": "mean", "report-median": 50, "report-p95": 95, "report-p99": 99}
_NAMES = {"response": "Latency", "service": "Service", "engine": "EngineTime"}


def latency_section(material: Material) -> Markup:
    """The first measure of each system next to what its requests took; only those of queries that are evaluated."""
    name, rows, notes = material.measures[0], [], list[Any]()
    for result, cost in zip(material.results, material.costs, strict=True):
        value = result[name].value
        shown = number(result[name].measure, value, material.digits)
        cells = [tag("th", result.system, scope="row"), tag("td", shown, klass="number", data_value=repr(float(value)))]
        timed = _evaluated(cost, {*map(str, result.units)})
        if timed is None:
            cells += [tag("td", UNDEFINED, klass="number", data_value="") for _ in (*_COLUMNS, *material.cost_measures)]
            cells.append(tag("td", "0", klass="number", data_value=0))
        else:
            column = next(each for each in _NAMES if each in timed)
            asked = {key: f"{_NAMES[column]}(p={p})" for key, p in _COLUMNS.items()}
            found = evaluate(timed, list(asked.values()))
            for measure in asked.values():
                took = found[measure].value
                text = UNDEFINED if math.isnan(took) else f"{took:,.1f} ms"
                cells.append(tag("td", text, klass="number", data_value="" if math.isnan(took) else repr(took)))
            more = evaluate(timed, material.cost_measures) if material.cost_measures else {}
            for each in more.values():
                text = number(each.measure, each.value, material.digits)
                cells.append(
                    tag("td", text, klass="number", data_value="" if math.isnan(each.value) else repr(each.value))
                )
            cells.append(tag("td", f"{len(timed):,}", klass="number", data_value=len(timed)))
            notes += [told(partial(_said, result.system, each)) for each in found.findings if each.key != "undefined"]
        rows.append(tag("tr", *cells))
        if isinstance(cost, CranfieldError):
            notes.append(told(partial(_unread, result.system, cost)))
    heads = [tag("th", both("report-system"), scope="col"), tag("th", name, scope="col", klass="number")]
    heads += [tag("th", both(key), scope="col", klass="number") for key in _COLUMNS]
    heads += [tag("th", each, scope="col", klass="number") for each in material.cost_measures]
    heads.append(tag("th", both("report-timed"), scope="col", klass="number"))
    table = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows), klass="sortable")
    columns = [name for each in _batches(material) if each is not None for name in each.facts.get("columns", ())]
    return joined(
        tag("p", both("report-latency-hint", {"columns": list(dict.fromkeys(columns))}), klass="faint"),
        scrolling(table, both("report-latency")), *(tag("p", note, klass="faint") for note in notes),
    )  # fmt: skip


def _batches(material: Material) -> list[Batch | None]:
    return [each if isinstance(each, Batch) else None for each in material.costs]


def _evaluated(cost: Batch | CranfieldError | None, units: Collection[str]) -> Batch | None:
    """The requests of queries that are evaluated, if there are any whose time is known."""
    if not isinstance(cost, Batch) or not any(each in cost for each in _NAMES):
        return None
    if "query" not in cost:
        return cost
    queries = cost.coded("query")
    kept = np.isin(queries.codes, [at for at, name in enumerate(queries.names) if name in units])
    return cost.select(np.flatnonzero(kept)) if kept.any() else None


def _said(system: str, finding: Any, language: str) -> str:
    return f"{system}: {finding.told(language=language, voice='shell')}"


def _unread(system: str, error: CranfieldError, language: str) -> str:
    why = error.told(language=language, voice="shell")
    return say("report-latency-unread", {"system": system, "why": why}, language=language)


def latency_data(material: Material) -> list[dict[str, Any] | None] | None:
    """What each query took in each system, the mean of its requests, for the part about one unit."""
    units = {*map(str, material.batches[0].units)}
    found = [_by_query(_evaluated(each, units)) for each in material.costs]
    return found if any(each is not None for each in found) else None


def _by_query(cost: Batch | None) -> dict[str, Any] | None:
    if cost is None or "query" not in cost:
        return None
    took = cost.array(next(each for each in _NAMES if each in cost)) * 1000.0
    queries, known = cost.coded("query"), ~np.isnan(took)
    sums = np.bincount(queries.codes[known], weights=took[known], minlength=len(queries.names))
    often = np.bincount(queries.codes[known], minlength=len(queries.names))
    values = {name: rounded(sums[at] / often[at]) for at, name in enumerate(queries.names) if often[at]}
    return {"unit": "ms", "values": values}
