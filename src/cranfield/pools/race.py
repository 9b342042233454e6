"""Systems on their way to an order that no further judgment can change.

The finish is what the systems are worth when every document of the pool is judged; documents outside the pool that
nobody judged count for nothing, as they do in every measure. The order of two systems is settled when it is the same
whatever grades the unjudged documents of the pool get.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.arguments import COUNT, TEXT, checked, is_number, place_among
from cranfield.errors import InputError, MeasureError
from cranfield.pools.spread import Quotients, Sums
from cranfield.pools.told import race_told
from cranfield.pools.worth import Worth
from cranfield.words import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy
    from cranfield.io.rankings import Rankings

__all__ = ["Race", "Standing"]

_SLACK = 1e-12  # smaller differences are rounding


@dataclass(frozen=True)
class Standing:
    """Two systems, the one that is ahead first; differences are means over the queries."""

    ahead: str
    behind: str
    difference: float
    low: float
    high: float
    settled: bool


class Race:
    """Systems, the documents of their pool, and what is judged of them; `judge` moves it on."""

    def __init__(
        self, found: Rankings, measure: str | Measure, policy: Policy, *, depth: int | None = None,
        grades: Sequence[float] | None = None,
    ) -> None:  # fmt: skip
        self.found, self.depth = found, depth
        self.systems, self.queries = found.systems, found.queries
        if len(self.systems) < 2:
            raise MeasureError("decisive-one-system", count=len(self.systems))
        judged = ~np.isnan(found.grade)
        pooled = found.best_rank() <= (depth or np.inf)
        self._kept = np.flatnonzero(judged | pooled)
        place = np.full(len(found), -1)
        place[self._kept] = np.arange(len(self._kept))
        inside = place[found.document] >= 0
        self._rank = np.zeros((len(self.systems), len(self._kept)), np.int32)
        self._rank[found.system[inside], place[found.document[inside]]] = found.rank[inside]
        self._docs = found.docs[self._kept]
        self._grade = found.grade[self._kept].copy()
        self._offsets = np.searchsorted(found.query[self._kept], np.arange(len(self.queries) + 1))
        self._elsewhere: list[dict[str, float]] = [{} for _ in self.queries]  # judged documents outside the pool
        outside = zip(found.elsewhere.owner.tolist(), found.elsewhere_docs.texts(), found.elsewhere.values, strict=True)
        for query, doc, grade in outside:
            self._elsewhere[query][doc] = float(grade)
        known = np.concatenate((self._grade[~np.isnan(self._grade)], found.elsewhere.values))
        self.worth = Worth.of(
            measure, policy, known=known, top=found.max_grade, longest=int(self._rank.max(initial=0)), given=grades
        )
        one, two = np.triu_indices(len(self.systems), 1)
        self._pairs = one.astype(np.int64), two.astype(np.int64)
        self._values = np.zeros((len(self.queries), len(self.systems)))
        self._low, self._high = np.zeros((2, len(self.queries), len(one)))
        self._urgency = np.zeros(len(self._kept))
        for at in range(len(self.queries)):
            self._measure(at)
        self._open = ~self._settled()
        self._stale = set(range(len(self.queries)))  # queries whose documents have to be weighed again

    @property
    def measure(self) -> Measure:
        """What systems are compared by."""
        return self.worth.measure

    @property
    def unjudged(self) -> int:
        """How many documents of the pool nobody has judged."""
        return int(np.isnan(self._grade).sum())

    @property
    def settled(self) -> bool:
        """Whether no judgment can change the order of any two systems."""
        return not self._open.any()

    @property
    def open_pairs(self) -> int:
        """How many pairs of systems have an order that judgments could change."""
        return int(self._open.sum())

    @checked(query=TEXT, doc=TEXT)
    def judge(self, query: str, doc: str, grade: float | None) -> None:
        """Count a judgment, or take it back with None; a document outside the pool counts where an ideal order does."""
        if grade is not None and not (is_number(grade) and float(grade) in self.worth.grades):
            raise InputError("decisive-grade", grade=shown(grade), grades=[f"{each:g}" for each in self.worth.scale])
        at = self._number_of.get(query)
        if at is None:  # no system answers it, so it makes no difference
            return
        place = self._places(at).get(doc)
        if place is not None:
            self._grade[place] = np.nan if grade is None else grade
        elif grade is not None:
            self._elsewhere[at][doc] = float(grade)
        else:
            self._elsewhere[at].pop(doc, None)
        self._measure(at)
        now = ~self._settled()
        self._stale = {*self._stale, at} if (now == self._open).all() else set(range(len(self.queries)))
        self._open = now

    @checked(count=COUNT)
    def next(self, count: int = 1) -> list[tuple[str, str]]:
        """The documents to judge now: those that can change the differences that are open most, all added up."""
        self._weigh()
        order = np.argsort(-self._urgency, kind="stable")[:count]
        order = order[self._urgency[order] > 0]
        of_query = np.searchsorted(self._offsets, order, side="right") - 1
        names = self._docs[order].texts()
        return [(self.queries[at], name) for at, name in zip(of_query.tolist(), names, strict=True)]

    def urgency(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Documents by their numbers among those that were read, and how much each can change."""
        self._weigh()
        return self._kept, self._urgency

    def urgent(self) -> dict[tuple[str, str], float]:
        """How much each unjudged document of the pool can change, by query and document."""
        self._weigh()
        unjudged = np.flatnonzero(np.isnan(self._grade))
        of_query = np.searchsorted(self._offsets, unjudged, side="right") - 1
        named = zip((self.queries[at] for at in of_query.tolist()), self._docs[unjudged].texts(), strict=True)
        return dict(zip(named, self._urgency[unjudged].tolist(), strict=True))

    def standings(self) -> list[Standing]:
        """Every two systems: how they stand and how far their difference can still go."""
        queries = max(len(self.queries), 1)
        value, settled = self._values.sum(axis=0), self._settled()
        found = []
        for at, (one, two) in enumerate(zip(*(each.tolist() for each in self._pairs), strict=True)):
            low, high = float(self._low[:, at].sum()), float(self._high[:, at].sum())
            ends = (one, two, low, high) if value[one] >= value[two] else (two, one, -high, -low)
            difference = abs(float(value[one] - value[two]))
            names = self.systems[ends[0]], self.systems[ends[1]]
            found.append(
                Standing(*names, difference / queries, ends[2] / queries, ends[3] / queries, bool(settled[at]))
            )
        return found

    def values(self) -> dict[str, float]:
        """The value of each system as it is, by its name."""
        means = self._values.sum(axis=0) / max(len(self.queries), 1)
        return dict(zip(self.systems, means.tolist(), strict=True))

    def order(self) -> list[str]:
        """The systems, best first."""
        return [self.systems[at] for at in np.argsort(-self._values.sum(axis=0), kind="stable")]

    def fewest(self, one: str, two: str) -> int | None:
        """The fewest judgments that could settle the order of two systems, if they came out as favourably as can be.

        Exact for measures that add up; for others it is a number that is enough. None if no judgments would do.
        """
        numbers = [place_among("fewest", "system", each, self.systems) for each in (one, two)]
        found = self._enough(*numbers, below=None)
        other = self._enough(*numbers[::-1], below=found)
        return found if other is None else other

    def told(self, *, language: str = "en") -> str:
        """What is settled and what is not, in a sentence."""
        return race_told(self, language=language)

    def __str__(self) -> str:
        return self.told()

    @cached_property
    def _number_of(self) -> dict[str, int]:
        return {name: at for at, name in enumerate(self.queries)}

    def _places(self, query: int) -> dict[str, int]:
        begin, end = self._offsets[query : query + 2].tolist()
        return dict(zip(self._docs[np.arange(begin, end)].texts(), range(begin, end), strict=True))

    def _settled(self) -> NDArray[np.bool_]:
        low, high = self._low.sum(axis=0), self._high.sum(axis=0)
        return (low > _SLACK) | (high < -_SLACK) | (high - low <= _SLACK)

    def _seen(self, query: int, grade: NDArray[np.float64] | None = None) -> Sums | Quotients:
        """A query with the grades that its documents have, or with others."""
        inside = slice(*self._offsets[query : query + 2].tolist())
        grades = self._grade[inside] if grade is None else grade[inside]
        rank, worth = self._rank[:, inside], self.worth
        known = np.flatnonzero(~np.isnan(grades))
        unknown = np.flatnonzero(np.isnan(grades))
        adds = worth.table[rank[:, known], worth.place(grades[known])].sum(axis=1)
        if worth.ideal is None:
            return Sums(adds, worth.table[rank[:, unknown]][:, :, worth.place(worth.scale)])
        judged = np.concatenate((grades[known], list(self._elsewhere[query].values())))
        gains = worth.ideal.gains
        return Quotients(adds, worth.ideal.weight[rank[:, unknown]], worth.ideal, gains(judged), gains(worth.scale))

    def _measure(self, query: int) -> None:
        seen = self._seen(query)
        self._values[query] = seen.values
        self._low[query], self._high[query] = seen.ends(self._pairs)

    def _weigh(self) -> None:
        """See again what documents can change, where a judgment or a settled order has changed it."""
        pairs = self._pairs[0][self._open], self._pairs[1][self._open]
        for query in self._stale:
            begin, end = self._offsets[query : query + 2].tolist()
            unjudged = begin + np.flatnonzero(np.isnan(self._grade[begin:end]))
            self._urgency[begin:end] = 0.0
            self._urgency[unjudged] = self._seen(query).changes(pairs).sum(axis=0)
        self._stale = set()

    def _enough(self, one: int, two: int, *, below: int | None) -> int | None:
        """How many favourable judgments, those that do most first, put one system ahead for good.

        None if no number does, or none below the given one.
        """
        pair = np.array([one]), np.array([two])
        queries = [self._seen(at) for at in range(len(self.queries))]
        low = np.array([seen.ends(pair)[0][0] for seen in queries])
        if low.sum() > _SLACK:
            return 0
        change = np.concatenate([np.zeros(0), *(seen.changes(pair)[0] for seen in queries)])
        order = np.argsort(-change, kind="stable")
        if self.worth.ideal is None:  # each judgment moves the end by what the document can change
            enough = np.flatnonzero(low.sum() + np.cumsum(change[order]) > _SLACK)
            return int(enough[0]) + 1 if len(enough) and (below is None or enough[0] + 1 < below) else None
        unjudged = np.flatnonzero(np.isnan(self._grade))
        weight = self.worth.ideal.weight[self._rank[:, unjudged]]
        wanted = np.where(weight[one] > weight[two], self.worth.scale[-1], self.worth.scale[0])

        def settled(number: int) -> bool:
            grade = self._grade.copy()
            grade[unjudged[order[:number]]] = wanted[order[:number]]
            touched = np.unique(np.searchsorted(self._offsets, unjudged[order[:number]], side="right") - 1)
            others = low.sum() - low[touched].sum()
            return bool(others + sum(self._seen(at, grade).ends(pair)[0][0] for at in touched.tolist()) > _SLACK)

        few, many = 0, len(order) if below is None else below - 1
        if many < 1 or not settled(many):
            return None
        while many - few > 1:  # not enough, and enough
            middle = (few + many) // 2
            few, many = (few, middle) if settled(middle) else (middle, many)
        return many
