"""Text in pictures: how wide it is, how it is cut to fit, and how it is written so that it stays text."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from html import escape

from cranfield.words import visible

__all__ = ["CJK_FONTS", "FONTS", "escaped", "family_of", "fitted", "fitted_apart", "number", "width"]

# the last names are for converters that know no `sans-serif` of their own
FONTS = "Helvetica, Arial, 'Liberation Sans', 'Noto Sans', 'DejaVu Sans', 'Segoe UI', Roboto, Verdana, sans-serif"
# who draws a picture may take any font that has a character: those made for Chinese must come first
CJK_FONTS = (
    "'Noto Sans CJK SC', 'Source Han Sans SC', 'PingFang SC', 'Microsoft YaHei', 'WenQuanYi Micro Hei', " + FONTS
)

# thousandths of the font size, as in Helvetica and the fonts that are measured after it
_WIDTHS = {
    each: size
    for size, letters in {
        222: "'ijl", 260: "|", 278: " !,./:;I[\\]ft", 333: "()-`r", 334: "{}", 355: '"', 389: "*", 469: "^",
        500: "Jcksvxyz", 556: "#$0123456789?L_abdeghnopqu–", 584: "+<=>~−", 611: "FTZ", 667: "&ABEKPSVXY",
        722: "CDHNRUw", 778: "GOQ", 833: "Mm", 889: "%", 944: "W", 1000: "…—", 1015: "@",
    }.items()
    for each in letters
}  # fmt: skip
_WIDE, _OTHER, _NOTHING = 1000, 680, 0
_LATIN_OF_CJK = 1.05  # their Latin letters are a little wider


@lru_cache(4096)
def _of(letter: str) -> int:
    if letter in _WIDTHS:
        return _WIDTHS[letter]
    if unicodedata.combining(letter):
        return _NOTHING
    if unicodedata.east_asian_width(letter) in "WF" or ord(letter) >= 0x1F000:
        return _WIDE
    plain = unicodedata.normalize("NFD", letter)[0]
    return _WIDTHS.get(plain, _OTHER)


def width(text: str, size: float = 1.0) -> float:
    """How wide a text is in a font of a size."""
    slack = _LATIN_OF_CJK if _is_chinese(text) else 1.0
    return sum(map(_of, text)) * size * slack / 1000


def fitted(text: str, room: float, size: float) -> str:
    """The text, or as much of its two ends as fits; runs differ at their ends more often than in the middle."""
    if width(text, size) <= room:
        return text
    head, tail = (len(text) + 1) // 2, len(text) // 2
    while head + tail > 1:
        if head > tail:
            head -= 1
        else:
            tail -= 1
        cut = text[:head] + "…" + (text[-tail:] if tail else "")
        if width(cut, size) <= room:
            return cut
    return "…"


def fitted_apart(texts: list[str], room: float, size: float) -> list[str]:
    """Names cut to fit, and cut elsewhere where two that differ would look the same."""
    found = [fitted(each, room, size) for each in texts]
    for cut in {each for each in found if found.count(each) > 1}:
        alike = [at for at, each in enumerate(found) if each == cut]
        skipped = _shared([texts[at] for at in alike])
        for at in alike:
            if skipped < len(texts[at]):
                found[at] = _begun("…" + texts[at][skipped:], room, size)
    return found


def _begun(text: str, room: float, size: float) -> str:
    """As much of the beginning as fits."""
    while len(text) > 1 and width(text, size) > room:
        text = text[:-2] + "…"
    return text


def _shared(texts: list[str]) -> int:
    """How many first letters all of them share."""
    first, last = min(texts), max(texts)
    return next((at for at, (one, two) in enumerate(zip(first, last, strict=False)) if one != two), len(first))


def escaped(text: str) -> str:
    """A text that can be neither markup nor anything that XML forbids."""
    return escape(visible(text), quote=True)


def family_of(text: str) -> str | None:
    """The fonts of a text that needs others than the rest of the picture."""
    return CJK_FONTS if _is_chinese(text) else None


@lru_cache(4096)
def _is_chinese(text: str) -> bool:
    """Whether there are letters as wide as high; signs such as emoji are in other fonts."""
    return any(unicodedata.east_asian_width(each) in "WF" and each < "\U0001f000" for each in text)


def number(value: float, step: float | None = None, form: str = "number") -> str:
    """A number at an axis, with the digits that its neighbours at a distance of `step` need."""
    if form == "percent":
        return number(value * 100, None if step is None else step * 100) + "%"
    value += 0.0  # -0 is 0
    if step is None:
        return f"{value:.4g}"
    if step >= 1e6:
        return f"{value:.6g}"
    digits = next((each for each in range(13) if abs(step * 10**each - round(step * 10**each)) < 1e-6), 12)
    shown = f"{value:,.{digits}f}"
    return shown.replace("-", "−")  # a minus, not a hyphen
