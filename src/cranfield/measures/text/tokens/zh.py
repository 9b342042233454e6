"""Chinese as WMT scores it: each Chinese character is a token, and what lies between is cut as by 13a."""

from __future__ import annotations

import re

from cranfield.measures.text.tokens.mteval13a import cut_western
from cranfield.measures.text.tokens.tokenizer import Tokenizer

__all__ = ["TOKENIZER"]

# The ranges are those that sacrebleu really uses. Two of its ranges were meant for characters beyond U+FFFF but are
# read as U+2000 '0' to U+2A6D '6' and U+2F80 '0' to U+2FA1 'd', so dashes, quotes, arrows and mathematical signs count
# as Chinese and the rare characters of extension B do not.
_CHINESE = re.compile(
    "(["
    "\u2001-\u2a6d\u2e80-\u2eff\u2f00-\u2fdf\u2ff0-\u2fff\u3000-\u303f\u3100-\u312f\u31a0-\u31bf\u31c0-\u31ef"
    "\u3200-\u33ff\u3400-\u4db5\u4e00-\u9fbb\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9\ufe10-\ufe1f\ufe30-\ufe4f"
    "\uff00-\uffef"
    "])"
)
_TOUCHED = re.compile(r"[!-&(-/:-@\[-`{-~]")


def _prepare(text: str) -> str:
    return _CHINESE.sub(r" \1 ", text.strip())


def _split(text: str) -> list[str]:
    return cut_western(_prepare(text))


def _pieces(stretch: str, first: bool, last: bool) -> list[str]:  # noqa: FBT001 (a tokeniser's signature)
    if not _TOUCHED.search(stretch):
        return [stretch]
    return cut_western(("" if first else " ") + stretch + ("" if last else " "))


TOKENIZER = Tokenizer("zh", _split, pieces=_pieces, edges=True, prepare=_prepare)
