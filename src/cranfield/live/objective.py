"""What an engine has to hold: `p99<=200ms`, with `errors<=0.1%` unless something else is said."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cranfield.errors import InputError

__all__ = ["Objective", "parse_objective"]

_TIME = re.compile(r"p(\d{1,2}(?:\.\d+)?)\s*<=?\s*(\d+(?:\.\d+)?)\s*(ms|s)")
_ERRORS = re.compile(r"errors\s*<=?\s*(\d+(?:\.\d+)?)\s*%")
_MOST_ERRORS = 0.001  # of all requests


@dataclass(frozen=True)
class Objective:
    """A share of requests, the milliseconds in which they are answered, and the share that may fail."""

    percentile: float
    milliseconds: float
    errors: float = _MOST_ERRORS

    @property
    def measure(self) -> str:
        """The measure that it is about."""
        return f"Latency(p={self.percentile:g})"

    def holds(self, milliseconds: float, errors: float) -> bool:
        """Whether what was measured is good enough."""
        return milliseconds <= self.milliseconds and errors <= self.errors

    def __str__(self) -> str:
        return f"p{self.percentile:g}<={self.milliseconds:g}ms, errors<={100 * self.errors:g}%"


def parse_objective(text: str) -> Objective:
    """The objective that is written."""
    percentile = milliseconds = None
    errors = _MOST_ERRORS
    for part in re.split(r"\s*(?:,|\band\b)\s*", text.strip()):
        time, failed = _TIME.fullmatch(part), _ERRORS.fullmatch(part)
        if time is not None and percentile is None:
            percentile, milliseconds = float(time[1]), float(time[2]) * (1e3 if time[3] == "s" else 1)
        elif failed is not None:
            errors = float(failed[1]) / 100
        else:
            raise InputError("live-objective", text=text)
    if percentile is None or milliseconds is None or not percentile or not milliseconds:
        raise InputError("live-objective", text=text)
    return Objective(percentile, milliseconds, errors)
