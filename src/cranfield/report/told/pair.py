"""Two systems as a page: what each document adds, or which units changed most."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cranfield.report.document.blocks import Column, Heading, Prose, Sheet, cell
from cranfield.report.told.numbers import DIGITS, full, short, shorts, signed, signeds
from cranfield.words import noun, say, singular, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.difference import Changes, Difference
    from cranfield.report.document.blocks import Block, Cell

__all__ = ["changes_page", "difference_page"]

MOST_ROWS = 40
MOST_UNITS = 20


def difference_page(told: Difference, *, language: str = "en", digits: int = DIGITS) -> list[Block]:
    """Where two systems differ on one unit."""
    first, second = told.first, told.second
    facts = {"measure": str(first.measure), "noun": noun(first.noun, language=language), "unit": first.unit,
             "first": first.system, "second": second.system}  # fmt: skip
    title = Heading(say("told-two-of-unit", facts, language=language), 1)
    if told.added is None:
        return [title, Prose(say("told-no-contributions", {}, language=language)), _steps(told, language, digits)]
    systems = (first.system, second.system)
    names = [
        Column(translated("document", language=language)),
        *(Column(say("told-rank-in", {"system": each}, language=language), right=True) for each in systems),
        *(Column(say("told-adds-in", {"system": each}, language=language), right=True) for each in systems),
        Column(translated("change", language=language), right=True),
    ]
    shown = told.added[:MOST_ROWS]
    adds = _alike([each.adds for each in shown], digits)
    apart = signeds([each.change for each in shown], digits)
    rows: list[list[Cell]] = []
    for at, each in enumerate(shown):
        ranks = ["-" if rank is None else str(rank) for rank in each.ranks]
        texts = [each.name, *ranks, *adds[at], apart[at]]
        rows.append([cell(text) for text in texts])
    rest = told.added[MOST_ROWS:]
    if rest:  # so that the rows above the difference add up to it
        label = say("told-more-rows", {"count": len(rest)}, language=language)
        sums = [math.fsum(each.adds[side] for each in rest) for side in (0, 1)]
        texts = [label, "", "", *(short(each, digits) for each in sums), signed(sums[1] - sums[0], digits)]
        rows.append([cell(text, "faint") for text in texts])
    if round(told.rounding, digits):  # else it does not show
        label = say("told-rounding", {}, language=language)
        rows.append([cell(text, "faint") for text in (label, "", "", "", "", f"{told.rounding:+.1e}")])
    label = say("told-difference", {}, language=language)
    values = (short(first.value, digits), short(second.value, digits), signed(told.value, digits))
    rows.append([cell(text, "strong") for text in (label, "", "", *values)])
    return [
        title,
        Prose(say("told-contributions", {}, language=language)),
        Sheet(names, rows),
        Heading(say("told-side-by-side", {}, language=language)),
        _steps(told, language, digits),
    ]


def _alike(pairs: Sequence[tuple[float, float]], digits: int) -> list[tuple[str, str]]:
    """Numbers of two columns with the same decimals."""
    texts = shorts([number for pair in pairs for number in pair], digits)
    return list(zip(texts[::2], texts[1::2], strict=True))


def _steps(told: Difference, language: str, digits: int) -> Sheet:
    """The numbers of both, step by step, as far as both have them."""
    theirs = {(each.key, each.told(language)[0]): each for each in told.second.steps if not each.per_row}
    rows = []
    for step in told.first.steps:
        other = theirs.get((step.key, step.told(language)[0]))
        if step.per_row or other is None:
            continue
        name, how = step.told(language)
        numbers = short(step.value, digits), short(other.value, digits), signed(other.value - step.value, digits)
        rows.append([cell(name), *map(cell, numbers), cell(how, "faint")])
    values = full(told.first.value), full(told.second.value), signed(told.value, digits)
    label = translated("value", language=language)
    rows.append([cell(text, "strong") for text in (label, *values, "")])
    names = [
        Column(""), Column(told.first.system, right=True), Column(told.second.system, right=True),
        Column(translated("change", language=language), right=True), Column(""),
    ]  # fmt: skip
    return Sheet(names, rows)


def changes_page(told: Changes, *, language: str = "en", digits: int = DIGITS) -> list[Block]:
    """Which units changed most between two systems."""
    first, second = told.first, told.second
    both = told.both
    better, worse, same = told.counts()
    facts = {
        "measure": str(told.measure), "count": len(both), "noun": first.noun, "first": first.system,
        "second": second.system, "better": better, "worse": worse, "same": same, "total": len(both),
        "alone": told.alone,
    }  # fmt: skip
    listed = list(both.items())[:MOST_UNITS]
    columns = _alike([values for _, values in listed], digits)
    apart = signeds([new - old for _, (old, new) in listed], digits)
    rows = [
        [cell(unit), *map(cell, columns[at]), cell(apart[at])]
        for at, (unit, (old, new)) in enumerate(listed)
        if new != old
    ]
    values = full(first.value), full(second.value), signed(told.value, digits)
    label = str(told.measure)
    rows.append([cell(text, "strong") for text in (label, *values)])
    names = [
        Column(noun(singular(first.noun), language=language)), Column(first.system, right=True),
        Column(second.system, right=True), Column(translated("change", language=language), right=True),
    ]  # fmt: skip
    rest = better + worse - len(rows) + 1
    below = [say("told-more-rows", {"count": rest}, language=language)] if rest > 0 else []
    return [
        Heading(say("told-two-of-mean", facts, language=language), 1),
        Prose(say("told-counts-of-changes", facts, language=language)),
        Heading(say("told-changes", {}, language=language)),
        Sheet(names, rows, below=below),
    ]
