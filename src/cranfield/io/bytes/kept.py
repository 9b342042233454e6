"""What can be read only once, such as a pipe, kept to be read again: in memory, or on disk if it is long."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from cranfield.io.bytes.stream import BLOCK

__all__ = ["forget", "keep"]

_IN_MEMORY = 32 << 20


def keep(stream: Any) -> bytes | Path:
    """All bytes of a stream of bytes or text, or a file of ours that holds them."""
    held: list[bytes] = []
    file: IO[bytes] | None = None
    try:
        while block := stream.read(BLOCK):
            held.append(block.encode() if isinstance(block, str) else bytes(block))
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
