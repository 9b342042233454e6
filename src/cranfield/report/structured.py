"""Results for programs: JSON, one JSON object a line, and comma- or tab-separated values, with every digit."""

from __future__ import annotations

import csv
import io
import json
import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cranfield.core.measure import UnitSum
from cranfield.report.signature import join_signatures

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cranfield.core.result import Result, Results

__all__ = ["render_csv", "render_json", "render_jsonl", "render_tsv"]


def _plain(result: Result, value: float) -> float | None:
    """JSON has no nan: an undefined value is null. A count is a whole number."""
    if math.isnan(value):
        return None
    return int(value) if isinstance(result.measure, UnitSum) and value.is_integer() else value


def _per_query(system: Results) -> dict[str, dict[str, float | None]]:
    results = {name: system[name] for name in system}
    values = [each.values.tolist() for each in results.values()]
    return {
        unit: {name: _plain(result, value) for (name, result), value in zip(results.items(), row, strict=True)}
        for unit, *row in zip(system.units, *values, strict=True)
    }


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


def _grouped(system: Results) -> bool:
    return any(result.members is not None for result in system.found.values())


def _system(system: Results, *, per_query: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {"system": system.system, "queries": len(system.units), "metrics": _metrics(system)}
    if per_query:
        entry["per_query"] = _per_query(system)
    if _grouped(system):
        entry["groups"] = _groups(system)
        entry["group_mean"] = _group_mean(system)
    entry["findings"] = [asdict(each) for each in system.findings]
    return entry


def render_json(systems: Sequence[Results], *, per_query: bool = False) -> str:
    """One object with the systems and the signature."""
    whole = {
        "systems": [_system(each, per_query=per_query) for each in systems],
        "signature": join_signatures(systems),
    }
    return json.dumps(whole, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def render_jsonl(systems: Sequence[Results], *, per_query: bool = False) -> str:
    """One line for each query if wanted, then one for each system, and the signature last."""
    lines: list[dict[str, Any]] = []
    for each in systems:
        if per_query:
            lines += [{"system": each.system, "query": unit, "metrics": row} for unit, row in _per_query(each).items()]
        lines.append(_system(each, per_query=False))
    lines.append({"signature": join_signatures(systems)})
    return "".join(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n" for line in lines)


def _rows(systems: Sequence[Results], *, per_query: bool) -> Iterable[list[str]]:
    """A header and one row for each query, group and system; `level` says which, as any id may be named `all`."""
    names = list(systems[0])
    groups = _grouped(systems[0])
    yield ["system", "level", "query", *(["group"] if groups else []), *names]

    def row(system: Results, level: str, query: str, group: str, values: Mapping[str, float | None]) -> list[str]:
        numbers = ["" if values[name] is None else repr(values[name]) for name in names]
        return [system.system, level, query, *([group] if groups else []), *numbers]

    for each in systems:
        if per_query:
            member = {each.units[i]: group for group, units in _members(each).items() for i in units}
            for unit, values in _per_query(each).items():
                yield row(each, "query", unit, member.get(unit, ""), values)
        for group, values in _groups(each).items():
            yield row(each, "group", "", group, values)
        if groups:
            yield row(each, "mean of groups", "", "", _group_mean(each))
        yield row(each, "all", "", "", _metrics(each))


def _members(system: Results) -> Mapping[str, Any]:
    return next((result.members for result in system.found.values() if result.members is not None), {})


def _separated(systems: Sequence[Results], separator: str, *, per_query: bool) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator="\n").writerows(_rows(systems, per_query=per_query))
    return text.getvalue()


def render_csv(systems: Sequence[Results], *, per_query: bool = False) -> str:
    """Comma-separated values."""
    return _separated(systems, ",", per_query=per_query)


def render_tsv(systems: Sequence[Results], *, per_query: bool = False) -> str:
    """Tab-separated values."""
    return _separated(systems, "\t", per_query=per_query)
