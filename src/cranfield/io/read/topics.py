"""Topics as TREC writes them: `<top>` with `<num>`, `<title>` and `<desc>`, or `<topic number="1">` with `<query>`."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from cranfield.errors import InputError
from cranfield.io.read.captioned import Caption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.captioned import Captioned

__all__ = ["topics"]

_TOPIC = re.compile(
    r"<top(?:ic)?(?P<more>\s[^>]*)?>(?P<inside>.*?)(?=</top(?:ic)?>|<top(?:ic)?[\s>]|\Z)", re.DOTALL | re.IGNORECASE
)
_NUMBER = re.compile(r"\b(?:number|num|id)\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
_FIELD = re.compile(
    r"<(num|number|title|query|desc|description|narr|narrative|question|head|dom|domain|smry|con|fac|def|nat)\b[^>]*>",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"</\w+\s*>")
# what stands in front of the words of a field
_LABELS = {
    "num": re.compile(r"(?:number|topic)\s*:?\s*", re.IGNORECASE),
    "title": re.compile(r"topic\s*:\s*", re.IGNORECASE),
    "text": re.compile(r"description\s*:?\s*", re.IGNORECASE),
}
_ROLES = {
    "num": "num", "number": "num", "title": "title", "query": "title", "desc": "text", "description": "text",
    "question": "text",
}  # fmt: skip


def topics(source: Source) -> Iterator[Captioned]:
    """The number, the title and the description of each topic; tags need not be closed."""
    raw = b"".join(source.blocks())
    try:
        told = raw.decode()
    except UnicodeDecodeError as error:
        raise InputError("caption-utf-8", source=source.name, line=raw.count(b"\n", 0, error.start) + 1) from None
    line, seen, found = 1, 0, False
    for topic in _TOPIC.finditer(told):
        line, seen = line + told.count("\n", seen, topic.start()), topic.start()
        parts = _parts(topic["inside"])
        number = parts.get("num") or next(iter(_NUMBER.findall(topic["more"] or "")), "")
        if not number:
            raise InputError("topic-without-number", source=source.name, line=line)
        if not parts.get("title") and not parts.get("text"):
            raise InputError("topic-without-words", source=source.name, line=line, number=number)
        yield {"line": line}, number, Caption(parts.get("title", ""), parts.get("text", ""))
        found = True
    if not found:
        raise InputError("no-topics", source=source.name)


def _parts(inside: str) -> dict[str, str]:
    """Number, title and text; words that are in no field are the text."""
    before, *pieces = _FIELD.split(inside)
    found: dict[str, str] = {}
    for name, words in zip(pieces[::2], pieces[1::2], strict=True):
        role = _ROLES.get(name.lower())
        if role is not None and not found.get(role):
            plain = _plain(words)
            label = _LABELS[role].match(plain)
            found[role] = plain if label is None else plain[label.end() :]
    if not pieces and _plain(before):
        found["text"] = _plain(before)
    return found


def _plain(words: str) -> str:
    """Words without what closes a field, in one line."""
    return " ".join(html.unescape(_CLOSED.sub(" ", words)).split())
