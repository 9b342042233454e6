"""When requests should be sent, decided before the first of them: what an engine does cannot change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SCHEDULES", "arrivals"]

SCHEDULES = ("fixed", "poisson")


def arrivals(rate: float, duration: float, how: str, rng: np.random.Generator) -> NDArray[np.float64]:
    """Seconds after the start: at even distances, or as many independent people would come."""
    count = max(round(rate * duration), 1)
    if how == "fixed":
        return np.arange(count) / rate
    # given how many come, their times are as good as drawn one by one
    return np.sort(rng.random(rng.poisson(rate * duration) or 1)) * duration
