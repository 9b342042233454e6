"""One kind of request to an engine, and a request made of it: what is sent, and what may be shown of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cranfield.live.pattern import Pattern

__all__ = ["Call", "Request"]


@dataclass(frozen=True)
class Request:
    """What is sent; `shown` and `key` hold no secret."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None
    shown: str  # the address for people
    key: str  # the same for requests that ask the same, to find a recorded answer
    hidden: tuple[str, ...] = ()  # values that must never be shown
    plain: str | None = None  # the body without secrets
    given: Mapping[str, Any] = field(default_factory=dict)  # what the holes were filled with

    def without_secrets(self, text: str) -> str:
        """A piece of an answer, which may repeat what was sent."""
        for each in self.hidden:
            text = text.replace(each, "***")
        return text


@dataclass(frozen=True)
class Call:
    """A request with holes."""

    method: str
    url: Pattern
    headers: Mapping[str, Pattern]
    body: Pattern | None = None

    def _patterns(self) -> Iterable[Pattern]:
        return (self.url, *self.headers.values(), *([self.body] if self.body else []))

    @property
    def names(self) -> list[str]:
        """What its holes need."""
        return list(dict.fromkeys(name for each in self._patterns() for name in each.names))

    @property
    def secrets(self) -> list[str]:
        """The variables of the environment that it needs."""
        return list(dict.fromkeys(name for each in self._patterns() for name in each.secrets))

    def request(self, values: Mapping[str, Any]) -> Request:
        """The request with every hole filled."""
        try:
            shown = self.url.shown(values)
            plain = None if self.body is None else self.body.shown(values)
            body = None if self.body is None else self.body.filled(values).encode()
        except ValueError as error:
            if isinstance(error, InputError):
                raise
            raise InputError("engine-not-finite") from None
        hidden = tuple(each for each in map(_secret, self.secrets) if each)
        headers = {name: each.filled(values) for name, each in self.headers.items()}
        broken = next((name for name, each in headers.items() if not each.isprintable()), None)
        if broken is not None:
            raise InputError("engine-header", name=broken)
        key = sha256("\n".join((self.method, shown, plain or "")).encode("utf-8", "surrogatepass")).hexdigest()
        return Request(self.method, self.url.filled(values), headers, body, shown, key, hidden, plain, dict(values))

    def address(self, values: Mapping[str, Any]) -> str:
        """The host that it is sent to."""
        return urlsplit(self.url.shown(values)).hostname or ""


def _secret(name: str) -> str:
    from os import environ  # noqa: PLC0415 (where it is missing, filling the holes says so)

    return environ.get(name, "")
