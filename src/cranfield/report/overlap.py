"""How alike two runs are, as a page: means, each query if asked for, and what each similarity is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cranfield.report.grid import DIGITS, UNDEFINED, Cell, Grid, Row
from cranfield.report.page import Block, Page
from cranfield.version import __version__
from cranfield.words import say, visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from cranfield.core.overlap import Overlap

__all__ = ["overlap_page"]

_VARIANTS = {"w": "overlap-ties-w", "a": "overlap-ties-a", "b": "overlap-ties-b"}


def overlap_page(
    found: Overlap, *, per_query: bool = False, inputs: Sequence[Mapping[str, Any]] = (), digits: int = DIGITS,
    language: str = "en",
) -> Page:  # fmt: skip
    """The page of two runs."""

    def number(value: float) -> Cell:
        return Cell(UNDEFINED if math.isnan(value) else f"{value:.{digits}f}")

    first, second = found.systems
    settings = dict(found.settings)
    rows = tuple(Row(name, (number(found.mean(name)), Cell(f"{found.defined(name):,}"))) for name in found.values)
    named = {"first": first, "second": second, "queries": len(found.queries)}
    head = say("overlap-head", {}, language=language)
    heads = say("overlap-mean", {}, language=language), say("overlap-defined", {}, language=language)
    grid = Grid(say("overlap-title", named, language=language), head, heads, rows)
    one, other = (int(each.sum()) for each in found.returned)
    cut = settings["depth"] if max(each.max(initial=0) for each in found.returned) >= settings["depth"] else None
    counts = {**named, "one": one, "other": other, "shared": int(found.shared.sum()), "depth": cut}
    blocks = [Block(grid, lines=[say("overlap-returned", counts, language=language)])]
    if per_query:
        each = tuple(
            Row(query, tuple(number(float(values[at])) for values in found.values.values()))
            for at, query in enumerate(found.queries)
        )
        blocks.append(Block(Grid(say("overlap-queries", {}, language=language), head, tuple(found.values), each)))
    variant = {"p": settings["p"], "variant": _VARIANTS[settings["ties"]]}
    told = [
        say("overlap-rbo", variant, language=language), say("overlap-bounds", {}, language=language),
        say("overlap-tau", {}, language=language), say("overlap-jaccard", {}, language=language),
    ]  # fmt: skip
    blocks.append(Block(lines=told))
    means = {name: found.mean(name) for name in found.values}
    whole = {
        "first": first, "second": second, "queries": len(found.queries), "means": means, "units": found.table(),
        "returned": [one, other], "shared": int(found.shared.sum()),
    }  # fmt: skip
    written = ", ".join(f"{name}={value}" for name, value in settings.items())
    hashes = ", ".join(f"{visible(each['name'])} {str(each['sha256'])[:12]}" for each in inputs if "sha256" in each)
    lines = [f"cranfield {__version__} | {written}", *([f"sha256 {hashes}"] if hashes else [])]
    facts = {"cranfield": __version__, "settings": settings, "inputs": list(inputs)}
    return Page(blocks, found.table(), whole, lines, facts, language)
