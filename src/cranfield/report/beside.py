"""Two systems on one unit, side by side: the items of both with their grades, and where each wanted item stood."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.core.param import show
from cranfield.report.grid import DIGITS, UNDEFINED, Cell, Grid, Row, number
from cranfield.report.page import Block
from cranfield.words import noun as noun_in
from cranfield.words import say, singular

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.listing import Item, Listing
    from cranfield.core.result import Results

__all__ = ["beside_blocks", "beside_rows"]

_MOST = 30  # wanted items that are shown; the other formats have all


def beside_blocks(
    one: Results, other: Results, unit: str, lists: tuple[Listing | None, Listing | None], *, top: int,
    digits: int = DIGITS, language: str = "en",
) -> list[Block]:  # fmt: skip
    """The values of a unit in both systems, and what they come from where it can be laid side by side."""
    blocks = [Block(_values(one, other, unit, digits, language))]
    first, second = lists
    if first is None or second is None:
        return blocks
    if first.items or second.items or first.wanted:
        blocks.append(Block(_items(one.system, other.system, first, second, top, language), lines=[
            say("beside-told", {"baseline": one.system}, language=language)
        ]))  # fmt: skip
        grid, more = _wanted(one.system, other.system, first, second, language)
        left = [say("wanted-left-out", {"count": more}, language=language)] if more else []
        blocks.append(Block(grid, lines=left))
    if first.texts:
        texts = {**first.texts, **second.texts}
        blocks.append(Block(lines=[f"{name}: {text}" for name, text in texts.items()]))
    return blocks


def _values(one: Results, other: Results, unit: str, digits: int, language: str) -> Grid:
    rows = []
    for name, result in one.found.items():
        before, after = result.units.get(unit), other[name].units.get(unit)
        if before is None or after is None:
            continue
        cells = (number(result.measure, before, digits), number(result.measure, after, digits))
        rows.append(Row(name, (*map(Cell, cells), Cell(f"{after - before:+.{digits}f}"))))
    kind = noun_in(singular(one.noun), language=language)
    title = say("beside-title", {"kind": kind, "unit": unit}, language=language)
    heads = (one.system, other.system, say("head-change", {}, language=language))
    return Grid(title, say("head-measure", {}, language=language), heads, tuple(rows))


def _items(one: str, other: str, first: Listing, second: Listing, top: int, language: str) -> Grid:
    left, right = ({item.rank: item for item in each.items} for each in (first, second))
    rows = []
    for rank in range(1, min(top, max(first.length, second.length)) + 1):
        mine, theirs = left.get(rank), right.get(rank)
        moved = "" if theirs is None else _moved(theirs, first, language)
        rows.append(Row(str(rank), (
            _name(mine, rank, first), _grade(mine), _name(theirs, rank, second), _grade(theirs), Cell(moved),
        )))  # fmt: skip
    grade, was = say("head-grade", {}, language=language), say("head-was", {}, language=language)
    return Grid("", say("head-rank", {}, language=language), (one, grade, other, grade, was), tuple(rows))


def _name(item: Item | None, rank: int, listing: Listing) -> Cell:
    if item is not None:
        return Cell(item.name, words=True)
    return Cell("" if rank > listing.length else "…")


def _grade(item: Item | None) -> Cell:
    return Cell("" if item is None else UNDEFINED if item.grade is None else show(item.grade))


def _moved(item: Item, before: Listing, language: str) -> str:
    """Where the item was before, with an arrow for where it went."""
    rank = before.places.get(item.name)
    if rank is None:
        unknown = item.grade is None and before.whole < before.length  # the places of judged items are all known
        return f">{before.whole}" if unknown else say("beside-new", {}, language=language)
    return "=" if rank == item.rank else f"{rank} {'↑' if item.rank < rank else '↓'}"


def _wanted(one: str, other: str, first: Listing, second: Listing, language: str) -> tuple[Grid, int]:
    """The rank of each relevant item in both systems."""
    rows = []
    for name, grade in list(first.wanted.items())[:_MOST]:
        before, after = _rank(name, first), _rank(name, second)
        rows.append(Row(name, tuple(map(Cell, (show(grade), before, after, _arrow(name, first, second))))))
    title = say("wanted-title", {}, language=language)
    heads = (say("head-grade", {}, language=language), one, other, "")
    grid = Grid(title, say("head-document", {}, language=language), heads, tuple(rows))
    return grid, max(len(first.wanted) - _MOST, 0)


def _rank(name: str, listing: Listing) -> str:
    return str(listing.places.get(name, UNDEFINED))


def _arrow(name: str, first: Listing, second: Listing) -> str:
    before, after = first.places.get(name, float("inf")), second.places.get(name, float("inf"))
    return "↑" if after < before else "↓" if after > before else "="


def beside_rows(
    one: Results, other: Results, unit: str, lists: Sequence[Listing | None]
) -> list[Mapping[str, Any]]:  # fmt: skip
    """The same as tidy rows: each item of both lists, and each wanted item with both ranks."""
    rows: list[Mapping[str, Any]] = []
    first, second = lists
    if first is None or second is None:
        return rows
    for name, mine, theirs in ((one.system, first, second), (other.system, second, first)):
        rows += [
            {"level": "item", "unit": unit, "system": name, "rank": item.rank, "item": item.name, "grade": item.grade,
             "rank_in_other": theirs.places.get(item.name)}
            for item in mine.items
        ]  # fmt: skip
    rows += [
        {"level": "wanted", "unit": unit, "item": name, "grade": grade, "baseline": one.system,
         "system": other.system, "rank_in_baseline": first.places.get(name), "rank": second.places.get(name)}
        for name, grade in first.wanted.items()
    ]  # fmt: skip
    texts = {**first.texts, **second.texts}
    return rows + [{"level": "text", "unit": unit, "item": name, "text": text} for name, text in texts.items()]
