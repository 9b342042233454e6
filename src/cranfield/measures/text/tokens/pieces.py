"""Pieces of words by a SentencePiece model that the user has, such as that of FLORES-200; needs the extra [spm]."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from cranfield.errors import MeasureError
from cranfield.measures.text.tokens.tokenizer import Tokenizer

__all__ = ["DOWNLOADED", "PREFIX", "by_model"]

PREFIX = "spm:"
DOWNLOADED = ("flores101", "flores200", "spbleu-1k", "spm")  # what sacrebleu fetches when it is asked for


@cache
def _model(path: str) -> Any:
    try:
        from sentencepiece import SentencePieceProcessor  # noqa: PLC0415 (an extra)
    except ImportError:
        raise MeasureError("no-sentencepiece") from None
    if not Path(path).is_file():
        raise MeasureError("no-model-file", path=path)
    try:
        return SentencePieceProcessor(model_file=path)
    except (OSError, RuntimeError, ValueError):
        raise MeasureError("odd-model-file", path=path) from None


def by_model(name: str) -> Tokenizer:
    """The tokeniser `spm:FILE`."""
    path = name.removeprefix(PREFIX)

    def split(text: str) -> list[str]:
        found: list[str] = _model(path).encode(text, out_type=str)
        return found

    return Tokenizer(name, split)
