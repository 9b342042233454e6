"""What the arguments of those who measure parts must be."""

from __future__ import annotations

from typing import Any

from cranfield.core.arguments import ANY_SEED, DRAWS, Rule, instance, optional
from cranfield.core.states.drawn import Draws
from cranfield.scale.cuts import Cut

__all__ = ["ABOVE", "ADAPT", "BUCKET", "CUT", "DRAWN"]


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63


def _is_bucket(value: Any) -> bool:
    return all(map(_is_count, value if isinstance(value, list | tuple) else [value]))


def _is_drawn(value: Any) -> bool:
    return isinstance(value, Draws) and DRAWS.test(value.resamples) and ANY_SEED.test(value.seed)


def _is_above(value: Any) -> bool:
    return isinstance(value, tuple | list) and len(value) == 2 and all(map(_is_count, value))


ADAPT = optional(Rule("be-function", callable))
DRAWN = optional(Rule("be-drawn", _is_drawn))
CUT = optional(instance("be-cut", Cut))
BUCKET = optional(Rule("be-bucket", _is_bucket))
ABOVE = optional(Rule("be-above", _is_above))
