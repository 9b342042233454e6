"""Judges beside people, as a page: agreement, where it fails, what it does to systems, and corrected means."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cranfield.report.grid import DIGITS, UNDEFINED, Cell, Grid, Row
from cranfield.report.judged_systems import order_blocks
from cranfield.report.judges_words import again, meaning, signed
from cranfield.report.judging_cells import ends, number, ranged, share
from cranfield.report.page import Block, Page
from cranfield.report.signature import join_signatures, signature_lines
from cranfield.words import say

if TYPE_CHECKING:
    from cranfield.core.trusted import Judges, Trusted

__all__ = ["judges_page"]


def judges_page(found: Judges, *, digits: int = DIGITS, language: str = "en", voice: str = "python") -> Page:
    """One part for each judge."""
    blocks: list[Block] = []
    for each in found.judges:
        blocks += _agreement(found, each, digits, language, voice)
        blocks += _grades(each, digits, language)
        blocks += _lengths(found, each, digits, language)
        for order in each.orders:
            blocks += order_blocks(found, each, order, digits=digits, language=language)
    if found.human_repeats is not None:
        blocks.append(Block(lines=[again(found, found.human, found.human_repeats, language)]))
    facts = {
        "percent": found.settings["confidence"] * 100, "noun": found.noun, "resamples": found.settings["resamples"],
        "seed": found.settings["seed"],
    }  # fmt: skip
    settings = say("agreement-settings", facts, language=language)
    who = [signed(each, language) for each in found.judges]
    signature = [settings, *who, *signature_lines(found.results, language)]
    about = {**join_signatures(found.results).as_dict(), "judges": [dict(each.about) for each in found.judges]}
    whole = {
        "human": found.human, "settings": dict(found.settings),
        "judges": [{**_data(each), "said": meaning(found, each, "en")} for each in found.judges],
        "findings": [each.as_dict() for each in found.findings],
    }  # fmt: skip
    return Page(blocks, found.table(), whole, signature, about, language)


def _data(found: Trusted) -> dict[str, Any]:
    """Everything as plain data; remarks as sentences."""
    told = asdict(found)
    told["remarks"] = [each.told() for each in found.remarks]
    for order, made in zip(told["orders"], found.orders, strict=True):
        order["remarks"] = [each.told() for each in made.remarks]
        order["verdicts"] = made.kinds()
        for pair, one in zip(order["pairs"], made.pairs, strict=True):
            pair["kind"] = one.kind
    plain: dict[str, Any] = _reasons(told)
    return plain


def _reasons(what: Any) -> Any:
    """Reasons as sentences wherever they stand."""
    if isinstance(what, dict):
        return {key: _reasons(each) for key, each in what.items()}
    if hasattr(what, "told"):
        return what.told()
    return [_reasons(each) for each in what] if isinstance(what, list | tuple) else what


def _agreement(found: Judges, judge: Trusted, digits: int, language: str, voice: str) -> list[Block]:
    """Coefficients beside the best constant judge, and beside people among themselves where several rated."""
    people = judge.people
    rows = []
    for name, each in judge.estimates.items():
        constant = judge.constant.get(name)
        cells = [number(each.value, digits), ends(each, digits), number(constant and constant[0], digits)]
        if people is not None:
            cells.append(number(people[name].value, digits) if name in people else UNDEFINED)
        rows.append(Row(name, tuple(map(Cell, cells))))
    blank = (Cell(UNDEFINED),) * (1 if people is None else 2)
    rel = found.settings["rel"]
    auc = say("row-auc", {"rel": rel}, language=language)
    rows.append(Row(auc, (Cell(number(judge.separates.value, digits)), Cell(ends(judge.separates, digits)), *blank)))
    rows.append(Row(
        say("row-bias", {}, language=language),
        (Cell(number(judge.bias.value, digits)), Cell(ends(judge.bias, digits)), *blank),
    ))  # fmt: skip
    heads = [
        say("head-value", {}, language=language),
        say("head-interval", {"percent": found.settings["confidence"] * 100}, language=language),
        say("head-constant", {}, language=language),
    ]
    if people is not None:
        heads.append(say("head-people", {}, language=language))
    title = say("judges-title", {"judge": judge.name, "human": found.human}, language=language)
    grid = Grid(title, say("head-measure", {}, language=language), tuple(heads), tuple(rows))
    return [Block(grid, lines=meaning(found, judge, language, voice))]


def _grades(judge: Trusted, digits: int, language: str) -> list[Block]:
    """How often the judge gave each grade, and how often more and less than people."""
    if not judge.grades:
        return []
    across = () if judge.confusion is None else judge.confusion[1]
    counts = [()] * len(judge.grades) if judge.confusion is None else judge.confusion[2]
    rows = tuple(
        Row(f"{each.grade:g}", (
            *(Cell(f"{count:,}") for count in row), Cell(share(each.alike)), Cell(share(each.over)),
            Cell(share(each.under)), Cell(ranged(each.bias, digits)),
        ))
        for each, row in zip(judge.grades, counts, strict=True)
    )  # fmt: skip
    heads = (
        *(f"{each:g}" for each in across), say("head-alike", {}, language=language),
        say("head-over", {}, language=language), say("head-under", {}, language=language),
        say("head-bias", {}, language=language),
    )  # fmt: skip
    title = say("confusion-title", {"judge": judge.name}, language=language)
    return [Block(Grid(title, say("head-human-grade", {}, language=language), heads, rows))]


def _lengths(found: Judges, judge: Trusted, digits: int, language: str) -> list[Block]:
    """Whether long documents get other grades."""
    effect = judge.length_effect
    if effect is None:
        return []
    rows = tuple(
        Row(f"{each.shortest:,}–{each.longest:,}", (
            Cell(f"{each.count:,}"), Cell(share(each.alike)), Cell(share(each.over)), Cell(share(each.under)),
            Cell(ranged(each.bias, digits)),
        ))
        for each in judge.lengths
    )  # fmt: skip
    facts = {
        "judge": judge.name, "noun": found.things, "value": effect.value, "low": effect.low, "high": effect.high
    }  # fmt: skip
    if effect.reason is not None:
        told = effect.reason.told(language=language)
    elif effect.low is not None and effect.low > 0:
        told = say("length-longer", facts, language=language)
    elif effect.high is not None and effect.high < 0:
        told = say("length-shorter", facts, language=language)
    else:
        told = say("length-none", facts, language=language)
    heads = (
        say("head-items", {}, language=language), say("head-alike", {}, language=language),
        say("head-over", {}, language=language), say("head-under", {}, language=language),
        say("head-bias", {}, language=language),
    )  # fmt: skip
    title = say("lengths-title", {}, language=language)
    return [Block(Grid(title, say("head-length", {}, language=language), heads, rows), lines=[told])]
