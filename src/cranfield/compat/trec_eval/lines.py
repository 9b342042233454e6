"""Lines of the formats that only trec_eval has."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from cranfield.errors import InputError
from cranfield.io.read.lines import LINE_LIMIT, cut_lines, too_long

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cranfield.io.bytes.source import Source

__all__ = ["field_lines", "judgment_lines", "lines_of", "refuse_blank_lines"]


def refuse_blank_lines(source: Source) -> None:
    """Judgments must not have any, also not at their end."""
    before = 0
    for lines in cut_lines(source.blocks()):
        if not all(map(bytes.strip, lines)):
            blank = next(at for at, line in enumerate(lines, before + 1) if not line.strip())
            raise InputError("te-blank-line", source=source.name, line=blank)
        before += len(lines)
        if lines and len(lines[-1]) > LINE_LIMIT:  # which comes last, or alone
            raise too_long(source.name, before, LINE_LIMIT)


def lines_of(source: Source) -> Iterator[tuple[int, bytes]]:
    """The number of each line and the line; of one that is too long to be one, the beginning."""
    return enumerate(chain.from_iterable(cut_lines(source.blocks())), 1)


def judgment_lines(source: Source, fields: str) -> Iterator[tuple[int, list[str]]]:
    """The number and the fields of each line that is no comment; `fields` names what it must hold."""
    empty = True
    for number, found in field_lines(source, fields, comments=True):
        empty = False
        yield number, found
    if empty:
        raise InputError("te-only-comments", source=source.name)


def field_lines(source: Source, fields: str, *, comments: bool = False) -> Iterator[tuple[int, list[str]]]:
    """The number and the fields of each line; with `comments`, of each that does not begin with #."""
    width = len(fields.split())
    for number, line in lines_of(source):
        if len(line) > LINE_LIMIT:
            raise too_long(source.name, number, LINE_LIMIT)
        try:
            # split before it is text: only ASCII blanks separate
            found = [each.decode() for each in line.split()]
        except UnicodeDecodeError:
            raise InputError("te-not-utf8", source=source.name, line=number) from None
        if comments and found[0].startswith("#"):
            continue
        if len(found) != width:
            raise InputError("te-fields", count=width, names=fields, found=len(found), source=source.name, line=number)
        yield number, found
