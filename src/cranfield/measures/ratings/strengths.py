"""Strengths of Bradley and Terry from wins, for many tables of wins at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["finite", "strengths"]

_STEPS = 200
_LONGEST = 2.0  # a longer step of Newton's method may leave the hill
_NEAR = 1e-12


def finite(wins: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether there is a chain of wins from one system to another, on the last two axes.

    Ford, Solution of a ranking problem from binary comparisons, American Mathematical Monthly 1957: strengths are
    finite if there is such a chain between each two systems.
    """
    size = wins.shape[-1]
    reach = (wins > 0) | np.eye(size, dtype=bool)
    for _ in range(max(size - 1, 1).bit_length()):
        reach = (reach.astype(np.float64) @ reach.astype(np.float64)) > 0
    return np.asarray(reach)


def strengths(wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """The strength of each system, which add up to 0; nan where they are not finite.

    `wins[..., i, j]` is how often i won against j. The likelihood has one maximum, which Newton's method finds.
    """
    size = wins.shape[-1]
    flat = wins.reshape(-1, size, size)
    found = np.full((len(flat), size), np.nan)
    open_ = np.flatnonzero(finite(flat).all(axis=(-2, -1)) & (size > 1))
    if len(open_):
        found[open_] = _newton(flat[open_])
    return found.reshape(wins.shape[:-1])


def _newton(wins: NDArray[np.float64]) -> NDArray[np.float64]:
    size = wins.shape[-1]
    met, won = wins + np.swapaxes(wins, -1, -2), wins.sum(axis=-1)
    found = np.zeros(won.shape)
    going = np.arange(len(wins))
    for _ in range(_STEPS):
        here, games = found[going], met[going]
        chance = 1 / (1 + np.exp(np.clip(here[:, None, :] - here[:, :, None], -700, 700)))
        slope = won[going] - (games * chance).sum(axis=-1)
        bend = games * chance * (1 - chance)
        curve = np.zeros(bend.shape)
        curve[:, range(size), range(size)] = bend.sum(axis=-1)
        curve -= bend
        # only differences matter: with the mean held at 0 there is one solution
        step = np.linalg.solve(curve + 1.0 / size, slope[..., None])[..., 0]
        longest = np.abs(step).max(axis=-1, keepdims=True)
        step *= np.minimum(1.0, _LONGEST / np.maximum(longest, 1e-300))
        found[going] = here + step
        going = going[longest[:, 0] > _NEAR * np.maximum(np.abs(found[going]).max(axis=-1), 1.0)]
        if not len(going):
            break
    return found - found.mean(axis=-1, keepdims=True)
