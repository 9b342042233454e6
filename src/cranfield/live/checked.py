"""What may stand in an engine's file: types, addresses, JSON, and no secrets."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cranfield.core.parsed import parsed_json
from cranfield.errors import InputError
from cranfield.live.pattern import body_pattern, url_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["checked_body", "checked_headers", "checked_parameters", "checked_url", "of_type"]

_SECRET = re.compile(
    r"authorization|(?:^|[-_ ])(?:api-?_?key|token|secret|passw(?:or)?d|credentials?|cookie|auth)$|apikey|^key$",
    re.IGNORECASE,
)
_IN_QUERY = re.compile(r"[?&]([\w-]+)=(?!\$\{|\{)[^&]+")
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_TYPES = {str: "text", dict: "table", bool: "true-or-false"}


def of_type(key: str, value: Any, kind: type) -> Any:
    """The value, if it is of the type that it must be."""
    if not isinstance(value, kind):
        raise InputError("engine-type", key=key, kind=_TYPES[kind], given=value)
    return value


def _held(value: str) -> bool:
    """Whether a text holds its secret itself."""
    return bool(value.strip()) and "${" not in value and "{" not in value


def checked_parameters(told: Any) -> dict[str, Any]:
    """Named values for holes; none of them is a secret, as they are kept with results."""
    for name, value in of_type("parameters", told, dict).items():
        if not name.isidentifier():
            raise InputError("engine-parameter-name", name=name)
        if name in ("query", "size"):
            raise InputError("engine-parameter-taken", name=name)
        if isinstance(value, str) and _SECRET.search(name) and value:
            raise InputError("engine-secret", key=f"parameters.{name}", example='"${NAME}"')
        try:
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError):
            raise InputError("engine-parameter-value", name=name) from None
    return dict(told)


def checked_headers(told: Any, *, with_body: bool) -> dict[str, str]:
    """Headers whose secrets come from the environment."""
    found = {}
    for name, value in of_type("headers", told, dict).items():
        text = of_type(f"headers.{name}", value, str)
        if not _HEADER.fullmatch(name) or not text.isprintable():
            raise InputError("engine-header", name=name)
        if _SECRET.search(name) and _held(text):
            raise InputError("engine-secret", key=f"headers.{name}", example='"${NAME}"')
        if text and (with_body or name != "Content-Type"):  # an empty text takes a header of the template away
            found[name] = text
    return found


def checked_url(key: str, value: Any, parameters: Mapping[str, Any]) -> str:
    """An address of http or https, without user and password."""
    text: str = of_type(key, value, str)
    pattern = url_pattern(text)
    if pattern.parts and not isinstance(pattern.parts[0], str):
        first = pattern.parts[0].name
        given = parameters.get(first)
        if isinstance(given, str):
            text_start = given
        else:
            raise InputError("engine-hole", hole=f"{{{first}}}", name=first, names=sorted(parameters), near=None)
    else:
        text_start = text
    try:
        parts = urlsplit(text_start)
        host, _ = parts.hostname, parts.port
    except ValueError:
        parts, host = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not host or not text_start.isprintable() or " " in text_start:
        raise InputError("engine-url", key=key, given=re.sub(r"//[^/@]*@", "//", text_start))
    if parts.username is not None or parts.password is not None:
        raise InputError("engine-url-secret", key=key, example='Authorization = "Basic ${SEARCH_BASIC}"')
    for name in _IN_QUERY.findall(text):
        if _SECRET.search(name):
            raise InputError("engine-secret", key=f"{key} ({name})", example='"${NAME}"')
    return text


def checked_body(key: str, value: Any, parameters: Mapping[str, Any]) -> str:
    """JSON with holes: filled with anything, it must be JSON."""
    text: str = of_type(key, value, str)
    pattern = body_pattern(text)
    sample = {name: parameters.get(name, "x") for name in pattern.names}
    try:
        parsed_json(pattern.shown(sample) if not pattern.secrets else body_pattern(_plain(text)).shown(sample))
    except ValueError as error:
        why = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        raise InputError("engine-body", key=key, why=why, at=line) from None
    return text


def _plain(text: str) -> str:
    """The same without secrets, whose place in JSON is inside quotes."""
    return re.sub(r"\$\{\w+\}", "x", text)
