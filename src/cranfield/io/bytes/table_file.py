"""The bytes of a table for readers that jump about in it: read from its file as they are asked for, or in memory."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pyarrow as pa

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
            self.data = pa.OSFile(os.fsencode(source.path or ""))
            self.refuse_changed()
        else:
            self.data = pa.BufferReader(b"".join(source.blocks()))

    def refuse_changed(self) -> None:
        """Raise if the file was written to since it was opened: rows of both could be among those that were read."""
        if self.on_disk:
            self._source.refuse_changed(self.data.fileno())
