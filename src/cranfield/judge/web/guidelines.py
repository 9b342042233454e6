"""Guidelines as blocks of a page: a little of Markdown; what is not known here stays as it was written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Block", "blocks_of"]

_HEADING = re.compile(r"#{1,6}\s+(.+?)\s*#*$")
_POINT = re.compile(r"\s*(?:([-*+])|\d{1,9}[.)])\s+(.+)$")
_BOLD = re.compile(r"\*\*(\S(?:[^*]*\S)?)\*\*")

Span = tuple[str, bool]  # words, and whether they are bold; the template escapes them


@dataclass
class Block:
    """A heading, a paragraph, or a list with or without numbers; a row is a line of it in spans."""

    kind: Literal["heading", "paragraph", "points", "numbers"]
    rows: list[list[Span]] = field(default_factory=list)


def blocks_of(text: str) -> list[Block]:
    """Headings, paragraphs, lists and bold words; everything else, also HTML, is text."""
    found: list[Block] = []
    fresh = True
    for line in text.splitlines():
        heading, point = _HEADING.fullmatch(line), _POINT.fullmatch(line)
        if not line.strip():
            fresh = True
        elif heading:
            found.append(Block("heading", [_spans(heading[1])]))
            fresh = True
        elif point:
            kind: Literal["points", "numbers"] = "points" if point[1] else "numbers"
            if not found or found[-1].kind != kind:
                found.append(Block(kind))
            found[-1].rows.append(_spans(point[2]))
            fresh = False
        elif fresh:
            found.append(Block("paragraph", [_spans(line)]))
            fresh = False
        elif found[-1].kind == "paragraph":
            found[-1].rows.append(_spans(line))
        else:
            found[-1].rows[-1] += [(" ", False), *_spans(line.strip())]
    return found


def _spans(line: str) -> list[Span]:
    """The parts of a line; of a split by a pattern with one group every second part is the group."""
    return [(part, at % 2 == 1) for at, part in enumerate(_BOLD.split(line)) if part]
