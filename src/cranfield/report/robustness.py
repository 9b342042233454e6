"""How much of an order of systems is left with fewer judgments, as a page: a table and a picture."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cranfield.report.grid import DIGITS, UNDEFINED, Cell, Grid, Row
from cranfield.report.page import Block, Page
from cranfield.report.pictures.choose import picture
from cranfield.report.signature import join_signatures, signature_lines
from cranfield.report.sketch import render_sketch
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.correlation import Kept, Robustness
    from cranfield.core.result import Results

__all__ = ["robustness_page"]


def robustness_page(
    found: Robustness, systems: Sequence[Results], *, digits: int = DIGITS, language: str = "en"
) -> Page:
    """The page of a robustness: measures down, shares of the judgments across."""
    measures = list(dict.fromkeys(each.measure for each in found.rows))
    shares = sorted({each.share for each in found.rows}, reverse=True)
    best = {share: _best(found, share) for share in shares}
    rows = []
    for measure in measures:
        kept = [found.of(measure, share) for share in shares]
        rows.append(Row(measure, tuple(_cell(each, best[each.share], digits) for each in kept)))
        spread = say("lowest-to-highest", {}, language=language)
        rows.append(Row(spread, tuple(_spread(each, digits) for each in kept), indent=True))
    facts = {"name": found.how, "systems": len(found.systems), "repeats": found.repeats}
    title = say("robustness-title", facts, language=language)
    columns = tuple(f"{share:.4g}" if share < 0.0001 else f"{share * 100:g}%" for share in shares)
    grid = Grid(title, say("head-measure", {}, language=language), columns, tuple(rows), "column")
    counts = {share: found.of(measures[0], share).judgments for share in shares}
    lines = [say("robustness-kept", {"counts": [f"{counts[each]:,}" for each in shares]}, language=language)]
    last = [share for share in shares if share < 1]
    if last and len(measures) > 1:
        closest = [
            f"{found.best(share)} ({share * 100:g}%)" for share in last if any(_known(found, share))
        ]  # fmt: skip
        lines.append(say("robustness-closest", {"names": closest}, language=language))
    undefined = sum(each.undefined for each in found.rows)
    if undefined:
        lines.append(say("robustness-undefined", {"count": undefined}, language=language))
    lines.append(say("robustness-settings", {"repeats": found.repeats, "seed": found.seed}, language=language))
    sketch = render_sketch(picture(found.to_arrow(), kind="robustness", language=language)).splitlines()
    signature = join_signatures(systems).as_dict()
    whole = {
        "how": found.how, "systems": found.systems, "repeats": found.repeats, "seed": found.seed,
        "robustness": [vars(each) for each in found.rows],
    }  # fmt: skip
    blocks = [Block(grid, lines=lines)] + ([Block(picture=sketch)] if len(shares) > 1 else [])
    return Page(blocks, found.table(), whole, signature_lines(systems, language), signature, language)


def _known(found: Robustness, share: float) -> list[float]:
    return [each.mean for each in found.rows if each.share == share and not math.isnan(each.mean)]


def _best(found: Robustness, share: float) -> float | None:
    """The highest mean, if not all are the same."""
    known = _known(found, share)
    return max(known) if len(set(known)) > 1 else None


def _cell(kept: Kept, best: float | None, digits: int) -> Cell:
    return Cell(UNDEFINED if math.isnan(kept.mean) else f"{kept.mean:.{digits}f}", kept.mean == best)


def _spread(kept: Kept, digits: int) -> Cell:
    short = max(digits - 2, 1)
    return Cell(UNDEFINED if math.isnan(kept.low) else f"{kept.low:.{short}f}–{kept.high:.{short}f}")
