"""The only way to HTML: everything is escaped that is not markup already, in every language at once."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any

from cranfield.words import LANGUAGES, noun, say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Markup", "both", "both_nouns", "codes", "data", "joined", "tag", "told"]

codes = {"en": "en", "zh": "zh-CN"}  # as the attribute `lang` has them
_VOID = ("meta", "br", "input")


class Markup(str):
    """Text that is HTML already; only this module makes it from anything else."""

    __slots__ = ()


def _escaped(what: Any) -> str:
    """Text as it is shown, whatever it says; what is markup stays."""
    if isinstance(what, Markup):
        return what
    # half of a pair of surrogates, as a file name may have, is no character of a document
    return escape(str(what).encode("utf-8", "replace").decode("utf-8"))


def tag(element: str, /, *inside: Any, **attributes: Any) -> Markup:
    """An element; `klass` and `for_` stand for words that Python keeps, and None and False leave an attribute out."""
    written = ""
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        plain = "class" if key == "klass" else key.rstrip("_").replace("_", "-")
        written += f" {plain}" if value is True else f' {plain}="{_escaped(value)}"'
    if element in _VOID:
        return Markup(f"<{element}{written}>")
    return Markup(f"<{element}{written}>{joined(*inside)}</{element}>")


def joined(*parts: Any) -> Markup:
    """Parts below each other."""
    return Markup("".join(_escaped(each) for each in parts if each is not None))


def told(tell: Callable[[str], str]) -> Markup:
    """What a function says in each language; the style of the page shows one of them."""
    said = {language: tell(language) for language in LANGUAGES}
    if len(set(said.values())) == 1:
        return joined(said["en"])
    return joined(*(tag("span", text, klass=language, lang=codes[language]) for language, text in said.items()))


def both(key: str, fields: Mapping[str, Any] | None = None) -> Markup:
    """A sentence in each language."""
    return told(lambda language: say(key, fields or {}, language=language, voice="shell"))


def both_nouns(word: str) -> Markup:
    """What units are called, in each language."""
    return told(lambda language: noun(word, language=language))


def data(name: str, what: Any) -> Markup:
    """Data for the scripts of the page, which can never be read as markup."""
    text = json.dumps(what, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    text = text.encode("utf-8", "replace").decode("utf-8")
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(f'<script type="application/json" id="{_escaped(name)}">{text}</script>\n')
