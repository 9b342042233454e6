"""Lines of any text: cut from blocks of bytes, and found again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.io.bytes.source import BOM

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

__all__ = ["LINE_LIMIT", "cut_lines", "is_number", "locate", "numbered_lines"]

LINE_LIMIT = 1 << 20  # a longer line is not a line of ids and numbers


def is_number(field: bytes | str) -> bool:
    """Whether a field is a decimal number; nan and infinities are."""
    try:
        float(field)
    except ValueError:
        return False
    return ("_" if isinstance(field, str) else b"_") not in field  # type: ignore[operator]


def cut_lines(blocks: Iterable[bytes], *, limit: int | None = LINE_LIMIT) -> Iterator[list[bytes]]:
    """Whole lines without their newline, in lists; a line longer than `limit` arrives cut at it."""
    rest: list[bytes] = []
    held = 0
    for block in blocks:
        if b"\n" not in block:
            if limit is None or held <= limit:
                rest.append(block)
                held += len(block)
            continue
        lines = block.split(b"\n")
        lines[0] = b"".join(rest) + lines[0]
        last = lines.pop()
        rest, held = [last], len(last)
        yield lines
    final = b"".join(rest)
    if final:
        yield [final]


def numbered_lines(blocks: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Each line that is not blank and its number, without a byte order mark."""
    number = 0
    for lines in cut_lines(blocks, limit=None):
        for line in lines:
            number += 1
            text = line.removeprefix(BOM) if number == 1 else line
            if text.strip():
                yield number, text


def locate(
    blocks: Iterable[bytes], rows: Iterable[int], *, skip: int = 0, comments: bool = True, bad: Container[int] = ()
) -> dict[int, int]:
    """The line number of data rows, counted from 0; `skip` lines at the start and bad lines are no data.

    Blank lines are never rows; lines that start with # are rows only when `comments` is false.
    """
    wanted = set(rows)
    found: dict[int, int] = {}
    row = number = 0
    for lines in cut_lines(blocks):
        for line in lines:
            number += 1
            text = line.removeprefix(BOM).lstrip() if number == 1 else line.lstrip()
            if number <= skip or not text or (comments and text[:1] == b"#") or number in bad:
                continue
            if row in wanted:
                found[row] = number
                if len(found) == len(wanted):
                    return found
            row += 1
    return found
