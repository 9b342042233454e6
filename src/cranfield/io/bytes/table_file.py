"""The bytes of a table for readers that jump about in it: read from a file as they are asked for, or in memory."""

from __future__ import annotations

import os
import weakref
from typing import TYPE_CHECKING

import pyarrow as pa

from cranfield.io.bytes.stream import forget, keep

if TYPE_CHECKING:
    from cranfield.io.bytes.source import Source

__all__ = ["TableFile"]


class TableFile:
    """A table for readers on any thread; what they read is a copy that nobody else can change."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.on_disk = source.path is not None and source.compression is None
        if self.on_disk:
            source.hash_aside()
            # pyarrow 18 cannot tell the number of its file, so the same file is open twice: looks before and after tell
            self._seen = source.raw()
            weakref.finalize(self, self._seen.close)
            self.data = pa.OSFile(os.fsencode(source.path or ""))
            source.raw().close()
            return
        # what was compressed lies in a file of ours while it is read, if it is long
        held = keep(source.blocks()) if source.compression else b"".join(source.blocks())
        if isinstance(held, bytes):
            self.data = pa.BufferReader(held)
        else:
            weakref.finalize(self, forget, held, os.getpid())
            self.data = pa.OSFile(os.fsencode(held))

    def refuse_changed(self) -> None:
        """Raise if the file was written to since it was opened: rows of both could be among those that were read."""
        if self.on_disk:
            self._source.refuse_changed(self._seen.fileno())
