"""What the user should know about the data: a key and its fields, counted and said, never guessed away."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Finding"]


@dataclass(frozen=True)
class Finding:
    """Something about the data that the user should know.

    `source` is the file it is about, `subject` the measure; `examples` are a few ids that show it, `lines` where it is.
    """

    key: str
    count: int
    fields: Mapping[str, Any] = field(default_factory=dict)
    severity: str = "note"
    examples: tuple[str, ...] = ()
    source: str | None = None
    lines: tuple[int, ...] = ()
    subject: str | None = None
    wording: str = ""  # the key of its sentence, where the same thing is said in another way

    @property
    def facts(self) -> dict[str, Any]:
        """All that its sentence is made of."""
        return {"count": self.count, "examples": self.examples, **self.fields}

    def sentence(self, *, language: str = "en", voice: str = "python") -> str:
        """What happened, without what it happened to."""
        return say(self.wording or self.key, self.facts, language=language, voice=voice)

    def told(self, *, language: str = "en", voice: str = "python") -> str:
        """The whole message: whom it is about, what happened, and on which lines."""
        name = self.subject or self.source
        about = say("about", {"about": name}, language=language) if name else ""
        lines = say("lines", {"lines": self.lines}, language=language) if self.lines else ""
        return about + self.sentence(language=language, voice=voice) + lines

    @property
    def message(self) -> str:
        """The whole message in English."""
        return self.told()

    def as_dict(self) -> dict[str, Any]:
        """For programs: the facts, and the message for people."""
        return {
            "key": self.key, "count": self.count, "severity": self.severity, "message": self.message,
            "source": self.source, "subject": self.subject, "examples": list(self.examples), "lines": list(self.lines),
            "fields": dict(self.fields),
        }  # fmt: skip

    def __str__(self) -> str:
        return self.message
