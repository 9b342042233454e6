"""Bytes on their way from where they lie: hashed as they are, decompressed, and kept if they can be read only once."""

from __future__ import annotations

import io
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = [
    "BLOCK", "COMPRESSED", "Hashing", "blocks_of", "compression_of", "decompressed", "forget", "is_damage", "keep"
]  # fmt: skip

_BITS = 1 << 12  # bytes
BLOCK = 4 << 20  # large enough to keep several threads busy, small enough to stay in the cache
_MAGIC = {
    b"\x1f\x8b": "gz",
    b"BZh": "bz2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zst",
}
COMPRESSED = tuple(f".{kind}" for kind in _MAGIC.values())  # how names of compressed files end
_IN_MEMORY = 32 << 20


def compression_of(start: bytes) -> str | None:
    """How a file that begins like this is compressed."""
    return next((kind for magic, kind in _MAGIC.items() if start.startswith(magic)), None)


def decompressed(raw: Any, compression: str | None) -> Any:
    """A stream of what was compressed."""
    # each is loaded by the files that need it
    if compression == "gz":
        import gzip  # noqa: PLC0415

        return gzip.GzipFile(fileobj=_InBits(raw))  # type: ignore[call-overload,unused-ignore]  # read is all it needs
    if compression == "bz2":
        import bz2  # noqa: PLC0415

        return bz2.BZ2File(raw)
    if compression == "xz":
        import lzma  # noqa: PLC0415

        return lzma.LZMAFile(raw)
    if compression == "zst":
        import pyarrow as pa  # noqa: PLC0415

        return pa.CompressedInputStream(pa.PythonFile(raw, mode="r"), "zstd")
    return raw


class _InBits:
    """Reads little at once.

    Since Python 3.12 gzip reads 128 KB ahead, of which nobody knows yet how far they unpack: a hundred times as much
    would be let through.
    """

    def __init__(self, raw: Any) -> None:
        self.raw = raw

    def read(self, size: int = -1, /) -> bytes:
        """A few bytes."""
        found: bytes = self.raw.read(_BITS if size < 0 else min(size, _BITS))
        return found


def is_damage(error: Exception) -> bool:
    """Whether this is what reading or decompressing a damaged file raises."""
    import lzma  # noqa: PLC0415 (when something was raised)
    import zlib  # noqa: PLC0415

    return isinstance(error, (OSError, EOFError, ValueError, MemoryError, zlib.error, lzma.LZMAError))


class Hashing(io.RawIOBase):
    """Passes bytes through and hashes them on the way."""

    def __init__(self, raw: BinaryIO, progress: Callable[[int], None] | None, *, hashed: bool = True) -> None:
        self.raw, self.progress, self.done, self.digest = raw, progress, 0, None
        if hashed:
            import hashlib  # noqa: PLC0415 (not every reading needs it)

            self.digest = hashlib.sha256()

    @property
    def hexdigest(self) -> str | None:
        """The hash of what was read so far."""
        return None if self.digest is None else self.digest.hexdigest()

    def readable(self) -> bool:
        """Always."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """Bytes from the raw input."""
        block = self.raw.read(size)
        self._hear(block)
        return block

    def _hear(self, block: bytes | memoryview) -> None:
        if self.digest is not None:
            self.digest.update(block)
        self.done += len(block)
        if self.progress is not None:
            self.progress(self.done)

    def readinto(self, buffer: Any, /) -> int:
        """Bytes into a buffer."""
        count: int = self.raw.readinto(buffer)  # type: ignore[attr-defined]
        self._hear(memoryview(buffer)[:count])
        return count

    def drain(self) -> None:
        """Read what a decompressor left behind, so that the hash is of the whole file."""
        while self.read(BLOCK):
            pass

    def close(self) -> None:
        """Close the raw input too."""
        self.raw.close()
        super().close()


def blocks_of(stream: Any) -> Iterator[bytes]:
    """The bytes of a stream of bytes or text."""
    while block := stream.read(BLOCK):
        yield block.encode() if isinstance(block, str) else bytes(block)


def keep(blocks: Iterable[bytes]) -> bytes | Path:
    """All bytes together, or a file of ours that holds them."""
    held: list[bytes] = []
    file: IO[bytes] | None = None
    try:
        for block in blocks:
            held.append(block)
            if sum(map(len, held)) > _IN_MEMORY:
                file = file or tempfile.NamedTemporaryFile(prefix="cranfield-", delete=False)  # noqa: SIM115
                file.writelines(held)
                held.clear()
        if file is None:
            return b"".join(held)
        file.writelines(held)
    except BaseException:
        if file is not None:
            forget(Path(file.name), os.getpid())
        raise
    finally:
        if file is not None:
            file.close()
    return Path(file.name)


def forget(path: Path, owner: int) -> None:
    """Remove a file of ours; a copy of this process has copies of what will call this, and must not."""
    if os.getpid() == owner:
        with suppress(OSError):
            path.unlink()
