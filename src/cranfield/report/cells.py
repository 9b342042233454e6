"""Text as a terminal shows it: how wide it is, cut into lines, and styled. Starts at once, unlike rich."""

from __future__ import annotations

from unicodedata import category, east_asian_width

__all__ = ["fold", "styled", "width_of"]

_CODES = {"bold": "1", "dim": "2", "bold green": "1;32"}


def width_of(text: str) -> int:
    """How many columns a text takes; Chinese characters take two."""
    if text.isascii():
        return len(text)
    return sum(
        0 if category(each) in ("Mn", "Me", "Cf") else 2 if east_asian_width(each) in "WF" else 1 for each in text
    )


def fold(text: str, width: int) -> list[str]:
    """Lines of at most this width, cut between words where that is possible."""
    if width_of(text) <= width:
        return [text]
    if text.startswith(" "):  # every line keeps the indent
        inner = text.lstrip(" ")
        indent = " " * (len(text) - len(inner))
        return [indent + line for line in fold(inner, width - len(indent))]
    lines, line = [], ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if width_of(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = ""
        for each in word:
            if width_of(line + each) > width:
                lines.append(line)
                line = ""
            line += each
    return [*lines, line]


def styled(text: str, style: str, *, colour: bool) -> str:
    """A text with the codes of a style, where they will be seen."""
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if colour and style and text else text
