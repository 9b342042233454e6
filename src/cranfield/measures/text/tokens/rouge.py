"""The words of ROUGE: lower case, and everything but a-z and 0-9 separates."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING

import numpy as np

from cranfield.measures.text.tokens.tokenizer import Tokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TOKENIZER"]

_WORDS = re.compile(r"[a-z0-9]+")
_APART = np.ones(256, bool)
_APART[list((string.ascii_lowercase + string.digits).encode())] = False


def _split(text: str) -> list[str]:
    return _WORDS.findall(text.lower())


def _marks(data: NDArray[np.uint8]) -> tuple[NDArray[np.bool_], None]:
    return _APART[data], None


TOKENIZER = Tokenizer("rouge", _split, marks=_marks, lowers=True, by_line=True)
