"""Sums over units drawn again and again by their names: exact, so that parts of the data merge to the same digits."""

from __future__ import annotations

import base64
import json
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cranfield.core.poisson import SEED, numbers_of, weights_of
from cranfield.core.states.exact import exact_sums_by
from cranfield.core.states.keyed import Keyed
from cranfield.core.states.sums import Sums
from cranfield.core.states.tally import Tally
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy
    from cranfield.core.states.drawn_pairs import DrawnPairs
    from cranfield.core.states.state import State

__all__ = ["Drawn", "Draws", "drawn_of", "packed", "unpacked"]

_BITS = 26  # of a limb: 2^20 units with so many bits, each drawn at most 12 times, add up exactly in float64
_UNITS, _TURNS = 1 << 16, 64  # units and draws that are worked on at once
_TOP = 1 << 40  # up to which the highest limb may grow
_KEYS = 4096  # sums a unit; more would be bins of scores
_WHOLE = 1 << 64


class Draws(NamedTuple):
    """How often everything is drawn, and where the random numbers start."""

    resamples: int = 1000
    seed: int = SEED


@dataclass(frozen=True, eq=False)
class Drawn:
    """For each draw the sums over its units, as whole numbers of 26 bits: `limbs[power][draw, column]`.

    `infinite` counts infinite and missing numbers that were drawn. `units` and `digest` say which units there were.
    """

    draws: Draws
    units: int
    digest: int  # the sum of the numbers of all units
    limbs: Mapping[int, NDArray[np.int64]]
    infinite: NDArray[np.int64]  # [kind, draw, column] of inf, -inf and nan
    names: Mapping[str, Sequence[str]] | None = None  # of labels, where sums are by label

    @classmethod
    def of(
        cls, units: Sequence[str], rows: NDArray[np.float64], draws: Draws,
        names: Mapping[str, Sequence[str]] | None = None,
    ) -> Drawn:  # fmt: skip
        """Of a row of numbers for each unit."""
        numbers = numbers_of(units)
        size = draws.resamples, rows.shape[1]
        sums: dict[int, NDArray[np.int64]] = {}
        odd = np.zeros((3, *size), np.int64)
        for start in range(0, len(numbers), _UNITS):
            part = slice(start, start + _UNITS)
            values = rows[part]
            finite = np.isfinite(values)
            limbs = _limbs(np.where(finite, values, 0.0))
            kinds = [] if finite.all() else [values == np.inf, values == -np.inf, np.isnan(values)]
            for first in range(0, draws.resamples, _TURNS):
                count = min(_TURNS, draws.resamples - first)
                often = weights_of(numbers[part], first, count, draws.seed).astype(np.float64)
                turn = slice(first, first + count)
                for power, limb in limbs.items():
                    sums.setdefault(power, np.zeros(size, np.int64))[turn] += (often @ limb).astype(np.int64)
                for at, kind in enumerate(kinds):
                    odd[at, turn] += (often @ kind.astype(np.float64)).astype(np.int64)
        digest = int(numbers.sum(dtype=np.uint64))
        return cls(draws, len(numbers), digest, _carried(sums), odd, names)

    def together(self, others: Sequence[Drawn]) -> Drawn:
        """Merge parts of the data, none of which shares a unit."""
        sums = {power: limb.copy() for power, limb in self.limbs.items()}
        units, digest, odd = self.units, self.digest, self.infinite.copy()
        for other in others:
            if other.draws != self.draws or other.names != self.names:
                raise MeasureError("merge-other-draws")
            for power, limb in other.limbs.items():
                sums[power] = sums[power] + limb if power in sums else limb
            units, digest, odd = units + other.units, (digest + other.digest) % _WHOLE, odd + other.infinite
            sums = _carried(sums)
        return replace(self, units=units, digest=digest, limbs=sums, infinite=odd)

    @property
    def totals(self) -> NDArray[np.float64]:
        """The sum of each column in each draw, rounded once."""
        _, draws, columns = self.infinite.shape
        found = np.zeros((draws, columns))
        powers = sorted(self.limbs)
        if powers:
            parts = [np.ldexp(self.limbs[power].astype(np.float64), power * _BITS).ravel() for power in powers]
            stacked = zip(*(part.tolist() for part in parts), strict=True)
            found = np.array([math.fsum(each) for each in stacked]).reshape(draws, columns)
        up, down, none = self.infinite > 0
        found[up], found[down], found[(up & down) | none] = np.inf, -np.inf, np.nan
        return found

    def values(self, measure: Measure, policy: Policy) -> NDArray[np.float64]:
        """The value of the measure in each draw; nan where a draw has none."""
        totals = self.totals
        if self.names is None:
            return measure.finish(totals)
        shape = tuple(map(len, self.names.values()))
        size = math.prod(shape)
        tables = [totals[:, at : at + size].reshape(len(totals), *shape) for at in range(0, totals.shape[1], size)]
        return measure.finish(Tally(measure, policy, self.names, tuple(tables)))

    def to_json(self) -> bytes:
        """Bytes that any engine can carry."""
        limbs = {str(power): packed(limb) for power, limb in self.limbs.items()}
        told = [list(self.draws), self.units, self.digest, limbs, packed(self.infinite), list(self.infinite.shape)]
        names = None if self.names is None else {name: list(each) for name, each in self.names.items()}
        return json.dumps([*told, names]).encode()

    @classmethod
    def from_json(cls, data: bytes) -> Drawn:
        """What `to_json` wrote."""
        draws, units, digest, limbs, odd, shape, names = json.loads(data)
        found = {int(power): unpacked(limb, shape[1:]) for power, limb in limbs.items()}
        return cls(Draws(*draws), units, digest, found, unpacked(odd, shape), names)


def drawn_of(state: State, draws: Draws) -> Drawn | DrawnPairs:
    """The draws of a state that has its units: whole sessions where there are any, or what the state is about."""
    if isinstance(state, Sums):
        named = state if state.groups is None else state.by_group()
        return Drawn.of(named.units, named.rows, draws)
    if isinstance(state, Keyed) and state.named is None and math.prod(state.keys) * len(state.numbers) <= _KEYS:
        if state.groups is None:
            raise MeasureError("poisson-no-names", measure=str(state.measure))
        return Drawn.of(state.groups.names, _by_group(state), draws, {k: list(v) for k, v in state.names.items()})
    made = state.measure.drawn_by_name(state, draws)
    if made is None:
        raise MeasureError("poisson-no-sums", measure=str(state.measure))
    return made


def _by_group(state: Keyed) -> NDArray[np.float64]:
    """The sums by key of each group, the keys of the first number before those of the second."""
    assert state.groups is not None
    keys = np.zeros(state.entries, np.int64)
    for column in state.columns.values():
        keys = keys * len(column.names) + column.codes
    size, groups = math.prod(state.keys), len(state.groups.names)
    keys += np.repeat(state.groups.codes.astype(np.int64), state.per) * size
    tables = []
    for number in state.numbers:
        if number is None:
            summed = np.bincount(keys, minlength=groups * size).astype(np.float64)
        else:
            summed = exact_sums_by(keys, number, groups * size)
        tables.append(summed.reshape(groups, size))
    return np.concatenate(tables, axis=1)


def _limbs(values: NDArray[np.float64]) -> dict[int, NDArray[np.float64]]:
    """Numbers as whole numbers of 26 bits: `limb * 2^(26 * power)` add up to them, exactly."""
    found: dict[int, NDArray[np.float64]] = {}
    left = values.copy()
    while True:
        largest = float(np.abs(left).max(initial=0.0))
        if not largest:
            return found
        power = (math.frexp(largest)[1] - 1) // _BITS
        limb = np.trunc(np.ldexp(left, -power * _BITS))
        left = left - np.ldexp(limb, power * _BITS)
        found[power] = limb


def _carried(limbs: Mapping[int, NDArray[np.int64]]) -> dict[int, NDArray[np.int64]]:
    """The same sums with limbs of 26 bits again, but for the highest, so that any number of them can be added."""
    found = dict(limbs)
    power, highest = min(found, default=0), max(found, default=-1)
    while power <= highest:
        limb = found.get(power)
        if limb is not None and (power < highest or int(np.abs(limb).max(initial=0)) >= _TOP):
            found[power] = limb & ((1 << _BITS) - 1)
            over = limb >> _BITS  # rounds down, so that what stays is not negative
            found[power + 1] = found[power + 1] + over if power + 1 in found else over
            highest = max(highest, power + 1)
        power += 1
    return found


def packed(array: NDArray[np.int64]) -> str:
    """Whole numbers as text that travels."""
    return base64.b64encode(np.ascontiguousarray(array, "<i8").tobytes()).decode()


def unpacked(text: str, shape: Sequence[int]) -> NDArray[np.int64]:
    """What `packed` made."""
    return np.frombuffer(base64.b64decode(text), "<i8").reshape(shape).astype(np.int64)
