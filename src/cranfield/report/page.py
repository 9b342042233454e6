"""A report of several tables, pictures and sentences, and the same as data: one page, every format."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from cranfield.report import latex, markdown
from cranfield.report.cells import fold, styled
from cranfield.report.separated import separated_lines
from cranfield.report.structured import dumps
from cranfield.report.table import best_lines, grid_lines
from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.report.grid import Grid

__all__ = ["Block", "Page", "plain", "render_page", "separated"]


@dataclass(frozen=True)
class Block:
    """A table or a picture made of characters, and the sentences below it; all of them may be missing."""

    grid: Grid | None = None
    picture: Sequence[str] = ()
    lines: Sequence[str] = ()


@dataclass(frozen=True)
class Page:
    """What people look at, and the tidy rows that programs read; `whole` is all of it as one object."""

    blocks: Sequence[Block]
    rows: Sequence[Mapping[str, Any]]
    whole: Mapping[str, Any]
    signature: Sequence[str] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)  # the signature for programs
    language: str = "en"

    def stars(self) -> list[str]:
        """What the star in its tables means."""
        return best_lines([each.grid for each in self.blocks if each.grid is not None], self.language)


def plain(what: Any) -> Any:
    """A value as JSON has it: no nan, no numpy, no tuples."""
    if isinstance(what, dict):
        return {str(key): plain(each) for key, each in what.items()}
    if isinstance(what, list | tuple):
        return [plain(each) for each in what]
    if hasattr(what, "item"):
        what = what.item()
    if isinstance(what, float):
        return what if math.isfinite(what) else None
    return what if what is None or isinstance(what, bool | int | str) else str(what)


def render_page(
    page: Page, form: str, *, width: int = 80, colour: bool = False, spreadsheet: bool = False
) -> str:  # fmt: skip
    """The page in one of the formats: table, markdown, latex, json, jsonl, csv or tsv."""
    if form == "json":
        return dumps(plain({**page.whole, "signature": page.facts}), indent=2) + "\n"
    if form == "jsonl":
        return "".join(dumps(plain(each)) + "\n" for each in (*map(dict, page.rows), {"signature": page.facts}))
    if form in ("csv", "tsv"):
        return separated(page.rows, "," if form == "csv" else "\t", spreadsheet=spreadsheet)
    if form == "markdown":
        return _markdown(page)
    return _latex(page) if form == "latex" else _table(page, width, colour=colour)


def _table(page: Page, width: int, *, colour: bool) -> str:
    lines: list[str] = []
    for block in page.blocks:
        if block.grid is not None:
            lines += grid_lines(block.grid, width, colour=colour)
        lines += block.picture
        for sentence in block.lines:
            lines += fold(visible(sentence), width)
        lines.append("")
    for text in (*page.stars(), *page.signature):
        lines += [styled(line, "dim", colour=colour) for line in fold(text, width)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _markdown(page: Page) -> str:
    parts = []
    for block in page.blocks:
        if block.grid is not None:
            parts.append(markdown.grid_table(block.grid))
        if block.picture:
            parts.append("\n".join(("```", *block.picture, "```\n")))
        if block.lines:
            parts.append("".join(f"- {markdown.escape(sentence)}\n" for sentence in block.lines))
    return "\n".join([*parts, "".join(map(markdown.comment, page.signature))])


def _latex(page: Page) -> str:
    """Tables; pictures and sentences are comments, as a paper has its own."""
    parts = []
    for block in page.blocks:
        table = latex.grid_table(block.grid) if block.grid is not None else ""
        below = (*block.picture, *block.lines)
        parts.append(table + "".join(f"% {visible(line)}\n" for line in below))
    return latex.comments(page.signature) + "\n".join(parts)


def separated(
    rows: Sequence[Mapping[str, Any]], separator: str, *, spreadsheet: bool, names: Sequence[str] = ()
) -> str:
    """All fields of all rows, or those named; a row without a field leaves it empty."""
    names = names or list(dict.fromkeys(name for row in rows for name in row))
    cells = ([_written(plain(row.get(name))) for name in names] for row in rows)
    return separated_lines(chain([names], cells), separator, spreadsheet=spreadsheet)


def _written(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | dict):
        return dumps(value)
    return repr(value) if isinstance(value, float) else str(value)
