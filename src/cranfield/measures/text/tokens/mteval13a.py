"""The tokeniser of mteval-v13a, WMT's standard for languages with blanks between words."""

from __future__ import annotations

import re
import string

from cranfield.measures.text.tokens.tokenizer import Tokenizer

__all__ = ["TOKENIZER", "cut_western"]

# every ASCII punctuation mark except ' , - . stands alone
_APART = {ord(mark): f" {mark} " for mark in string.punctuation if mark not in "',-."}
_LAST = frozenset(string.punctuation) - {"'", "-"}  # behind a word these always stand alone
_AFTER_OTHER = re.compile(r"([^0-9])([.,])")
_BEFORE_OTHER = re.compile(r"([.,])([^0-9])")
_DASH = re.compile(r"([0-9])-")
_TOUCHED = re.compile(r"[!-&(-/:-@\[-`{-~]")
_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))  # in this order, so &amp;lt; becomes <


def cut_western(text: str) -> list[str]:
    """Punctuation set apart, but periods and commas not inside numbers, and dashes only behind digits."""
    text = text.translate(_APART)
    # a search for one character is cheaper than a pattern that finds nothing
    if "." in text or "," in text:
        text = _BEFORE_OTHER.sub(r" \1 \2", _AFTER_OTHER.sub(r"\1 \2 ", text))
    if "-" in text:
        text = _DASH.sub(r"\1 - ", text)
    return text.split()


def _unescape(text: str) -> str:
    if "&" in text:
        for entity, mark in _ENTITIES:
            text = text.replace(entity, mark)
    return text


def _split(text: str) -> list[str]:
    joined = text.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    return cut_western(f" {_unescape(joined)} ")


def _pieces(stretch: str, _first: bool, _last: bool) -> list[str]:  # noqa: FBT001 (a tokeniser's signature)
    if stretch.isalnum() or not _TOUCHED.search(stretch):  # the first is cheaper, and nearly always decides
        return [stretch]
    word, last = stretch[:-1], stretch[-1]
    if word and last in _LAST and (word.isalnum() or not _TOUCHED.search(word)):
        return [word, last]  # a word and one mark behind it, by far the most common
    return cut_western(f" {_unescape(stretch.replace('<skipped>', ''))} ")


def _awkward(text: str) -> bool:
    return "\n" in text and ("-\n" in text or "<skipped>" in text)


TOKENIZER = Tokenizer("13a", _split, _pieces, awkward=_awkward)
