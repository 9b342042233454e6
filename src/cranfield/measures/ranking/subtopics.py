"""Which subtopics the results of a query cover, how new each is, and the best order there could be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.ragged import Ragged

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["NO_SUBTOPIC", "Covered", "covered", "ideal_novelty"]

_COLUMNS = ("subtopic", "subtopic_judgment", "subtopic_grade")
NO_SUBTOPIC = "when-no-subtopic"


@dataclass(frozen=True)
class Covered:
    """The relevant subtopics of the results: a row for each subtopic that a returned document is relevant to."""

    judged: NDArray[np.int64]  # of each query: subtopics with a relevant document, returned or not
    relevant: NDArray[np.int64]  # of each query and subtopic, all queries after each other: relevant documents
    begin: NDArray[np.int64]  # where the subtopics of each query begin there
    document: NDArray[np.int64]  # the place of the document among the rows of `rank`
    topic: NDArray[np.int64]  # which of all those subtopics
    before: NDArray[np.int64]  # how many documents above are relevant to it

    @property
    def owner(self) -> NDArray[np.int64]:
        """The query of each subtopic."""
        return np.repeat(np.arange(len(self.judged)), np.diff(np.append(self.begin, len(self.relevant))))

    def per_document(self, worth: NDArray[np.float64], documents: int) -> NDArray[np.float64]:
        """Add up what the subtopics of each document are worth, in order of subtopic."""
        return np.bincount(self.document, weights=worth, minlength=documents).astype(np.float64, copy=False)


def covered(batch: Batch, rel: float) -> Covered:
    """The subtopics that the results cover, made once for all measures."""
    found: Covered | None = batch.cache.get((covered, rel))
    if found is None:
        found = batch.cache[covered, rel] = _covered(batch, rel)
    return found


def _covered(batch: Batch, rel: float) -> Covered:
    number, judgment, grade = (batch.ragged(name) for name in _COLUMNS)
    names = batch.ragged("subtopic_name")
    good = grade.values >= rel
    owner = number.owner[good]
    topic = names.offsets[owner] + number.values[good]
    relevant = np.bincount(topic, minlength=len(names.values))
    rank, of = batch.ragged("rank"), batch.ragged("judgment")
    # a query may be drawn twice, so a row of the judgments is only known inside its query
    width = int(max(of.values.max(initial=0), judgment.values.max(initial=0))) + 1
    returned = rank.owner * width + of.values
    order = np.argsort(returned)
    wanted = owner * width + judgment.values[good]
    place = np.minimum(np.searchsorted(returned, wanted, sorter=order), max(len(order) - 1, 0))
    there = returned[order[place]] == wanted if len(order) else np.zeros(len(wanted), bool)
    document, topic = (order[place[there]] if len(order) else place[there]), topic[there]
    return Covered(
        names.count(relevant > 0), relevant, names.offsets[:-1], document, topic,
        _before(document, topic),
    )  # fmt: skip


def _before(document: NDArray[np.int64], topic: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many rows of the same subtopic have a document further up; documents stand in order of rank."""
    order = np.lexsort((document, topic))
    starts = np.flatnonzero(np.concatenate(([True], np.diff(topic[order]) != 0))) if len(order) else order
    before = np.empty(len(order), np.int64)
    before[order] = np.arange(len(order)) - np.repeat(starts, np.diff(np.append(starts, len(order))))
    return before


def ideal_novelty(batch: Batch, alpha: float, rel: float, depth: int | None) -> Ragged:
    """The gain at each rank of the best order, found greedily, of two equal documents the one with the larger id.

    To find the best order indeed is NP-complete; this is how ndeval goes about it (Clarke et al. 2008).
    """
    key = (ideal_novelty, alpha, rel, depth)
    found: Ragged | None = batch.cache.get(key)
    if found is None:
        number, judgment, grade = (batch.ragged(name) for name in _COLUMNS)
        gains = [
            _greedy(judgment[unit][good], number[unit][good], alpha, depth)
            for unit in range(len(batch))
            for good in (grade[unit] >= rel,)
        ]
        sizes = np.fromiter(map(len, gains), np.int64, len(gains))
        found = Ragged(np.concatenate([np.zeros(0), *gains]), np.concatenate(([0], np.cumsum(sizes))))
        batch.cache[key] = found
    return found


def _greedy(
    judgment: NDArray[np.int64], topic: NDArray[np.int64], alpha: float, depth: int | None
) -> NDArray[np.float64]:
    """What each document of the best order adds; rows come by document, those with large ids first."""
    if not len(judgment):
        return np.zeros(0)
    document = np.cumsum(np.concatenate(([0], np.diff(judgment) != 0)))
    covers = np.zeros((int(topic.max()) + 1, int(document[-1]) + 1))
    covers[topic, document] = 1.0
    left, worth = np.ones(covers.shape[1], bool), np.ones(len(covers))
    found = []
    for _ in range(covers.shape[1] if depth is None else min(depth, covers.shape[1])):
        score = np.zeros(covers.shape[1])
        for of_topic, gain in zip(covers, worth.tolist(), strict=True):  # one after the other: equal sums stay equal
            score += of_topic * gain
        chosen = int(np.argmax(np.where(left, score, -1.0)))
        left[chosen] = False
        found.append(float(score[chosen]))
        worth = np.where(covers[:, chosen] > 0, worth * (1 - alpha), worth)
    return np.array(found)
