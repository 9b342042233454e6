"""One row of the catalogue of measures: a question, and what answers it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Choice"]


@dataclass(frozen=True)
class Choice:
    """One question and what answers it; each text is English and Chinese."""

    family: str
    measures: tuple[str, ...]
    question: tuple[str, str]
    ignores: tuple[str, str]
    misleads: tuple[str, str]

    def told(self, language: str = "en") -> tuple[str, str, str]:
        """The question, what is not looked at, and when it misleads."""
        at = 1 if language == "zh" else 0
        return self.question[at], self.ignores[at], self.misleads[at]
