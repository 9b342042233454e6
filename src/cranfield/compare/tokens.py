"""The words of a rule: names of measures with their brackets, numbers, comparisons and keywords."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Token", "tokens_of"]

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?(?P<unit>%|ms|us|s)?")
_MILLISECONDS = {"us": 1000, "ms": 1}  # by which a time is divided to be in milliseconds
_PERCENT = re.compile(r"\s+%(?=[\s)]|$)")
_ENDS = set("<>()")
_OPEN, _CLOSE, _QUOTES = "([{", ")]}", "'\""


@dataclass(frozen=True)
class Token:
    """A word and where it begins, counted from 1; the end of the rule is a word without text."""

    text: str
    place: int
    quoted: bool = False

    @property
    def word(self) -> str:
        """As a keyword: in any case, but p is not P."""
        return "" if self.quoted else self.text if self.text == "P" else self.text.lower()

    @property
    def is_end(self) -> bool:
        """Whether nothing follows."""
        return not self.text and not self.quoted

    @property
    def is_name(self) -> bool:
        """Whether it can be the name of something."""
        return self.quoted or (bool(self.text) and self.text[0] not in _ENDS)

    @property
    def starts_number(self) -> bool:
        """Whether it is a number, perhaps a percentage."""
        return not self.quoted and _NUMBER.fullmatch(self.text) is not None

    @property
    def number(self) -> float:
        """Its value; one per cent is 0.01, and times are in milliseconds."""
        found = _NUMBER.fullmatch(self.text)
        unit = (found["unit"] if found else None) or ""
        number = float(self.text.removesuffix(unit))
        # dividing rounds once: 7% is 0.07, and 0.01 times 7 is not
        return number * 1000 if unit == "s" else number / {"%": 100, **_MILLISECONDS}.get(unit, 1)

    @property
    def unit(self) -> str:
        """The unit of a time, if it is one: ms, us or s."""
        found = None if self.quoted else _NUMBER.fullmatch(self.text)
        return "" if found is None or found["unit"] in (None, "%") else found["unit"]


def tokens_of(text: str) -> Iterator[Token]:
    """The words of a rule, and its end."""
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif text[at] in "()":
            yield Token(text[at], at + 1)
            at += 1
        elif text[at] in "<>":
            end = at + 2 if text[at + 1 : at + 2] == "=" else at + 1
            yield Token(text[at:end], at + 1)
            at = end
        elif text[at] in _QUOTES:
            end = text.find(text[at], at + 1)
            if end < 0:
                raise MeasureError("rule-quote", rule=text, word=text[at:], place=at + 1)
            yield Token(text[at + 1 : end], at + 1, quoted=True)
            at = end + 1
        else:
            end = _end_of_word(text, at)
            word, begin = text[at:end], at + 1
            spaced = _PERCENT.match(text, end)
            number = _NUMBER.fullmatch(word)
            if spaced and number and not number["unit"]:
                word, end = f"{word}%", spaced.end()
            yield Token(word, begin)
            at = end
    yield Token("", len(text) + 1)


def _end_of_word(text: str, begin: int) -> int:
    """Where a word ends: brackets that follow a name at once belong to it, as in P(rel=2)@5."""
    at = begin
    while at < len(text) and not text[at].isspace():
        if text[at] in _OPEN and at > begin:
            at = _end_of_brackets(text, at)
        elif text[at] in _ENDS:
            break
        else:
            at += 1
    return at


def _end_of_brackets(text: str, begin: int) -> int:
    depth, quote = 0, ""
    for at in range(begin, len(text)):
        char = text[at]
        if quote:
            quote = "" if char == quote else quote
        elif char in _QUOTES:
            quote = char
        elif char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth -= 1
            if depth == 0:
                return at + 1
    raise MeasureError("rule-bracket", rule=text, word=text[begin:], place=begin + 1)
