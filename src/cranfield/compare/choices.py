"""What may be chosen of, and which side of a difference a test looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.errors import MeasureError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["SIDES", "check_choice"]

SIDES = {"two-sided": 0, "better": 1, "worse": -1}


def check_choice(name: str, given: str, choices: Sequence[str]) -> None:
    """Refuse what is not among the choices."""
    if given not in choices:
        near = nearest(given, choices)
        raise MeasureError("compare-choice", name=name, choices=list(choices), given=given, near=near)
