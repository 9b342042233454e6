"""The highest grade there is, for measures that need to know what the best document would be worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.core.param import number
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from cranfield.core.batch import Batch

__all__ = ["max_grade_param", "top_grade"]

# the ERR of ir_measures is that of gdeval, which knows the grades of the TREC web tracks only
_FIXED = {("ir_measures", "ERR"): 4.0}


def max_grade_param() -> Any:
    """The highest grade of the scale; taken from the judgments if not given."""
    return number(None, lo=0, above=True, help="the highest grade of the scale; if not given, that of the judgments")


def top_grade(batch: Batch, given: float | None, name: str) -> float:
    """The highest grade of the scale; refuses one that a judgment exceeds."""
    seen = float(batch.facts.get("max_grade", 0.0))
    if given is None and (fixed := _FIXED.get((batch.policy.profile, name))) is not None:
        if fixed < seen:
            profile = batch.policy.profile
            raise MeasureError("grade-beyond-profile", measure=name, profile=profile, most=fixed, seen=seen)
        return fixed
    if given is None:
        return seen if seen > 0 else 1.0  # with no grade above 0 nothing is worth anything on any scale
    if given < seen:
        raise MeasureError("grade-beyond-scale", measure=name, seen=seen, given=given)
    return given
