"""Whether unjudged documents could turn a comparison of two systems around, and how many judgments would settle it.

Both systems are read with the documents of both (`judgments(qrels, pooled=[one, two])`), so that a document that both
returned gets one grade. For measures that add up over documents (P, CG, DCG, RBP) everything is exact. For others the
ends of the difference come from the ends of both systems, which may need different grades for one document: no
difference lies beyond them, but they may be too far apart. A turn is then shown by grades that make it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.bounds import require_separate, scale_of
from cranfield.compare.completions import Unjudged, extreme
from cranfield.core.arguments import SWITCH, checked
from cranfield.core.evaluate import ready, require_batch
from cranfield.core.ragged import Ragged
from cranfield.core.ranked import judged_also
from cranfield.core.spec import parse
from cranfield.errors import MeasureError
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure

    _Found = tuple[float, float, bool | None, int | None]

__all__ = ["Settlement", "settle"]

_SLACK = 1e-12  # smaller differences are rounding


@dataclass(frozen=True)
class Settlement:
    """What judging the unjudged documents of two systems could bring; differences are system minus baseline.

    `could_turn` is None where neither a proof nor an example was found. `judgments` is the least number of judgments
    that could settle which system is better, if they came out as favourably as can be; None if no number can, or if
    none was found. With `exact` the ends are reached and no smaller number can be enough.
    """

    measure: Measure
    baseline: str
    system: str
    difference: float
    low: float
    high: float
    exact: bool
    unjudged: int  # documents that one of them returned, that nobody judged, and whose grades can matter
    could_turn: bool | None
    judgments: int | None

    def told(self, *, language: str = "en") -> str:
        """What it says, in a sentence."""
        key = {True: "settle-turns", False: "settle-firm", None: "settle-open"}[self.could_turn]
        return say(key, {**vars(self), "measure": str(self.measure)}, language=language)

    def __str__(self) -> str:
        return self.told()


@checked(least=SWITCH)
def settle(
    baseline: Batch, system: Batch, measure: str | Measure, *, grades: Sequence[float] | None = None,
    least: bool = True,
) -> Settlement:  # fmt: skip
    """What the unjudged documents of two systems could do to their difference.

    `grades` are as in `bounds`. Without `least`, the number of judgments is not looked for where that takes long.
    """
    used = _checked(baseline, system, measure)
    scale = scale_of(baseline, used, grades)
    pair = _Pair.of(baseline, system, used, scale)
    difference = _total(used, _rows(used, system)) - _total(used, _rows(used, baseline))
    found = _by_sums(pair, difference) if pair.adds else _by_ends(pair, difference, least=least)
    low, high = (0.0 if abs(end) <= _SLACK else end for end in found[:2])
    turned, number = found[2:]
    documents = pair.matter()
    if number is not None:
        number = min(number, documents)  # those that cannot change anything need no judgment
    return Settlement(
        used, baseline.system, system.system, difference, low, high, pair.adds, documents, turned, number
    )  # fmt: skip


def _checked(baseline: Batch, system: Batch, measure: str | Measure) -> Measure:
    for each in (baseline, system):
        require_batch(each, "settle")
    used = ready(parse(measure, baseline.family), baseline)
    for each in (baseline, system):
        require_separate(used, each)
        if (each.array("num_ret") != each.ragged("rank").sizes + each.ragged("pooled").sizes).any():
            raise MeasureError("settle-not-pooled", system=each.system)
    if getattr(used, "when_judged", lambda _: None)(np.array([0.0, 1.0])) in ("apart", "reached"):
        raise MeasureError("settle-apart", measure=str(used))
    if list(baseline.units) != list(system.units):
        raise MeasureError("thin-other-units", one=baseline.system, two=system.system, noun=baseline.noun)
    same = np.array_equal(baseline.ragged("judged").values, system.ragged("judged").values)
    if not same or not np.array_equal(baseline.array("first_judgment"), system.array("first_judgment")):
        raise MeasureError("thin-other-judgments", one=baseline.system, two=system.system)
    if used.better is None:
        raise MeasureError("correlate-no-direction", name=str(used))
    return used


def _rows(measure: Measure, batch: Batch) -> NDArray[np.float64]:
    """What a measure keeps of each query."""
    state: Any = measure.stats(batch)
    return np.asarray(state.rows, np.float64)


def _total(measure: Measure, rows: NDArray[np.float64]) -> float:
    return float(measure.finish(np.cumsum(rows, axis=0)[-1])) if len(rows) else np.nan


@dataclass(frozen=True, eq=False)
class _Pair:
    """Two systems with the unjudged documents of both."""

    batches: tuple[Batch, Batch]
    measure: Measure
    scale: NDArray[np.float64]
    documents: NDArray[np.int64]  # their rows of the judgments, ascending
    ranks: NDArray[np.float64]  # [system, document]; infinite where it did not return the document

    @classmethod
    def of(cls, baseline: Batch, system: Batch, measure: Measure, scale: NDArray[np.float64]) -> _Pair:
        rows = [each.ragged("pooled_judgment").values for each in (baseline, system)]
        documents = np.unique(np.concatenate(rows))
        ranks = np.full((2, len(documents)), np.inf)
        for at, each in enumerate((baseline, system)):
            ranks[at, np.searchsorted(documents, rows[at])] = each.ragged("pooled").values
        facts = {"max_grade": max(float(baseline.facts.get("max_grade", 0.0)), float(scale[-1]))}
        one, two = (replace(each, facts={**each.facts, **facts}) for each in (baseline, system))
        return cls((one, two), measure, scale, documents, ranks)

    @property
    def adds(self) -> bool:
        """Whether the value of a system is a sum over its documents."""
        way = getattr(self.measure, "when_judged", lambda _: None)(self.scale)
        return way == "adds" and getattr(self.measure, "mean", "") == "arithmetic"

    def judged(self, chosen: NDArray[np.int64], grades: NDArray[np.float64]) -> _Pair:
        """The same if some of the documents had been judged; `chosen` are their places, ascending."""
        rows = self.documents[chosen]
        left = np.ones(len(self.documents), bool)
        left[chosen] = False
        one, two = (judged_also(each, rows, grades) for each in self.batches)
        return _Pair((one, two), self.measure, self.scale, self.documents[left], self.ranks[:, left])

    def matter(self) -> int:
        """How many documents can matter: those within the cutoff of one of both, where others cannot."""
        cut = getattr(self.measure, "k", None)
        if cut is None or any(self.unjudged(at).sees_all for at in (0, 1)):
            return len(self.documents)
        return int((self.ranks.min(axis=0) <= cut).sum())

    def unjudged(self, at: int) -> Unjudged:
        """One of the systems, with the documents that only the other one returned."""
        batch = self.batches[at]
        missing = self.documents[np.isinf(self.ranks[at])]
        owner = np.searchsorted(batch.array("first_judgment"), missing, side="right") - 1
        return Unjudged.of(batch, self.measure, self.scale, np.bincount(owner, minlength=len(batch)))

    def end(self, side: int) -> float:
        """The least difference that there could be, or with side 1 the largest."""
        lower = self.measure.better == "lower"
        values = []
        for at in (0, 1):
            highest = at == side
            values.append(_total(self.measure, extreme(self.unjudged(at), best=highest != lower)))
        return values[1] - values[0]

    def favourable(self, side: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Grades that raise the system and not the baseline, or with side 0 the reverse; those that do most first.

        They are a good guess, which is then measured.
        """
        cut = getattr(self.measure, "k", None)
        weight = np.where(self.ranks <= (cut or np.inf), 1 / np.log2(self.ranks + 1), 0.0)
        moves = (weight[1] - weight[0]) * (1 if side == 1 else -1) * (-1 if self.measure.better == "lower" else 1)
        return np.where(moves > 0, self.scale[-1], self.scale[0]), np.argsort(-np.abs(moves), kind="stable")

    def difference(self, grades: NDArray[np.float64]) -> float:
        """The difference if all documents had these grades."""
        whole = self.judged(np.arange(len(self.documents)), grades)
        zero, one = (_total(self.measure, _rows(self.measure, each)) for each in whole.batches)
        return one - zero


def _by_sums(pair: _Pair, difference: float) -> _Found:
    """Every document moves the difference by what it is worth at its ranks, whatever the others are."""
    unit = [_worth(pair.unjudged(at), pair, at) for at in (0, 1)]
    moves = unit[1] - unit[0]
    nothing = pair.difference(np.full(len(pair.documents), pair.scale[0]))
    low, high = nothing + moves[moves < 0].sum(), nothing + moves[moves > 0].sum()
    numbers = []
    # a judgment that comes out well moves the end that is in the way by what the document is worth
    gains = np.concatenate(([0.0], np.cumsum(np.sort(np.abs(moves))[::-1])))
    for missing in (-low, high):
        enough = np.flatnonzero(gains > missing + _SLACK)
        numbers += [int(enough[0])] if len(enough) else []
    return float(low), float(high), _turned(difference, low, high), min(numbers, default=None)


def _turned(difference: float, low: float, high: float) -> bool:
    """Whether some difference between the ends has the other sign."""
    if abs(difference) <= _SLACK:
        return bool(high > _SLACK or low < -_SLACK)
    return bool(low < -_SLACK) if difference > 0 else bool(high > _SLACK)


def _worth(given: Unjudged, pair: _Pair, at: int) -> NDArray[np.float64]:
    """What each document adds to the value of a system if it gets the highest grade instead of the lowest."""
    batch, measure = pair.batches[at], given.measure
    pooled, row = batch.ragged("pooled"), batch.ragged("pooled_judgment")
    rank = Ragged(pooled.values, np.arange(len(pooled.values) + 1))  # each document by itself
    values = []
    for grade in (pair.scale[-1], pair.scale[0]):
        column = rank.like(np.full(len(pooled.values), grade))
        columns: dict[str, Any] = {
            "rank": rank, "tie_first": rank, "tie_last": rank, "grade": column, "ideal": column,
            "num_ret": batch.array("num_ret")[pooled.owner],
        }  # fmt: skip
        names = [str(each) for each in range(len(pooled.values))]
        single = replace(given.batch, units=names, columns=columns)
        values.append(_rows(measure, single)[:, 0])
    found = np.zeros(len(pair.documents))
    weight = _rows(measure, batch)[:, 1].sum()
    found[np.searchsorted(pair.documents, row.values)] = (values[0] - values[1]) / weight
    return found


def _by_ends(pair: _Pair, difference: float, *, least: bool) -> _Found:
    """The ends of both systems, and examples of grades."""
    low, high = pair.end(0), pair.end(1)
    shown = [pair.difference(pair.favourable(side)[0]) for side in (0, 1)]
    turned: bool | None = _turned(difference, low, high)
    if turned and not _turned(difference, shown[0], shown[1]):
        turned = None
    if low > _SLACK or high < -_SLACK:
        return low, high, turned, 0
    numbers = []
    for side, far in ((1, shown[1]), (0, -shown[0])):
        if least and far > _SLACK:
            numbers.append(_fewest(pair, side))
    return low, high, turned, min(numbers, default=None)


def _fewest(pair: _Pair, side: int) -> int:
    """How many of the favourable judgments, those that do most first, leave the rest without a say."""
    grades, order = pair.favourable(side)

    def settled(number: int) -> bool:
        chosen = np.sort(order[:number])
        rest = pair.judged(chosen, grades[chosen])
        return rest.end(0) > _SLACK if side == 1 else rest.end(1) < -_SLACK

    few, many = 0, len(order)  # not enough, and enough: with all of them nothing is left open
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if settled(middle) else (middle, many)
    return many
