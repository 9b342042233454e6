"""Text as a terminal shows it: how wide it is, cut into lines, and styled. Starts at once, unlike rich."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import category, east_asian_width

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["fold", "justify", "raised", "styled", "width_of"]

_CLOSING, _OPENING = "，。；：、？！）”’》】…—,.;:?!)]}%", "（“‘《【([{"  # no line begins or ends with these
_RAISED = str.maketrans("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")  # there is no raised q
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
    for blank, word in _pieces(text):
        longer = f"{line} {word}" if line and blank else line + word
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


def _pieces(text: str) -> Iterator[tuple[bool, str]]:
    """What may stand at the end of a line, and whether a blank goes before it; Chinese has no blanks to cut at."""
    for word in text.split(" "):
        if word.isascii():
            yield True, word
            continue
        start = 0
        for at in range(1, len(word)):
            before, here = word[at - 1], word[at]
            wide = east_asian_width(before) in "WF" or east_asian_width(here) in "WF"
            if wide and here not in _CLOSING and before not in _OPENING:
                yield start == 0, word[start:at]
                start = at
        yield start == 0, word[start:]


def justify(text: str, width: int, *, right: bool = False) -> str:
    """A text padded to a width."""
    blanks = " " * (width - width_of(text))
    return blanks + text if right else text + blanks


def styled(text: str, style: str, *, colour: bool) -> str:
    """A text with the codes of a style, where they will be seen."""
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if colour and style and text else text


def raised(text: str) -> str:
    """Small letters as superscripts; what there is no superscript of stays as it is."""
    return text.translate(_RAISED)
