"""How much memory there is, and how much may be used."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

from cranfield.core.arguments import Rule
from cranfield.errors import InputError

__all__ = ["MEMORY", "default_limit", "memory_limit"]

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "KI": 2**10, "MI": 2**20, "GI": 2**30, "TI": 2**40}
_WRITTEN = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([KMGT]I?)?B?\s*", re.IGNORECASE)
_LEAST = 64 * 10**6  # bytes; with less no file could be read
_GROUP = Path("/sys/fs/cgroup/memory.max")  # what a container may use


def memory_limit(given: int | str | None) -> int | None:
    """Bytes of `2GB`, `500 MB`, `1.5GiB` or a number; None stays None."""
    if given is None:
        return None
    bytes_ = _read(given)
    if bytes_ is None:
        raise InputError("bad-memory", given=str(given))
    if bytes_ < _LEAST:
        raise InputError("little-memory", given=str(given), least=_LEAST // 10**6)
    return bytes_


def _read(given: Any) -> int | None:
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    found = _WRITTEN.fullmatch(given) if isinstance(given, str) else None
    # a fraction has no largest number, as a float has
    return None if found is None else int(Fraction(found[1]) * _UNITS[(found[2] or "").upper()])


MEMORY = Rule("be-memory", lambda value: value is None or _read(value) is not None)


def default_limit() -> int:
    """Half of the memory of the machine, or of the container; 2 GB if nobody says how much that is."""
    found = []
    with suppress(AttributeError, ValueError, OSError):
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    with suppress(OSError, ValueError):
        found.append(int(_GROUP.read_text()))
    return min(found) // 2 if found else 2 * 10**9
