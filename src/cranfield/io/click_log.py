"""Logs of what was shown and clicked: a row for each result that was shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.read.open import open_input

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.io.read.input import Input

__all__ = ["read_log"]

_CLICKED = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False, "1.0": True, "0.0": False}
_OF_UBI = ({"query_id", "action_name"}, {"query_id", "query_response_hit_ids"})


def read_log(
    log: Any, columns: Mapping[str, str], *, input_format: str | None = None
) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    """The columns of a log by role, with names as text, clicks as marks and positions as whole numbers from 1.

    Beside them stands what the signature says of the log.
    """
    listed = open_input(log, "ratings", input_format=input_format, columns=columns)
    found: dict[str, list[Any]] = {role: [] for role in columns}
    try:
        for part in listed.lists():
            for role in columns:
                found[role] += part[role]
    except InputError as error:
        if error.key == "no-such-column" and any(each <= set(error.fields["names"]) for each in _OF_UBI):
            raise InputError("ubi-teams" if "team" in columns else "ubi-alone", source=listed.name) from None
        raise
    if not any(found.values()):
        raise InputError("table-has-no-rows", source=listed.name)
    for role, cells in found.items():
        if role == "click":
            found[role] = [_clicked(cell, row, listed) for row, cell in enumerate(cells)]
        elif role == "position":
            found[role] = [_position(cell, row, listed) for row, cell in enumerate(cells)]
        else:
            found[role] = [str(cell) for cell in cells]
    return found, {"role": "log", **listed.describe()}


def _clicked(cell: Any, row: int, listed: Input) -> bool:
    known = _CLICKED.get(str(cell).strip().lower())
    if known is None:
        raise listed.locations([row])[0].error("log-click", listed.name, given=str(cell))
    return known


def _position(cell: Any, row: int, listed: Input) -> int:
    try:
        place = float(cell)
    except (TypeError, ValueError):
        place = 0.0
    if not place.is_integer() or not 1 <= place < 2**31:
        raise listed.locations([row])[0].error("log-position", listed.name, given=str(cell))
    return int(place)
