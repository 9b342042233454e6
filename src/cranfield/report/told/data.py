"""Explanations as data for programs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cranfield.core.exhibit import Curve, Links
from cranfield.report.told.numbers import quotient
from cranfield.words import say

if TYPE_CHECKING:
    from cranfield.core.difference import Changes, Difference
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.explain import Explanation
    from cranfield.core.note import Step
    from cranfield.core.overview import Overview

__all__ = ["changes_data", "difference_data", "mean_data", "unit_data"]


def _finite(value: Any) -> Any:
    """JSON has no nan."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _step(step: Step, language: str) -> dict[str, Any]:
    name, how = step.told(language)
    told: dict[str, Any] = {"key": step.key, "name": name, "how": how}
    if step.per_row:
        told["values"] = [_finite(value) for value in step.values]
    else:
        told["value"] = _finite(step.value)
    divided = [quotient(value, of) for value, of in zip(step.values, step.of, strict=True)] if step.of else []
    if any(divided):
        told["quotients" if step.per_row else "quotient"] = divided if step.per_row else divided[0]
    return told


def _exhibit(exhibit: Exhibit, language: str) -> dict[str, Any]:
    told: dict[str, Any] = {"key": exhibit.key, "title": say(exhibit.key, exhibit.fields, language=language)}
    if isinstance(exhibit, Links):
        links = [{"above": above, "below": below, "by": how or "word"} for above, below, how in exhibit.links]
        return told | {"above": list(exhibit.above), "below": list(exhibit.below), "links": links}
    if isinstance(exhibit, Curve):
        return told | {"points": [list(each) for each in exhibit.points], "steps": [list(e) for e in exhibit.stairs]}
    names = list(exhibit.columns)
    listed = zip(*exhibit.columns.values(), strict=True)
    return told | {"rows": [dict(zip(names, map(_finite, row), strict=True)) for row in listed]}


def _others(told: Explanation | Overview, language: str) -> list[dict[str, Any]]:
    return [
        {"tools": each.tools, "why": say(each.why, each.fields, language=language), "written": each.written,
         "value": _finite(each.value)}
        for each in told.others
    ]  # fmt: skip


def unit_data(told: Explanation, language: str = "en") -> dict[str, Any]:
    """Everything about one value."""
    context, measure = told.context, told.measure
    entry: dict[str, Any] = {
        "measure": str(measure),
        told.noun: told.unit,
        "value": _finite(told.value),
        "definition": measure.definition(language),
        "formula": measure.formula_in(language),
        "parameters": measure.told_parameters(),
        "steps": [_step(step, language) for step in told.steps],
        "shown": [_exhibit(each, language) for each in (*(context.exhibits if context else ()), *told.exhibits)],
        "elsewhere": _others(told, language),
    }
    if context is not None and context.columns:
        names = list(context.columns)
        entry |= {
            "returned": context.length,
            "judged": [
                {"rank": rank, **dict(zip(names, map(_finite, cells), strict=True))}
                for rank, *cells in zip(context.rank, *context.columns.values(), strict=True)
            ],
            "best_gains": list(context.best),
        }
    if context is not None:
        entry["notes"] = [say(key, fields, language=language) for key, fields in context.notes]
    return entry


def mean_data(told: Overview, language: str = "en") -> dict[str, Any]:
    """Everything about the value of the whole."""
    return {
        "measure": str(told.measure),
        "value": _finite(told.value),
        "definition": told.measure.definition(language),
        "formula": told.measure.formula_in(language),
        "count": len(told.units),
        "mean": _finite(told.mean),
        "geometric_mean": _finite(told.geometric_mean),
        "raised_to_floor": told.floored,
        "median": _finite(told.quantile(0.5)),
        "quartiles": [_finite(told.quantile(0.25)), _finite(told.quantile(0.75))],
        "standard_deviation": _finite(told.deviation),
        "lowest": _finite(told.quantile(0)),
        "highest": _finite(told.quantile(1)),
        "whole_is": told.measure.summed,
        "steps": [_step(step, language) for step in told.steps],
        "histogram": [{"from": low, "to": high, "count": count} for low, high, count in told.histogram()],
        "units": {unit: _finite(value) for unit, value in told.units.items()},
        "worst_first": [unit for unit, _ in told.ordered()],
        "undefined": list(told.undefined),
        "missing": list(told.missing),
        "elsewhere": _others(told, language),
    }


def difference_data(told: Difference) -> dict[str, Any]:
    """Where two systems differ on one unit."""
    first, second = told.first, told.second
    return {
        "measure": str(first.measure),
        first.noun: first.unit,
        "systems": [first.system, second.system],
        "values": [_finite(first.value), _finite(second.value)],
        "difference": _finite(told.value),
        "contributions": None if told.added is None else [
            {"document": each.name, "ranks": list(each.ranks), "adds": list(each.adds), "change": each.change}
            for each in told.added
        ],
        "rounding": told.rounding,
    }  # fmt: skip


def changes_data(told: Changes) -> dict[str, Any]:
    """Which units changed most between two systems."""
    better, worse, same = told.counts()
    return {
        "measure": str(told.measure),
        "systems": [told.first.system, told.second.system],
        "values": [_finite(told.first.value), _finite(told.second.value)],
        "difference": _finite(told.value),
        "better": better,
        "worse": worse,
        "same": same,
        "in_one_only": told.alone,
        "units": {unit: {"values": list(both), "change": both[1] - both[0]} for unit, both in told.both.items()},
    }
