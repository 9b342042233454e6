"""What was odd about the bytes of an input and could be read over: counted and kept for whoever wants to know."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from cranfield.errors import InputError

__all__ = ["Oddities", "Seen"]


@dataclass
class Seen:
    """What some bytes held besides good rows; lines are counted from the first line of these bytes."""

    limit: int = 20  # faults that are kept
    faults: list[InputError] = field(default_factory=list)
    bad_lines: list[int] = field(default_factory=list)  # of all faults
    comments: int = 0
    blanks: int = 0
    carriage_returns: int = 0
    tags: Counter[bytes] = field(default_factory=Counter)

    def refuse(self, error: InputError) -> None:
        """Keep what is wrong with a line, and count it."""
        assert error.line is not None
        self.bad_lines.append(error.line)
        if len(self.faults) < self.limit:
            self.faults.append(error)


class Oddities:
    """What was seen in all the bytes of an input, by where they begin: to read them twice changes nothing."""

    def __init__(self, limit: int = 20) -> None:
        self.limit = limit
        self._seen: dict[int, Seen] = {}

    def seen(self, offset: int = 0) -> Seen:
        """Room for what is seen in the bytes that begin there."""
        self._seen[offset] = found = Seen(self.limit)
        return found

    def whole(self, lines_before: Callable[[list[int]], list[int]] | None = None) -> Seen:
        """All together; `lines_before` counts the lines before some offsets."""
        offsets = sorted(self._seen)
        wrong = [offset for offset in offsets if self._seen[offset].bad_lines]
        before = dict.fromkeys(wrong, 0) if lines_before is None else dict(zip(wrong, lines_before(wrong), strict=True))
        together = Seen(self.limit)
        for offset in offsets:
            seen = self._seen[offset]
            for error in seen.faults[: self.limit - len(together.faults)]:
                together.faults.append(error.at(line=before[offset] + (error.line or 0)))
            together.bad_lines += [before[offset] + line for line in seen.bad_lines]
            together.comments += seen.comments
            together.blanks += seen.blanks
            together.carriage_returns += seen.carriage_returns
            together.tags += seen.tags
        return together
