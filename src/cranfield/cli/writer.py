"""The one way out: text to a file, whole or not at all, or to standard output."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cranfield.errors import InputError
from cranfield.io.bytes.identity import STANDARD_INPUT, STANDARD_OUTPUT, descriptor_of, identity, printed_over

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "is_printed", "reader_may_leave", "refuse_overwriting", "refuse_printing_over", "refuse_same", "replace_file",
    "write_bytes", "write_text",
]  # fmt: skip


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """What is written to a pipe that nobody reads any more is dropped, and the command goes on to its status."""
    try:
        yield
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the last flush stays quiet too


def is_printed(output: str | None) -> bool:
    """Whether this is standard output, by whatever name."""
    return output is None or output == "-" or descriptor_of(output) == STANDARD_OUTPUT


def write_text(text: str, output: str | None) -> None:
    """To a file, or to standard output.

    A file is written beside its place and then moved there: whoever reads it sees the old one or the new one, and a
    full disk leaves the old one as it was. What is open already, as /dev/stdout is, goes on where it is.
    """
    if output is None or is_printed(output):
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    write_bytes(text.encode("utf-8", "surrogateescape"), output)  # names of files need not be UTF-8


def write_bytes(data: bytes, output: str | None) -> None:
    """The same for what is no text."""
    if output is None or is_printed(output):
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    try:
        _write(output, data)
    except OSError as error:
        raise InputError("not-writable", source=output, why=error.strerror or str(error)) from None
    except ValueError:  # a NUL in the name
        raise InputError("not-writable", source=output, why="no such name is possible") from None


def _write(output: str, data: bytes) -> None:
    stream = descriptor_of(output)
    if stream is None:
        replace_file(Path(output), data)
        return
    with open(stream, "wb", closefd=False) as file:
        file.write(data)


def replace_file(target: Path, data: bytes) -> None:
    """Write a file whole, or leave it as it was."""
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(target.stat().st_mode):  # a device or a pipe has no beside
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
    names = list(inputs)
    refuse_same(output, names)
    refuse_printing_over(names)


def refuse_printing_over(inputs: Iterable[str | None]) -> None:
    """What is printed is never written into the data that it comes from, as with `>> run.txt`."""
    name = printed_over(inputs)
    if name is not None:
        raise InputError("output-is-input", source="standard input" if name == "-" else name)


def refuse_same(output: str | None, others: Iterable[str | None]) -> None:
    """A file that is written is none of the others."""
    if output is None or output == "-":
        return
    target = identity(output)
    if target is None:
        return
    for name in others:
        if name is not None and identity(STANDARD_INPUT if name == "-" else name) == target:
            raise InputError("output-is-input", source=output)
