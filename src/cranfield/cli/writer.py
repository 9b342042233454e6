"""The one way out: text to a file, whole or not at all, or to standard output."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["reader_may_leave", "refuse_overwriting", "write_bytes", "write_text"]

STANDARD_INPUT = 0


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """What is written to a pipe that nobody reads any more is dropped, and the command goes on to its status."""
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the last flush stays quiet too


def write_text(text: str, output: str | None) -> None:
    """To a file, or to standard output.

    A file is written beside its place and then moved there: whoever reads it sees the old one or the new one, and a
    full disk leaves the old one as it was.
    """
    if output is None or output == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    write_bytes(text.encode("utf-8", "surrogateescape"), output)  # names of files need not be UTF-8


def write_bytes(data: bytes, output: str | None) -> None:
    """The same for what is no text."""
    if output is None or output == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    try:
        _replace(Path(output), data)
    except OSError as error:
        raise InputError("not-writable", source=output, why=error.strerror or str(error)) from None
    except ValueError:  # a NUL in the name
        raise InputError("not-writable", source=output, why="no such name is possible") from None


def _replace(target: Path, data: bytes) -> None:
    if target.exists() and not target.is_file():  # a device or a pipe has no beside
        target.write_bytes(data)
        return
    target = target.resolve()  # a link stays a link
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_permissions(target))
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _permissions(target: Path) -> int:
    """Those of the file that is replaced, or those of any new file."""
    with suppress(OSError):
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def refuse_overwriting(output: str | None, inputs: Iterable[str | None]) -> None:
    """Results never replace the data that they come from, by whatever name or link either is known."""
    if output is None or output == "-":
        return
    target = _identity(output)
    if target is None:
        return
    for name in inputs:
        if name is not None and _identity(STANDARD_INPUT if name == "-" else name) == target:
            raise InputError("output-is-input", source=output)


def _identity(name: str | int) -> tuple[int, int] | None:
    """What a file is, whatever it is called; None if there is none."""
    try:
        seen = os.stat(name)  # noqa: PTH116 (it may be a number)
    except (OSError, ValueError):
        return None
    return seen.st_dev, seen.st_ino
