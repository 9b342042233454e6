"""Texts with holes: `{query}` is filled with a value, `${NAME}` from the environment, and shown without it.

A hole in a body stands for a JSON value, or inside quotes for a part of a string; one in an address is encoded as such.
`{query:json}` is the value as JSON in itself, for texts in other languages inside a string; `{{word}}` is no hole.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = ["Pattern", "body_pattern", "header_pattern", "url_pattern"]

_PARTS = re.compile(r"\{\{(\w+)\}\}|\$\{(\w+)\}|\{([A-Za-z_]\w*)(:json)?\}")
_QUOTE = re.compile(r'\\.|"', re.DOTALL)


def _as_json(value: Any) -> str:
    """As it stands in JSON; every character beyond ASCII is spelt out, so that no encoding can spoil it."""
    return json.dumps(value, allow_nan=False)


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else _as_json(value)


def _in_string(value: Any) -> str:
    return _as_json(_as_text(value))[1:-1]


def _in_url(value: Any) -> str:
    return quote(_as_text(value), safe="", errors="surrogatepass")


@dataclass(frozen=True)
class _Hole:
    """Where a value goes, and how it is written there."""

    name: str
    written: Callable[[Any], str]
    nested: bool = False  # as JSON in itself
    secret: bool = False  # a variable of the environment

    def filled(self, values: Mapping[str, Any]) -> str:
        value = values[self.name]
        return self.written(_as_json(value) if self.nested else value)


@dataclass(frozen=True)
class Pattern:
    """A text with holes."""

    parts: tuple[str | _Hole, ...]

    @property
    def names(self) -> list[str]:
        """What must be given."""
        return [each.name for each in self.parts if isinstance(each, _Hole) and not each.secret]

    @property
    def secrets(self) -> list[str]:
        """The variables of the environment that it needs."""
        return [each.name for each in self.parts if isinstance(each, _Hole) and each.secret]

    def filled(self, values: Mapping[str, Any]) -> str:
        """The text as it is sent."""
        return "".join(
            each
            if isinstance(each, str)
            else each.written(_variable(each.name))
            if each.secret
            else each.filled(values)
            for each in self.parts
        )

    def shown(self, values: Mapping[str, Any]) -> str:
        """The same for people and files: secrets are only named."""
        return "".join(
            each if isinstance(each, str) else f"${{{each.name}}}" if each.secret else each.filled(values)
            for each in self.parts
        )


def _variable(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise InputError("engine-no-variable", name=name)
    return value


def _cut(text: str, hole: Callable[[str, bool, int], _Hole]) -> Iterator[str | _Hole]:
    """Literal pieces and holes in turn; `hole` is given a name, whether it is secret, and where it stands."""
    at = 0
    for found in _PARTS.finditer(text):
        plain, secret, name, nested = found.groups()
        yield text[at : found.start()]
        at = found.end()
        if plain is not None:
            yield "{" + plain + "}"
            continue
        made = hole(secret or name, secret is not None, found.start())
        yield _Hole(made.name, made.written, nested=nested is not None, secret=made.secret)
    yield text[at:]


def _made(pieces: Iterator[str | _Hole]) -> Pattern:
    return Pattern(tuple(each for each in pieces if each))


def url_pattern(text: str) -> Pattern:
    """An address: a hole at its very beginning is an address itself, every other one is encoded."""
    return _made(_cut(text, lambda name, secret, at: _Hole(name, _in_url if at else _as_text, secret=secret)))


def header_pattern(text: str) -> Pattern:
    """A header, in which a value stands as it is."""
    return _made(_cut(text, lambda name, secret, _: _Hole(name, _as_text, secret=secret)))


def body_pattern(text: str) -> Pattern:
    """JSON: whether a hole stands inside quotes is seen from the text before it."""
    quotes = [found.start() for found in _QUOTE.finditer(text) if found[0] == '"']

    def hole(name: str, secret: bool, at: int) -> _Hole:  # noqa: FBT001 (called by place in one spot)
        inside = sum(each < at for each in quotes) % 2 == 1
        return _Hole(name, _in_string if inside else _as_json, secret=secret)

    return _made(_cut(text, hole))
