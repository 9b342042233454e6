"""Ends of the measures of subtopics, where an unjudged document may be relevant to any of the subtopics of its query.

Subtopics are those that were judged; one without a relevant document counts as soon as it gets one. To each of them
the unjudged documents may be relevant or not, whatever they are to the others, so that its ends are found by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from cranfield.core.ranked import unjudged_ranks
from cranfield.measures.ranking.subtopics import covered, ideal_novelty

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.measures.ranking.between import Ends

    OfTopic = Callable[["Topic", bool], tuple[float, float]]

__all__ = ["Topic", "average_precisions", "ends_of_mean", "ends_over_greedy", "rising"]


@dataclass(frozen=True)
class Topic:
    """A subtopic of a query: ranks of the results that are relevant to it, of those unjudged, and all relevant."""

    known: NDArray[np.int64]
    unjudged: NDArray[np.int64]
    relevant: int


class _Novel(Protocol):
    """What the ends of a measure of new content need of it."""

    @property
    def rel(self) -> float: ...
    @property
    def alpha(self) -> float: ...
    @property
    def depth(self) -> int | None: ...
    def worth(self, ranks: NDArray[np.int64], /) -> float: ...
    def weights(self, depth: int, /) -> NDArray[np.float64]: ...
    def values(self, batch: Batch, /) -> NDArray[np.float64]: ...


def _topics(batch: Batch, rel: float) -> Iterator[list[Topic]]:
    """The subtopics of each query."""
    found, rank, unjudged = covered(batch, rel), batch.ragged("rank"), unjudged_ranks(batch)
    ends = np.append(found.begin, len(found.relevant))
    order = np.argsort(found.topic, kind="stable")
    where = np.searchsorted(found.topic[order], np.arange(len(found.relevant) + 1))
    for at in range(len(batch)):
        yield [
            Topic(
                np.sort(rank.values[found.document[order[where[topic] : where[topic + 1]]]]),
                unjudged[at], int(found.relevant[topic]),
            )
            for topic in range(int(ends[at]), int(ends[at + 1]))
        ]  # fmt: skip


def rising(worth: Callable[[NDArray[np.int64]], float]) -> OfTopic:
    """The ends of what never falls with a further relevant document; `some` asks for at least one."""

    def ends(topic: Topic, some: bool) -> tuple[float, float]:  # noqa: FBT001 (as all of them)
        low = np.append(topic.known, topic.unjudged[-1:]) if some else topic.known
        return worth(low), worth(np.union1d(topic.known, topic.unjudged))

    return ends


def average_precisions(topic: Topic, some: bool) -> tuple[float, float]:  # noqa: FBT001 (as all of them)
    """The ends of average precision: for each number of relevant documents these stand first, or last."""
    ranks = np.union1d(topic.known, topic.unjudged)
    if not len(ranks):
        return 0.0, 0.0
    new = np.isin(ranks, topic.unjudged)
    numbers = np.arange(int(some), len(topic.unjudged) + 1)[:, None]
    ends = []
    for place in (np.cumsum(new[::-1])[::-1], np.cumsum(new)):  # counted from the last one, and from the first
        hit = ~new | (place <= numbers)
        value = (np.cumsum(hit, axis=1) / ranks * hit).sum(axis=1) / (topic.relevant + numbers[:, 0])
        ends.append(value)
    return float(ends[0].min()), float(ends[1].max())


def ends_of_mean(batch: Batch, rel: float, ends: OfTopic) -> Ends:
    """The ends of the mean over the subtopics with a relevant document."""
    found, open_to = np.full((2, len(batch)), np.nan), unjudged_ranks(batch).sizes
    for at, topics in enumerate(_topics(batch, rel)):
        counted = [ends(each, False) for each in topics if each.relevant]
        silent = [each for each in topics if not each.relevant]
        new = [ends(each, True) for each in silent] if open_to[at] else []
        for best, choose in enumerate((min, max)):
            values, more = [each[best] for each in counted], [each[best] for each in new]
            means = [sum(values) / len(values)] if values else []
            if more:  # all of these are alike, so that the mean goes one way with their number
                means += [sum(values + more) / len(values + more)] + ([] if values else [0.0])
            if means:
                found[best, at] = choose(means)
    return found[0], found[1]


def ends_over_greedy(batch: Batch, measure: _Novel) -> Ends:
    """The ends of new content over that of the best order, which is found greedily and may not be the best.

    No order is worth more than if the documents of each subtopic came first. And of the first i documents, the greedy
    order covers at least 1 - (1 - 1/i)^i of what the best i would (Nemhauser, Wolsey and Fisher, Mathematical
    Programming 1978), whose worth never falls with a further relevant document.
    """
    found, best = np.full((2, len(batch)), np.nan), ideal_novelty(batch, measure.alpha, measure.rel, measure.depth)
    now, open_to = measure.values(batch), unjudged_ranks(batch).sizes
    for at, topics in enumerate(_topics(batch, measure.rel)):
        unjudged = int(open_to[at])
        if not unjudged or not topics:
            found[:, at] = now[at]
            continue
        least, most = (
            sum(measure.worth(each) for each in ranks)
            for ranks in zip(*((each.known, np.union1d(each.known, each.unjudged)) for each in topics), strict=True)
        )
        ideal = sum(measure.worth(np.arange(1, each.relevant + unjudged + 1)) for each in topics)
        places = sum(each.relevant for each in topics) + unjudged
        places = places if measure.depth is None else min(places, measure.depth)
        simple = len(topics) == 1 or measure.alpha == 0  # then the greedy order is the best
        sure = 1.0 if simple else 1 - (1 - 1 / places) ** places
        covers = np.cumsum(best[at])
        ranks = np.arange(1, len(covers) + 1)
        weight = measure.weights(len(covers))
        falls = weight - np.append(weight[1:], 0.0)
        shares = np.ones(len(covers)) if simple else 1 - (1 - 1 / ranks) ** ranks
        shares[-1:] = sure
        lowest = float((falls * shares * covers).sum())
        found[:, at] = least / ideal, min(most / lowest, 1 / sure) if lowest else 1 / sure
    return found[0], found[1]
