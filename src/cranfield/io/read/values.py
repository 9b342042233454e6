"""Cells as Python has them, from JSON and from dicts: ids, numbers and labels, or what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import islice
from numbers import Complex, Real
from typing import Any

import numpy as np

from cranfield.core.coded import whole_name
from cranfield.errors import InputError
from cranfield.io.bytes.quote import shorten

__all__ = [
    "Pairs",
    "Twice",
    "at",
    "encodable",
    "identifier",
    "label_name",
    "measurable",
    "number",
    "repeated",
    "shown",
    "unrepeated",
]


_ABSENT = object()
_FEW = 10


class Pairs(list[Any]):
    """A JSON object as the list of its pairs: a dict would keep the last of two equal keys without a word."""


class Twice(dict[str, Any]):
    """An object of JSON that has a key two times, which a dict would forget."""

    key = ""


def unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object as a dict that knows whether a key came twice."""
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    seen: set[str] = set()
    twice = Twice(made)
    twice.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    return twice


def at(value: Any, path: str, default: Any = None) -> Any:
    """What stands at a path of keys, as in `hit._id`; `*` is any member, of which the first few are tried."""
    mapping = type(value) is dict or isinstance(value, Mapping)  # the second takes ten times as long
    if mapping and path in value:
        return value[path]
    key, _, rest = path.partition(".")
    if key == "*":
        members = value.values() if mapping else value if isinstance(value, list | tuple) else ()
        found = (at(each, rest, _ABSENT) if rest else each for each in islice(members, _FEW))
        return next((each for each in found if each is not _ABSENT), default)
    if not mapping or key not in value:
        return default
    return at(value[key], rest, default) if rest else value[key]


def identifier(given: Any, role: str) -> str:
    """An id: text, or a whole number as text."""
    if isinstance(given, str):
        if not given:
            raise InputError("id-empty", role=role)
        return encodable(given)
    # numpy integers are no int, but they know how to become one
    if isinstance(given, int) and not isinstance(given, bool):
        return str(given)
    if hasattr(given, "__index__") and not isinstance(given, bool):
        return str(given.__index__())
    raise InputError("text-whole-number", role=role, shown=shown(given))


def encodable(text: str) -> str:
    """Half a surrogate pair can be written in JSON and in Python, but it is no text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        replaced = shorten(text.encode("utf-8", "replace").decode())
        raise InputError("ids-valid-unicode", replaced=replaced) from None
    return text


def number(given: Any, what: str) -> float:
    """A score or a grade."""
    alike = hasattr(given, "__float__") and getattr(given, "shape", None) == () and not isinstance(given, Complex)
    if isinstance(given, Real) or alike:
        with suppress(OverflowError, TypeError, ValueError):
            return float(given)
    raise InputError("value-number", what=what, shown=shown(given))


def measurable(given: Any, role: str) -> float:
    """The score or the weight of an example; whole numbers stay, because float64 would lose the order of large ones."""
    if isinstance(given, int | float):
        with suppress(OverflowError):  # whole numbers in JSON have no limit
            value = float(given)
            return value if isinstance(given, bool | float) else given
    raise InputError("number-on-line", role=role, given=str(given))


def label_name(value: Any) -> str | None:
    """The name of a label: text as it is, whole numbers without a point; None for what is no label."""
    if isinstance(value, str):
        return value or None
    if isinstance(value, bool | np.bool_):
        return str(bool(value))
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace") or None
    if isinstance(value, float | np.floating):
        found = float(value)
        if found != found:  # noqa: PLR0124 (nan is not itself)
            return None
        return whole_name(found)
    if isinstance(value, int | np.integer):
        return str(int(value))
    return None


def shown(given: Any) -> str:
    """What was given, in the words of JSON where it has any."""
    if isinstance(given, Pairs | Mapping):
        return "an object"
    if given is None or isinstance(given, bool):
        return {None: "null", True: "true", False: "false"}[given]
    if isinstance(given, list | tuple):
        return "a list"
    return shorten(given) if isinstance(given, str) else shorten(str(given))[1:-1]


def repeated(keys: Iterable[str]) -> str | None:
    """The first key that comes a second time."""
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            return key
        seen.add(key)
    return None
