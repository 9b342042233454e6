"""Tokenisers by name: one file each, loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cranfield.core.param import custom
from cranfield.errors import MeasureError
from cranfield.measures.text.tokens.pieces import DOWNLOADED, PREFIX, by_model
from cranfield.measures.text.tokens.tokenizer import Tokenizer

if TYPE_CHECKING:
    from collections.abc import Callable

    Tokenize = str | Callable[[str], list[str] | str]

__all__ = ["NAMES", "find_tokenizer", "token_name", "tokenize_param"]

_HOMES = {
    "none": "none",
    "13a": "mteval13a",
    "intl": "intl",
    "char": "char",
    "zh": "zh",
    "jieba": "jieba",
    "ja-mecab": "mecab",
    "ko-mecab": "mecab",
    "rouge": "rouge",
}
NAMES = tuple(_HOMES)


@cache
def _named(name: str) -> Tokenizer:
    if name.startswith(PREFIX):
        return by_model(name)
    home = import_module(f"{__name__}.{_HOMES[name]}")
    found: Tokenizer = home.TOKENIZERS[name] if hasattr(home, "TOKENIZERS") else home.TOKENIZER
    return found


def find_tokenizer(which: Tokenize) -> Tokenizer:
    """The tokeniser of a name, or one around a function of the user."""
    if isinstance(which, str):
        return _named(which)

    def split(text: str) -> list[str]:
        found = which(text)
        if isinstance(found, str):
            return found.split()
        tokens = list(found) if isinstance(found, Iterable) and not isinstance(found, bytes) else [found]
        wrong = next((token for token in tokens if not isinstance(token, str)), None)
        if wrong is not None or tokens == [None]:
            raise MeasureError("odd-tokens", name=token_name(which), kind=type(wrong).__name__)
        return tokens

    return Tokenizer(token_name(which), split)


def token_name(which: Tokenize) -> str:
    """What signatures call a tokeniser."""
    return which if isinstance(which, str) else getattr(which, "__qualname__", type(which).__name__)


def _check(value: Any) -> Any:
    if isinstance(value, str):
        if value.lower() in DOWNLOADED:
            raise ValueError("needs-model-file")
        if value not in _HOMES and (not value.startswith(PREFIX) or value == PREFIX):
            raise ValueError
        return value
    if not callable(value) or isinstance(value, type):
        raise ValueError  # noqa: TRY004 (the parameter tells it)
    return value


def tokenize_param(default: str, *, help: str = "how text is cut into tokens") -> Any:
    """The parameter that chooses a tokeniser."""
    rule = f"one of {', '.join(map(repr, NAMES))}, 'spm:FILE' or a function from text to tokens"
    return custom(
        default, check=_check, rule=rule, help=help, choices=NAMES, show=lambda value: repr(token_name(value))
    )
