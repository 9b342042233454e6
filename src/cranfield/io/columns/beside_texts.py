"""What may stand beside texts: values that other tools computed, and nuggets with their assignments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.ragged import Ragged
from cranfield.errors import InputError, nearest
from cranfield.words import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["given_values", "nugget_columns"]

_IMPORTANCE = {"vital": True, "okay": False}
_ASSIGNMENT = {"not_support": 0, "partial_support": 1, "support": 2}


def given_values(name: str, values: Sequence[Any], units: Sequence[str]) -> NDArray[np.float64]:
    """Numbers of the segments; None stands for none."""
    if len(values) != len(units):
        raise InputError("given-length", name=name, count=len(values), units=len(units))
    found = np.empty(len(units))
    for at, value in enumerate(values):
        number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
        if isinstance(value, str):
            try:
                value, number = float(value), True  # noqa: PLW2901 (a table of texts)
            except ValueError:
                number = False
        if value is not None and (not number or not np.isfinite(value)):
            raise InputError("given-number", name=name, unit=units[at], value=shown(value))
        found[at] = np.nan if value is None else value
    return found


def nugget_columns(rows: Sequence[Any], units: Sequence[str]) -> dict[str, Ragged]:
    """The texts of the nuggets of each answer, which of them are vital, and how far each is supported."""
    if len(rows) != len(units):
        raise InputError("given-length", name="nuggets", count=len(rows), units=len(units))
    sizes, texts, vital, support = [0], [], [], []
    for unit, row in zip(units, rows, strict=True):
        if row is not None and not isinstance(row, list | tuple):
            raise InputError("nuggets-list", unit=unit, given=shown(row))
        for nugget in row or ():
            if not isinstance(nugget, dict):
                raise InputError("nuggets-list", unit=unit, given=shown(nugget))
            texts.append(str(nugget.get("text", "")))
            vital.append(_read(nugget, "importance", _IMPORTANCE, unit))
            support.append(_read(nugget, "assignment", _ASSIGNMENT, unit))
        sizes.append(len(texts))
    offsets = np.array(sizes, np.int64)
    named = np.empty(len(texts), object)
    named[:] = texts
    return {
        "nugget": Ragged(named, offsets), "vital": Ragged(np.array(vital, bool), offsets),
        "support": Ragged(np.array(support, np.int64), offsets),
    }  # fmt: skip


def _read(nugget: dict[str, Any], field: str, known: dict[str, Any], unit: str) -> Any:
    said = nugget.get(field)
    if not isinstance(said, str) or said not in known:
        near = nearest(said, known) if isinstance(said, str) else None
        raise InputError(
            "nugget-field", unit=unit, field=field, given=None if said is None else shown(said), choices=list(known),
            near=near,
        )  # fmt: skip
    return known[said]
