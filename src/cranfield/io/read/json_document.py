"""One JSON document, of which only a member at a time is in memory, whatever its size."""

from __future__ import annotations

import codecs
import json
import re
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.bytes.quote import shorten
from cranfield.io.read.lines import RECORD_LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cranfield.io.bytes.source import Source

__all__ = ["Document", "Keys"]

Keys = tuple[str | int, ...]
_STEP = 1 << 18  # bytes that are read at a time, at least
_NEAR = 16  # an error this near to the end of what was read, or a number, may only be cut off there
_BLANK = re.compile(r"[ \t\n\r]*")
_CLOSING = {"{": "}", "[": "]"}


class Document:
    """A list of values or an object of named ones, read from its start to its end."""

    def __init__(self, source: Source, hook: Callable[[list[tuple[str, Any]]], Any] | None = None) -> None:
        self._name, self._blocks = source.name, source.blocks(_STEP)
        self._decode = codecs.getincrementaldecoder("utf-8")()
        self._parse = json.JSONDecoder(object_pairs_hook=hook).raw_decode
        self._text, self._at, self._ended = "", 0, False
        self._lines = self._column = 0  # that were read before the text

    def values(self) -> Iterator[Any]:
        """The members of a list; what is no list is a single one."""
        return (value for _, value in self.walk(1 if self._next() == "[" else 0))

    def members(self) -> Iterator[tuple[str, Any]] | None:
        """The members of an object; None if it is something else."""
        if self._next() == "{":
            return ((str(keys[0]), value) for keys, value in self.walk(1))
        self._value()
        self._end()
        return None

    def walk(self, depth: int) -> Iterator[tuple[Keys, Any]]:
        """The values that stand so deep, with the keys and places that lead to them; what ends before comes too."""
        yield from self._walk((), depth)
        self._end()

    def _walk(self, keys: Keys, depth: int) -> Iterator[tuple[Keys, Any]]:
        closing = _CLOSING.get(self._next())
        if closing is None or len(keys) == depth:
            yield keys, self._value()
            return
        self._at += 1
        place, going = 0, self._next() != closing
        while going:
            yield from self._walk((*keys, self._key() if closing == "}" else place), depth)
            place, going = place + 1, self._next() == ","
            self._at += going
        if self._next() != closing:
            raise self._error("Expecting ',' delimiter", self._at)
        self._at += 1

    def _key(self) -> str:
        if self._next() != '"':
            raise self._error("Expecting property name enclosed in double quotes", self._at)
        key: str = self._value()
        if self._next() != ":":
            raise self._error("Expecting ':' delimiter", self._at)
        self._at += 1
        return key

    def _end(self) -> None:
        if self._next():
            raise self._error("Extra data", self._at)

    def _next(self) -> str:
        """The next character that is not blank, at which the text stands then; nothing at the end."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            self._at = self._at if blank is None else blank.end()
            if self._at < len(self._text) or not self._more():
                return self._text[self._at : self._at + 1]

    def _value(self) -> Any:
        """The value that begins here."""
        while True:
            held = len(self._text) - self._at
            try:
                value, end = self._parse(self._text, self._at)
            except json.JSONDecodeError as error:
                cut = error.msg.startswith("Unterminated string") or error.pos > len(self._text) - _NEAR
                if not cut or self._ended:
                    raise self._error(error.msg, error.pos) from None
            except (ValueError, RecursionError) as error:
                raise InputError("not-json", source=self._name, error=shorten(str(error), 60)[1:-1]) from None
            else:
                if self._ended or end <= len(self._text) - _NEAR:
                    self._at = end
                    return value
                del value
            if held > RECORD_LIMIT:
                line, _ = self._place(self._at)
                raise InputError("member-too-long", source=self._name, line=line, limit=RECORD_LIMIT >> 20)
            # four times as much as before, so that what is parsed again and again is not much
            self._more()
            while len(self._text) < min(4 * held, RECORD_LIMIT) and self._more():
                pass

    def _more(self) -> bool:
        """Read on; what lies behind is forgotten."""
        if self._ended:
            return False
        self._lines, self._column = self._place(self._at, first=0)
        block = next(self._blocks, b"")
        self._ended = not block
        try:
            more = self._decode.decode(block, self._ended)
        except UnicodeDecodeError as error:
            line = self._lines + self._text.count("\n", self._at) + error.object[: error.start].count(b"\n") + 1
            raise InputError("utf-8-text", source=self._name, line=line) from None
        self._text, self._at = self._text[self._at :] + more, 0
        return True

    def _place(self, at: int, first: int = 1) -> tuple[int, int]:
        """The line and the column of a character of the text, the first of which has the number `first`."""
        newline = self._text.rfind("\n", 0, at)
        column = at + self._column if newline < 0 else at - newline - 1
        return self._lines + self._text.count("\n", 0, at) + first, column + first

    def _error(self, message: str, at: int) -> InputError:
        line, column = self._place(at)
        return InputError("not-json-at", source=self._name, line=line, msg=message, colno=column)
