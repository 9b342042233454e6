"""What the steps of any measure are called, and how each comes about.

A key of one word needs no fields, as a measure of a user's own may use the same word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["STEPS"]

STEPS: dict[str, tuple[Template, Template]] = {
    "undefined-value": ("{name}", "undefined: {why:said}; the policy counts it as {worst:exact}"),
    "floored": ("floored", "at least 0.00001, so that a logarithm exists"),
    "pooled-above": ("above", "the numerators of all, added up"),
    "pooled-below": ("below", "the denominators of all, added up"),
    "pooled-quotient": ("{name}", "above / below"),
    "sum-by-weights": ("weighted sum", "sum of weight x value"),
    "sum-of-weights": ("weights", "sum of the weights of those that have a value"),
    "mean-by-weights": ("{name}", "weighted sum / weights"),
    "by-formula": ("{name}", "{formula}"),
}
