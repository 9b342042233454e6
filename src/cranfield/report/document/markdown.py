"""A page as Markdown, for issues and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.report.document.blocks import Heading, LinkedWords, Prose, Sheet
from cranfield.report.document.drawing import linked
from cranfield.report.markdown import escape
from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.report.document.blocks import Block

__all__ = ["render_page"]

WIDTH = 100  # of drawings


def render_page(blocks: Sequence[Block]) -> str:
    """Headings, paragraphs, pipe tables and blocks of signs."""
    return "\n\n".join(_block(block) for block in blocks) + "\n"


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return "#" * block.level + " " + escape(block.text).replace("#", "\\#")
    if isinstance(block, Prose):
        return _code(block.text) if block.code else escape(block.text).replace("#", "\\#")
    if isinstance(block, Sheet):
        return _sheet(block)
    lines = linked(block, WIDTH) if isinstance(block, LinkedWords) else block.draw(WIDTH)
    # a fence in somebody's words must not end the block
    drawn = "\n".join("    " + visible(line) for line in lines)
    return f"{escape(block.title)}\n\n{drawn}" if block.title else drawn


def _code(text: str) -> str:
    """Between more backticks than the text has in a row."""
    ticks = "`"
    while ticks in text:
        ticks += "`"
    return f"{ticks} {visible(text)} {ticks}" if "`" in text else f"`{visible(text)}`"


def _sheet(sheet: Sheet) -> str:
    names = [escape(each.name) if sheet.named else "" for each in sheet.columns]
    lines = [
        "| " + " | ".join(names) + " |",
        "|" + "|".join("---:" if each.right else "---" for each in sheet.columns) + "|",
    ]
    for row in sheet.rows:
        texts = (f"**{escape(each.text)}**" if each.style == "strong" else escape(each.text) for each in row)
        lines.append("| " + " | ".join(texts) + " |")
    title = [f"{escape(sheet.title)}\n"] if sheet.title else []
    below = ["", "  \n".join(escape(each) for each in sheet.below)] if sheet.below else []
    return "\n".join([*title, *lines, *below])
