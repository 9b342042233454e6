"""When an engine is warm: the median of a window of requests is within 5 % of that of the window before."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Warming"]


class Warming:
    """Windows of requests that do not count, until two in a row agree or there were enough of them."""

    WINDOW: ClassVar[int] = 100  # requests
    MOST: ClassVar[int] = 8  # windows
    NEAR: ClassVar[float] = 0.05

    def __init__(self) -> None:
        self.medians: list[float] = []
        self.agreed = False

    @property
    def settled(self) -> bool:
        """Whether the warm-up is over."""
        return self.agreed or len(self.medians) >= self.MOST

    def window(self, times: Sequence[float]) -> None:
        """Look at one more window of requests that went well."""
        if not times:  # nothing but failures does not get any warmer
            self.agreed = True
            return
        self.medians.append(median(times))
        if len(self.medians) > 1:
            before, now = self.medians[-2:]
            self.agreed = abs(now - before) <= self.NEAR * before
