"""JSON and TOML of others: what is nested without end is no more than badly written."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["parsed_json", "parsed_toml"]

_DEEP = "it is nested too deeply"


def parsed_json(text: str | bytes, *, pairs: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """What a text of JSON says; a ValueError if it is none. `pairs` makes something else than a dict of an object."""
    try:
        return json.loads(text, object_pairs_hook=pairs)
    except RecursionError:
        raise ValueError(_DEEP) from None


def parsed_toml(text: str) -> dict[str, Any]:
    """What a text of TOML says; a TOMLDecodeError if it is none."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError(_DEEP) from None
