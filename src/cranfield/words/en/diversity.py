"""What is said about measures of subtopics."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["FORMULAS", "STEPS"]

FORMULAS: dict[str, Template] = {
    "weight-reciprocal": "1 / rank",
    "weight-patience": "{beta:exact}^(rank - 1)",
    "when-no-subtopic": "no subtopic has a relevant document",
    "elsewhere-first-rank": "at a depth of 1, and only there, the sum is not divided by the most there could be",
}

STEPS: dict[str, tuple[Template, Template]] = {
    "subtopics-of-document": ("subtopics", "subtopics with grade >= {rel:exact}[, up to rank {k}]"),
    "gain-of-new": ("gain", "for each of them (1 - alpha)^(documents above that cover it), alpha = {alpha:exact}"),
    "first-to-cover": ("new", "subtopics with grade >= {rel:exact} that no document above covers[, up to rank {k}]"),
    "subtopic-precision": (
        "share",
        "for each of them the documents so far that cover it / rank / all relevant documents of the subtopic",
    ),
    "subtopics-with-relevant": ("subtopics", "subtopics with a document of grade >= {rel:exact}"),
    "new-together": ("gained", "sum of the terms"),
    "new-ideal": ("ideal", "the same sum for the best order of all judged documents, each time the one that adds most"),
    "new-most": (
        "most",
        (
            "the same sum for {k} documents that each cover every subtopic: subtopics x sum of (1 - alpha)^(rank - 1)"
            " x weight, alpha = {alpha:exact}"
        ),
    ),
    "pairs": ("pairs", "sum of these"),
    "ap-together": ("sum", "sum of these shares"),
    "subtopics-covered": ("covered", "sum of these"),
    "new-over-most": ("{name}", "gained / most"),
    "new-over-ideal": ("{name}", "gained / ideal"),
    "new-most-patient": (
        "most",
        (
            "the same sum if all documents covered every subtopic: subtopics / (1 - (1 - alpha) beta), alpha ="
            " {alpha:exact}, beta = {beta:exact}"
        ),
    ),
    "pairs-over-all": ("{name}", "pairs / ({k} x subtopics)"),
    "ap-over-subtopics": ("{name}", "sum / subtopics"),
    "covered-over-subtopics": ("{name}", "covered / subtopics"),
}
