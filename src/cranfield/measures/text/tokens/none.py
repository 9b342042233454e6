"""No tokenisation: words are what stands between blanks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.measures.text.bytewise import BEGINS, BLANK, table_of, which, widened
from cranfield.measures.text.tokens.tokenizer import Tokenizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["TOKENIZER"]

_TABLE = table_of(BLANK, BEGINS)


def _marks(data: bytes) -> tuple[NDArray[np.bool_], None]:
    return widened(data, *which(data, _TABLE, 2)), None


TOKENIZER = Tokenizer("none", str.split, marks=_marks, by_line=True)
