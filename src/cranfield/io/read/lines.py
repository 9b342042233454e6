"""Lines of any text: cut from blocks of bytes, and found again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

    from cranfield.io.bytes.source import Source

__all__ = ["LINE_LIMIT", "RECORD_LIMIT", "cut_lines", "is_number", "locate", "numbered_lines", "too_long"]

LINE_LIMIT = 1 << 20  # a longer line is not a line of ids and numbers
RECORD_LIMIT = 4 << 20  # a longer one is no record and no segment of a text
_BLOCK = 1 << 20


def is_number(field: bytes | str) -> bool:
    """Whether a field is a decimal number; nan and infinities are."""
    try:
        float(field)
    except ValueError:
        return False
    return ("_" if isinstance(field, str) else b"_") not in field  # type: ignore[operator]


def cut_lines(blocks: Iterable[bytes], *, limit: int = LINE_LIMIT) -> Iterator[list[bytes]]:
    """Whole lines without their newline, in lists; of a line longer than `limit` only the beginning, as soon as it is.

    So no line, however long, takes more memory than a block.
    """
    rest: list[bytes] = []
    held, over = 0, False
    for given in blocks:
        block = given
        if over:  # the rest of a line that was too long
            _, newline, block = given.partition(b"\n")
            over = not newline
            if over:
                continue
        if b"\n" in block:
            lines = block.split(b"\n")
            lines[0] = b"".join((*rest, lines[0]))
            block, rest, held = lines.pop(), [], 0
            yield lines
        rest.append(block)
        held += len(block)
        if held > limit:
            yield [b"".join(rest)]
            rest, held, over = [], 0, True
    if held:
        yield [b"".join(rest)]


def numbered_lines(
    source: Source, *, limit: int = RECORD_LIMIT, progress: Callable[[int], None] | None = None
) -> Iterator[tuple[int, bytes]]:
    """Each line that is not blank and its number; one that is too long is refused."""
    number = 0
    for lines in cut_lines(source.blocks(_BLOCK, progress=progress), limit=limit):
        for line in lines:
            number += 1
            if len(line) > limit:
                raise too_long(source.name, number, limit)
            if line.strip():
                yield number, line


def too_long(name: str, line: int, limit: int) -> InputError:
    """What to say of a line that is longer than any should be."""
    return InputError("line-too-long", source=name, line=line, limit=limit >> 20)


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
            text = line.lstrip()
            if number <= skip or not text or (comments and text[:1] == b"#") or number in bad:
                continue
            if row in wanted:
                found[row] = number
                if len(found) == len(wanted):
                    return found
            row += 1
    return found
