"""The whole as a page: what it is made of, how the values spread, who pulls it up and who pulls it down."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from cranfield.core.unit_measure import LOG_FLOOR
from cranfield.report.document.blocks import Column, Drawing, Heading, Prose, Sheet, cell
from cranfield.report.document.drawing import bars
from cranfield.report.told.curves import spread_picture
from cranfield.report.told.numbers import DIGITS, full, short, shorts, signeds
from cranfield.report.told.unit import definition_blocks, other_blocks, step_blocks
from cranfield.words import noun, say, singular, translated

if TYPE_CHECKING:
    from cranfield.core.overview import Overview
    from cranfield.report.document.blocks import Block

__all__ = ["mean_page"]

MOST = 5  # units at either end
_HOW = {
    "arithmetic": "told-arithmetic", "geometric": "told-geometric", "sum": "told-sum",
    "weighted": "told-weighted", "whole": "told-whole",
}  # fmt: skip


def mean_page(told: Overview, *, language: str = "en", digits: int = DIGITS, whose: str = "") -> list[Block]:
    """Everything about the value of the whole."""
    facts = {"whose": whose, "measure": str(told.measure), "count": len(told.units), "noun": told.noun}
    opening = [
        Heading(say("told-of-mean", facts, language=language), 1),
        *definition_blocks(told.measure, language=language),
    ]
    steps = step_blocks(told, language=language, digits=digits) if told.steps else []
    others = other_blocks(told, language=language, digits=digits)
    if told.steps and len(told.units) == 1:  # a single value has no spread
        return [*opening, *_left_out(told, language), *steps, *others]
    if told.steps:
        steps.insert(1, Prose(say("told-added-up", facts, language=language)))
    return [
        *opening,
        *_ends(told, language, digits),
        *_spread(told, language, digits),
        *_left_out(told, language),
        *_values(told, language, digits),
        *steps,
        *others,
    ]


def _values(told: Overview, language: str, digits: int) -> list[Block]:
    """The usual numbers about numbers, and the value last."""
    quartiles = " ".join(shorts([told.quantile(0.25), told.quantile(0.75)], digits))
    numbers = [
        (noun(told.noun, language=language), f"{len(told.units):,}"),
        ("mean", short(told.mean, digits)),
        ("geometric mean", short(told.geometric_mean, digits)),
        ("median", short(told.quantile(0.5), digits)),
        ("quartiles", quartiles),
        ("standard deviation", short(told.deviation, digits)),
        ("lowest", short(told.quantile(0), digits)),
        ("highest", short(told.quantile(1), digits)),
    ]
    rows = [
        (cell(translated(name, language=language)), cell(text))
        for name, text in numbers
        if text not in ("nan", "nan nan")
    ]
    rows.append((cell(str(told.measure), "strong"), cell(full(told.value), "strong")))
    below = [say(_HOW[told.measure.summed], {"noun": told.noun}, language=language)]
    if told.floored and not math.isnan(told.geometric_mean):
        facts = {"count": told.floored, "noun": told.noun, "floor": LOG_FLOOR}
        below.append(say("told-floored", facts, language=language))
    return [
        Heading(say("told-values", {}, language=language)),
        Sheet((Column(""), Column("", right=True)), rows, named=False, below=below),
    ]


def _spread(told: Overview, language: str, digits: int) -> list[Block]:
    ranges = told.histogram()
    if len(told.known) < 2 or len(ranges) < 2:
        return []
    fine = max(digits - 2, 1) if ranges[-1][1] - ranges[0][0] < 10 else 0
    labels = [f"{low:.{fine}f} - {high:.{fine}f}" for low, high, _ in ranges]
    draw = partial(bars, labels, [count for _, _, count in ranges])
    title = say("told-spread", {}, language=language)
    return [Heading(title), Drawing("", draw, spread_picture(told, title, language))]


def _ends(told: Overview, language: str, digits: int) -> list[Block]:
    """The units at both ends; where they are few, all of them once."""
    ranked = told.ordered()
    if not ranked:
        return []
    judged = told.measure.better is not None
    low = say("told-worst" if judged else "told-lowest", {}, language=language)
    high = say("told-best" if judged else "told-highest", {}, language=language)
    parts = [(high, ranked[::-1])] if len(ranked) <= 2 * MOST else [(low, ranked[:MOST]), (high, ranked[::-1][:MOST])]
    title = noun(singular(told.noun), language=language)
    pulls = told.measure.summed == "arithmetic" and not math.isnan(told.mean)
    names = [Column(title), Column(told.measure.unit_label(), right=True)]
    names += [Column(translated("moves the mean by", language=language), right=True)] if pulls else []
    blocks: list[Block] = []
    for heading, listed in parts:
        shown = shorts([value for _, value in listed], digits)
        pulled = signeds([told.pull(value) for _, value in listed], digits)
        rows = [
            [cell(unit), cell(text), *([cell(pull)] if pulls else [])]
            for (unit, _), text, pull in zip(listed, shown, pulled, strict=True)
        ]
        blocks += [Heading(heading), Sheet(names, rows)] if len(parts) > 1 else [Sheet(names, rows)]
    return blocks


def _left_out(told: Overview, language: str) -> list[Block]:
    sentences = []
    if told.undefined:
        key, more = told.treatment
        facts = {
            "count": len(told.undefined), "total": len(told.units), "noun": told.noun,
            "why": told.measure.undefined_when, "treatment": key, "names": told.undefined, **more,
        }  # fmt: skip
        sentences.append(say("told-undefined", facts, language=language))
    if told.missing:
        facts = {"count": len(told.missing), "noun": told.noun, "names": told.missing}
        sentences.append(say("told-missing", facts, language=language))
    heading = [Heading(say("told-left-out", {}, language=language))] if sentences else []
    return [*heading, *map(Prose, sentences)]
