"""Grades for unjudged documents: those with which a measure is highest or lowest, query by query."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.gain_bounds import extreme_counts
from cranfield.core.ragged import Ragged
from cranfield.core.ranked import judged_whole, unjudged_ranks
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure

__all__ = ["Unjudged", "extreme"]

_ROWS = 1 << 20  # documents of scenarios that are measured at once
_MOST = 1 << 29  # documents of all scenarios of a query; to measure them takes a minute
_NEAR = 1e-9
_APART = ("apart", "reached")  # documents have more than a grade, so the measure looks at the batch itself
_COLUMNS = ("rank", "grade", "ideal", "num_ret")


@dataclass(frozen=True, eq=False)
class Unjudged:
    """A system with documents that nobody judged, seen by a measure; made ready by `of`."""

    batch: Batch  # what the measure can see of it
    measure: Measure
    way: str  # what is proved about the measure
    scale: NDArray[np.float64]  # the grades that a document can get, ascending
    elsewhere: NDArray[np.int64]  # unjudged documents of each query that the measure does not see

    @classmethod
    def of(cls, batch: Batch, measure: Measure, scale: NDArray[np.float64], more: NDArray[np.int64]) -> Unjudged:
        """Nothing is judged beyond what the batch says; `more` documents of each query are only elsewhere."""
        way = getattr(measure, "when_judged", lambda _: None)(scale)
        if way is None:
            why = getattr(measure, "unbounded", "unbounded-counts")
            raise MeasureError("bounds-unproved", measure=str(measure), why=why)
        if getattr(measure, "judged_only", False):  # where everything is judged, there is nothing to take out
            measure = measure.replace(judged_only=False)
        facts = {**batch.facts, "max_grade": max(float(batch.facts.get("max_grade", 0.0)), float(scale[-1]))}
        if way in _APART:
            made = cls(batch, measure, way, scale, more)
            if more.any() or batch.policy.undefined != "zero":
                raise MeasureError("bounds-not-separate", measure=str(measure))
            return made
        seen = replace(batch, columns={name: batch.columns[name] for name in _COLUMNS}, facts=facts)
        cut = getattr(measure, "k", None)
        if cut is not None:
            seen, beyond = _cut(seen, cut)
            more = more + beyond
        made = cls(seen, measure, way, scale, more)
        # what the sum of values is divided by must not depend on the grades
        low, high = (made.all_alike(float(grade))[:, 1] for grade in (scale[0], scale[-1]))
        if not np.array_equal(low, high):
            raise MeasureError("bounds-not-separate", measure=str(measure))
        return made

    @property
    def sees_all(self) -> bool:
        """Whether the grades of documents that it does not see can matter, as those of an ideal ranking do."""
        if not self.elsewhere.any() or self.way in _APART:
            return True
        ranks = self.ranks
        for grade in (float(self.scale[0]), float(self.scale[-1])):
            seen = ranks.like(np.full(len(ranks.values), grade))
            one, other = (self.rows(seen, self._others(float(end))) for end in (self.scale[0], self.scale[-1]))
            if not np.array_equal(one, other, equal_nan=True):
                return True
        return self.way not in ("adds", "rises")

    def _others(self, grade: float) -> Ragged:
        sizes = self.elsewhere
        return Ragged(np.full(int(sizes.sum()), grade), np.concatenate(([0], np.cumsum(sizes))))

    @property
    def ranks(self) -> Ragged:
        """The ranks of the unjudged documents that the measure sees."""
        return unjudged_ranks(self.batch)

    def rows(self, grades: Ragged, elsewhere: Ragged, batch: Batch | None = None) -> NDArray[np.float64]:
        """What the measure keeps of each query if the documents have these grades."""
        seen = self.batch if batch is None else batch
        whole = judged_whole(seen, grades, elsewhere, in_order=self.way != "order")
        rows: NDArray[np.float64] = self.measure.stats(whole).rows  # type: ignore[attr-defined]
        return rows

    def all_alike(self, grade: float) -> NDArray[np.float64]:
        """What it keeps if all unjudged documents have one grade."""
        ranks = self.ranks
        return self.rows(ranks.like(np.full(len(ranks.values), grade)), self._others(grade))

    def _whole(self, grade: float) -> Batch:
        ranks = self.ranks
        return judged_whole(self.batch, ranks.like(np.full(len(ranks.values), grade)), self._others(grade))

    def ends(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What it keeps at the ends that the measure itself finds; they may not be reached."""
        measure: Any = self.measure
        if self.way in _APART:
            found, now = measure.apart(self.batch), measure.values(self.batch)
        else:
            least, most = (self._whole(float(grade)) for grade in (self.scale[0], self.scale[-1]))
            found, now = measure.between(least, most), measure.values(least)
        known = self.ranks.sizes + self.elsewhere == 0
        low, high = (measure.kept(self.batch, np.where(known, now, each)).rows for each in found)
        return low, high


def _cut(batch: Batch, k: int) -> tuple[Batch, NDArray[np.int64]]:
    """What is left of the rankings at a cutoff, and how many unjudged documents of each query are not."""
    before = batch.array("num_ret") - batch.ragged("rank").sizes
    inside = batch.ragged("rank").values <= k
    columns: dict[str, Any] = {**batch.columns, "num_ret": np.minimum(batch.array("num_ret"), k)}
    columns |= {name: batch.ragged(name).filter(inside) for name in ("rank", "grade")}
    fewer = replace(batch, columns=columns)
    return fewer, before - (columns["num_ret"] - columns["rank"].sizes)


def extreme(given: Unjudged, *, best: bool) -> NDArray[np.float64]:
    """What the measure keeps of each query with the grades that make it best, or worst: no other grades do more."""
    if given.way in ("adds", "rises"):
        return given.all_alike(float(given.scale[-1 if best else 0]))
    if given.way in ("between", *_APART):
        return given.ends()[int(best == (given.measure.better != "lower"))]
    return _by_number(given, best=best) if given.way == "order" else _by_gain(given, best=best)


def _by_number(given: Unjudged, *, best: bool) -> NDArray[np.float64]:
    """For each number of relevant documents these stand first, or last; the measure itself says which is extreme."""
    lower = given.measure.better == "lower"
    found, worth = None, np.full(len(given.batch), np.inf)
    for units, values in _scenarios(given, first=best):
        key = values[:, 0] if best == lower else -values[:, 0]
        order = np.lexsort((key, units))
        starts = np.flatnonzero(np.concatenate(([True], np.diff(units[order]) != 0)))
        if found is None:
            found = np.empty((len(given.batch), values.shape[1]))
        rows = order[starts]
        rows = rows[~(key[rows] >= worth[units[rows]])]  # of equal ones the first stays
        found[units[rows]], worth[units[rows]] = values[rows], key[rows]
    return given.all_alike(0.0) if found is None else found


def _scenarios(given: Unjudged, *, first: bool) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float64]]]:
    """Queries, and what the measure keeps of them, with 0, 1, 2, ... relevant documents that stand first or last."""
    seen, top = given.ranks.sizes, given.scale[-1]
    total = seen + given.elsewhere
    for units, number in _parts(_tried(given, first=first), _documents(given)):
        relevant = _marks(seen[units], number, total[units], first=first)
        others = _marks(given.elsewhere[units], number, total[units], first=first, behind=seen[units])
        rows = given.rows(
            relevant.like(relevant.values * top), others.like(others.values * top), given.batch.select(units)
        )
        yield units, rows


def _documents(given: Unjudged) -> NDArray[np.int64]:
    """How many documents a scenario of each query has, at the most."""
    batch = given.batch
    return batch.array("num_ret") + batch.ragged("ideal").sizes + given.ranks.sizes + given.elsewhere + 1


def _parts(
    tried: list[NDArray[np.int64]], documents: NDArray[np.int64]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Queries and their numbers, as many as are measured at once: some queries, or a part of one."""
    sizes = np.array(list(map(len, tried)), np.int64)
    cost = sizes * documents
    begin = 0
    while begin < len(cost):
        end = begin + max(int(np.searchsorted(np.cumsum(cost[begin:]), _ROWS, side="right")), 1)
        units, number = np.repeat(np.arange(begin, end), sizes[begin:end]), np.concatenate(tried[begin:end])
        step = max(_ROWS // int(documents[begin]), 1) if end == begin + 1 else len(number)
        for at in range(0, len(number), step):
            yield units[at : at + step], number[at : at + step]
        begin = end


def _tried(given: Unjudged, *, first: bool) -> list[NDArray[np.int64]]:
    """The numbers of relevant documents of each query that can be extreme: all, or those whose value is near enough.

    A measure that knows about what it would be with each number need not be asked for all of them, and one that knows
    exactly for none but the first of the best.
    """
    total = given.ranks.sizes + given.elsewhere
    near = getattr(given.measure, "near", None)
    most = np.maximum(_MOST // _documents(given), 2)  # numbers for which there is time
    if near is None or given.scale[-1] < getattr(given.measure, "rel", 0.0):
        if (total >= most).any():
            raise MeasureError("bounds-too-long", measure=str(given.measure), count=int(total.max()))
        return [np.arange(each + 1) for each in total.tolist()]
    exactly = getattr(given.measure, "near_exactly", False)
    tried = []
    for at, values in enumerate(near(given.batch, given.ranks, given.elsewhere, first=first)):
        # without a relevant document there may be no value
        worse = (-values if first else values)[1:]
        if exactly:
            close = np.array([int(worse.argmin())] if len(worse) else [], np.int64)
        else:  # rounding moves a value by far less
            least = worse.min(initial=-values[0] if first else np.inf)
            close = np.flatnonzero(worse <= least + _NEAR)
            if len(close) >= most[at]:  # all of them are the same but for rounding
                close = np.sort(close[np.argsort(worse[close], kind="stable")[: most[at] - 1]])
        tried.append(np.concatenate(([0], close + 1)))
    return tried


def _marks(
    sizes: NDArray[np.int64], number: NDArray[np.int64], total: NDArray[np.int64], *, first: bool,
    behind: NDArray[np.int64] | None = None,
) -> Ragged:  # fmt: skip
    """1 for the first or last `number` of `total` documents, of which these are `sizes`, behind so many others."""
    held = Ragged(np.zeros(int(sizes.sum())), np.concatenate(([0], np.cumsum(sizes))))
    place = held.position - 1 + (0 if behind is None else behind[held.owner])
    relevant = place < number[held.owner] if first else place >= (total - number)[held.owner]
    return held.like(relevant.astype(np.float64))


def _by_gain(given: Unjudged, *, best: bool) -> NDArray[np.float64]:
    """Gain over ideal gain: numbers of documents on each step of the scale, found query by query."""
    measure: Any = given.measure
    gains = measure.gains(given.scale)
    steps, first = np.unique(gains, return_index=True)
    ranks, batch, others = given.ranks, given.batch, given.elsewhere
    longest = int((batch.ragged("ideal").sizes + ranks.sizes + others).max(initial=0))
    depth = max(longest, int(batch.array("num_ret").max(initial=0)))
    weight = 1.0 / measure.divisors(depth)
    cumulated = np.concatenate(([0.0], np.cumsum(weight)))[: (measure.k or depth) + 1]
    grades, elsewhere = [], []
    for at in range(len(batch)):
        known = measure.gains(batch.ragged("ideal")[at])
        rank = batch.ragged("rank")[at]
        gained = float(measure.gains(batch.ragged("grade")[at]) @ weight[rank - 1])
        weights = np.concatenate((weight[ranks[at] - 1], np.zeros(int(others[at]))))
        counts = np.zeros(len(steps) - 1, np.int64)
        if best or steps[0] > 0 or (known > 0).any():  # else a query without gain counts as the worst
            counts = extreme_counts(gained, weights, known, steps, cumulated, most=best)
        place = np.arange(len(weights)) if best else np.arange(len(weights))[::-1]
        step = (place[:, None] < counts).sum(axis=1)
        chosen = given.scale[first[step]]
        grades.append(chosen[: len(ranks[at])])
        elsewhere.append(chosen[len(ranks[at]) :])
    held = Ragged(np.concatenate(elsewhere), np.concatenate(([0], np.cumsum(others))))
    return given.rows(ranks.like(np.concatenate(grades)), held)
