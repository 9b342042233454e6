"""Cuts plain text into pieces that are parsed later, on any thread, with the rows of a query in one piece.

Only rows of a query that stand together are kept together; whoever joins the pieces notices where they do not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from cranfield.errors import InputError
from cranfield.io.bytes.source import BOM
from cranfield.io.ids.rows import Rows
from cranfield.io.read.lines import LINE_LIMIT, read_lines
from cranfield.io.read.trec import NotPlainError, parse_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from cranfield.io.bytes.source import Source

__all__ = ["Piece", "text_pieces"]

Piece = Callable[[], list[Rows]]
_NEAR = 256  # bytes within which the end of a line is looked for first
_ROOM = 1 << 16  # bytes before those that are read, for what was left of the block before
_JOINED = 8 << 20  # bytes; a query that is longer stays in several blocks


def text_pieces(source: Source, kind: str, form: str, progress: Callable[[int], None] | None = None) -> Iterator[Piece]:
    """Pieces of plain text, cut before the last query of each block."""
    held: list[NDArray[np.uint8]] = []  # what was read behind the last cut
    offset = 0
    size = source.block_size
    buffer = np.empty(0, np.uint8)

    def buffers() -> Iterator[memoryview]:
        nonlocal buffer
        while True:
            buffer = np.empty(_ROOM + size, np.uint8)
            yield buffer[_ROOM:].data

    def piece(texts: list[NDArray[np.uint8]]) -> Piece:
        nonlocal offset
        begin, offset = offset, offset + sum(map(len, texts))
        if len(texts) > 1:  # a long query stays in blocks of whole lines
            texts = [np.concatenate(texts)] if offset - begin <= _JOINED else list(_whole_lines(texts))
        return partial(_read_text, source, kind, form, texts, begin)

    for block in _arrays(source.blocks_into(buffers(), progress=progress)):
        cut = _before_last_query(held, block)
        if cut:
            left = sum(map(len, held))
            if 0 < left <= _ROOM:  # copied before the block, so that the block need not be copied
                np.concatenate(held, out=buffer[_ROOM - left : _ROOM])
                yield piece([buffer[_ROOM - left : _ROOM + cut]])
            else:
                yield piece([*held, block[:cut]])
            held = []
        held.append(block[cut:])
    if held:
        yield piece(held if held[-1][-1:].tobytes() == b"\n" else [*held, np.frombuffer(b"\n", np.uint8)])


def _arrays(blocks: Iterable[bytes | memoryview]) -> Iterator[NDArray[np.uint8]]:
    """The bytes without a byte order mark."""
    first = True
    for block in blocks:
        data = np.frombuffer(block, np.uint8)
        yield data[len(BOM) :] if first and data[: len(BOM)].tobytes() == BOM else data
        first = False


def _whole_lines(blocks: Iterable[NDArray[np.uint8]]) -> Iterator[NDArray[np.uint8]]:
    """The same bytes in blocks that end with a line; the last may lack its end."""
    rest: list[NDArray[np.uint8]] = []
    for block in blocks:
        cut = _line_start(block, 0, len(block))
        if cut:
            yield np.concatenate((*rest, block[:cut]))
            rest = []
        rest.append(block[cut:])
    if any(map(len, rest)):
        yield np.concatenate(rest)


def _before_last_query(held: list[NDArray[np.uint8]], block: NDArray[np.uint8]) -> int:
    """Where the last query of a block begins, 0 if it may have begun before or if no line begins here."""
    end = _line_start(block, 0, len(block))
    whole = not held or held[-1][-1:].tobytes() == b"\n"  # whether a line begins with the block
    first = 0 if whole else _line_end(block, 0) + 1 if end else end
    if first >= end:
        return 0
    cut = first + _last_query(block[first:end])
    if cut > first or not (held or first):
        return cut
    # all lines that begin here are of one query: it is cut off if the line before them is of another
    before = np.concatenate((*(each[-LINE_LIMIT:] for each in held[-1:]), block[:first]))
    line = _line_start(before, 0, len(before) - 1)
    return first if _query_at(before, line) != _query_at(block, first) else 0


def _query_at(block: NDArray[np.uint8], line: int) -> bytes:
    """The first field of a line that starts there."""
    return next(iter(block[line : _line_end(block, line)].tobytes().split(None, 1)), b"")


def _line_start(block: NDArray[np.uint8], low: int, place: int) -> int:
    """Where the line of a place begins, at `low` at the earliest."""
    for begin in (max(place - _NEAR, low), low):
        found = block[begin:place].tobytes().rfind(b"\n")
        if found >= 0:
            return begin + found + 1
    return low


def _line_end(block: NDArray[np.uint8], line: int) -> int:
    near = block[line : line + _NEAR].tobytes().find(b"\n")
    return line + (near if near >= 0 else block[line:].tobytes().index(b"\n"))


def _last_query(block: NDArray[np.uint8]) -> int:
    """Where the lines of the last query begin, found by halving: a block holds many thousand lines."""
    low, high = 0, _line_start(block, 0, len(block) - 1)
    query = _query_at(block, high)
    while low < high:
        middle = _line_start(block, low, (low + high) // 2)
        if _query_at(block, middle) == query:
            high = middle
        else:
            low = _line_end(block, middle) + 1
    return high


def _read_text(source: Source, kind: str, form: str, texts: list[NDArray[np.uint8]], offset: int) -> list[Rows]:
    """Parse a piece the fast way; the careful reader takes a block that is not plain."""
    found = []
    for text in texts:
        try:
            found.append(parse_rows(text, kind, form))
        except NotPlainError:
            found.extend(_read_carefully(source, kind, form, text.tobytes(), offset))
        offset += len(text)
    return found


def _read_carefully(source: Source, kind: str, form: str, text: bytes, offset: int) -> Iterator[Rows]:
    from cranfield.io.read.table_rows import rows_of  # noqa: PLC0415 (plain text needs no Arrow)

    first = 2 if offset else 1  # a byte order mark is looked for on line 1 only
    try:
        yield from map(rows_of, read_lines([text], name=source.name, kind=kind, form=form, first_line=first))
    except InputError as error:
        if error.line is None or not offset:
            raise
        before = _lines_before(source, offset)
        raise InputError(error.what, source=error.source, line=before + error.line - 1) from None


def _lines_before(source: Source, offset: int) -> int:
    """How many lines end before a byte, counted only when something is wrong behind it."""
    count = 0
    for block in _arrays(source.blocks()):
        count += int(np.count_nonzero(block[:offset] == ord("\n")))
        offset -= len(block)
        if offset <= 0:
            break
    return count
