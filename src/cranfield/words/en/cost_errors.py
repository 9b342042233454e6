"""What is wrong with the cost of requests, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["COST_ERRORS"]

COST_ERRORS: dict[str, Template] = {
    # the table of a pass
    "pass-mode": "the mode of a pass must be one of {modes:all}, not {mode!r:.40}",
    "cost-column": "the table of a pass has no column {name!r:.40}; it has {names:all}",
    "cost-metadata": "what stands beside its columns under cranfield.cost is damaged; measure again",
}
