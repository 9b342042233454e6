"""Tokens of many texts at once, from their bytes, for rules that need only neighbouring characters.

All texts stand in one array of bytes, a byte that UTF-8 never has between them. A tokeniser marks the bytes that
separate and those before which a token begins; pyarrow then gives equal tokens one number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    Marks = Callable[[bytes], tuple[NDArray[np.bool_], NDArray[np.bool_] | None]]

__all__ = ["BEGINS", "BETWEEN", "BLANK", "cut_bytes", "table_of", "which", "widened"]

BETWEEN = b"\xff"
# beyond ASCII, blanks are two or three bytes: those that begin them, and the code of three bytes (0 for a third)
_WIDE = [chr(code).encode() for code in range(128, 0x3001) if chr(code).isspace()]
_CODES = np.array(sorted(int.from_bytes(each.ljust(3, b"\0")) for each in _WIDE), np.int32)
_LARGEST = 1 << 31  # offsets of 32 bits
_PIECE = 1 << 16  # bytes of which some are taken


def table_of(*sets: Iterable[int]) -> bytes:
    """What `which` looks bytes up in: a bit for each set of bytes."""
    table = bytearray(256)
    for at, chosen in enumerate(sets):
        for code in chosen:
            table[code] |= 1 << at
    return bytes(table)


def which(data: bytes, table: bytes, sets: int) -> list[NDArray[np.bool_]]:
    """Which bytes are in each of the sets of the table; numpy would look them up much more slowly."""
    kinds = np.frombuffer(data.translate(table), np.uint8)
    return [(kinds >> at & 1).view(bool) for at in range(sets)]


BLANK = [*(code for code in range(128) if chr(code).isspace()), *BETWEEN]
BEGINS = [each[0] for each in _WIDE]  # a blank of several bytes


def widened(data: bytes, blank: NDArray[np.bool_], begins: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Those of all characters that Python calls blanks, from `BLANK` and `BEGINS`."""
    at = np.flatnonzero(begins)
    if len(at):
        ahead = np.frombuffer(data + b"\0\0", np.uint8)
        first, second, third = (ahead[at + step].astype(np.int32) for step in range(3))
        two = first == 0xC2
        found = np.isin(first << 16 | second << 8 | np.where(two, 0, third), _CODES)
        at, two = at[found], two[found]
        blank[at] = blank[at + 1] = True
        blank[at[~two] + 2] = True
    return blank


def cut_bytes(data: bytes, marks: Marks) -> tuple[NDArray[np.int32], NDArray[np.int64], list[str]]:
    """The number of every token, the offsets of the texts, and the tokens that the numbers stand for.

    `BETWEEN` stands before and behind every text.
    """
    import pyarrow as pa  # noqa: PLC0415 (a list of the measures must not load it)
    import pyarrow.compute as pc  # noqa: PLC0415

    apart, opens = marks(data)
    begins, ends = ~apart, ~apart
    begins[1:] &= apart[:-1] if opens is None else apart[:-1] | opens[1:]
    ends[:-1] &= apart[1:] | begins[1:]
    starts = np.flatnonzero(begins)
    flat = np.frombuffer(data, np.uint8)
    bounds = np.searchsorted(starts, np.flatnonzero(flat == BETWEEN[0]))
    sizes = np.flatnonzero(ends) + 1 - starts
    token, pieces = ~apart, range(0, len(flat), _PIECE)  # which keeps small what numpy makes on the way
    kept = b"".join([flat[at : at + _PIECE].compress(token[at : at + _PIECE]).tobytes() for at in pieces])
    large = len(kept) >= _LARGEST
    offsets = np.zeros(len(starts) + 1, np.int64 if large else np.int32)
    np.cumsum(sizes, out=offsets[1:])
    pool = pa.system_memory_pool()  # pyarrow's own keeps what is done with for a while, part after part
    words = pa.Array.from_buffers(
        pa.large_string() if large else pa.string(), len(starts), [None, pa.py_buffer(offsets), pa.py_buffer(kept)]
    )
    coded = pc.dictionary_encode(words, memory_pool=pool)
    return coded.indices.to_numpy(zero_copy_only=False), bounds, coded.dictionary.to_pylist()
