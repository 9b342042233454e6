"""A comparison as data: tidy rows with a level, and all of it as one object."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.compared import Compared, Contest, Estimate, Pair
    from cranfield.core.facts import Facts
    from cranfield.report.comparison import Around

__all__ = ["tidy_rows", "value_rows", "whole_of"]


def tidy_rows(found: Compared, around: Around) -> list[dict[str, Any]]:
    """One row for each thing; `level` says what it is, and a field that it has not is missing."""
    rows: list[dict[str, Any]] = [
        {"level": "system", "measure": name, **_estimate(each, contest)}
        for name, contest in found.items()
        for each in contest.estimates
    ]
    rows += [{"level": "pair", **row} for row in found.rows()]
    rows += value_rows(around.values)
    rows += [
        {"level": "group", "group": group, **row} for group, inside in around.groups.items() for row in inside.rows()
    ]
    for level, listed in (
        ("moved", around.moved), ("bounds", around.bounds), ("settlement", around.settlements), ("unit", around.units),
    ):  # fmt: skip
        rows += [{"level": level, **each} for each in listed]
    rows += [dict(each) for each in around.answer_rows]
    return rows + [
        {"level": "verdict", "rule": each.rule, "kind": each.kind, "status": each.status, "system": each.system,
         "baseline": each.baseline, "told": each.told()}
        for each in around.verdicts
    ]  # fmt: skip


def value_rows(facts: Sequence[Facts]) -> list[dict[str, Any]]:
    """Values next to those of a baseline, where there is no test."""
    return [
        {"level": "pair", "measure": str(each.measure), "baseline": each.baseline, "system": each.system,
         "baseline_value": each.baseline_value, "value": each.value, "difference": each.difference,
         "change": each.change}
        for each in facts
    ]  # fmt: skip


def _estimate(each: Estimate, contest: Contest) -> dict[str, Any]:
    known = {key: value for key, value in asdict(each).items() if key != "reason"}
    told = each.reason.told() if each.reason is not None else None
    return {**known, "reason": told, "tied_for_best": each.system in contest.best, "units": contest.units,
            "noun": contest.noun}  # fmt: skip


def _pair(pair: Pair) -> dict[str, Any]:
    known = {name: getattr(pair, name) for name in type(pair).__dataclass_fields__ if name != "reason"}
    return {**known, "others": dict(pair.others), "change": pair.change,
            "reason": pair.reason.told() if pair.reason is not None else None}  # fmt: skip


def whole_of(found: Compared, around: Around) -> dict[str, Any]:
    """Everything, by measure."""
    whole: dict[str, Any] = {
        "family": str(found.family), "noun": found.noun, "systems": found.systems, "baselines": found.baselines,
        "settings": {key.rstrip("_"): value for key, value in asdict(found.settings).items()},
        "measures": {name: _contest(contest, found) for name, contest in found.items()},
    }  # fmt: skip
    more = {
        "moved": around.moved, "bounds": around.bounds, "settlements": around.settlements, "units": around.units,
        "answers": around.answer_rows, "verdicts": [each.as_dict() for each in around.verdicts],
    }  # fmt: skip
    if around.values:
        whole["values"] = value_rows(around.values)
    whole |= {key: [dict(each) for each in listed] for key, listed in more.items() if listed}
    if around.groups:
        whole["groups"] = {
            group: {name: _contest(contest, inside) for name, contest in inside.items()}
            for group, inside in around.groups.items()
        }
    return whole | {"findings": [each.as_dict() for each in found.findings]}


def _contest(contest: Contest, found: Compared) -> dict[str, Any]:
    return {
        "measure": str(contest.measure), "better": contest.better, "units": contest.units, "noun": contest.noun,
        "undefined": contest.undefined, "comparisons": contest.comparisons,
        "correction": found.settings.correction,
        "estimates": [_estimate(each, contest) for each in contest.estimates],
        "pairs": [_pair(each) for each in contest.pairs], "tied_for_best": contest.best,
        "anova": None if contest.anova is None else asdict(contest.anova),
        "notes": [{"key": each.key, "message": each.told()} for each in contest.notes],
    }  # fmt: skip
