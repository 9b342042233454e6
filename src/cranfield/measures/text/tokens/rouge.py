"""The words of ROUGE: lower case, and everything but a-z and 0-9 separates."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING

from cranfield.measures.text.bytewise import table_of, which
from cranfield.measures.text.tokens.tokenizer import Tokenizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["TOKENIZER"]

_WORDS = re.compile(r"[a-z0-9]+")
_APART = table_of(set(range(256)) - set((string.ascii_lowercase + string.digits).encode()))


def _split(text: str) -> list[str]:
    return _WORDS.findall(text.lower())


def _marks(data: bytes) -> tuple[NDArray[np.bool_], None]:
    return which(data, _APART, 1)[0], None


TOKENIZER = Tokenizer("rouge", _split, marks=_marks, lowers=True, by_line=True)
