"""sacrebleu's paired tests, trial for trial: a trial that ties with the observed difference does not count there.

Equal systems are told apart by it, so it is for those who must repeat a published number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["p_of_draws", "p_of_swaps"]


def p_of_draws(differences: NDArray[np.float64], observed: float) -> float:
    """The paired bootstrap of Moses and sacrebleu, from the differences of the draws."""
    apart = np.abs(differences[~np.isnan(differences)])
    return _beyond(apart - apart.mean() if len(apart) else apart, observed)


def p_of_swaps(differences: NDArray[np.float64], observed: float) -> float:
    """Approximate randomization as multeval's first version and sacrebleu have it."""
    return _beyond(np.abs(differences[~np.isnan(differences)]), observed)


def _beyond(chance: NDArray[np.float64], observed: float) -> float:
    slack = 1e-12 * max(abs(observed), 1.0)  # equal sums that were added up in another order stay equal
    return float((np.sum(chance > abs(observed) + slack) + 1) / (len(chance) + 1))
