"""What goes wrong when systems are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["COMPARISON"]

COMPARISON: dict[str, Template] = {
    "compare-no-results": "compare: takes the results of systems, not {kind}; make them with evaluate(...)",
    "compare-few": "a comparison needs at least two systems, not {count}; give another one",
    "compare-twice": "two systems are called {name!r}; name them with system=...",
    "compare-no-baseline": "there is no system {name!r} to compare with; there are {names:listed}[; did you mean"
    " {near}?]",
    "compare-no-measures": "the systems share no measure; compute the same for all of them",
    "compare-lacks": "{name} was not computed for {system}; compute it for all systems",
}
