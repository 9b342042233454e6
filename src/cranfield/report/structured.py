"""Results for programs: JSON, one JSON object a line, and comma- or tab-separated values, with every digit."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.confusion import MOST_LABELS, confusion_in
from cranfield.core.unit_measure import UnitSum
from cranfield.report.separated import separated_lines
from cranfield.report.signature import join_signatures
from cranfield.words import singular

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cranfield.core.compared import Estimate
    from cranfield.core.result import Result, Results
    from cranfield.report.grid import Intervals

__all__ = ["dumps", "render_csv", "render_json", "render_jsonl", "render_tsv"]


# what steers a terminal or ends a line although JSON allows it, and what is no text
_RANGES = ((0x7F, 0xA0), (0x2028, 0x202F), (0x2066, 0x206A), (0xD800, 0xE000))
_ODD = {each: f"\\u{each:04x}" for begin, end in _RANGES for each in range(begin, end)}


def dumps(what: Any, indent: int | None = None) -> str:
    """JSON that any terminal can show: no control character is raw."""
    return json.dumps(what, ensure_ascii=False, indent=indent, allow_nan=False).translate(_ODD)


def _plain(result: Result, value: float) -> float | None:
    """JSON has no nan: an undefined value is null. A count is a whole number."""
    if not math.isfinite(value):
        return None
    return int(value) if isinstance(result.measure, UnitSum) and value.is_integer() else value


def _per_query(system: Results) -> dict[str, dict[str, dict[str, float | None]]]:
    """Kind of unit to unit to values: a label and a session may have the same name."""
    found: dict[str, dict[str, dict[str, float | None]]] = {}
    for name, result in system.found.items():
        of_kind = found.setdefault(result.kind, {})
        for unit, value in result.units.items():
            of_kind.setdefault(unit, {})[name] = _plain(result, value)
    return found


def _unit(system: Results) -> str:
    """The heading over units: what they are, unless measures are about labels, pairs of labels and sessions."""
    return singular(system.noun) if system.about_units else "unit"


def _confusion(system: Results) -> dict[str, Any]:
    held = next(filter(None, (confusion_in(each.state) for each in system.found.values())), None)
    if held is None:
        return {}
    many = len(held.names) > MOST_LABELS  # most cells are empty then
    cells = {"counts": held.listed()} if many else {"cells": held.cells.tolist()}
    return {"confusion": {"labels": list(held.names), **cells}}


def _finite(parts: Mapping[str, float]) -> dict[str, float | None]:
    return {name: _end(value) for name, value in parts.items()}


def _states(system: Results) -> dict[str, Any]:
    """What measures keep of each unit where its value alone would not do, as for BLEU: a baseline needs it."""
    found = {}
    for name, result in system.found.items():
        rows = result.beyond_values()
        if rows is not None and np.isfinite(rows).all():
            found[name] = dict(zip(result.state.units, rows.tolist(), strict=True))
    return {"states": found} if found else {}


def _groups(system: Results) -> dict[str, dict[str, float | None]]:
    found: dict[str, dict[str, float | None]] = {}
    for name in system:
        for group, value in system[name].groups.items():
            found.setdefault(group, {})[name] = _plain(system[name], value)
    return found


def _metrics(system: Results) -> dict[str, float | None]:
    return {name: _plain(system[name], system[name].value) for name in system}


def _group_mean(system: Results) -> dict[str, float | None]:
    return {name: _plain(system[name], system[name].group_mean) for name in system}


def _estimates(estimates: Mapping[str, Estimate]) -> dict[str, Any]:
    """The ends of intervals by measure, and why there is none."""
    return {
        name: {"low": _end(each.low), "high": _end(each.high), "method": each.method, "confidence": each.confidence}
        | ({"reason": each.reason.told()} if each.reason is not None else {})
        for name, each in estimates.items()
    }


def _end(end: float | None) -> float | None:
    return None if end is None or not math.isfinite(end) else end


def _beside(
    systems: Sequence[Results], intervals: Sequence[Intervals] | None
) -> Iterable[tuple[Results, Intervals | None]]:  # fmt: skip
    """Each system with its intervals, if there are any."""
    return zip(systems, intervals or (None,) * len(systems), strict=True)


def _with_intervals(entry: dict[str, Any], intervals: Intervals | None) -> dict[str, Any]:
    if intervals is None:
        return entry
    entry["intervals"] = _estimates(intervals.whole)
    if intervals.groups:
        entry["group_intervals"] = {name: _estimates(each) for name, each in intervals.groups.items()}
    entry["interval_settings"] = dict(intervals.settings)
    return entry


def _system(system: Results, *, per_query: bool, intervals: Intervals | None = None) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "system": system.system, "family": system.family.name, system.noun: len(system.units),
        "metrics": _metrics(system),
    }  # fmt: skip
    details = {name: result.details for name, result in system.found.items() if result.details}
    if details:
        entry["details"] = details
    parts = {name: _finite(result.parts) for name, result in system.found.items() if result.parts}
    if parts:
        entry["parts"] = parts
    if per_query:
        entry |= {f"per_{kind}": units for kind, units in _per_query(system).items()}
        entry |= _confusion(system) | _states(system)
    if system.grouped:
        entry["groups"] = _groups(system)
        entry["group_mean"] = _group_mean(system)
    _with_intervals(entry, intervals)
    entry["findings"] = [each.as_dict() for each in system.findings]
    return entry


def render_json(
    systems: Sequence[Results], *, per_query: bool = False, intervals: Sequence[Intervals] | None = None
) -> str:
    """One object with the systems and the signature."""
    whole = {
        "systems": [_system(each, per_query=per_query, intervals=end) for each, end in _beside(systems, intervals)],
        "signature": join_signatures(systems).as_dict(),
    }
    return dumps(whole, indent=2) + "\n"


def render_jsonl(
    systems: Sequence[Results], *, per_query: bool = False, intervals: Sequence[Intervals] | None = None
) -> str:
    """One line for each query if wanted, then one for each system, and the signature last."""
    lines: list[dict[str, Any]] = []
    for each, end in _beside(systems, intervals):
        if per_query:
            lines += [
                {"system": each.system, kind: unit, "metrics": row}
                for kind, units in _per_query(each).items()
                for unit, row in units.items()
            ]
        lines.append(_system(each, per_query=False, intervals=end))
    lines.append({"signature": join_signatures(systems).as_dict()})
    return "".join(dumps(line) + "\n" for line in lines)


def _rows(
    systems: Sequence[Results], *, per_query: bool, intervals: Sequence[Intervals] | None
) -> Iterable[list[str]]:  # fmt: skip
    """A header and one row for each query, group and system; `level` says which, as any id may be named `all`."""
    names = list(systems[0])
    groups = systems[0].grouped
    yield ["system", "level", _unit(systems[0]), *(["group"] if groups else []), *names]

    def row(system: Results, level: str, query: str, group: str, values: Mapping[str, float | None]) -> list[str]:
        numbers = ["" if values.get(name) is None else repr(values[name]) for name in names]
        return [system.system, level, query, *([group] if groups else []), *numbers]

    for each, around in _beside(systems, intervals):
        if per_query:
            member = {each.units[i]: group for group, units in _members(each).items() for i in units}
            for kind, units in _per_query(each).items():
                for unit, values in units.items():
                    yield row(each, kind, unit, member.get(unit, ""), values)
        for group, values in _groups(each).items():
            yield row(each, "group", "", group, values)
        if groups:
            yield row(each, "mean of groups", "", "", _group_mean(each))
        yield row(each, "all", "", "", _metrics(each))
        for level, group, ends in _ends(around):
            yield row(each, level, "", group, ends)


def _ends(around: Intervals | None) -> Iterable[tuple[str, str, dict[str, float | None]]]:
    """The ends of intervals as rows: the level, the group, and a number for each measure."""
    if around is None:
        return
    for end in ("low", "high"):
        for group, estimates in around.groups.items():
            yield f"group {end}", group, {name: _end(getattr(each, end)) for name, each in estimates.items()}
        yield end, "", {name: _end(getattr(each, end)) for name, each in around.whole.items()}


def _members(system: Results) -> Mapping[str, Any]:
    return next((result.members for result in system.found.values() if result.members is not None), {})


def _separated(
    systems: Sequence[Results], separator: str, *, per_query: bool, spreadsheet: bool,
    intervals: Sequence[Intervals] | None,
) -> str:  # fmt: skip
    rows = _rows(systems, per_query=per_query, intervals=intervals)
    return separated_lines(rows, separator, spreadsheet=spreadsheet)


def render_csv(
    systems: Sequence[Results], *, per_query: bool = False, spreadsheet: bool = False,
    intervals: Sequence[Intervals] | None = None,
) -> str:  # fmt: skip
    """Comma-separated values; for a `spreadsheet`, names that it would run as a formula are quoted."""
    return _separated(systems, ",", per_query=per_query, spreadsheet=spreadsheet, intervals=intervals)


def render_tsv(
    systems: Sequence[Results], *, per_query: bool = False, spreadsheet: bool = False,
    intervals: Sequence[Intervals] | None = None,
) -> str:  # fmt: skip
    """Tab-separated values; for a `spreadsheet` as above."""
    return _separated(systems, "\t", per_query=per_query, spreadsheet=spreadsheet, intervals=intervals)
