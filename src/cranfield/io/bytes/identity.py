"""Which file a name or an open stream stands for, whatever it is called."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["STANDARD_INPUT", "STANDARD_OUTPUT", "descriptor_of", "identity", "printed_over"]

STANDARD_INPUT, STANDARD_OUTPUT = 0, 1
_MOST_LINKS = 40  # as Linux follows
_STREAMS = ("/proc/self/fd", "/proc/thread-self/fd", "/dev/fd")  # folders of what this process has open


def identity(name: str | int) -> tuple[int, int] | None:
    """What a file is, whatever it is called; None if there is none."""
    try:
        seen = os.stat(name)  # noqa: PTH116 (it may be a number)
    except (OSError, ValueError):
        return None
    return seen.st_dev, seen.st_ino


def printed_over(inputs: Iterable[str | None]) -> str | None:
    """The first of these files that standard output is written to."""
    try:
        seen = os.fstat(STANDARD_OUTPUT)
    except OSError:
        return None
    if not stat.S_ISREG(seen.st_mode):
        return None
    printed = seen.st_dev, seen.st_ino
    same = (each for each in inputs if each and identity(STANDARD_INPUT if each == "-" else each) == printed)
    return next(same, None)


def descriptor_of(name: str) -> int | None:
    """The number of the open stream that a name stands for, as /dev/stdout and /dev/fd/3 do, or a link to them."""
    folders = [os.path.realpath(each) for each in _STREAMS]
    for _ in range(_MOST_LINKS if "\0" not in name else 0):
        place = Path(os.path.realpath(Path(name).parent), Path(name).name)
        if str(place.parent) in folders and place.name.isdecimal():
            return int(place.name)
        if not place.is_symlink():
            return None
        name = str(place.parent / place.readlink())
    return None
