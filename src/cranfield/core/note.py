"""Kernels tell what they compute through a note; silent by default, recording for `explain`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from cranfield.words import step as words_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["SILENT", "Note", "Recorder", "Step"]

Values = TypeVar("Values", bound="NDArray[Any]")
Quotient = tuple[Any, Any] | None


class Note:
    """The silent note: gives back what it is told and remembers nothing.

    A step has a key, under which `words` says what it is called and how it comes about in each language; a measure of
    a user's own writes the name as the key and says `how` itself. A field is the same for all units, or an array with
    an entry for each. `of` is what was divided by what, so that 3/5 can be shown as people write it.
    """

    def unit(self, key: str, values: Values, how: str | None = None, *, of: Quotient = None, **fields: Any) -> Values:  # noqa: ARG002 (the recorder uses them)
        """One number for each unit."""
        return values

    def rows(self, key: str, values: Values, how: str | None = None, *, of: Quotient = None, **fields: Any) -> Values:  # noqa: ARG002 (the recorder uses them)
        """One number for each row (a judged document, an n-gram order, ...)."""
        return values


SILENT = Note()


@dataclass(frozen=True)
class Step:
    """One named intermediate of one unit."""

    key: str
    values: tuple[float, ...]
    per_row: bool
    fields: Mapping[str, Any] = field(default_factory=dict)
    of: tuple[tuple[float, float], ...] = ()  # what each value was divided by what, if it is told

    def told(self, language: str = "en") -> tuple[str, str]:
        """What it is called and how it comes about."""
        return words_of(self.key, self.fields, language=language)

    @property
    def name(self) -> str:
        """What it is called, in English."""
        return self.told()[0]

    @property
    def how(self) -> str:
        """How it comes about, in English."""
        return self.told()[1]

    @property
    def value(self) -> float:
        """The number of a per-unit step."""
        return self.values[0]


class Recorder(Note):
    """Remembers every step of one unit: the only one of its batch, or the one at `index`."""

    def __init__(self, index: int = 0) -> None:
        self.steps: list[Step] = []
        self.index = index

    def unit(self, key: str, values: Values, how: str | None = None, *, of: Quotient = None, **fields: Any) -> Values:
        """Remember a number of the unit."""
        told = (float(np.ravel(values)[self.index]),)
        self.steps.append(
            Step(key, told, False, self._facts(how, fields), self._quotients(of, np.shape(values), False))
        )
        return values

    def rows(self, key: str, values: Values, how: str | None = None, *, of: Quotient = None, **fields: Any) -> Values:
        """Remember the numbers of the unit's rows."""
        told = tuple(np.asarray(values, float).tolist())
        self.steps.append(Step(key, told, True, self._facts(how, fields), self._quotients(of, np.shape(values), True)))
        return values

    def _quotients(self, of: Quotient, shape: tuple[int, ...], per_row: bool) -> tuple[tuple[float, float], ...]:  # noqa: FBT001 (as of a step)
        if of is None:
            return ()
        above, below = (np.broadcast_to(np.asarray(each, float), shape).ravel().tolist() for each in of)
        pairs = tuple(zip(above, below, strict=True))
        return pairs if per_row else pairs[self.index : self.index + 1]

    def _facts(self, how: str | None, fields: dict[str, Any]) -> dict[str, Any]:
        told = {n: each[self.index].item() if isinstance(each, np.ndarray) else each for n, each in fields.items()}
        return told if how is None else {**told, "how": how}
