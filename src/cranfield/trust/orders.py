"""Whether a judge puts systems into the order of people: tau and its kin, with queries drawn again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.orders import tau, tau_ap_b, tau_b
from cranfield.compare.resample import draws
from cranfield.core.compared import Remark
from cranfield.core.ragged import divide
from cranfield.core.trusted import Ranged

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cranfield.trust.field import Field
    from cranfield.trust.said import Drawn

__all__ = ["TOP", "coefficients", "means_of"]

TOP = 5  # systems that are best by people, if nobody says how many
_NAMES: dict[str, Callable[[NDArray[np.float64], NDArray[np.float64]], float]] = {
    "tau": tau, "tau-b": tau_b, "tau-AP": tau_ap_b,
}  # fmt: skip


def means_of(values: NDArray[np.float64], weights: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """`[..., system]`: the mean of each system over the units it has a value for, each as often as drawn."""
    often = np.ones(values.shape[1]) if weights is None else weights
    known = ~np.isnan(values)
    total = divide(often @ np.where(known, values, 0.0).T, often @ known.T.astype(np.float64))
    return np.round(total, 12)  # what rounding tells apart is equal


def coefficients(field: Field, top: int, drawn: Drawn) -> dict[str, Ranged]:
    """How alike the orders are; the last one looks only at the systems that are best by people."""
    human, judge = field.both
    whole = field.sign * means_of(human), field.sign * means_of(judge)
    best = np.argsort(-whole[0], kind="stable")[:top]
    found = {name: (compute, slice(None)) for name, compute in _NAMES.items()}
    if top < len(field.systems):
        found[f"tau-b top {top}"] = (tau_b, best)  # type: ignore[assignment]
    moved: list[tuple[NDArray[np.float64], NDArray[np.float64]]] = []
    if human.shape[1] > 1:
        for often in draws(human.shape[1], drawn.resamples, drawn.seed, 4 * human.size):
            moved += zip(field.sign * means_of(human, often), field.sign * means_of(judge, often), strict=True)
    return {name: _ranged(*each, whole, moved, drawn) for name, each in found.items()}


def _ranged(
    compute: Callable[[NDArray[np.float64], NDArray[np.float64]], float], systems: slice | NDArray[np.int64],
    whole: tuple[NDArray[np.float64], NDArray[np.float64]],
    moved: list[tuple[NDArray[np.float64], NDArray[np.float64]]], drawn: Drawn,
) -> Ranged:  # fmt: skip
    one, two = whole[0][systems], whole[1][systems]
    value = _known(compute, one, two)
    if np.isnan(value):
        flat = "judges-flat-people" if len(np.unique(one)) < 2 else "judges-flat-judge"
        return Ranged(value, reason=Remark("judges-no-order", {"flat": flat}))
    found = np.array([_known(compute, one[systems], two[systems]) for one, two in moved])
    return Ranged(value, *drawn.ends(found)) if len(found) else Ranged(value)


def _known(
    compute: Callable[[NDArray[np.float64], NDArray[np.float64]], float], one: NDArray[np.float64],
    two: NDArray[np.float64],
) -> float:  # fmt: skip
    return float("nan") if np.isnan(one).any() or np.isnan(two).any() else compute(one, two)
