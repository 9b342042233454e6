"""How large the batches of an Arrow file are once they are unpacked, told from their messages alone.

pyarrow unpacks a batch as a whole and does not say before how large it will be. The layout is that of Arrow's
Message.fbs and File.fbs: tables of flatbuffers, whose fields are found through a list of offsets before the table, and
behind each message a body of buffers; a compressed buffer begins with its size.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MAGIC", "unpacked_size"]

MAGIC = b"ARROW1"
_CONTINUES = 0xFFFFFFFF  # stands before the size of a message since Arrow 0.15
_DICTIONARY, _BATCH = 2, 3  # what a message may hold, besides a schema


def unpacked_size(data: pa.NativeFile) -> int:
    """The bytes of all batches of a file or a stream, unpacked; raises ArrowInvalid where it is damaged."""
    try:
        data.seek(0)
        places = _of_file(data) if data.read(len(MAGIC)) == MAGIC else _of_stream(data)
        return sum(_unpacked(data, at) for at in places)
    except (struct.error, OverflowError, IndexError) as error:
        message = f"a message in it cannot be read: {error}"
        raise pa.ArrowInvalid(message) from None


def _of_file(data: pa.NativeFile) -> Iterator[int]:
    """Where the messages of a file begin, as its footer tells."""
    end = data.size() - len(MAGIC) - 4
    data.seek(max(end, 0))
    (size,) = struct.unpack("<i", data.read(4))
    footer = _read(data, end - size, size)
    root = _follow(footer, 0)
    for number in (2, 3):  # dictionaries, batches
        first, count = _vector(footer, root, number)
        for at in range(count):
            yield struct.unpack_from("<q", footer, first + 24 * at)[0]


def _of_stream(data: pa.NativeFile) -> Iterator[int]:
    """Where the messages of a stream begin: each behind the body of the one before."""
    at = 0
    while at < data.size():
        message, body = _message(data, at)
        if not message:
            return
        yield at
        root = _follow(message, 0)
        field = _field(message, root, 3)
        at = body + (struct.unpack_from("<q", message, field)[0] if field else 0)
        if at < body:
            raise struct.error("a body of less than no bytes")


def _message(data: pa.NativeFile, at: int) -> tuple[bytes, int]:
    """A message, and where its body begins; none at the end of a stream."""
    head = _read(data, at, min(8, data.size() - at))
    if len(head) < 4:
        return b"", at
    (size,) = struct.unpack_from("<I", head)
    begin = at + 4
    if size == _CONTINUES:
        (size,) = struct.unpack_from("<I", head, 4)
        begin += 4
    return _read(data, begin, size), begin + size


def _unpacked(data: pa.NativeFile, at: int) -> int:
    """The bytes of the batch of one message."""
    message, body = _message(data, at)
    root = _follow(message, 0)
    kind, header = _field(message, root, 1), _field(message, root, 2)
    if not kind or not header or message[kind] not in (_DICTIONARY, _BATCH):
        return 0
    batch = _follow(message, header)
    if message[kind] == _DICTIONARY:
        inside = _field(message, batch, 1)
        if not inside:
            return 0
        batch = _follow(message, inside)
    first, count = _vector(message, batch, 2)
    packed, total = _field(message, batch, 3), 0
    for place, size in struct.iter_unpack("<qq", message[first : first + 16 * count]):
        total += _size(data, body + place, size) if packed else size
    return total


def _size(data: pa.NativeFile, at: int, size: int) -> int:
    """The bytes of a buffer of so many packed ones; -1 before it says that it is not packed."""
    if size < 8:
        return 0
    (found,) = struct.unpack("<q", _read(data, at, 8))
    return size - 8 if found == -1 else max(found, 0)


def _read(data: pa.NativeFile, at: int, size: int) -> bytes:
    if not 0 <= at <= at + size <= data.size():
        raise struct.error("a place outside of the file")
    data.seek(at)
    found: bytes = data.read(size)
    return found


def _follow(table: bytes, at: int) -> int:
    """Where the offset at a place points to."""
    return at + struct.unpack_from("<I", table, at)[0]


def _field(table: bytes, root: int, number: int) -> int:
    """Where a field of a table is; 0 if it is left out."""
    offsets = root - struct.unpack_from("<i", table, root)[0]
    (size,) = struct.unpack_from("<H", table, offsets)
    slot = 4 + 2 * number
    step = struct.unpack_from("<H", table, offsets + slot)[0] if slot < size else 0
    return root + step if step else 0


def _vector(table: bytes, root: int, number: int) -> tuple[int, int]:
    """Where the first member of a list is, and how many there are."""
    field = _field(table, root, number)
    if not field:
        return 0, 0
    begin = _follow(table, field)
    return begin + 4, struct.unpack_from("<I", table, begin)[0]
