"""What a tokeniser is: a function on whole texts, and where possible a faster one on the words of a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Tokenizer"]


@dataclass(frozen=True)
class Tokenizer:
    """`split` cuts a text into tokens.

    Text repeats its words, so a tokeniser that works on each stretch between blanks alone gives `pieces`: it gets the
    stretch and whether the text begins and ends with it (`edges` says whether that matters), and is called once for
    each distinct stretch. `prepare` changes the text before, `awkward` marks texts that only `split` can cut.
    """

    name: str
    split: Callable[[str], list[str]]
    pieces: Callable[[str, bool, bool], list[str]] | None = None
    edges: bool = False
    prepare: Callable[[str], str] | None = None
    awkward: Callable[[str], bool] | None = None
    by_line: bool = False  # the tokens of a text are those of its lines
