"""What may be said about curves."""

from __future__ import annotations

from dataclasses import replace

from cranfield.core.arguments import CHOICE, NUMBER, TEXT, optional, whole_number
from cranfield.errors import MeasureError

__all__ = ["DEPTH", "OPTIONS"]

DEPTH = whole_number("be-depth", 1, 100_000)
OPTIONS = {
    "points": whole_number("be-points", 2, 10_001),
    "rel": replace(NUMBER, error=MeasureError),
    "query": optional(TEXT),
    "depth": optional(DEPTH),
    "bins": whole_number("be-bins", 1, 1000),
    "by": CHOICE,
}
