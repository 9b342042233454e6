"""The first table of a report: every system by every measure, verdicts, and what the differences mean."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

from cranfield.report.comparison_grids import beaten_by, best_of, interval_of, letters_of, shown_p
from cranfield.report.comparison_words import meaning
from cranfield.report.grid import number
from cranfield.report.html.markup import Markup, both, joined, tag, told
from cranfield.report.html.rounding import rounded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.core.compared import Estimate
    from cranfield.report.html.material import Material

__all__ = ["overview_section", "pairs_data", "verdicts_section"]

_STATUSES = {
    "passed": "report-status-passed", "failed": "report-status-failed", "undecided": "report-status-undecided",
}  # fmt: skip


def overview_section(material: Material) -> Markup:
    """Systems as rows and measures as columns, ready to be read without a script."""
    found = material.found
    letters = {} if found is None else letters_of(found)
    confidence = next(iter(material.estimates.values()))[0].confidence
    heads = [tag("th", both("report-system"), scope="col")]
    for name in material.measures:
        lower = material.results[0][name].measure.better == "lower"
        heads.append(tag("th", f"{name} ↓" if lower else name, scope="col", klass="number"))
    rows = []
    for at, system in enumerate(material.systems):
        mark = tag("span", letters[system], klass="letter") if system in letters else None
        cells = [tag("th", mark, " " if mark else None, system, scope="row")]
        cells += [_cell(material, name, material.estimates[name][at], letters) for name in material.measures]
        rows.append(tag("tr", *cells))
    table = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows), klass="sortable")
    lines = []
    if found is not None:
        lines = [_line(material, at) for at in range(len(meaning(found, "en")))]
    return joined(
        tag("p", both("report-overview-hint", {"percent": confidence * 100}), klass="faint"),
        scrolling(table, both("report-overview")),
        tag("ul", *lines, klass="told") if lines else None,
    )


def scrolling(table: Markup, label: Markup) -> Markup:
    """A table that may be wider than the page, which the keyboard can reach and scroll."""
    return tag("div", tag("p", label, klass="unseen"), table, klass="wide", tabindex="0")


def _line(material: Material, at: int) -> Markup:
    found = material.found
    assert found is not None
    return tag("li", told(lambda language: meaning(found, language)[at]))


def _cell(material: Material, name: str, each: Estimate, letters: Mapping[str, str]) -> Markup:
    result, contest = material.results[0][name], None if material.found is None else material.found.get(name)
    best = contest is not None and each.value == best_of(contest)
    marks = "" if contest is None else beaten_by(each.system, contest, letters)
    value = number(result.measure, each.value, material.digits)
    around = interval_of(each.low, each.high, material.digits)
    return tag(
        "td",
        tag("strong" if best else "span", value, klass="best" if best else None),
        tag("sup", marks) if marks else None,
        tag("span", f" {around}", klass="interval") if around else None,
        klass="number",
        data_value="" if math.isnan(each.value) else repr(float(each.value)),
    )


def verdicts_section(material: Material) -> Markup:
    """What became of each rule."""
    rows = []
    for each in material.verdicts:
        status = tag("span", both(_STATUSES[each.status]), klass=f"status {each.status}")
        rows.append(tag("tr", tag("td", status), tag("td", told(partial(_because, each)))))
    heads = tag("tr", *(tag("th", both(key), scope="col") for key in ("report-head-status", "report-head-rule")))
    return scrolling(tag("table", tag("thead", heads), tag("tbody", *rows)), both("report-gate"))


def _because(verdict: Any, language: str) -> str:
    reasons = verdict.because(language=language)
    return f"{verdict.title(language=language)}{' — ' if reasons else ''}{reasons}"


def pairs_data(material: Material) -> dict[str, Any] | None:
    """Every pair by every measure, column by column."""
    found = material.found
    if found is None:
        return None
    rows = []
    for name, contest in found.items():
        for pair in contest.pairs:
            wins = None if pair.wins is None else f"{pair.wins} / {pair.ties} / {pair.losses}"
            rows.append((
                name, found.systems.index(pair.baseline), found.systems.index(pair.system), rounded(pair.difference),
                interval_of(pair.low, pair.high, material.digits), rounded(pair.adjusted), shown_p(pair.adjusted),
                int(pair.significant), rounded(pair.d), wins,
            ))  # fmt: skip
    names = ("measure", "baseline", "system", "difference", "interval", "p", "p_shown", "significant", "d", "wins")
    return {name: [row[at] for row in rows] for at, name in enumerate(names)}
