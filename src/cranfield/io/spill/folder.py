"""A temporary folder that goes away when it is left; one whose process was killed goes away at the next start."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

try:
    import fcntl
except ImportError:  # Windows, where an open file cannot be removed, which tells as much
    fcntl = None  # type: ignore[assignment]

from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["remove_stale", "temporary_folder"]

_PREFIX = "cranfield-rows-"
_LOCK = "in-use"
_ENDS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
_YOUNG = 3600.0  # seconds in which a folder without a lock may still be one that is just made


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder of its own, in the folder for temporary files (TMPDIR)."""
    named = os.environ.get("TMPDIR")
    if named and not Path(named).is_dir():  # Python would take another one, on a disk that nobody meant
        raise InputError("no-temporary-folder", folder=named)
    remove_stale()
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    # a lock, and not a number of a process, tells that somebody is there: the system lets it go with the process
    lock = (folder / _LOCK).open("wb")
    try:
        _locked(lock.fileno())
        with _ended_in_order():
            yield folder
    finally:
        lock.close()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """Have `kill` and a terminal that closes end the process as Ctrl-C does, so that the folder goes.

    Who asked for something else has it.
    """

    def end(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    own = threading.current_thread() is threading.main_thread()
    taken = [each for each in _ENDS if own and signal.getsignal(each) == signal.SIG_DFL]
    for each in taken:
        signal.signal(each, end)
    try:
        yield
    finally:
        for each in taken:
            signal.signal(each, signal.SIG_DFL)


def remove_stale() -> None:
    """Remove the folders of processes that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(_PREFIX + "*"):
        with suppress(OSError):
            if not folder.is_symlink() and folder.is_dir() and _is_mine(folder) and _is_left(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _is_mine(folder: Path) -> bool:
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()


def _is_left(folder: Path) -> bool:
    """Whether nobody holds its lock."""
    try:
        lock = (folder / _LOCK).open("rb+")
    except FileNotFoundError:
        # our folders have a lock from the first moment on; another's that is called alike is none of our business
        return not any(folder.iterdir()) and time.time() - folder.stat().st_mtime > _YOUNG
    with lock:
        if fcntl is None:
            lock.close()
            (folder / _LOCK).unlink()  # which fails while it is open elsewhere
            return True
        return _locked(lock.fileno())


def _locked(file: int) -> bool:
    """Take the lock, if nobody has it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
