"""No tokenisation: words are what stands between blanks."""

from __future__ import annotations

from cranfield.measures.text.tokens.tokenizer import Tokenizer

__all__ = ["TOKENIZER"]


def _pieces(stretch: str, _first: bool, _last: bool) -> list[str]:  # noqa: FBT001 (a tokeniser's signature)
    return [stretch]


TOKENIZER = Tokenizer("none", str.split, _pieces, by_line=True)
