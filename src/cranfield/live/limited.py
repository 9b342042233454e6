"""Whether the client itself was the limit: then what was measured says little about the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from cranfield.live.rows import Rows

__all__ = ["Limits", "limits"]

_LAG = 0.10  # of the response time
_RATE = 0.99  # of what was wanted
_COLUMNS = ("repetition", "intended", "sent", "ended")


class Limits(NamedTuple):
    """How late the client was, and how much it sent."""

    lag: float  # the 99th percentile, in seconds
    response: float  # the same
    achieved: float  # requests a second
    wanted: float

    @property
    def limited(self) -> bool:
        """Whether requests were too late or too few for a valid result."""
        return self.lag > _LAG * self.response or self.achieved < _RATE * self.wanted


def limits(rows: Rows, rate: float, duration: float) -> Limits | None:
    """What the measured requests say, or None if there are none; of several rounds the worst."""
    measured = [at for at, phase in enumerate(rows.held["phase"]) if phase == "measured"]
    if not measured:
        return None
    repetition, *times = np.array([[rows.held[name][at] for at in measured] for name in _COLUMNS])
    found = []
    for each in np.unique(repetition):
        intended, sent, ended = (column[repetition == each] for column in times)
        # n requests at even distances end one distance before the end
        took = max(float(sent.max() - intended.min()) + 1 / rate, duration)
        lag, response = float(np.quantile(sent - intended, 0.99)), float(np.quantile(ended - intended, 0.99))
        found.append(Limits(lag, response, len(sent) / took, len(sent) / duration))
    return max(found, key=lambda each: (each.limited, each.lag / max(each.response, 1e-9)))
