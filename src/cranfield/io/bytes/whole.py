"""All bytes of a source at once: mapped into memory where they lie in a file as they are needed."""

from __future__ import annotations

import mmap
from contextlib import suppress
from typing import TYPE_CHECKING

import pyarrow as pa

if TYPE_CHECKING:
    from cranfield.io.bytes.source import Source

__all__ = ["WholeBytes", "is_mapped"]


class WholeBytes:
    """The bytes of a table for any number of readers: mapped, or decompressed once."""

    def __init__(self, source: Source) -> None:
        self._map: mmap.mmap | None = None
        if is_mapped(source):
            source.hash_aside()
            with source.raw() as file:
                try:
                    self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
                except ValueError as error:  # it is empty by now
                    raise OSError(error) from None
        self._held = pa.py_buffer(b"".join(source.blocks()) if self._map is None else self._map)

    def open(self) -> pa.BufferReader:
        """A reader, one for each thread."""
        return pa.BufferReader(self._held)

    def forget(self, begin: int, end: int) -> None:
        """Take bytes that are done with out of memory, where a mapped file stays as long as it is read.

        Who asks for them again gets them from the file.
        """
        if self._map is None or not hasattr(mmap, "MADV_DONTNEED"):  # as on Windows
            return
        begin, end = -(-begin // mmap.PAGESIZE) * mmap.PAGESIZE, min(end, len(self._map))
        if 0 <= begin < end:
            with suppress(OSError):  # of a system that does not want to
                self._map.madvise(mmap.MADV_DONTNEED, begin, end - begin)


def is_mapped(source: Source) -> bool:
    """Whether the bytes lie in a file as they are needed."""
    return source.path is not None and source.compression is None
