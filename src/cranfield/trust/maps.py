"""From the scale of a judge to that of people: `0=0,1=1,2=1,3=2`, ranges, a file, or one straight line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import is_number
from cranfield.errors import InputError
from cranfield.io.groups import groups

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Scale", "linear", "scale_of"]

LINEAR = "linear"


@dataclass(frozen=True)
class Scale:
    """Stretches of grades and what each becomes; a stretch of one grade begins and ends there."""

    stretches: tuple[tuple[float, float, float], ...]
    line: tuple[float, float] | None = None  # or a grade times the first, plus the second

    def of(self, grades: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        """The grades on the other scale; one that nobody mapped is refused."""
        if self.line is not None:
            return np.round(grades * self.line[0] + self.line[1], 9)  # a grade that rounding moved is still that grade
        found = np.full(len(grades), np.nan)
        for low, high, value in self.stretches:
            inside = (grades == low) if low == high else (grades >= low) & (grades < high)
            found[inside & np.isnan(found)] = value
        strange = np.flatnonzero(np.isnan(found))
        if len(strange):
            first = float(grades[strange[0]])
            count = int((grades == first).sum())
            raise InputError("judges-map-lacks", name=name, grade=first, count=count, known=self.text)
        return found

    @property
    def text(self) -> str:
        """As it is written."""
        if self.line is not None:
            return f"{LINEAR}: {self.line[0]:.6g} x + {self.line[1]:.6g}"
        return ",".join(
            f"{low:g}={value:g}" if low == high else f"{low:g}..{high:g}={value:g}"
            for low, high, value in self.stretches
        )


def linear(theirs: NDArray[np.float64], ours: NDArray[np.float64]) -> Scale:
    """The straight line from the lowest and highest grade of one side to those of the other."""
    low, high = float(theirs.min()), float(theirs.max())
    if low == high:
        raise InputError("judges-map-flat", grade=low)
    slope = (float(ours.max()) - float(ours.min())) / (high - low)
    return Scale((), (slope, float(ours.min()) - slope * low))


def scale_of(given: Any) -> Scale | str | None:
    """A map from what a user gives: text, a dict or a file; the word linear stays what it is."""
    if given is None or (isinstance(given, str) and given == LINEAR):
        return given
    if isinstance(given, Mapping):
        return _made([(str(key), str(value)) for key, value in given.items()], None)
    if isinstance(given, str) and "=" in given and not os.path.exists(given):  # noqa: PTH110 (any text may be asked about)
        pairs = [each.partition("=") for each in given.split(",")]
        return _made([(key.strip(), value.strip()) for key, _, value in pairs], None)
    if not isinstance(given, str | os.PathLike):
        raise InputError("judges-map-kind", kind=type(given).__name__)
    return _made(list(groups(given).items()), os.fspath(given))


def _made(pairs: list[tuple[str, str]], source: str | None) -> Scale:
    found = []
    for key, value in pairs:
        low, dots, high = key.partition("..")
        ends = [_number(low), _number(high) if dots else _number(low), _number(value)]
        if not all(map(is_number, ends)):
            raise InputError("judges-map-unreadable", source=source, entry=f"{key}={value}")
        one, two, becomes = (float(each) for each in ends if each is not None)
        if dots and one >= two:
            raise InputError("judges-map-unreadable", source=source, entry=f"{key}={value}")
        found.append((one, two, becomes))
    if not found:
        raise InputError("judges-map-unreadable", source=source, entry="")
    return Scale(tuple(found))


def _number(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if np.isfinite(found) else None
