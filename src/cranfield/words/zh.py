"""Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["NOUNS", "SENTENCES", "STEPS"]

NOUNS: dict[str, str] = {}

SENTENCES: dict[str, Template] = {}

# what a step of an explanation is called, and how it comes about
STEPS: dict[str, tuple[Template, Template]] = {}
