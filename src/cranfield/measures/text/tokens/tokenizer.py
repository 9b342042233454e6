"""What a tokeniser is: a function on whole texts, and where possible a faster one on the words of a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from cranfield.measures.text.bytewise import Marks

__all__ = ["Tokenizer"]


@dataclass(frozen=True)
class Tokenizer:
    """`split` cuts a text into tokens.

    Faster ways, where the rule allows one: `marks` gets the bytes of all texts and says which separate and before which
    a token begins (`bytewise.py`), after `prepare_bytes` changed them and, with `lowers`, in lower case.
    Otherwise text repeats its words, so a tokeniser that works on each stretch between blanks alone gives `pieces`: it
    gets the stretch and whether the text begins and ends with it (`edges` says whether that matters), and is called
    once for each distinct stretch; `prepare` changes the text before.
    """

    name: str
    split: Callable[[str], list[str]]
    marks: Marks | None = None
    prepare_bytes: Callable[[bytes], bytes] | None = None
    lowers: bool = False
    pieces: Callable[[str, bool, bool], list[str]] | None = None
    edges: bool = False
    prepare: Callable[[str], str] | None = None
    by_line: bool = False  # the tokens of a text are those of its lines
