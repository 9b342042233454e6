"""Systems under people and under a judge: their values, order, verdicts, whom the judge favours, corrected means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.report.grid import UNDEFINED, Cell, Grid, Row
from cranfield.report.judging_cells import ends, number, ranged
from cranfield.report.page import Block
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.trusted import Corrected, Favour, Judges, Ordered, Trusted

__all__ = ["order_blocks"]

_MOST = 20  # pairs that a page shows
_VERDICTS = {"lost": "verdict-lost", "invented": "verdict-invented", "turned": "verdict-turned"}


def order_blocks(found: Judges, judge: Trusted, order: Ordered, *, digits: int, language: str) -> list[Block]:
    """All about systems by one measure."""
    return [
        _values(found, judge, order, digits, language), *_coefficients(found, judge, order, digits, language),
        *_verdicts(judge, order, digits, language), *_families(order, digits, language),
        *_corrected(found, judge, order, digits, language),
    ]  # fmt: skip


def _values(found: Judges, judge: Trusted, order: Ordered, digits: int, language: str) -> Block:
    ranks = [_ranks(each, higher=order.higher) for each in (order.human, order.judge)]
    single = {each.name: each for each in order.favours if each.systems == (each.name,)}
    rows = tuple(
        Row(name, (
            Cell(number(order.human[at], digits)), Cell(ranks[0][at]), Cell(number(order.judge[at], digits)),
            Cell(ranks[1][at]), _excess(single.get(name), digits),
        ))
        for at, name in enumerate(order.systems)
    )  # fmt: skip
    heads = (
        say("head-by-people", {}, language=language), say("head-rank-people", {}, language=language),
        say("head-by-judge", {}, language=language), say("head-rank-judge", {}, language=language),
        say("head-excess", {}, language=language),
    )  # fmt: skip
    facts = {"measure": order.measure, "judge": judge.name, "units": order.units, "noun": found.noun}
    grid = Grid(say("order-title", facts, language=language), say("head-system", {}, language=language), heads, rows)
    lines = []
    if order.judged:
        means = [sum(each[at] for each in order.judged.values()) / len(order.judged) for at in (0, 1)]
        facts = {"human": means[0], "judge": judge.name, "theirs": means[1]}
        lines.append(say("judges-coverage", facts, language=language))
    lines += _favoured(judge, order, language)
    return Block(grid, lines=[*lines, *(each.told(language=language) for each in order.remarks)])


def _ranks(values: Sequence[float], *, higher: bool) -> list[str]:
    """Places from 1, shared by equal systems."""
    return [
        UNDEFINED if value != value  # noqa: PLR0124 (nan is not itself)
        else str(1 + sum(other > value if higher else other < value for other in values))
        for value in values
    ]  # fmt: skip


def _excess(favour: Favour | None, digits: int) -> Cell:
    if favour is None:
        return Cell(UNDEFINED)
    return Cell(ranged(favour.excess, digits), mark="*" if favour.favoured else "")


def _favoured(judge: Trusted, order: Ordered, language: str) -> list[str]:
    if not order.favours:
        return []
    told = [say("favour-told", {"judge": judge.name}, language=language)]
    more = [each.name for each in order.favours if each.favoured > 0]
    less = [each.name for each in order.favours if each.favoured < 0]
    if more:
        told.append(say("favour-more", {"judge": judge.name, "names": more}, language=language))
    if less:
        told.append(say("favour-less", {"judge": judge.name, "names": less}, language=language))
    return told if more or less else [*told, say("favour-nobody", {}, language=language)]


def _coefficients(found: Judges, judge: Trusted, order: Ordered, digits: int, language: str) -> list[Block]:
    if not order.coefficients:
        return []
    rows = tuple(
        Row(name, (Cell(number(each.value, digits)), Cell(ends(each, digits))))
        for name, each in order.coefficients.items()
    )  # fmt: skip
    heads = (
        say("head-value", {}, language=language),
        say("head-interval", {"percent": found.settings["confidence"] * 100}, language=language),
    )
    grid = Grid(
        say("order-coefficients", {}, language=language), say("head-coefficient", {}, language=language), heads, rows
    )
    whole = order.coefficients["tau-b"]
    lines = [] if whole.reason is None else [whole.reason.told(language=language)]
    if whole.reason is None:
        facts = {"judge": judge.name, "value": whole.value}
        lines.append(say("order-told", facts, language=language))
    kinds = order.kinds()
    about = {
        "total": len(order.pairs), **kinds, "judge": judge.name, "test": found.settings["test"],
        "correction": found.settings["correction"],
    }  # fmt: skip
    return [Block(grid, lines=[*lines, say("verdicts-told", about, language=language)])]


def _verdicts(judge: Trusted, order: Ordered, digits: int, language: str) -> list[Block]:
    changed = sorted(order.changed, key=lambda each: (each.kind != "turned", -abs(each.human - each.judge)))
    if not changed:
        return []
    rows = tuple(
        Row(f"{each.one} - {each.two}", (
            Cell(f"{each.human:+.{digits}f}"), Cell(_p(each.human_p)), Cell(f"{each.judge:+.{digits}f}"),
            Cell(_p(each.judge_p)), Cell(say(_VERDICTS[each.kind], {}, language=language), words=True),
        ))
        for each in changed[:_MOST]
    )  # fmt: skip
    heads = (
        say("head-by-people", {}, language=language), say("head-p", {}, language=language),
        say("head-by-judge", {}, language=language), say("head-p", {}, language=language),
        say("head-verdict", {}, language=language),
    )  # fmt: skip
    facts = {"judge": judge.name, "more": max(len(changed) - _MOST, 0)}
    title = say("verdicts-title", facts, language=language)
    return [Block(Grid(title, say("head-two-systems", {}, language=language), heads, rows))]


def _p(value: float | None) -> str:
    if value is None:
        return UNDEFINED
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def _families(order: Ordered, digits: int, language: str) -> list[Block]:
    several = [each for each in order.favours if each.systems != (each.name,)]
    if not several:
        return []
    rows = tuple(
        Row(each.name, (
            Cell(f"{len(each.systems):,}"), _excess(each, digits), Cell(_p(each.p)),
        ))
        for each in several
    )  # fmt: skip
    heads = (
        say("head-members", {}, language=language),
        say("head-excess", {}, language=language),
        say("head-p", {}, language=language),
    )
    title = say("families-title", {}, language=language)
    return [Block(Grid(title, say("head-family", {}, language=language), heads, rows))]


def _corrected(found: Judges, judge: Trusted, order: Ordered, digits: int, language: str) -> list[Block]:
    """Means and differences, where the judge judged more than people."""
    known = [each for each in order.means if each.unlabelled and each.both.reason is None]
    if not known:
        return [Block(lines=lines)] if (lines := _reasons(order, language)) else []
    first = known[0]
    heads = (
        say("head-people-alone", {}, language=language), say("head-judge-alone", {}, language=language),
        say("head-both", {}, language=language), say("head-weight", {}, language=language),
    )  # fmt: skip
    facts = {
        "measure": order.measure, "judge": judge.name, "labelled": first.labelled, "unlabelled": first.unlabelled,
        "noun": found.noun,
    }  # fmt: skip
    title = say("corrected-title", facts, language=language)
    corner = say("head-system", {}, language=language)
    rows = tuple(_corrected_row(each, digits) for each in known)
    blocks = [
        Block(Grid(title, corner, heads, rows), lines=[*_flat(found, known, language), *_worth(found, known, language)])
    ]
    differences = sorted(
        (each for each in order.differences if each.unlabelled and each.both.reason is None),
        key=lambda each: each.p if each.p is not None else 1.0,
    )
    if differences:
        about = {"more": max(len(differences) - _MOST, 0)}
        listed = tuple(
            Row(each.name, (*_corrected_row(each, digits).cells, Cell(_p(each.p)))) for each in differences[:_MOST]
        )
        title = say("differences-title", about, language=language)
        named = say("head-two-systems", {}, language=language)
        blocks.append(Block(Grid(title, named, (*heads, say("head-p", {}, language=language)), listed)))
    return blocks


def _reasons(order: Ordered, language: str) -> list[str]:
    """Why no mean is corrected, each reason once."""
    found = [each.both.reason.told(language=language) for each in order.means if each.both.reason is not None]
    return list(dict.fromkeys(found))


def _corrected_row(each: Corrected, digits: int) -> Row:
    return Row(each.name, (
        Cell(ranged(each.human, digits)), Cell(ranged(each.judge, digits)), Cell(ranged(each.both, digits)),
        Cell(f"{each.weight:.2f}"),
    ))  # fmt: skip


def _flat(found: Judges, means: Sequence[Corrected], language: str) -> list[str]:
    """Systems to which people gave one value throughout, so that nothing is known of how sure it is."""
    names = [each.name for each in means if each.human.low == each.human.high and each.human.low is not None]
    facts: dict[str, Any] = {"names": names, "labelled": means[0].labelled, "noun": found.noun}
    return [say("corrected-flat", facts, language=language)] if names else []


def _worth(found: Judges, means: Sequence[Corrected], language: str) -> list[str]:
    """What the judge is worth in human units, and what to buy next: of the system for which it is worth least."""
    known = [(each, each.worth) for each in means if each.worth is not None]
    if not known:
        return []
    each, worth = min(known, key=lambda pair: pair[1].effective / pair[0].labelled)
    facts: dict[str, Any] = {
        "system": each.name, "labelled": each.labelled, "noun": found.noun, "effective": worth.effective,
        "at_most": worth.at_most, "for_half": worth.for_half,
    }  # fmt: skip
    told = [say("worth-told", facts, language=language)]
    if worth.judge_gain > 0:
        told.append(say("worth-ratio", {"ratio": worth.human_gain / worth.judge_gain}, language=language))
    else:
        told.append(say("worth-free", {}, language=language))
    if worth.best_human is not None:
        bought = {
            "human": worth.best_human, "judge_units": worth.best_judge, "labelled": each.labelled,
            "all": each.labelled + each.unlabelled,
        }  # fmt: skip
        if worth.best_judge:
            told.append(say("worth-best", bought, language=language))
        else:
            told.append(say("worth-people", bought, language=language))
    return told
