"""No tokenisation: words are what stands between blanks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.measures.text.bytewise import blanks_of
from cranfield.measures.text.tokens.tokenizer import Tokenizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["TOKENIZER"]


def _marks(data: NDArray[np.uint8]) -> tuple[NDArray[np.bool_], None]:
    return blanks_of(data), None


TOKENIZER = Tokenizer("none", str.split, marks=_marks, by_line=True)
