"""Which of several files are judgments and which are runs, by their first lines; what could be both is asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.errors import CranfieldError, InputError
from cranfield.io.bytes.source import Source
from cranfield.io.join.run import all_rows
from cranfield.io.read.formats import known_by_magic
from cranfield.io.read.open import open_input

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["judgments_first"]


def judgments_first(files: Sequence[str]) -> int:
    """How many files are judgments before the first run; the first file always is."""
    for at, path in enumerate(files[1:], 1):
        if not _is_judgments(path):
            return at
    return len(files)


def _is_judgments(path: str) -> bool:
    if path == "-":  # it can be read only once
        raise InputError("judges-which-files", path="standard input")
    source = Source(path, hashed="never")
    head = source.head()
    lines = head[: head.rfind(b"\n") + 1]
    if known_by_magic(head) is None and lines and not lines.lstrip().startswith((b"[", b"{\n", b"{\r")):
        source = Source(lines, name=path)
    judged, ranked = _reads(source, "qrels"), _reads(source, "run")
    if judged and ranked:
        raise InputError("judges-which-files", path=path)
    return judged


def _reads(source: Source, kind: str) -> bool:
    """Whether it can be read as this; what cannot be read at all is told when it is."""
    try:
        return all_rows(open_input(source, kind)) is not None
    except CranfieldError:
        return False
