"""Chinese words as jieba finds them; needs the extra [zh]."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from cranfield.errors import MeasureError
from cranfield.measures.text.tokens.tokenizer import Tokenizer

__all__ = ["TOKENIZER"]


@cache
def _cutter() -> Any:
    """The cut function of rjieba (fast) or of jieba; both give the same words."""
    for name in ("rjieba", "jieba"):
        try:
            module = import_module(name)
        except ImportError:
            continue
        if name == "jieba":
            module.setLogLevel(30)  # it would tell of its dictionary on standard error
        return module.cut
    raise MeasureError("no-jieba")


def _split(text: str) -> list[str]:
    return [word for word in _cutter()(text) if not word.isspace()]


TOKENIZER = Tokenizer("jieba", _split)
