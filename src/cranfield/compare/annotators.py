"""Whether it matters that raters disagree: systems are scored with each rater's judgments and ordered again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.correlate import coefficient, side
from cranfield.compare.resample import SEED
from cranfield.core.agreed import Flip, Orders
from cranfield.core.arguments import ANY_SEED, DRAWS, checked, items
from cranfield.core.evaluate import ready, require_batch
from cranfield.core.ranked import judgment_rows, regraded
from cranfield.core.result import MEASURE
from cranfield.core.spec import parse
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure

__all__ = ["median_judgments", "rater_orders"]


def median_judgments(rated: Batch) -> dict[str, dict[str, float]]:
    """Query to document to the median grade of its raters."""
    _require(rated)
    queries, docs = rated.coded("group"), rated.coded("item")
    number = rated.ragged("number")
    found: dict[str, dict[str, float]] = {}
    for at in np.flatnonzero(number.sizes).tolist():
        query, doc = str(queries.names[queries.codes[at]]), str(docs.names[docs.codes[at]])
        found.setdefault(query, {})[doc] = float(np.median(number[at]))
    return found


def _require(rated: Batch) -> None:
    require_batch(rated, "rater_orders")
    for column in ("group", "number", "item"):
        if column not in rated:
            raise MeasureError("orders-need-queries" if column == "group" else "orders-need-numbers")


@checked(measure=MEASURE, resamples=DRAWS, seed=ANY_SEED)
def rater_orders(
    systems: Sequence[Batch], rated: Batch, measure: str | Measure = "nDCG@10", *, resamples: int = 1000,
    seed: int = SEED,
) -> Orders:  # fmt: skip
    """How systems are ordered by each rater, and how often the order of two systems depends on who judged.

    `systems` are rankings with `median_judgments(rated)` as their judgments, and `rated` are ratings of documents with
    their queries. For a draw, one of the raters of each document is drawn, and systems are ordered by what these said.
    Voorhees, Variations in relevance judgments and the measurement of retrieval effectiveness, IP&M 2000.
    """
    _require(rated)
    listed = items("rater_orders", "systems", systems, error=MeasureError)
    for each in listed:
        require_batch(each, "rater_orders")
    if len(listed) < 2:
        raise MeasureError("correlate-few", count=len(listed))
    used = ready(parse(measure, listed[0].family), listed[0])
    sign = side(used, str(measure))
    grades = _grades(listed[0], rated)
    raters = rated.facts["raters"]
    whole = _values(listed, used, grades.median())
    if np.isnan(whole).any():
        raise MeasureError("correlate-no-value", name=str(used), system=listed[int(np.isnan(whole).argmax())].system)
    own = np.array([_values(listed, used, grades.of(at)) for at in range(len(raters))])
    tau = coefficient("tau-b", 0.9)
    drawn = np.array([_values(listed, used, row) for row in grades.drawn(resamples, seed)])
    between = [tau(sign * one, sign * two) for one, two in combinations(own, 2) if not np.isnan([one, two]).any()]
    return Orders(
        measure=str(measure), systems=tuple(each.system for each in listed), values=tuple(whole.tolist()),
        raters={name: tuple(row) for name, row in zip(raters, own.tolist(), strict=True)},
        taus={name: _known(tau(sign * whole, sign * row)) for name, row in zip(raters, own, strict=True)},
        between=_mean(between), drawn_tau=_mean([tau(sign * whole, sign * row) for row in drawn]),
        flips=tuple(_flips(listed, whole * sign, drawn * sign, own * sign, raters)),
        judged=dict(zip(raters, np.bincount(grades.rater, minlength=len(raters)).tolist(), strict=True)),
        documents=int((grades.counts > 0).sum()), shared=int((grades.counts > 1).sum()), resamples=resamples, seed=seed,
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Grades:
    """Who gave which grade to which of the judged documents, in order of document and rater."""

    document: NDArray[np.int64]
    rater: NDArray[np.int64]
    grade: NDArray[np.float64]
    size: int  # documents
    raters: int

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """The raters of each document."""
        return np.bincount(self.document, minlength=self.size)

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        return np.cumsum(self.counts) - self.counts

    def median(self) -> NDArray[np.float64]:
        """The median grade of each document, nan for none."""
        ordered = self.grade[np.lexsort((self.grade, self.document))]
        return (self._at(ordered, (self.counts - 1) // 2) + self._at(ordered, self.counts // 2)) / 2

    def of(self, rater: int) -> NDArray[np.float64]:
        """The grades of one rater, nan for none."""
        found = np.full(self.size, np.nan)
        chosen = self._by_rater[self._ends[rater] : self._ends[rater + 1]]
        found[self.document[chosen]] = self.grade[chosen]
        return found

    @cached_property
    def _by_rater(self) -> NDArray[np.int64]:
        return np.argsort(self.rater, kind="stable")

    @cached_property
    def _ends(self) -> NDArray[np.int64]:
        ordered = self.rater[self._by_rater]
        return np.searchsorted(ordered, np.arange(self.raters + 1))

    def drawn(self, resamples: int, seed: int) -> Iterator[NDArray[np.float64]]:
        """For each draw the grades of one rater of each document."""
        rng = np.random.default_rng(seed)
        for _ in range(resamples):
            yield self._at(self.grade, np.floor(rng.random(self.size) * self.counts).astype(np.int64))

    def _at(self, grades: NDArray[np.float64], place: NDArray[np.int64]) -> NDArray[np.float64]:
        """Of each document the grade at a place among its own, nan where it has none."""
        found = np.full(self.size, np.nan)
        there = np.flatnonzero(self.counts)
        found[there] = grades[self._starts[there] + np.clip(place[there], 0, self.counts[there] - 1)]
        return found


def _grades(batch: Batch, rated: Batch) -> _Grades:
    """The grade that each rater gave to each of the judged documents; of several the last."""
    rows, names = judgment_rows(batch), (batch.row_names or list)()
    queries = [str(each) for each in batch.units]
    place = {
        (queries[owner], str(names[row])): row
        for owner, row in zip(rows.owner.tolist(), rows.values.tolist(), strict=True)
    }
    group, doc = rated.coded("group"), rated.coded("item")
    at = np.array([
        place.get((str(group.names[one]), str(doc.names[two])), -1)
        for one, two in zip(group.codes.tolist(), doc.codes.tolist(), strict=True)
    ], np.int64)  # fmt: skip
    number, rater = rated.ragged("number"), rated.ragged("rater")
    row = at[number.owner]
    there = row >= 0
    if not there.any():
        raise MeasureError("orders-other-documents")
    raters = len(rated.facts["raters"])
    known, last = np.unique((row * raters + rater.values)[there][::-1], return_index=True)
    return _Grades(
        known // raters, known % raters, number.values[there][::-1][last], int(rows.values.max(initial=-1)) + 1, raters
    )


def _values(batches: Sequence[Batch], measure: Measure, grades: NDArray[np.float64]) -> NDArray[np.float64]:
    found = []
    for each in batches:
        other = regraded(each, grades)
        found.append(float(measure.finish(measure.stats(other).total())) if len(other) else np.nan)
    return np.round(found, 12)  # what rounding tells apart is equal


def _flips(
    batches: Sequence[Batch], whole: NDArray[np.float64], drawn: NDArray[np.float64], own: NDArray[np.float64],
    raters: Sequence[str],
) -> list[Flip]:  # fmt: skip
    found = []
    for one, two in combinations(range(len(batches)), 2):
        better, worse = (one, two) if whole[one] >= whole[two] else (two, one)
        moved = drawn[:, better] - drawn[:, worse]
        known = moved[~np.isnan(moved)]
        theirs = own[:, better] - own[:, worse]
        equal = bool(whole[one] == whole[two])
        found.append(
            Flip(
                batches[better].system, batches[worse].system, float(abs(whole[one] - whole[two])),
                float((known < 0).mean()) if len(known) else np.nan,
                float((known == 0).mean()) if len(known) else np.nan,
                () if equal else tuple(name for name, each in zip(raters, theirs.tolist(), strict=True) if each < 0),
            )
        )  # fmt: skip
    return sorted(found, key=lambda each: -each.flipped)


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _mean(values: Sequence[float]) -> float | None:
    there = [each for each in values if not np.isnan(each)]
    return float(np.mean(there)) if there else None
