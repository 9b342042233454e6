"""A limit on guesses: who fails to come in too often has to wait."""

from __future__ import annotations

from collections import deque
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Attempts"]


class Attempts:
    """Failures of the last minute, by address and of all together."""

    def __init__(
        self, *, each: int = 10, together: int = 200, seconds: float = 60.0, clock: Callable[[], float] = monotonic
    ) -> None:
        self.each, self.together, self.seconds, self.clock = each, together, seconds, clock
        self._failed: deque[tuple[float, str]] = deque()  # no longer than `together`, so that nobody fills the memory
        self._lock = Lock()

    def wait(self, address: str) -> int:
        """How many seconds this address has to wait; 0 if it may try."""
        with self._lock:
            now = self.clock()
            while self._failed and self._failed[0][0] <= now - self.seconds:
                self._failed.popleft()
            mine = [at for at, who in self._failed if who == address]
            oldest = None
            if len(self._failed) >= self.together:
                oldest = self._failed[0][0]
            elif len(mine) >= self.each:
                oldest = mine[-self.each]
            return 0 if oldest is None else max(1, round(oldest + self.seconds - now))

    def failed(self, address: str) -> None:
        """Remember a wrong guess."""
        with self._lock:
            if len(self._failed) < self.together:
                self._failed.append((self.clock(), address))
