"""How alike measures order systems, as a page: a matrix for each coefficient, and the orders themselves."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.report.grid import DIGITS, UNDEFINED, Cell, Grid, Row, number
from cranfield.report.page import Block, Page
from cranfield.report.signature import join_signatures, signature_lines
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.correlation import Correlation
    from cranfield.core.result import Results

__all__ = ["correlation_page"]

_TOLD = {
    "tau": "how-tau", "tau-b": "how-tau-b", "tau-ap": "how-tau-ap", "spearman": "how-spearman", "rbo": "how-rbo",
}  # fmt: skip
_MOST = 100  # systems whose places are shown; the other formats have all


def correlation_page(
    found: Sequence[Correlation], systems: Sequence[Results], *, digits: int = DIGITS, language: str = "en"
) -> Page:
    """The page of one correlation for each coefficient."""
    blocks = [Block(_matrix(each, digits, language)) for each in found]
    orders, more = _orders(found[0], systems, digits, language)
    left = [say("places-left-out", {"count": more}, language=language)] if more else []
    told = [say("coefficient-told", {"how": _TOLD[each.how], "name": each.how}, language=language) for each in found]
    blocks += [Block(orders, lines=left), Block(lines=told)]
    facts = join_signatures(systems).as_dict()
    whole = {
        "correlations": [
            {"how": each.how, "measures": each.measures, "matrix": each.matrix.tolist()} for each in found
        ],
        "systems": _places(found[0], systems),
    }
    rows = [row for each in found for row in each.table()]
    return Page(blocks, rows, whole, signature_lines(systems, language), facts, language)


def _matrix(found: Correlation, digits: int, language: str) -> Grid:
    facts = {"name": found.how, "systems": len(found.systems)}
    rows = tuple(
        Row(name, tuple(Cell(UNDEFINED if math.isnan(each) else f"{each:.{digits}f}") for each in found.matrix[at]))
        for at, name in enumerate(found.measures)
    )
    title = say("correlation-title", facts, language=language)
    return Grid(title, say("head-measure", {}, language=language), found.measures, rows)


def _places(found: Correlation, systems: Sequence[Results]) -> list[dict[str, Any]]:
    """The value and the place of each system by each measure; equal systems share the best of their places."""
    places = {name: _ranks(found.values[at]) for at, name in enumerate(found.measures)}
    return [
        {
            "system": system.system,
            "values": {name: system[name].value for name in found.measures},
            "places": {name: places[name][at] for name in found.measures},
        }
        for at, system in enumerate(systems)
    ]


def _place(each: dict[str, Any], measure: str) -> str:
    return f"#{each['places'][measure]}"


def _ranks(values: Any) -> list[int]:
    return [int(np.count_nonzero(values > each)) + 1 for each in values]


def _orders(
    found: Correlation, systems: Sequence[Results], digits: int, language: str
) -> tuple[Grid, int]:  # fmt: skip
    """The systems in the order of the first measure with their places by all, and how many are left out."""
    listed = sorted(_places(found, systems), key=lambda each: each["places"][found.measures[0]])
    by_name = {name: systems[0][name].measure for name in found.measures}
    rows = tuple(
        Row(
            each["system"],
            tuple(
                Cell(f"{number(by_name[name], each['values'][name], digits)} {_place(each, name):>5}")
                for name in found.measures
            ),
        )
        for each in listed[:_MOST]
    )
    title = say("places-title", {}, language=language)
    grid = Grid(title, say("head-system", {}, language=language), found.measures, rows)
    return grid, max(len(listed) - _MOST, 0)
