"""How often each unit is drawn, from its name alone: the same on every machine and in every part of the data.

A bootstrap that draws n of n units needs all of them at once. Where each unit is drawn as often as Poisson's
distribution with mean 1 says, independently of all others, nobody has to know how many there are.
Hanley and MacGibbon, Creating non-parametric bootstrap samples using Poisson frequencies, Computer Methods and
Programs in Biomedicine 2006; Chamandy, Muralidharan, Najmi and Naidu, Estimating uncertainty for massive data streams,
2012.

The number of a unit is the BLAKE2b hash of 8 bytes of its name in UTF-8, little-endian. Draws come in twos: for the
draws 2i and 2i + 1 the number plus (i + 1 + seed * 2^32) times 0x9E3779B97F4A7C15 is mixed as in SplitMix64, and its
lower and upper 32 bits are each compared with the distribution.
"""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import ANY_SEED, DRAWS, checked, items
from cranfield.errors import MeasureError
from cranfield.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

__all__ = ["SEED", "numbers_of", "poisson_weights", "weights_of"]

SEED = 12345
_STEP = 0x9E3779B97F4A7C15  # 2^64 over the golden ratio
_MIX = (np.uint64(30), np.uint64(0xBF58476D1CE4E5B9), np.uint64(27), np.uint64(0x94D049BB133111EB), np.uint64(31))
_WHOLE = 1 << 64
# below the first of them a unit is not drawn, below the second it is drawn once, and so on
_LIMITS = np.array(
    [int(math.exp(-1) * sum(1 / math.factorial(j) for j in range(k + 1)) * 2**32) for k in range(12)], np.uint32
)
_OFTEN = 5  # drawn more often than this are so few that they are looked up one by one


@checked(resamples=DRAWS, seed=ANY_SEED)
def poisson_weights(units: Sequence[str], *, resamples: int = 1000, seed: int = SEED) -> NDArray[np.uint8]:
    """How often each unit is drawn in each resample, `[resample, unit]`: by its name, whatever else there is.

    >>> poisson_weights(["q1", "q2", "q3"], resamples=2).tolist()
    [[1, 0, 0], [2, 1, 1]]
    """
    names = list(items("poisson_weights", "units", units))
    wrong = next((each for each in names if not isinstance(each, str)), None)
    if wrong is not None:
        raise MeasureError("poisson-names", given=shown(wrong))
    return weights_of(numbers_of(names), 0, resamples, seed)


def numbers_of(units: Iterable[Any]) -> NDArray[np.uint64]:
    """The number of each unit."""
    made = b"".join(hashlib.blake2b(str(unit).encode(errors="surrogatepass"), digest_size=8).digest() for unit in units)
    return np.frombuffer(made, "<u8").astype(np.uint64, copy=False)


def weights_of(numbers: NDArray[np.uint64], first: int, count: int, seed: int) -> NDArray[np.uint8]:
    """How often each unit is drawn in some draws one after the other; the first of them is even."""
    assert first % 2 == 0, "draws come in twos"
    steps = [(at + 1 + (int(seed) << 32)) * _STEP % _WHOLE for at in range(first // 2, (first + count + 1) // 2)]
    mixed = numbers[None, :] + np.array(steps, np.uint64)[:, None]
    mixed = (mixed ^ (mixed >> _MIX[0])) * _MIX[1]
    mixed = (mixed ^ (mixed >> _MIX[2])) * _MIX[3]
    mixed ^= mixed >> _MIX[4]
    halves = np.stack((mixed.astype(np.uint32), (mixed >> np.uint64(32)).astype(np.uint32)), axis=1)
    chance = halves.reshape(2 * len(steps), len(numbers))[:count]
    often = np.zeros(chance.shape, np.uint8)
    for limit in _LIMITS[:_OFTEN]:
        often += chance >= limit
    rare = np.nonzero(chance >= _LIMITS[_OFTEN])
    often[rare] = np.searchsorted(_LIMITS, chance[rare], side="right")
    return often
