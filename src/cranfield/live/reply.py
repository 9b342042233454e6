"""What came back, and its bytes unpacked within bounds: a small answer that unpacks to gigabytes stops early."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cranfield.live.failure import Failed

if TYPE_CHECKING:
    from cranfield.live.failure import Failure

__all__ = ["Reply", "unpacked"]

_STEP = 1 << 16


@dataclass(frozen=True)
class Reply:
    """What came back, when, and why it is of no use if it is not; times are of `time.perf_counter`."""

    sent: float
    ended: float
    status: int | None = None
    body: bytes = b""
    size: int = 0  # bytes as they came
    failure: Failure | None = None


def unpacked(raw: bytes, encoding: str, largest: int) -> bytes:
    """The answer as the engine wrote it."""
    kind = encoding.strip().lower()
    if kind in ("", "identity"):
        return raw
    if kind not in ("gzip", "x-gzip", "deflate"):
        raise Failed("live-encoding", encoding=kind)
    # 32 is for the header of gzip or zlib; some servers send deflate without any
    for bits in (zlib.MAX_WBITS | 32, -zlib.MAX_WBITS):
        try:
            return _inflated(raw, bits, largest)
        except zlib.error:
            continue
    raise Failed("live-unpacked", encoding=kind)


def _inflated(raw: bytes, bits: int, largest: int) -> bytes:
    inflater = zlib.decompressobj(bits)
    parts: list[bytes] = []
    size, left = 0, raw
    while left and not inflater.eof:
        part = inflater.decompress(left, _STEP)
        left = inflater.unconsumed_tail
        size += len(part)
        if size > largest:
            raise Failed("live-too-large", most=largest)
        parts.append(part)
    if not inflater.eof:
        raise zlib.error("cut off")
    return b"".join(parts)
