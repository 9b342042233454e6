"""Kernels tell what they compute through a note; silent by default, recording for `explain`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SILENT", "Note", "Recorder", "Step"]

Values = TypeVar("Values", bound="NDArray[Any]")


class Note:
    """The silent note: gives back what it is told and remembers nothing."""

    def unit(self, name: str, values: Values, how: str) -> Values:  # noqa: ARG002 (the recorder uses them)
        """One number for each unit; `how` says where it comes from."""
        return values

    def rows(self, name: str, values: Values, how: str) -> Values:  # noqa: ARG002 (the recorder uses them)
        """One number for each row (a judged document, an n-gram order, ...)."""
        return values


SILENT = Note()


@dataclass(frozen=True)
class Step:
    """One named intermediate of one unit."""

    name: str
    values: tuple[float, ...]
    how: str
    per_row: bool

    @property
    def value(self) -> float:
        """The number of a per-unit step."""
        return self.values[0]


class Recorder(Note):
    """Remembers every step of one unit: the only one of its batch, or the one at `index`."""

    def __init__(self, index: int = 0) -> None:
        self.steps: list[Step] = []
        self.index = index

    def unit(self, name: str, values: Values, how: str) -> Values:
        """Remember a number of the unit."""
        self.steps.append(Step(name, (float(np.ravel(values)[self.index]),), how, per_row=False))
        return values

    def rows(self, name: str, values: Values, how: str) -> Values:
        """Remember the numbers of the unit's rows."""
        self.steps.append(Step(name, tuple(np.asarray(values, float).tolist()), how, per_row=True))
        return values
