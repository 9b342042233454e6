"""A named input of bytes that can be read more than once, decompressed on the way and hashed as it lies."""

from __future__ import annotations

import io
import os
import sys
import time
import weakref
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, TypeVar

from cranfield.errors import InputError
from cranfield.io.bytes.stream import BLOCK, Hashing, blocks_of, compression_of, decompressed, forget, is_damage, keep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["BLOCK", "BOM", "Source"]

BOM = b"\xef\xbb\xbf"
Block = TypeVar("Block", bytes, memoryview)
_LEAST = 1 << 18
_TAIL = 1 << 16
_HARMLESS = 6 << 20  # unpacked bytes
_TIMES = 100  # as large as a file may be unpacked; runs are ten times, and what is repeated without end a thousand


class Source:
    """Bytes with a name for messages: of a path, of standard input (`-`), of a stream, or in memory.

    A file is never mapped into memory: one that is cut short meanwhile would end the program, and one that is written
    again would change what was read. Whether it stayed the same is looked at whenever it was read to its end.
    """

    def __init__(
        self, what: str | os.PathLike[str] | bytes | BinaryIO, name: str | None = None, *,
        hashed: Literal["now", "later", "never"] = "later",
    ) -> None:  # fmt: skip
        """`hashed` now: by every full reading; later: of a file only when somebody asks, if it is still the same."""
        self.hashed = hashed
        self.path: Path | None = None
        self._memory: bytes | None = None
        self._digest: str | None = None
        self._hasher: Thread | None = None
        self.tail = b""  # the last decompressed bytes of the latest reading
        self._state: tuple[int, ...] = ()  # of a file, when it was opened
        if isinstance(what, bytes):
            self.name, self._memory = name or "bytes", what
        elif isinstance(what, str | os.PathLike):
            self.name = name or os.fspath(what)
            if self.name == "-":
                self.name = "standard input"
                self._keep(sys.stdin.buffer if sys.stdin else io.BytesIO())
            else:
                self.path = Path(what).absolute()  # it may be hashed after the folder was changed
                self._inspect(self.path)
        else:
            self.name = name or str(getattr(what, "name", "stream"))
            self._keep(what)
        if self._memory == b"":
            raise self._error("file-empty")
        if self.hashed == "later" and self._memory is not None:
            self.hashed = "now"  # or the bytes would have to be kept
        with self.raw() as raw:
            self.compression = compression_of(raw.read(8))

    def _keep(self, stream: Any) -> None:
        """Take what can be read only once."""
        found = keep(blocks_of(stream))
        if isinstance(found, bytes):
            self._memory = found
            return
        weakref.finalize(self, forget, found, os.getpid())
        self.path, self._state = found, _state(os.stat(found))  # noqa: PTH116
        self.hashed = "now" if self.hashed == "later" else self.hashed  # or the file would have to be kept

    def _inspect(self, path: Path) -> None:
        try:
            if path.is_dir():
                raise self._error("is-directory")
            if path.is_file() and path.stat().st_size == 0:
                raise self._error("file-empty")
            if not path.is_file():  # a named pipe or <(command)
                self.path = None
                with path.open("rb") as stream:
                    self._keep(stream)
            else:
                self._state = self._settled(path)
        except InputError:
            raise
        except (FileNotFoundError, ValueError):  # a NUL in the name is a ValueError
            raise self._error("no-such-file") from None
        except OSError as error:
            raise self._error("not-readable", given=error.strerror or error) from None

    def _settled(self, path: Path) -> tuple[int, ...]:
        """The state of a file whose last change is older than a tick of its clock: a change within would not show."""
        for _ in range(_TICKS):
            seen = os.stat(path)  # noqa: PTH116
            age = time.time() - seen.st_mtime
            if not 0 <= age < _TICK:
                return _state(seen)
            time.sleep(_TICK - age)
        raise self._error("file-changed")

    def _error(self, key: str, **fields: Any) -> InputError:
        return InputError(key, source=self.name, **fields)

    def raw(self) -> BinaryIO:
        """The bytes as they lie, compressed or not."""
        if self._memory is not None:
            return io.BytesIO(self._memory)
        assert self.path is not None
        try:
            file = self.path.open("rb", buffering=0)
        except OSError as error:
            raise self._error("not-readable", given=error.strerror or error) from None
        try:
            self.refuse_changed(file.fileno())
        except InputError:
            file.close()
            raise
        return file

    def refuse_changed(self, file: int) -> None:
        """Raise if an open file is not, or no longer, the one that this was opened as."""
        # what else is known of a file changes when it gets another name or none, which harms nobody who reads it
        if self.path is not None and _state(os.fstat(file))[:_CONTENT] != self._state[:_CONTENT]:
            raise self._error("file-changed")

    @property
    def size(self) -> int:
        """How many bytes there are as they lie, compressed or not."""
        return len(self._memory) if self._memory is not None else os.stat(self.path or "").st_size  # noqa: PTH116

    @property
    def block_size(self) -> int:
        """Smaller blocks for a small file, so that there is something for every core."""
        return min(BLOCK, max(self.size >> 2, _LEAST))

    def blocks(self, size: int | None = None, *, progress: Callable[[int], None] | None = None) -> Iterator[bytes]:
        """The decompressed bytes from the start, cut anywhere, without a byte order mark.

        `progress` hears how many raw bytes were read.
        """
        with self._stream(progress) as (stream, packed):
            done = 0
            while block := stream.read(size or BLOCK):
                done += len(block)
                yield self._heard(block, done, packed.done)

    def blocks_into(
        self, buffers: Iterator[memoryview], *, progress: Callable[[int], None] | None = None
    ) -> Iterator[memoryview]:
        """The same, read into buffers, whose filled parts are returned: nothing has to be copied."""
        with self._stream(progress) as (stream, packed):
            done = 0
            for buffer in buffers:
                count = stream.readinto(buffer)
                if not count:
                    break
                done += count
                yield self._heard(buffer[:count], done, packed.done)

    def _heard(self, block: Block, done: int, packed: int) -> Block:
        """A block without a byte order mark; `done` bytes end with it, which were `packed` bytes."""
        if self.compression is not None and done > max(_HARMLESS, _TIMES * packed):
            raise self._error("unpacks-too-far", times=_TIMES)
        self.tail = (b"" if len(block) >= _TAIL else self.tail[len(block) - _TAIL :]) + bytes(block[-_TAIL:])
        return block[len(BOM) :] if done == len(block) and block[: len(BOM)] == BOM else block

    @contextmanager
    def _stream(self, progress: Callable[[int], None] | None) -> Iterator[tuple[Any, Hashing]]:
        """The decompressed bytes and what they are made of, and a hash when all were read."""
        raw = self.raw()
        hashing = Hashing(raw, progress, hashed=self.hashed == "now")
        self.tail = b""
        with hashing:
            try:
                yield decompressed(hashing, self.compression), hashing
                hashing.drain()
            except Exception as error:  # of many kinds: each decompressor has its own
                if isinstance(error, InputError) or not is_damage(error):
                    raise
                self._refuse_changed_raw(raw)
                if self.compression is None:
                    raise self._error("not-readable-file", error=error) from None
                why = str(error) or "it needs too much memory"
                raise self._error("damaged-file", compression=self.compression, error=why) from None
            self._refuse_changed_raw(raw)
        self._digest = hashing.hexdigest or self._digest

    def _refuse_changed_raw(self, raw: BinaryIO) -> None:
        if self.path is not None:
            self.refuse_changed(raw.fileno())

    def head(self, size: int = 1 << 16) -> bytes:
        """The first decompressed bytes, without a byte order mark."""
        for block in self.blocks(size):
            return block
        raise self._error("file-empty")

    def has_mark(self) -> bool:
        """Whether a byte order mark comes first."""
        with self._stream(None) as (stream, _):
            return bool(stream.read(len(BOM)) == BOM)

    @property
    def sha256(self) -> str:
        """The hash of the bytes as they lie; free after a full read."""
        if self._hasher is not None:
            self._hasher.join()
        if self._digest is None:
            self._digest = self._hash()
        return self._digest

    def _hash_quietly(self) -> None:
        with suppress(InputError, OSError):  # whoever asks for the hash will meet it again
            self._digest = self._hash()

    def _hash(self) -> str:
        with Hashing(self.raw(), None) as raw:
            raw.drain()
            self._refuse_changed_raw(raw.raw)
        assert raw.hexdigest is not None
        return raw.hexdigest

    def hash_aside(self) -> None:
        """Hash the bytes on a thread of their own, while whoever jumps about in them reads them."""
        if self.hashed == "now" and self._hasher is None and self._digest is None:
            self._hasher = Thread(target=self._hash_quietly, daemon=True)
            self._hasher.start()

    def hash_later(self) -> str | None:
        """The hash of a file as it was read some time ago; None if it is no longer the same."""
        if self._digest is None:
            with suppress(InputError, OSError):
                assert self.path is not None
                made = self._hash()
                self._digest = made if _state(os.stat(self.path)) == self._state else None  # noqa: PTH116
        return self._digest

    def describe(self) -> dict[str, Any]:
        """What the signature says of this input; the hash may be a function that makes it."""
        if self.hashed == "never":
            return {"name": self.name}
        return {"name": self.name, "sha256": self.sha256 if self.hashed == "now" else self.hash_later}


_TICK = 0.01  # seconds for which the clock of a file system may stand still
_TICKS = 20  # how long to wait for a file to be left alone
_CONTENT = 4  # how much of the state tells whether the content is the same


def _state(seen: os.stat_result) -> tuple[int, ...]:
    """What changes when a file does."""
    return seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns
