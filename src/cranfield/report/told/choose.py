"""The choice of a measure as a page: a table of questions for each family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.report.document.blocks import Column, Heading, Prose, Sheet, cell
from cranfield.words import say, translated
from cranfield.words.choices import CHOICES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.report.document.blocks import Block

__all__ = ["choose_page"]


def choose_page(families: Sequence[str], *, language: str = "en") -> list[Block]:
    """What to measure for which question, what it does not look at, and when it misleads."""
    names = [
        Column(translated(name, language=language)) for name in ("question", "measures", "ignores", "misleads when")
    ]
    blocks: list[Block] = [Heading(say("choose-title", {}, language=language), 1)]
    for family in families:
        rows = []
        for each in CHOICES:
            if each.family == family:
                question, ignores, misleads = each.told(language)
                listed = (question, ", ".join(each.measures), ignores, misleads)
                rows.append([cell(text, "strong" if at == 1 else "") for at, text in enumerate(listed)])
        if rows:
            blocks += [Heading(translated(family, language=language)), Sheet(names, rows, lined=True)]
    return [*blocks, Prose(say("choose-hint", {}, language=language), faint=True)]
