"""Everything Cranfield raises on purpose: a key and its fields, which `words` turns into a sentence.

CranfieldError            the root: catch this to catch all of ours
├── MeasureError          a measure's name or parameter is wrong, or the data cannot feed it
│   └── NoSuchMeasureError   results or a comparison have no such measure; a KeyError too
├── PolicyError           a policy or profile that does not exist or contradicts itself
├── MissingPackageError   a part of Cranfield needs a package that is not installed; an ImportError too
└── InputError            the data cannot be read or joined; knows the file and the line
    ├── DuplicateError    one query lists or judges a document twice
    └── StudyError        a study of judgments cannot do what was asked
        └── StudyUnavailableError   not now: it is locked, its disk is full or its server is away
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Self

from cranfield.words import refusals, say

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "CranfieldError", "DuplicateError", "InputError", "MeasureError", "MissingPackageError", "NoSuchMeasureError",
    "PolicyError", "StudyError", "StudyUnavailableError", "did_you_mean", "nearest",
]  # fmt: skip

_LONGEST_PATH = 1000  # characters; a longer one is no path but data
_LONGEST = 200  # characters; a longer word is no slip of the pen


class CranfieldError(Exception):
    """The root of the tree: what happened as a key, and what it happened to as fields.

    A sentence may stand in place of a key, as measures of a user's own will have it.
    """

    def __init__(self, key: str, /, **fields: Any) -> None:
        super().__init__(key)
        self.key, self.fields = key, fields

    def told(self, *, language: str = "en", voice: str = "python") -> str:
        """The sentence in a language; `voice` says how settings are written, in python or in a shell."""
        return say(self.key, self.fields, language=language, voice=voice)

    def __str__(self) -> str:
        return self.told()

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (type(self), self.key, vars(self))


def _made(kind: type[CranfieldError], key: str, held: dict[str, Any]) -> CranfieldError:
    """An error as it was before it was pickled."""
    made = kind(key)
    vars(made).update(held)
    return made


class MeasureError(CranfieldError, ValueError):
    """A measure's name or parameter is wrong, or the data cannot feed it."""


class NoSuchMeasureError(MeasureError, KeyError):
    """Results or a comparison were asked for a measure that they have not got."""


class PolicyError(CranfieldError, ValueError):
    """A policy or profile that does not exist or contradicts itself."""


class MissingPackageError(CranfieldError, ImportError):
    """A part of Cranfield needs a package that an extra brings, and it is not installed."""


class InputError(CranfieldError, ValueError):
    """The data cannot be read or joined; the sentence starts with the place."""

    def __init__(
        self, key: str, /, *, source: str | None = None, line: int | None = None, row: int | None = None, **fields: Any
    ) -> None:
        super().__init__(key, **fields)
        self.source, self.line, self.row = source, line, row

    @property
    def what(self) -> str:
        """The sentence without the place."""
        return say(self.key, self.fields)

    def at(self, *, source: str | None = None, line: int | None = None, row: int | None = None) -> Self:
        """The same error, with the place where it happened."""
        return type(self)(
            self.key,
            source=self.source if source is None else source,
            line=self.line if line is None else line,
            row=self.row if row is None else row,
            **self.fields,
        )

    def told(self, *, language: str = "en", voice: str = "python") -> str:
        """The place and the sentence."""
        source = self.source if self.source is None else self.source[:_LONGEST_PATH]
        place = say("place", {"source": source, "line": self.line, "row": self.row}, language=language)
        return place + super().told(language=language, voice=voice)


class DuplicateError(InputError):
    """One query lists or judges a document twice."""


class StudyError(InputError):
    """A study of judgments cannot do what was asked."""


class StudyUnavailableError(StudyError):
    """A study cannot be read or written for the moment; nothing was changed, and trying again may help."""


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """The nearest valid spelling as the tail of a message, or nothing."""
    near = nearest(word, choices)
    return f"; did you mean {near}?" if near else ""


def nearest(word: Any, choices: Iterable[str]) -> str | None:
    """The nearest valid spelling, if one is near."""
    if not isinstance(word, str) or len(word) > _LONGEST:
        return None
    from difflib import get_close_matches  # noqa: PLC0415 (only mistakes need it)

    lowered = {choice.lower(): choice for choice in choices}
    close = get_close_matches(str.lower(word), lowered, n=1, cutoff=0.6)
    return lowered[close[0]] if close else None


refusals["no-language"] = partial(InputError, "no-language")
