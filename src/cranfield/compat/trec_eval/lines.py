"""Lines of judgments in the formats that only trec_eval has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["judgment_lines", "refuse_blank_lines"]

_BLANK = re.compile(rb"(?:\A|\n)([ \t\r\f\v]*\n|[ \t\r\f\v]+\Z)")


def refuse_blank_lines(data: bytes, name: str) -> None:
    """Judgments must not have any, also not at their end."""
    blank = _BLANK.search(data)
    if blank:
        line = data.count(b"\n", 0, blank.start(1)) + 1
        raise InputError("te-blank-line", source=name, line=line)


def judgment_lines(data: bytes, name: str, fields: str) -> Iterator[tuple[int, list[str]]]:
    """The number and the fields of each line that is no comment; `fields` names what it must hold."""
    width, empty = len(fields.split()), True
    for number, line in enumerate(data.removesuffix(b"\n").split(b"\n"), 1):
        try:
            # split before it is text: only ASCII blanks separate
            found = [each.decode() for each in line.split()]
        except UnicodeDecodeError:
            raise InputError("te-not-utf8", source=name, line=number) from None
        if found[0].startswith("#"):
            continue
        if len(found) != width:
            raise InputError("te-fields", count=width, names=fields, found=len(found), source=name, line=number)
        empty = False
        yield number, found
    if empty:
        raise InputError("te-only-comments", source=name)
