"""What people said of one system, as a page: each measure with its interval."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cranfield.report.grid import DIGITS, UNDEFINED, Cell, Grid, Intervals, Row
from cranfield.report.page import Block, Page
from cranfield.report.signature import interval_lines, join_signatures, signature_lines
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.core.compared import Estimate
    from cranfield.core.result import Results

__all__ = ["rated_page"]


def rated_page(
    results: Results, estimates: Mapping[str, Estimate], settings: Mapping[str, Any], *, digits: int = DIGITS,
    language: str = "en",
) -> Page:  # fmt: skip
    """A row for each measure."""
    ends = max(digits - 1, 0)
    rows = tuple(
        Row(name, (
            Cell(UNDEFINED if math.isnan(each.value) else f"{each.value:.{digits}f}"),
            Cell(
                UNDEFINED if each.low is None or each.high is None else f"[{each.low:.{ends}f}, {each.high:.{ends}f}]"
            ),
        ))
        for name, each in estimates.items()
    )  # fmt: skip
    heads = (
        say("head-value", {}, language=language),
        say("head-interval", {"percent": settings["confidence"] * 100}, language=language),
    )
    grid = Grid(results.system, say("head-measure", {}, language=language), heads, rows)
    tidy = [
        {"system": results.system, "measure": name, "value": each.value, "low": each.low, "high": each.high,
         "method": each.method}
        for name, each in estimates.items()
    ]  # fmt: skip
    signature = [*interval_lines([Intervals(estimates, {}, settings)], language), *signature_lines([results], language)]
    return Page([Block(grid)], tidy, {"values": tidy}, signature, join_signatures([results]).as_dict(), language)
