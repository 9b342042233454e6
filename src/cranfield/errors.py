"""Everything Cranfield raises on purpose.

CranfieldError            the root: catch this to catch all of ours
├── MeasureError          a measure's name or parameter is wrong, or the data cannot feed it
├── PolicyError           a policy or profile that does not exist or contradicts itself
└── InputError            the data cannot be read or joined; knows the file and the line
    └── DuplicateError    one query lists or judges a document twice
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["CranfieldError", "DuplicateError", "InputError", "MeasureError", "PolicyError", "did_you_mean"]


class CranfieldError(Exception):
    """The root of the tree."""


class MeasureError(CranfieldError, ValueError):
    """A measure's name or parameter is wrong, or the data cannot feed it."""


class PolicyError(CranfieldError, ValueError):
    """A policy or profile that does not exist or contradicts itself."""


class InputError(CranfieldError, ValueError):
    """The data cannot be read or joined; the message starts with the place."""

    def __init__(self, what: str, *, source: str | None = None, line: int | None = None) -> None:
        self.what, self.source, self.line = what, source, line
        place = "" if source is None else f"{source}: " if line is None else f"{source} line {line}: "
        super().__init__(place + what)


class DuplicateError(InputError):
    """One query lists or judges a document twice."""


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """The nearest valid spelling as the tail of a message, or nothing."""
    from difflib import get_close_matches  # noqa: PLC0415 (only mistakes need it)

    lowered = {choice.lower(): choice for choice in choices}
    close = get_close_matches(word.lower(), lowered, n=1, cutoff=0.6)
    return f"; did you mean {lowered[close[0]]}?" if close else ""
