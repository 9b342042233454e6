"""The fast way through plain TREC text: numpy finds the fields of a block of whole lines and reads its numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.io.ids.ids import Ids
from cranfield.io.ids.rows import Rows, sizes_of
from cranfield.io.read.digits import decimals, whole_numbers
from cranfield.io.read.lines import LINE_LIMIT
from cranfield.io.read.trec_lines import PLACES, layout

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.io.read.oddities import Seen

__all__ = ["NotPlainError", "parse_rows"]

_COMMENT = re.compile(rb"^#[^\n]*\n?", re.MULTILINE)
_BLANKS = b" \t\r\n"
_LARGEST = 2**31 - 64  # places in a block are 32-bit numbers
_WINDOW = 57  # bits: a word without the seven that may lie before its start
_EXPONENT = 127  # of the float 1


class NotPlainError(Exception):
    """A block that the careful reader must look at."""


def parse_rows(data: NDArray[np.uint8], kind: str, form: str = "trec", seen: Seen | None = None) -> Rows:
    """The columns of whole lines; raises NotPlainError where the careful reader must look.

    `seen` hears what else the lines hold.
    """
    if len(data) > _LARGEST:
        raise NotPlainError
    if not data.tobytes().strip():
        return _no_rows(data, seen)
    try:
        _ = data.max() < 128 or data.tobytes().decode()
    except UnicodeDecodeError:
        raise NotPlainError from None
    try:
        return _parse(data, kind, form, seen)
    except NotPlainError:
        without, comments = _COMMENT.subn(b"", data.tobytes())
        if not comments:
            raise
    rows = _parse(np.frombuffer(without or b"\n", np.uint8), kind, form, seen)
    if seen is not None:
        seen.comments += comments
        seen.blanks -= not without  # nothing was left, and a line was put there
    return rows


def _no_rows(data: NDArray[np.uint8], seen: Seen | None) -> Rows:
    """Of blank lines, of which there may be very many."""
    if seen is not None:
        seen.blanks += int(np.count_nonzero(data == ord("\n")))
    none = Ids(data[:0], np.zeros(0, np.int32), np.zeros(0, np.int32))
    return Rows(none, np.zeros(0, np.int64), none, np.zeros(0))


def _parse(data: NDArray[np.uint8], kind: str, form: str, seen: Seen | None) -> Rows:
    wanted, more = layout(kind, form)[0], kind == "run" and form == "trec"
    fields = _single(data, wanted, more=more, tag=seen is not None)
    apart = fields is None
    fields = fields or _apart(data, wanted, more=more)
    doc, value, rank = PLACES[form if form == "msmarco" else kind]
    start = fields[0].changes
    query = fields[0][start]
    if (data.take(query.start) == ord("#")).any():  # a comment differs from the lines around it
        raise NotPlainError
    try:
        ranks = None if rank is None else whole_numbers(fields[rank])
        # where the order is all there is, the score is the rank turned round
        values = -ranks.astype(np.float64) if form == "msmarco" and ranks is not None else decimals(fields[value])
    except ValueError:
        raise NotPlainError from None
    if seen is not None and more:
        _count_tags(fields[-1], seen)
    if seen is not None and apart:
        _count_line_ends(data, fields[0].start, seen)
    return Rows(query, start, fields[doc], values, ranks, fields[1] if form == "ndeval" else None)


def _count_tags(tags: Ids, seen: Seen) -> None:
    """How often each tag stands there; nearly always it is the same one."""
    start = tags.changes
    heads = tags[start]
    code, _ = heads.encode()
    counts = np.bincount(code, weights=sizes_of(start, len(tags)))
    first = np.full(len(counts), len(code))
    np.minimum.at(first, code, np.arange(len(code)))
    for at in np.sort(first).tolist():  # as they come
        seen.tags[heads.text(at).encode()] += int(counts[code[at]])


def _count_line_ends(data: NDArray[np.uint8], lines: NDArray[Any], seen: Seen) -> None:
    """Blank lines, and carriage returns at the end of others; `lines` is where the lines with fields begin."""
    ends = np.flatnonzero(data == ord("\n"))
    seen.blanks += len(ends) - len(lines)
    ends = ends[np.searchsorted(ends, lines)]
    seen.carriage_returns += int(np.count_nonzero(data[ends - 1] == ord("\r")))


def _single(data: NDArray[np.uint8], wanted: int, *, more: bool, tag: bool) -> list[Ids] | None:
    """The fields of lines whose fields stand one blank or tab apart; None where they do not.

    Of a line only the fields are looked for that are needed: not the tag, unless it is asked for, nor what may stand
    behind it.
    """
    control = data < ord(" ")
    if (data[: 1 << 8] == ord("\t")).any():
        control &= data != ord("\t")
    ends = np.flatnonzero(control).astype(np.int32)  # narrow numbers keep more of a block in the cache
    if not len(ends) or (data.take(ends) != ord("\n")).any():
        return None
    start = np.empty(len(ends), np.int32)
    start[0] = 0
    np.add(ends[:-1], 1, out=start[1:])
    if len(data) > LINE_LIMIT and (ends - start).max() > LINE_LIMIT:
        raise NotPlainError
    blank = _Windows(data <= ord(" "))
    count = wanted - 1 if more and not tag else wanted
    fields = blank.fields(data, start, count)
    near = len(fields) == count
    if not near:
        far = blank.far_fields(data, _behind(fields[-1]) + 1 if fields else start, count - len(fields))
        if far is None:
            return None
        fields += far
    last = _behind(fields[-1])
    if not more:
        return fields if (last == ends).all() else None
    if tag:
        return fields if (last <= ends).all() else None
    # something must stand behind the last field; in a window no two blanks stand together
    seen = near and (last - start).max() < _WINDOW - 1
    return fields if (last < ends).all() and (seen or (data[last + 1] > ord(" ")).all()) else None


def _behind(field: Ids) -> NDArray[np.int32]:
    """Where each span ends."""
    end: NDArray[np.int32] = field.start + field.length
    return end


class _Windows:
    """Marked bytes as bits, of which a window can be looked at from any place on in one step."""

    def __init__(self, marks: NDArray[np.bool_]) -> None:
        bits = np.packbits(marks, bitorder="little")
        padded = np.concatenate((bits, np.zeros(8, np.uint8)))
        self._words = np.ndarray(len(bits) + 1, np.dtype("<u8"), padded, strides=(1,))

    def _from(self, start: NDArray[np.int32]) -> NDArray[np.uint64]:
        window = self._words[start >> 3]
        window >>= (start & 7).astype(np.uint64)
        window &= np.uint64(2**63 - 1)  # the places of bits are found in signed numbers
        return window

    def fields(self, data: NDArray[np.uint8], start: NDArray[np.int32], count: int) -> list[Ids]:
        """The spans between marks from each start on, as far as one window shows them; none if two marks touch.

        To look at each line once instead of once a field saves a tenth to a fifth of the time of text.
        """
        window = self._from(start)
        doubled = window & (window >> np.uint64(1))
        doubled |= window & np.uint64(1)
        if doubled.any():
            return []
        buffer = Ids(data, start, start)
        found, begin, base = [], start, start - _EXPONENT
        for _ in range(count):
            place = _lowest(window)
            place += base
            found.append(buffer.at(begin, place - begin))
            begin = place + 1
        # where a mark was missing, so were all that follow
        return found if found[-1].length.min() > 0 else [field for field in found if field.length.min() > 0]

    def far_fields(self, data: NDArray[np.uint8], start: NDArray[np.int32], count: int) -> list[Ids] | None:
        """The same with a window for each span; None if one is empty or longer than that."""
        buffer = Ids(data, start, start)
        found, begin = [], start
        for _ in range(count):
            place = _lowest(self._from(begin))
            place += begin - _EXPONENT
            found.append(buffer.at(begin, place - begin))
            if found[-1].length.min() < 1:
                return None
            begin = place + 1
        return found


def _lowest(window: NDArray[np.uint64]) -> NDArray[np.int32]:
    """Takes the lowest bit out of each window; its place, plus that of the exponent of 1, or 0 where there was none."""
    lowest = np.negative(window)
    lowest &= window
    window ^= lowest
    # the exponent of a power of two as a float is the place of its bit
    place = lowest.view(np.int64).astype(np.float32).view(np.int32)
    place >>= 23
    return place


def _apart(data: NDArray[np.uint8], wanted: int, *, more: bool) -> list[Ids]:
    """The same where fields stand any number of blanks and tabs apart, and lines may be empty or end in CR LF."""
    blank = data <= ord(" ")
    if sum(np.count_nonzero(data == byte) for byte in _BLANKS) != np.count_nonzero(blank):
        raise NotPlainError  # other control characters separate fields only for some readers
    if (data[np.flatnonzero(data == ord("\r")) + 1] != ord("\n")).any():
        raise NotPlainError  # a carriage return inside a line
    edges = np.flatnonzero(blank[1:] != blank[:-1]) + 1
    if not blank[0]:
        edges = np.concatenate(([0], edges))
    starts, stops = edges[0::2], edges[1::2]
    ends = np.flatnonzero(data == ord("\n"))
    if len(data) > LINE_LIMIT and np.diff(ends, prepend=-1).max() > LINE_LIMIT + 1:
        raise NotPlainError
    counts = np.diff(np.searchsorted(starts, ends), prepend=0)
    counts = counts[counts > 0]
    width = int(counts[0]) if len(counts) else wanted
    if not (width == wanted or (more and width > wanted)) or (counts != width).any():
        raise NotPlainError
    start, stop = starts.reshape(-1, width), stops.reshape(-1, width)
    return [Ids(data, start[:, at].copy(), stop[:, at] - start[:, at]) for at in range(wanted)]
