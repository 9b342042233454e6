"""Cuts plain text into pieces that are parsed later, on any thread, with the rows of a query in one piece.

Only rows of a query that stand together are kept together; whoever joins the pieces notices where they do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.io.bytes.source import BOM
from cranfield.io.read.lines import LINE_LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from cranfield.io.bytes.source import Source

__all__ = ["cut_text", "lines_before"]

_NEAR = 256  # bytes within which the end of a line is looked for first
_ROOM = 1 << 16  # bytes before those that are read, for what was left of the block before
_JOINED = 8 << 20  # bytes; a query that is longer stays in several blocks


def cut_text(
    source: Source, progress: Callable[[int], None] | None = None
) -> Iterator[tuple[list[NDArray[np.uint8]], int]]:
    """Bytes of whole lines, cut before the last query of each block, and the offset where they begin."""
    held: list[NDArray[np.uint8]] = []  # what was read behind the last cut
    offset = 0
    size = source.block_size
    buffer = np.empty(0, np.uint8)

    def buffers() -> Iterator[memoryview]:
        nonlocal buffer
        while True:
            buffer = np.empty(_ROOM + size, np.uint8)
            yield buffer[_ROOM:].data

    def piece(texts: list[NDArray[np.uint8]]) -> tuple[list[NDArray[np.uint8]], int]:
        nonlocal offset
        begin, offset = offset, offset + sum(map(len, texts))
        if len(texts) > 1:  # a long query stays in blocks of whole lines
            texts = [np.concatenate(texts)] if offset - begin <= _JOINED else list(_whole_lines(texts))
        return texts, begin

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


def lines_before(source: Source, offsets: list[int]) -> list[int]:
    """How many lines end before each offset, which ascend: counted only when something is wrong behind them."""
    found: list[int] = []
    count = begin = 0
    for block in _arrays(source.blocks()):
        for offset in offsets[len(found) :]:
            if offset > begin + len(block):
                break
            found.append(count + int(np.count_nonzero(block[: offset - begin] == ord("\n"))))
        if len(found) == len(offsets):
            break
        count += int(np.count_nonzero(block == ord("\n")))
        begin += len(block)
    return found + [count] * (len(offsets) - len(found))
