"""From which grade of a judge on a document counts as relevant: chosen on one half of the queries, tested on the other.

A threshold that is chosen and tested on the same queries looks better than it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.ragged import divide
from cranfield.core.trusted import Threshold

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.trust.said import Drawn, Shared

__all__ = ["BY", "choose_threshold"]

BY = ("kappa", "F1")
_HALVINGS = 100  # how often queries are halved again to see whether the same threshold is chosen
_MOST = 50  # thresholds that are tried


def choose_threshold(shared: Shared, rel: float, by: str, drawn: Drawn) -> Threshold | None:
    """The threshold that agrees best with `people's grade >= rel` on one half; None where there is nothing to choose.

    `kappa` is Cohen's, `F1` that of the relevant ones. Ties go to the lowest threshold.
    """
    truth = shared.one >= rel
    grades = np.unique(shared.two)
    if len(grades) > _MOST:  # thresholds with about as many documents between each two
        grades = np.unique(np.quantile(shared.two, np.linspace(0, 1, _MOST + 1), method="nearest"))
    tried = grades[1:]  # from the lowest grade on everything is relevant
    size = len(shared.queries)
    if truth.all() or not truth.any() or not len(tried) or size < 4:
        return None
    table = np.stack([_cells(shared, truth, shared.two >= each) for each in tried])  # [threshold, query, cell]
    rng = np.random.default_rng(drawn.seed)
    half = _halved(rng, size)
    at = _best(table, half, by)
    there = _score(table[:, ~half].sum(axis=1), by)
    tested = drawn.ranged(table[at, ~half], lambda total: _score(total, by))
    again = [_best(table, _halved(rng, size), by) for _ in range(_HALVINGS)]
    cells = table[at, ~half].sum(axis=0)
    whole = table.sum(axis=1)
    usual = np.flatnonzero(tried == rel)
    return Threshold(
        rel=rel, by=by, chosen=float(tried[at]), queries=int(half.sum()), tested=int((~half).sum()),
        here=float(_score(table[at, half].sum(axis=0), by)), there=tested,
        precision=float(divide(cells[0], cells[0] + cells[1])), recall=float(divide(cells[0], cells[0] + cells[2])),
        usual=float(there[usual[0]]) if len(usual) else None,
        stable=float(np.mean([each == at for each in again])), repeats=_HALVINGS,
        table=tuple(zip(
            tried.tolist(), _score(whole, "kappa").tolist(),
            divide(whole[:, 0], whole[:, 0] + whole[:, 1]).tolist(),
            divide(whole[:, 0], whole[:, 0] + whole[:, 2]).tolist(), strict=True,
        )),
    )  # fmt: skip


def _halved(rng: np.random.Generator, size: int) -> NDArray[np.bool_]:
    """One half of the queries; of an odd number the smaller one."""
    half = np.zeros(size, bool)
    half[rng.permutation(size)[: size // 2]] = True
    return half


def _cells(shared: Shared, truth: NDArray[np.bool_], said: NDArray[np.bool_]) -> NDArray[np.float64]:
    """`[query, cell]`: relevant to both, to the judge alone, to people alone, to none."""
    return shared.sums(truth & said, ~truth & said, truth & ~said, ~truth & ~said)


def _score(cells: NDArray[np.float64], by: str) -> NDArray[np.float64]:
    """Cohen's kappa or F1 of `[..., cell]`; nan where it has none."""
    both, judge, people, none = (cells[..., at] for at in range(4))
    if by == "F1":
        return divide(2 * both, 2 * both + judge + people)
    size = cells.sum(axis=-1)
    chance = ((both + judge) * (both + people) + (people + none) * (judge + none)) / np.maximum(size, 1)
    return divide(both + none - chance, size - chance)


def _best(table: NDArray[np.float64], half: NDArray[np.bool_], by: str) -> int:
    found = _score(table[:, half].sum(axis=1), by)
    return int(np.argmax(np.where(np.isnan(found), -np.inf, np.round(found, 12))))
