"""The international tokeniser of mteval-v14: every Unicode punctuation mark and symbol stands alone."""

from __future__ import annotations

import regex

from cranfield.measures.text.tokens.tokenizer import Tokenizer

__all__ = ["TOKENIZER"]

_AFTER_OTHER = regex.compile(r"(\P{N})(\p{P})")
_BEFORE_OTHER = regex.compile(r"(\p{P})(\P{N})")
_SYMBOL = regex.compile(r"(\p{S})")
_TOUCHED = regex.compile(r"[\p{P}\p{S}]")


def _cut(text: str) -> list[str]:
    text = _AFTER_OTHER.sub(r"\1 \2 ", text)
    text = _BEFORE_OTHER.sub(r" \1 \2", text)
    found: list[str] = _SYMBOL.sub(r" \1 ", text).split()
    return found


def _split(text: str) -> list[str]:
    return _cut(text.rstrip())


def _pieces(stretch: str, first: bool, last: bool) -> list[str]:  # noqa: FBT001 (a tokeniser's signature)
    if not _TOUCHED.search(stretch):
        return [stretch]
    # at the edge of the text no blank sets a mark apart, so a final "2020." keeps its dot
    return _cut(("" if first else " ") + stretch + ("" if last else " "))


TOKENIZER = Tokenizer("intl", _split, pieces=_pieces, edges=True, prepare=str.rstrip)
