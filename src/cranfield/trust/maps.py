"""From the scale of a judge to that of people: `0=0,1=1,2=1,3=2`, stretches, lines such as `0..100=0..3`, or a file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import is_number
from cranfield.errors import InputError
from cranfield.io.groups import groups

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Scale", "linear", "rounding", "scale_of"]

LINEAR = "linear"


@dataclass(frozen=True)
class Stretch:
    """Grades from one to another and what they become: one grade, or a straight line, which has both its ends."""

    low: float
    high: float
    first: float
    last: float
    line: bool = False

    def of(self, grades: NDArray[np.float64]) -> NDArray[np.float64]:
        """What grades become; those outside become nan."""
        if self.low == self.high:
            return np.where(grades == self.low, self.first, np.nan)
        inside = (grades >= self.low) & ((grades <= self.high) if self.line else (grades < self.high))
        with np.errstate(over="ignore", invalid="ignore"):  # grades without end are no numbers on the line
            found = self.first + (grades - self.low) / (self.high - self.low) * (self.last - self.first)
            return np.where(inside, np.round(found, 9), np.nan)  # a grade that rounding moved is still that grade

    @property
    def text(self) -> str:
        """As it is written."""
        left = f"{self.low:g}" if self.low == self.high else f"{self.low:g}..{self.high:g}"
        return f"{left}={self.first:g}..{self.last:g}" if self.line else f"{left}={self.first:g}"


@dataclass(frozen=True)
class Scale:
    """Stretches of grades and what each becomes; those that are not there stay as they are if there is none at all.

    `steps` are the grades that what comes out is rounded to, none of them for all whole numbers.
    """

    stretches: tuple[Stretch, ...]
    steps: tuple[float, ...] | None = None

    def of(self, grades: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        """The grades on the other scale; one that nobody mapped is refused."""
        return self._rounded(self._mapped(grades, name) if self.stretches else grades)

    def _mapped(self, grades: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        found = np.full(len(grades), np.nan)
        for stretch in self.stretches:
            found = np.where(np.isnan(found), stretch.of(grades), found)
        strange = np.flatnonzero(np.isnan(found))
        if len(strange):
            first = float(grades[strange[0]])
            count = int((grades == first).sum())
            raise InputError("judges-map-lacks", name=name, grade=first, count=count, known=self.text)
        return found

    def _rounded(self, grades: NDArray[np.float64]) -> NDArray[np.float64]:
        """Each at its nearest step, the upper one if it is in the middle."""
        if self.steps is None:
            return grades
        if not self.steps:
            return np.floor(grades + 0.5)
        steps = np.array(self.steps)
        above = np.clip(np.searchsorted(steps, grades), 1, max(len(steps) - 1, 1))
        lower, upper = steps[above - 1], steps[np.minimum(above, len(steps) - 1)]
        return np.where(upper - grades <= grades - lower, upper, lower)

    @property
    def text(self) -> str:
        """As it is written."""
        return ",".join(each.text for each in self.stretches) + ("" if self.steps is None else " rounded")


def linear(theirs: NDArray[np.float64], ours: NDArray[np.float64]) -> Scale:
    """The straight line from the lowest and highest grade of one side to those of the other."""
    low, high = float(theirs.min()), float(theirs.max())
    if low == high:
        raise InputError("judges-map-flat", grade=low)
    return Scale((Stretch(low, high, float(ours.min()), float(ours.max()), line=True),))


def rounding(scale: Scale | None, ours: NDArray[np.float64]) -> Scale:
    """The same map, rounded to whole numbers, or to the grades of people where some of those are fractions."""
    grades = np.unique(ours)
    steps = () if (grades == np.trunc(grades)).all() else tuple(grades.tolist())
    return replace(scale or Scale(()), steps=steps)


def scale_of(given: Any) -> Scale | str | None:
    """A map from what a user gives: text, a dict or a file; the word linear stays what it is."""
    if given is None or (isinstance(given, str) and given == LINEAR):
        return given
    if isinstance(given, Mapping):
        return _made([(str(key), str(value)) for key, value in given.items()], None)
    written = isinstance(given, str) and ("=" in given or ".." in given or not given.strip())
    if written and not os.path.exists(given):  # noqa: PTH110 (any text may be asked about)
        pairs = [each.partition("=") for each in given.split(",")]
        return _made([(key.strip(), value.strip()) for key, _, value in pairs], None)
    if not isinstance(given, str | os.PathLike):
        raise InputError("judges-map-kind", kind=type(given).__name__)
    return _made(list(groups(given).items()), os.fspath(given))


def _made(pairs: list[tuple[str, str]], source: str | None) -> Scale:
    found = []
    for key, value in pairs:
        ends = [*_ends(key), *_ends(value)]
        if not all(map(is_number, ends)):
            raise InputError("judges-map-unreadable", source=source, entry=f"{key}={value}")
        low, high, first, last = (float(each) for each in ends if each is not None)
        made = Stretch(low, high, first, last, line=".." in value)
        # a line leads from one stretch to another, up or down
        endless = np.isinf(high - low) or np.isinf(last - first)
        if endless or made.low > made.high or (made.low == made.high and (made.line or ".." in key)):
            raise InputError("judges-map-unreadable", source=source, entry=f"{key}={value}")
        found.append(made)
    if not found:
        raise InputError("judges-map-unreadable", source=source, entry="")
    return Scale(tuple(found))


def _ends(text: str) -> tuple[float | None, float | None]:
    """Where a stretch begins and ends."""
    low, dots, high = text.partition("..")
    return _number(low), _number(high if dots else low)


def _number(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if np.isfinite(found) else None
