"""A page in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.report.cells import fold, justify, styled, width_of
from cranfield.report.document.blocks import Heading, LinkedWords, Prose, Sheet
from cranfield.report.document.drawing import linked
from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.report.document.blocks import Block

__all__ = ["render_page"]

GAP = 2
HEAD = 12  # nor a name above numbers, where there is no room for its longest word
NARROW = 12  # a column of text is not folded below this width
_STYLES = {"": "", "faint": "dim", "strong": "bold"}


def render_page(blocks: Sequence[Block], *, width: int = 80, colour: bool = False) -> str:
    """The blocks below each other."""
    lines: list[str] = []
    before: Block | None = None
    for block in blocks:
        beside = isinstance(before, Heading) or (isinstance(block, Prose) and isinstance(before, Prose))
        if before is not None and not beside:
            lines.append("")
        lines += _lines(block, width, colour=colour)
        before = block
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _lines(block: Block, width: int, *, colour: bool) -> list[str]:
    if isinstance(block, Heading):
        return [styled(line, "bold", colour=colour) for line in fold(visible(block.text), width)]
    if isinstance(block, Prose):
        style = "dim" if block.faint else ""
        text = ("  " if block.code else "") + visible(block.text)
        return [styled(line, style, colour=colour) for line in fold(text, width)]
    if isinstance(block, Sheet):
        return _sheet(block, width, colour=colour)
    title = [visible(block.title)] if block.title else []
    drawn = linked(_visible(block), width) if isinstance(block, LinkedWords) else block.draw(width)
    return [*(line for each in title for line in fold(each, width)), *drawn]


def _visible(words: LinkedWords) -> LinkedWords:
    above, below = ([visible(each) for each in side] for side in (words.above, words.below))
    return LinkedWords(words.title, words.names, above, below, words.links)


def _sheet(sheet: Sheet, width: int, *, colour: bool) -> list[str]:
    texts = [[visible(each.text) for each in row] for row in sheet.rows]
    names = [visible(each.name) for each in sheet.columns]
    widths = _widths(sheet, texts, names, width)
    lines = fold(visible(sheet.title), width) if sheet.title else []
    if sheet.named:
        lines += _row(names, ["bold"] * len(names), sheet, widths, colour=colour, bottom=True)
        lines.append("─" * (sum(widths) + GAP * (len(widths) - 1)))
    for row, shown in zip(sheet.rows, texts, strict=True):
        styles = [_STYLES[each.style] for each in row]
        lines += _row(shown, styles, sheet, widths, colour=colour, bottom=False)
        lines += [""] if sheet.lined and row is not sheet.rows[-1] else []
    for sentence in sheet.below:
        lines += [styled(line, "dim", colour=colour) for line in fold(visible(sentence), width)]
    return lines


def _widths(sheet: Sheet, texts: Sequence[Sequence[str]], names: Sequence[str], width: int) -> list[int]:
    """As wide as the texts are; where that is too wide, names are folded first, then columns of text."""
    cells = [max((width_of(row[at]) for row in texts), default=1) for at in range(len(names))]
    if not sheet.named:
        names = [""] * len(names)
    widths = [max(cell, width_of(name), 1) for cell, name in zip(cells, names, strict=True)]
    room = width - GAP * (len(widths) - 1)
    for most in (width, HEAD):  # names are cut between words, and inside of them only where that is not enough
        if sum(widths) > room:
            least = [
                max(cell, min(max(map(width_of, name.split(" "))), most), 1)
                for cell, name in zip(cells, names, strict=True)
            ]
            widths = [min(pair) for pair in zip(widths, least, strict=True)]
    while sum(widths) > room:
        texty = [at for at, column in enumerate(sheet.columns) if not column.right and widths[at] > NARROW]
        texty = [at for at in texty if not sheet.columns[at].whole] or texty
        if not texty:
            break
        widths[max(texty, key=widths.__getitem__)] -= 1
    return widths


def _row(
    texts: Sequence[str], styles: Sequence[str], sheet: Sheet, widths: Sequence[int], *, colour: bool, bottom: bool
) -> list[str]:
    folded = [fold(text, wide) for text, wide in zip(texts, widths, strict=True)]
    height = max(map(len, folded))
    padded = [[""] * (height - len(each)) + each if bottom else each + [""] * (height - len(each)) for each in folded]
    return [
        (" " * GAP).join(
            styled(justify(each[at], wide, right=column.right), style, colour=colour)
            for each, wide, column, style in zip(padded, widths, sheet.columns, styles, strict=True)
        )
        for at in range(height)
    ]
