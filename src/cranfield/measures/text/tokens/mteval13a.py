"""The tokeniser of mteval-v13a, WMT's standard for languages with blanks between words."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING

import numpy as np

from cranfield.measures.text.bytewise import BEGINS, BETWEEN, BLANK, table_of, which, widened
from cranfield.measures.text.tokens.tokenizer import Tokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TOKENIZER", "cut_western"]

# every ASCII punctuation mark except ' , - . stands alone
_APART = {ord(mark): f" {mark} " for mark in string.punctuation if mark not in "',-."}
_AFTER_OTHER = re.compile(r"([^0-9])([.,])")
_BEFORE_OTHER = re.compile(r"([.,])([^0-9])")
_DASH = re.compile(r"([0-9])-")
_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))  # in this order, so &amp;lt; becomes <
_NAMES = tuple(entity[1:].encode() for entity, _ in _ENTITIES)


_SETS = (BLANK, BEGINS, _APART, b".,", string.digits.encode(), b"-")
_TABLE = table_of(*_SETS)


def cut_western(text: str) -> list[str]:
    """Punctuation set apart, but periods and commas not inside numbers, and dashes only behind digits."""
    text = text.translate(_APART)
    # a search for one character is cheaper than a pattern that finds nothing
    if "." in text or "," in text:
        text = _BEFORE_OTHER.sub(r" \1 \2", _AFTER_OTHER.sub(r"\1 \2 ", text))
    if "-" in text:
        text = _DASH.sub(r"\1 - ", text)
    return text.split()


def _unescape(text: str) -> str:
    if "&" in text:
        for entity, mark in _ENTITIES:
            text = text.replace(entity, mark)
    return text


def _split(text: str) -> list[str]:
    joined = text.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    return cut_western(f" {_unescape(joined)} ")


def _prepare(data: bytes) -> bytes:
    """Entities as characters; what is hyphenated at the end of a line is joined."""
    # a search for one byte is much cheaper than for several
    if (b"\n" in data and b"-\n" in data) or (b"<" in data and b"<skipped>" in data):
        # a text that ends so keeps its hyphen
        texts = (text.decode().rstrip().replace("<skipped>", "").replace("-\n", "") for text in data.split(BETWEEN))
        data = BETWEEN.join(text.encode() for text in texts)
    if not any(each.startswith(_NAMES) for each in data.split(b"&")):
        return data
    for entity, mark in _ENTITIES:
        data = data.replace(entity.encode(), mark.encode())
    return data


def _marks(data: bytes) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Blanks, and where a token begins: at a mark that stands alone, and behind it."""
    blank, begins, alone, stop, digit, dash = which(data, _TABLE, len(_SETS))
    alone[1:] |= dash[1:] & digit[:-1]
    held = np.flatnonzero(stop[:-1] & digit[1:])  # before a digit; there is always a byte before and behind a text
    run = held[stop[held - 1]]
    held = held[~stop[held - 1] & digit[held - 1]]  # inside a number
    alone |= stop
    alone[held] = False
    opens = alone.copy()
    opens[1:] |= alone[:-1]
    for at in run.tolist():  # of several marks in a row, every second looks at what is before it
        first = at
        while stop[first - 1]:
            first -= 1
        if (at - first + 1) % 2 == int(digit[first - 1]):
            opens[at + 1] = False
    return widened(data, blank, begins), opens


TOKENIZER = Tokenizer("13a", _split, marks=_marks, prepare_bytes=_prepare)
