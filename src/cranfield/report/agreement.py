"""How far raters agree, as a page: coefficients, who agrees with whom, what it says, and whether it matters."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cranfield.report.agreement_words import meaning, orders_meaning
from cranfield.report.grid import DIGITS, UNDEFINED, Cell, Grid, Row
from cranfield.report.page import Block, Page
from cranfield.report.signature import join_signatures, signature_lines
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.agreed import Agreed, Orders, RaterPair

__all__ = ["agreement_page"]

_MOST_RATERS = 12  # of more, pairs are listed and no matrix is shown
_MOST_PAIRS = 20
_MOST_COLUMNS = 8  # raters whose own values are shown


def agreement_page(
    found: Sequence[Agreed], orders: Sequence[Orders] = (), runs: Sequence[Mapping[str, Any]] = (), *,
    digits: int = DIGITS, language: str = "en",
) -> Page:  # fmt: skip
    """One part for each batch of ratings, and one for each measure that systems were ordered by."""
    blocks, rows = [], []
    for each in found:
        blocks += _blocks(each, digits, language)
        rows += each.table()
        rows += [{"name": each.name, **_row(pair)} for pair in each.pairs]
    for each_order in orders:
        blocks += _order_blocks(each_order, digits, language)
        rows += each_order.table()
    results = [each.results for each in found]
    if runs:  # what was ordered is part of what the page needs to be repeated
        signed = results[0].signature
        whole_of = replace(signed, given=[*signed.given, *runs])
        results[0] = replace(results[0], signature=whole_of)
    first = found[0]
    facts = {
        "percent": first.confidence * 100, "noun": first.drawn, "resamples": first.resamples, "seed": first.seed
    }  # fmt: skip
    settings = say("agreement-settings", facts, language=language)
    whole = {"agreement": [_whole(each) for each in found], "orders": [_order_whole(each) for each in orders]}
    signature = [settings, *signature_lines(results, language)]
    return Page(blocks, rows, whole, signature, join_signatures(results).as_dict(), language)


def _blocks(found: Agreed, digits: int, language: str) -> list[Block]:
    rows = tuple(
        Row(name, (
            Cell(_number(each.value, digits)),
            Cell(UNDEFINED if each.low is None or each.high is None else
                 f"[{each.low:.{max(digits - 1, 0)}f}, {each.high:.{max(digits - 1, 0)}f}]"),
        ))
        for name, each in found.estimates.items()
    )  # fmt: skip
    heads = tuple(
        say(key, {"percent": found.confidence * 100}, language=language) for key in ("head-value", "head-interval")
    )
    title = say("agreement-title", {"name": found.name}, language=language)
    grid = Grid(title, say("head-measure", {}, language=language), heads, rows)
    blocks = [Block(grid, lines=meaning(found, language))]
    if len(found.raters) <= _MOST_RATERS:
        return [*blocks, *_matrices(found, digits, language)] if found.pairs else blocks
    return [*blocks, Block(_listed(found, digits, language))] if found.pairs else blocks


def _matrices(found: Agreed, digits: int, language: str) -> list[Block]:
    """Each rater beside each: the share of shared items that they agree on, and kappa."""
    names = tuple(found.raters)
    grids = []
    titles = [say(key, {}, language=language) for key in ("matrix-agreement", "matrix-kappa")]
    for title, of in zip(titles, (_percent, _kappa), strict=True):
        rows = []
        for one in names:
            pairs = [None if one == two else found.between(one, two) for two in names]
            rows.append(Row(one, tuple(Cell(UNDEFINED if each is None else of(each, digits)) for each in pairs)))
        grids.append(Block(Grid(title, say("head-rater", {}, language=language), names, tuple(rows))))
    return grids


def _listed(found: Agreed, digits: int, language: str) -> Grid:
    """The pairs of many raters that agree least."""
    worst = sorted(found.pairs, key=lambda each: (each.agreement, -each.items))[:_MOST_PAIRS]
    rows = tuple(
        Row(f"{each.one} & {each.two}", (
            Cell(_percent(each, digits)), Cell(_kappa(each, digits)), Cell(f"{each.items:,}"),
        ))
        for each in worst
    )  # fmt: skip
    facts = {"count": len(worst), "total": len(found.pairs)}
    heads = tuple(say(key, {}, language=language) for key in ("head-agreement", "head-kappa", "head-items"))
    return Grid(say("worst-pairs", facts, language=language), say("head-raters", {}, language=language), heads, rows)


def _percent(pair: RaterPair, _: int) -> str:
    return f"{pair.agreement:.0%}"


def _kappa(pair: RaterPair, digits: int) -> str:
    return UNDEFINED if pair.kappa is None else f"{pair.kappa:.{min(digits, 2)}f}"


def _number(value: float | None, digits: int) -> str:
    return UNDEFINED if value is None or math.isnan(value) else f"{value:.{digits}f}"


def _order_blocks(found: Orders, digits: int, language: str) -> list[Block]:
    """The systems by all raters and by each, and how often two of them change places."""
    shown = list(found.raters)[:_MOST_COLUMNS]
    rows = [
        Row(system, (Cell(_number(found.values[at], digits)),
                     *(Cell(_number(found.raters[name][at], digits)) for name in shown)))
        for at, system in enumerate(found.systems)
    ]  # fmt: skip
    taus = (Cell(UNDEFINED), *(Cell(_number(found.taus[name], digits)) for name in shown))
    rows.append(Row(say("row-tau", {}, language=language), taus))
    heads = (say("head-median", {}, language=language), *shown)
    facts = {"name": found.measure, "more": len(found.raters) - len(shown)}
    values = Grid(
        say("orders-title", facts, language=language), say("head-system", {}, language=language), heads, tuple(rows)
    )
    flips = tuple(
        Row(f"{each.better} > {each.worse}", (
            Cell(f"{each.difference:.{digits}f}"), Cell(f"{each.flipped:.1%}"), Cell(f"{each.tied:.1%}"),
            Cell(", ".join(each.raters) or UNDEFINED, words=True),
        ))
        for each in found.flips
    )  # fmt: skip
    keys = ("head-apart", "head-flipped", "head-tied", "head-turned-by")
    turned = Grid(
        say("flips-title", {"resamples": found.resamples}, language=language), say("head-pair", {}, language=language),
        tuple(say(key, {}, language=language) for key in keys), flips,
    )  # fmt: skip
    return [Block(values), Block(turned, lines=orders_meaning(found, language))]


def _row(pair: RaterPair) -> dict[str, Any]:
    return {
        "measure": "pair", "one": pair.one, "two": pair.two, "items": pair.items, "agreement": pair.agreement,
        "kappa": pair.kappa,
    }  # fmt: skip


def _whole(found: Agreed) -> dict[str, Any]:
    return {
        "name": found.name, "ratings": found.ratings, "items": found.items, "shared": found.shared,
        "raters": dict(found.raters), "values": dict(found.shares),
        "coefficients": {
            name: {"value": each.value, "low": each.low, "high": each.high, "method": each.method}
            for name, each in found.estimates.items()
        },
        "pairs": [vars(pair) for pair in found.pairs], "said": meaning(found, "en"),
        "findings": [each.as_dict() for each in found.results.findings],
    }  # fmt: skip


def _order_whole(found: Orders) -> dict[str, Any]:
    return {
        **{name: value for name, value in vars(found).items() if name != "flips"},
        "raters": {name: list(values) for name, values in found.raters.items()},
        "flips": [vars(each) for each in found.flips], "said": orders_meaning(found, "en"),
    }  # fmt: skip
