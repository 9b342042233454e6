"""What a JSON text begins with, of which only the first bytes are known, and whether it is one object or many."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cranfield.core.parsed import parsed_json
from cranfield.io.read.roles import GROUPED, named_like
from cranfield.io.read.shapes import member_with_records, shape_of

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["a_line_each", "json_or_jsonl", "outline"]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],]|[^\s{}\[\],"]+')
_CLOSING = {"{": "}", "[": "]"}
_DEEPEST = 40


def outline(head: bytes) -> tuple[Any, int | None]:
    """As much of the first value as is there, and where it ends; None where it goes on behind the head.

    The value is None too where the text is no JSON: whoever reads it says so with its place.
    """
    text = head.decode("utf-8", "ignore")
    open_: list[str] = []
    cut, closed = 0, ""  # up to where the text can be kept, and what closes it there
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in _CLOSING:
            open_.append(_CLOSING[mark])
            cut, closed = token.end(), "".join(reversed(open_))
        elif mark in ("}", "]"):
            if not open_ or open_.pop() != mark:
                break
            if not open_:
                return _parsed(text[: token.end()]), len(text[: token.end()].encode())
            cut, closed = token.end(), "".join(reversed(open_))
        elif mark == ",":
            cut, closed = token.start(), "".join(reversed(open_))
        if len(open_) > _DEEPEST:
            break
    return _parsed(text[:cut] + closed), None


def _parsed(text: str) -> Any:
    try:
        return parsed_json(text)
    except ValueError:
        return None


def a_line_each(head: bytes, columns: Mapping[str, str]) -> bool:
    """Whether objects with named fields stand one on a line; one that spans lines, or has a list of them, is alone."""
    first, end = outline(head)
    if first is None or b"\n" not in (head if end is None else head[:end]):
        alone = end is None or not head[end:].strip()
        return not (alone and member_with_records(first, "", columns))
    return False


def json_or_jsonl(head: bytes, kind: str) -> str:
    """One line that is an object with a query of its own is JSONL; anything else with a brace is one JSON object."""
    first, end = outline(head)
    in_line = b"\n" not in (head if end is None else head[:end])
    if first is None or not in_line:
        # a JSONL line may be broken too: it then starts with a key and a scalar
        scalar = re.match(rb'\{[ \t]*"[^"]*"\s*:\s*["\d-]', head)
        return "jsonl" if scalar and first is None and kind not in GROUPED else "json"
    if kind in GROUPED:
        named = all(any(named_like(key, kind, role) for key in first) for role in ("query", "group"))
        return "jsonl" if named else "json"
    known = shape_of(first)
    if known is not None:  # a document that is not followed by others may be as long as it likes
        return "json" if known[0].records and not (end is not None and head[end:].strip()) else "jsonl"
    if member_with_records(first, kind, {}) and not (end is not None and head[end:].strip()):
        return "json"
    # a record may hold a list too, but never lists alone
    whole = all(isinstance(value, dict) for value in first.values()) or (
        bool(first) and all(isinstance(value, list) for value in first.values())
    )
    return "json" if whole else "jsonl"
