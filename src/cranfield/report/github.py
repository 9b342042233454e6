"""Verdicts of a gate as Markdown for the summary of a job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.report.markdown import escape
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.verdict import Verdict

__all__ = ["render_github"]

_SIGNS = {"passed": "✅", "failed": "❌", "undecided": "❓"}


def render_github(verdicts: Sequence[Verdict], *, language: str = "en") -> str:
    """A heading that says how it went, and a table with the numbers that decided each rule."""
    counts = {status: sum(each.status == status for each in verdicts) for status in _SIGNS}
    heading = say("gate-summary", {"total": len(verdicts), **counts}, language=language)
    rule, numbers = say("gate-column-rule", {}, language=language), say("gate-column-numbers", {}, language=language)
    lines = [f"### {heading}", "", f"| | {rule} | {numbers} |", "|---|---|---|"]
    for each in verdicts:
        cells = (_SIGNS[each.status], escape(each.title(language=language)), escape(each.because(language=language)))
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
