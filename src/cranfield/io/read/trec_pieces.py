"""Cuts plain text into pieces that are parsed later, on any thread, with the rows of a query in one piece.

Only rows of a query that stand together are kept together; whoever joins the pieces notices where they do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.io.read.lines import LINE_LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from cranfield.io.bytes.source import Source

__all__ = ["cut_text", "lines_before"]

_NEAR = 256  # bytes within which the end of a line is looked for first
_ROOM = 1 << 16  # bytes before those that are read, for what was left of the block before
_JOINED = 8 << 20  # bytes; a query that is longer stays in several blocks
_NEWLINE = np.frombuffer(b"\n", np.uint8)


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

    over, unended = False, 0  # whether the rest of a line that is too long follows; bytes behind the last line end
    for given in source.blocks_into(buffers(), progress=progress):
        block = np.frombuffer(given, np.uint8)
        if over:
            begin = block.tobytes().find(b"\n") + 1
            over = not begin
            offset += begin or len(block)
            if over:
                yield [], offset  # so that whoever waits for the pieces before comes to know what is wrong with them
                continue
            block = block[begin:]
        cut, end = _before_last_query(held, block)
        unended = len(block) - end + (0 if end else unended)
        if unended > LINE_LIMIT:
            yield piece([*held, block, _NEWLINE])
            held, over, unended = [], True, 0
            offset -= 1  # the newline is ours
            continue
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
        yield piece(held if held[-1][-1:].tobytes() == b"\n" else [*held, _NEWLINE])


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


def _before_last_query(held: list[NDArray[np.uint8]], block: NDArray[np.uint8]) -> tuple[int, int]:
    """Where the last query of a block begins, 0 if it may have begun before or if no line begins here.

    And where the last line begins that goes on behind the block.
    """
    end = _line_start(block, 0, len(block))
    whole = not held or held[-1][-1:].tobytes() == b"\n"  # whether a line begins with the block
    first = 0 if whole else _line_end(block, 0) + 1 if end else end
    if first >= end:
        return 0, end
    cut = first + _last_query(block[first:end])
    if cut > first or not (held or first):
        return cut, end
    # all lines that begin here are of one query: it is cut off if the line before them is of another
    query = _query_at(block, first)
    if query[:1] in (b"", b"#"):
        return end, end  # blank lines and comments belong to none, so that nothing waits for their end
    before = np.concatenate((*(each[-LINE_LIMIT:] for each in held[-1:]), block[:first]))
    line = _line_start(before, 0, len(before) - 1)
    return (first if _query_at(before, line) != query else 0), end


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
    for given in source.blocks():
        block = np.frombuffer(given, np.uint8)
        for offset in offsets[len(found) :]:
            if offset > begin + len(block):
                break
            found.append(count + int(np.count_nonzero(block[: offset - begin] == ord("\n"))))
        if len(found) == len(offsets):
            break
        count += int(np.count_nonzero(block == ord("\n")))
        begin += len(block)
    return found + [count] * (len(offsets) - len(found))
