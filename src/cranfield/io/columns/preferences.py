"""Preferences between two systems side by side: who won against whom, ties as half a win for both."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.coded import Coded, merge_names
from cranfield.core.ragged import Ragged
from cranfield.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.io.columns.rated import Rated
    from cranfield.io.columns.rating_rows import Rows

__all__ = ["TIE", "contests_of", "preferred"]

TIE = "tie"
_LEFT, _RIGHT = ("left",), ("right",)
_TIES = (TIE, "both", "neither", "equal", "draw", "same")


def preferred(rows: Rows) -> Rows:
    """The rows with the name of the preferred system, or tie, as their value, and with the pair of systems."""
    one, two = rows.columns["system"], rows.columns["other"]
    systems = merge_names(one.names, two.names)
    if TIE in systems:
        raise InputError("system-named-tie", name=TIE)
    left, right = one.renamed(systems).codes.astype(np.int64), two.renamed(systems).codes.astype(np.int64)
    same = np.flatnonzero(left == right)
    if len(same):
        raise InputError("preferred-to-itself", system=systems[int(left[same[0]])], count=len(same))
    winner = _winners(rows.columns["value"], left, right, systems)
    low, high = np.minimum(left, right), np.maximum(left, right)
    pairs, codes = np.unique(low * len(systems) + high, return_inverse=True)
    names = [f"{systems[at // len(systems)]} {systems[at % len(systems)]}" for at in pairs.tolist()]
    columns = {
        **rows.columns,
        "value": Coded(winner.astype(np.int32), [*systems, TIE]),
        "system": Coded(left.astype(np.int32), systems),
        "other": Coded(right.astype(np.int32), systems),
        "pair": Coded(codes.reshape(-1).astype(np.int32), names),
    }
    return replace(rows, columns=columns)


def _winners(value: Coded, left: NDArray[Any], right: NDArray[Any], systems: tuple[str, ...]) -> NDArray[np.int64]:
    """The code of the preferred system of each row, and behind all systems that of a tie."""
    found = np.full(len(value), -1)
    for code, name in enumerate(value.names):
        here = np.flatnonzero(value.codes == code)
        if name in systems:
            at = systems.index(name)
            strange = here[(left[here] != at) & (right[here] != at)]
            if len(strange):
                shown = [systems[int(left[strange[0]])], systems[int(right[strange[0]])]]
                raise InputError("preferred-is-absent", value=name, systems=shown, count=len(strange))
            found[here] = at
        elif name.lower() in _LEFT:
            found[here] = left[here]
        elif name.lower() in _RIGHT:
            found[here] = right[here]
        elif name.lower() in _TIES:
            found[here] = len(systems)
        else:
            raise InputError("no-preference", value=name, systems=list(systems), ties=list(_TIES))
    return found


def contests_of(
    rated: Rated, chosen: NDArray[np.int64], unit: NDArray[np.int64], size: int
) -> dict[str, Ragged]:  # fmt: skip
    """Winner, loser and what the win counts, by unit: 1, or one half each way for a tie."""
    columns = rated.rows.columns
    winner = columns["value"].codes[chosen].astype(np.int64)
    left, right = (columns[role].codes[chosen].astype(np.int64) for role in ("system", "other"))
    tied = winner == len(columns["system"].names)
    loser = np.where(winner == left, right, left)
    first = np.where(tied, np.minimum(left, right), winner)
    second = np.where(tied, np.maximum(left, right), loser)
    at = np.concatenate((unit, unit[tied]))
    order = np.argsort(at, kind="stable")
    offsets = np.concatenate(([0], np.cumsum(np.bincount(at, minlength=size))))
    share = np.where(tied, 0.5, 1.0)
    made = {
        "winner": np.concatenate((first, second[tied])),
        "loser": np.concatenate((second, first[tied])),
        "won": np.concatenate((share, share[tied])),
    }
    return {name: Ragged(each[order], offsets) for name, each in made.items()}
