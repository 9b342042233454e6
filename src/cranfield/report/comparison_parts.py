"""The tables below a comparison: units that moved, every unit, groups, and values that have no test."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cranfield.report.comparison_grids import best_of, interval_of
from cranfield.report.grid import UNDEFINED, Cell, Grid, Row, number
from cranfield.words import noun as noun_in
from cranfield.words import say, singular

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.compared import Compared, Pair
    from cranfield.core.facts import Facts

__all__ = ["facts_grids", "group_grid", "moved_grids", "unit_grids"]

_MOVED = {
    "gained": "gained-title", "lost": "lost-title", "rose": "rose-title", "fell": "fell-title", "one": "in-one-title",
}  # fmt: skip


def moved_grids(
    found: Compared, moved: Sequence[Mapping[str, Any]], digits: int, language: str
) -> list[Grid]:  # fmt: skip
    """The units that gained most and those that lost most, a table for each measure, pair and direction."""
    together: dict[tuple[str, str, str, str], list[Mapping[str, Any]]] = {}
    for each in moved:
        about = each["measure"], each["baseline"], each["system"], each["direction"]
        together.setdefault(about, []).append(each)
    made = []
    for (name, baseline, system, direction), rows in together.items():
        contest = found[name]
        grouped = any(each.get("group") for each in rows)
        facts = {"measure": name, "noun": rows[0]["noun"]}
        heads = [baseline, system, say("head-change", {}, language=language)]
        heads += [say("head-group", {}, language=language)] if grouped else []
        lines = tuple(
            Row(
                str(each["unit"]),
                (
                    Cell(number(contest.measure, each["before"], digits)),
                    Cell(number(contest.measure, each["after"], digits)),
                    Cell(_change(each["before"], each["after"], digits)),
                    *([Cell(str(each.get("group") or UNDEFINED), words=True)] if grouped else []),
                ),
            )
            for each in rows
        )
        corner = noun_in(singular(rows[0]["noun"]), language=language)
        made.append(Grid(say(_MOVED[direction], facts, language=language), corner, tuple(heads), lines))
    return made


def unit_grids(
    found: Compared, units: Sequence[Mapping[str, Any]], digits: int, language: str
) -> list[Grid]:  # fmt: skip
    """Each unit by each system, a table for each measure."""
    made = []
    for name, contest in found.items():
        by_unit: dict[str, dict[str, float]] = {}
        noun = contest.noun
        for each in units:
            if each["measure"] == name:
                noun = str(each["noun"])
                by_unit.setdefault(str(each["unit"]), {})[str(each["system"])] = each["value"]
        rows = []
        for unit, values in by_unit.items():
            mine = [values.get(each, math.nan) for each in found.systems]
            cells = [number(contest.measure, each, digits) for each in mine]
            cells += [_change(mine[0], mine[1], digits)] if len(mine) == 2 else []
            rows.append(Row(unit, tuple(map(Cell, cells))))
        heads = found.systems + ((say("head-change", {}, language=language),) if len(found.systems) == 2 else ())
        kind = noun_in(singular(noun), language=language)
        title = say("units-title", {"measure": name, "kind": kind}, language=language)
        made.append(Grid(title, kind, heads, tuple(rows)))
    return made


def _change(before: float, after: float, digits: int) -> str:
    return UNDEFINED if math.isnan(after - before) else f"{after - before:+.{digits}f}"


def group_grid(
    name: str, found: Compared, groups: Mapping[str, Compared], digits: int, language: str
) -> Grid:  # fmt: skip
    """One measure in each group: the values of all systems, and their differences from the baseline."""
    rows = []
    for group, inside in groups.items():
        contest = inside[name]
        rows.append(Row(f"{group} ({contest.units})", tuple(
            Cell(number(contest.measure, each.value, digits), each.value == best_of(contest))
            for each in contest.estimates
        )))  # fmt: skip
        if contest.pairs and len(contest.pairs) == len(inside.systems) - 1:
            by_system = {pair.system: pair for pair in contest.pairs}
            cells = [_difference(by_system.get(each), digits) for each in inside.systems]
            rows.append(Row(say("head-difference", {}, language=language), tuple(map(Cell, cells)), indent=True))
    title = say("groups-title", {"measure": name}, language=language)
    return Grid(title, say("head-group", {}, language=language), found.systems, tuple(rows))


def _difference(pair: Pair | None, digits: int) -> str:
    if pair is None:
        return ""
    return f"{pair.difference:+.{digits}f} {interval_of(pair.low, pair.high, digits)}".rstrip()


def facts_grids(facts: Sequence[Facts], digits: int, language: str) -> list[Grid]:
    """Values next to those of a baseline, a table for each system."""
    made = []
    for system in dict.fromkeys(each.system for each in facts):
        mine = [each for each in facts if each.system == system]
        rows = tuple(
            Row(str(each.measure), (
                Cell(number(each.measure, math.nan if each.baseline_value is None else each.baseline_value, digits)),
                Cell(number(each.measure, each.value, digits)),
                Cell(UNDEFINED if each.difference is None else f"{each.difference:+.{digits}f}"),
            ))
            for each in mine
        )  # fmt: skip
        heads = (str(mine[0].baseline), system, say("head-difference", {}, language=language))
        made.append(Grid("", say("head-measure", {}, language=language), heads, rows))
    return made
