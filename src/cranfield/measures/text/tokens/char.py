"""Every character is a token; blanks vanish."""

from __future__ import annotations

from cranfield.measures.text.tokens.tokenizer import Tokenizer

__all__ = ["TOKENIZER"]


def _split(text: str) -> list[str]:
    return list("".join(text.split()))


TOKENIZER = Tokenizer("char", _split, by_line=True)  # coded.py reads the code points at once
