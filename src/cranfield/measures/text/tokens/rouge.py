"""The words of ROUGE: lower case, and everything but a-z and 0-9 separates."""

from __future__ import annotations

import re

from cranfield.measures.text.tokens.tokenizer import Tokenizer

__all__ = ["TOKENIZER"]

_WORDS = re.compile(r"[a-z0-9]+")


def _split(text: str) -> list[str]:
    return _WORDS.findall(text.lower())


def _pieces(stretch: str, _first: bool, _last: bool) -> list[str]:  # noqa: FBT001 (a tokeniser's signature)
    low = stretch.lower()
    if low.isascii():  # nearly all are a word, or a word and one mark behind it
        if low.isalnum():
            return [low]
        if low[:-1].isalnum():
            return [low[:-1]]
    return _WORDS.findall(low)


TOKENIZER = Tokenizer("rouge", _split, _pieces, by_line=True)
