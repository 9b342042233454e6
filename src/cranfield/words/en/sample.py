"""The words of the study that `cranfield serve --demo` shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["SAMPLE"]

SAMPLE: dict[str, Template] = {
    "demo-title": "Help pages of an outdoor shop",
    "demo-guide-ask": "A customer types the query into the search box of the shop. Would this page help?",
    "demo-guide-alone": "Judge the page alone, whatever else was found: what it says, not how well it is written.",
    "demo-guide-skip": "Skip what you are unsure about; it comes back at the end.",
    "demo-grade-0": "no help",
    "demo-grade-1": "touches it",
    "demo-grade-2": "helps",
    "demo-grade-3": "answers it",
    "demo-helpful": "helpful",
    "demo-clear": "clear",
    "demo-complete": "complete",
    "demo-comment": "I was not sure: only the last sentence is about it.",
}
