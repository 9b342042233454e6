"""How many units a difference needs, as a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.report.grid import DIGITS, UNDEFINED, Cell, Grid, Row
from cranfield.report.page import Block, Page
from cranfield.report.signature import join_signatures, signature_lines
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.result import Results

__all__ = ["power_page"]

_SIDES = {"two-sided": "side-two", "better": "side-better", "worse": "side-worse"}


def power_page(
    found: Sequence[Mapping[str, Any]], systems: Sequence[Results], *, digits: int = DIGITS, language: str = "en"
) -> Page:  # fmt: skip
    """A row for each measure and pair of systems; `found` are the fields of what the library found of each."""
    pairs = {(each["baseline"], each["system"]) for each in found}
    rows = []
    for each in found:
        label = each["name"] if len(pairs) == 1 else f"{each['name']}, {each['system']} − {each['baseline']}"
        rows.append(Row(label, (
            Cell(f"{each['observed']:+.{digits}f}"), Cell(f"{each['spread']:.{digits}f}"),
            Cell(f"{each['difference']:+.{digits}f}"), Cell(_count(each["needed"])), Cell(f"{each['units']:,}"),
            Cell(UNDEFINED if each["chance"] is None else f"{each['chance']:.0%}"),
            Cell(UNDEFINED if each["detectable"] is None else f"{each['detectable']:.{digits}f}"),
        )))  # fmt: skip
    keys = ("head-seen", "head-spread", "head-to-show", "head-needed", "head-have", "head-chance", "head-detectable")
    heads = tuple(say(key, {}, language=language) for key in keys)
    title = ""
    if len(pairs) == 1:
        baseline, system = next(iter(pairs))
        title = say("difference-title", {"system": system, "baseline": baseline}, language=language)
    grid = Grid(title, say("head-measure", {}, language=language), heads, tuple(rows))
    told = [_told(each, language) for at, each in enumerate(found) if at == 0 or _on_the_other_side(each)]
    facts = {
        "side": _SIDES[found[0]["alternative"]], "alpha": round(found[0]["alpha"], 12), "power": found[0]["power"]
    }  # fmt: skip
    settings = say("power-settings", facts, language=language)
    tidy = [{**each, "measure": str(each["measure"])} for each in found]
    return Page(
        [Block(grid), Block(lines=told)], tidy, {"power": tidy}, [settings, *signature_lines(systems, language)],
        join_signatures(systems).as_dict(), language,
    )  # fmt: skip


def _count(number: int | None) -> str:
    return UNDEFINED if number is None else f"{number:,}"


def _told(each: Mapping[str, Any], language: str) -> str:
    facts = {name: each[name] for name in ("name", "noun", "units", "needed", "detectable", "power", "chance")}
    facts["difference"] = abs(each["difference"])
    if _on_the_other_side(each):
        told = {**facts, "difference": each["difference"], "side": _SIDES[each["alternative"]]}
        return say("power-side", told, language=language)
    key = "power-told" if each["needed"] is not None else "power-none"
    return say(key, facts, language=language)


def _on_the_other_side(each: Mapping[str, Any]) -> bool:
    """Whether the test looks for differences of the other sign."""
    side = {"better": 1, "worse": -1}.get(each["alternative"], 0) * (-1 if each["measure"].better == "lower" else 1)
    return bool(each["difference"] * side < 0)
