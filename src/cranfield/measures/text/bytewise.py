"""Tokens of many texts at once, from their bytes, for rules that need only neighbouring characters.

All texts stand in one array of bytes, a byte that UTF-8 never has between them. A tokeniser marks the bytes that
separate and those before which a token begins; pyarrow then gives equal tokens one number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Marks = Callable[[NDArray[np.uint8]], tuple[NDArray[np.bool_], NDArray[np.bool_] | None]]

__all__ = ["BETWEEN", "blanks_of", "cut_bytes"]

BETWEEN = 0xFF
_BLANK = np.array([chr(code).isspace() for code in range(128)] + [False] * 128)
_BLANK[BETWEEN] = True
# beyond ASCII, blanks are two or three bytes: those that begin them, and the code of three bytes (0 for a third)
_BEGINS = np.zeros(256, bool)
_WIDE = [chr(code).encode() for code in range(128, 0x3001) if chr(code).isspace()]
_BEGINS[[each[0] for each in _WIDE]] = True
_CODES = np.array(sorted(int.from_bytes(each.ljust(3, b"\0")) for each in _WIDE), np.int32)
_LARGEST = 1 << 31  # offsets of 32 bits


def blanks_of(data: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """The bytes of characters that Python calls blanks, and those between texts."""
    blank = _BLANK[data]
    at = np.flatnonzero(_BEGINS[data]) if data.max(initial=0) > 127 else np.zeros(0, np.int64)
    if len(at):
        ahead = np.append(data, (0, 0)).astype(np.int32)
        two = ahead[at] == 0xC2
        code = ahead[at] << 16 | ahead[at + 1] << 8 | np.where(two, 0, ahead[at + 2])
        found = np.isin(code, _CODES)
        at, two = at[found], two[found]
        blank[at] = blank[at + 1] = True
        blank[at[~two] + 2] = True
    return blank


def cut_bytes(
    texts: Sequence[bytes], marks: Marks
) -> tuple[NDArray[np.int64], NDArray[np.int64], list[str]]:  # fmt: skip
    """The number of every token, the offsets of the texts, and the tokens that the numbers stand for."""
    import pyarrow as pa  # noqa: PLC0415 (a list of the measures must not load it)
    import pyarrow.compute as pc  # noqa: PLC0415

    data = np.frombuffer(bytes([BETWEEN]).join((b"", *texts, b"")), np.uint8)
    apart, opens = marks(data)
    keep = ~apart
    begins = keep.copy()
    begins[1:] &= apart[:-1] if opens is None else apart[:-1] | opens[1:]
    bounds = np.searchsorted(np.flatnonzero(begins), np.flatnonzero(data == BETWEEN))
    starts = np.flatnonzero(begins[keep])
    kept = data[keep]
    large = len(kept) >= _LARGEST
    offsets = np.append(starts, len(kept)).astype(np.int64 if large else np.int32)
    pool = pa.system_memory_pool()  # pyarrow's own keeps what is done with for a while, part after part
    words = pa.Array.from_buffers(
        pa.large_string() if large else pa.string(), len(starts), [None, pa.py_buffer(offsets), pa.py_buffer(kept)]
    )
    coded = pc.dictionary_encode(words, memory_pool=pool)
    return coded.indices.to_numpy(zero_copy_only=False).astype(np.int64), bounds, coded.dictionary.to_pylist()
