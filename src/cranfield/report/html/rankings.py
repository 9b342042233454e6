"""What each system returned for each query, as numbers: documents by their place in the list of the query."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.ragged import spans
from cranfield.core.ranked import judgment_rows
from cranfield.report.html.captioned import captions_data
from cranfield.report.html.rounding import fronted, rounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.report.html.material import Material

__all__ = ["rankings_data", "unjudged_share"]

_UNJUDGED = "?"


def unjudged_share(batch: Batch, first: int = 10) -> float | None:
    """The share of unjudged documents among the first ones of all queries."""
    shown = int(batch.array("num_ret").clip(max=first).sum())
    rank = batch.ragged("rank")
    return 1 - int((rank.values <= first).sum()) / shown if shown else None


@dataclass(frozen=True)
class _Listed:
    """Documents of queries, by number: those of a query together, in their order."""

    query: NDArray[np.int64]
    doc: NDArray[np.int64]
    rank: NDArray[np.int64]

    @classmethod
    def sorted(cls, query: NDArray[np.int64], doc: NDArray[np.int64], rank: NDArray[np.int64]) -> _Listed:
        """In the order of the queries, without those that nobody asked about."""
        order = np.argsort(query, kind="stable")
        order = order[query[order] >= 0]
        return cls(query[order], doc[order], rank[order])


def rankings_data(material: Material) -> dict[str, Any]:
    """For each query its documents with their grades, and for each system which stand first and where the rest is.

    Documents of all queries are numbered once; a query lists the numbers of its own, and everything else about it
    counts along this list.
    """
    first = material.batches[0]
    units = list(map(str, first.units))
    homes = [_homes(batch, units) for batch in material.batches]
    numbers: dict[str, int] = {}
    tops = [_first_of(batch, home, material.top, numbers) for batch, home in zip(material.batches, homes, strict=True)]
    everything = _Shown([*tops, _best_of(first, material.top, numbers)], len(units), len(numbers))
    rows = np.array([numbers.get(name, -1) for name in _names(first)], np.int64)
    systems = []
    for at, (batch, home) in enumerate(zip(material.batches, homes, strict=True)):
        far = _far_of(batch, home, rows, material.top)
        place = everything.places_of(far.query, far.doc)
        known = place >= 0
        pairs = np.stack((place[known], far.rank[known]), axis=1).ravel()
        length = np.zeros(len(units), np.int64)
        length[home[home >= 0]] = batch.array("num_ret")[home >= 0]
        systems.append({
            "top": _cut(everything.places[at].tolist(), tops[at].query, len(units)),
            "far": _cut(pairs.tolist(), np.repeat(far.query[known], 2), len(units)), "length": length.tolist(),
        })  # fmt: skip
    names, places = everything.renumbered(list(numbers))
    steps = np.diff(places, prepend=0)  # the way from each to the next is shorter, as most are new
    starts = everything.offsets[:-1][np.diff(everything.offsets) > 0]
    steps[starts] = places[starts]
    grades = _grades(everything.grades(first, rows), everything.offsets)
    docs = _cut(steps.tolist(), everything.query, len(units))
    found = {
        "kind": "rankings", "units": units, "docs": fronted(names), "systems": systems, "top": material.top,
        "queries": [{"docs": own, "grades": worth} for own, worth in zip(docs, grades, strict=True)],
        "highest": rounded(max(float(first.facts.get("max_grade", 1.0)), 1.0)),
    }  # fmt: skip
    return found | captions_data(material, names, _nearest(tops, everything, places, len(names), material.top))


class _Shown:
    """All documents that are shown of each query, in the order in which they are first met, and where they are."""

    def __init__(self, lists: Sequence[_Listed], queries: int, docs: int) -> None:
        self._docs = max(docs, 1)
        query, doc = (np.concatenate([getattr(each, name) for each in lists]) for name in ("query", "doc"))
        order = np.argsort(query, kind="stable")
        self._keys, met, which = np.unique((query * self._docs + doc)[order], return_index=True, return_inverse=True)
        in_order = np.argsort(met)
        self.query, self.doc = np.divmod(self._keys[in_order], self._docs)
        self.offsets = np.concatenate(([0], np.cumsum(np.bincount(self.query, minlength=queries))))
        self._place = np.empty(len(in_order), np.int64)
        self._place[in_order] = np.arange(len(in_order)) - self.offsets[self.query]
        found = np.empty(len(order), np.int64)
        found[order] = self._place[which]
        self.places = np.split(found, np.cumsum([len(each.query) for each in lists])[:-1])

    def places_of(self, query: NDArray[np.int64], doc: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where some documents are in the lists of their queries; -1 if they are not."""
        if not len(self._keys):
            return np.full(len(query), -1)
        keys = query * self._docs + doc
        at = np.searchsorted(self._keys, keys).clip(max=len(self._keys) - 1)
        return np.where((self._keys[at] == keys) & (doc >= 0), self._place[at], -1)

    def renumbered(self, names: Sequence[str]) -> tuple[list[str], NDArray[np.int64]]:
        """The names in the order of all lists one after the other, and the number of each document in them."""
        _, met, which = np.unique(self.doc, return_index=True, return_inverse=True)
        order = np.argsort(met)
        number = np.empty(len(order), np.int64)
        number[order] = np.arange(len(order))
        return [names[doc] for doc in self.doc[met[order]].tolist()], number[which]

    def grades(self, batch: Batch, rows: NDArray[np.int64]) -> NDArray[np.float64]:
        """The grade of each document; nan where nobody judged it."""
        judged, listed = batch.ragged("judged"), judgment_rows(batch)
        query = np.repeat(np.arange(len(batch)), np.diff(listed.offsets))
        doc = rows[listed.values]
        place = self.places_of(query, doc)
        known = (place >= 0) & (judged.values >= 0)
        found = np.full(len(self.query), np.nan)
        found[self.offsets[query[known]] + place[known]] = judged.values[known]
        return found


def _names(batch: Batch) -> Sequence[str]:
    return batch.row_names() if batch.row_names else ()


def _homes(batch: Batch, units: Sequence[str]) -> NDArray[np.int64]:
    """Where the units of a batch are among all; -1 for those that are not."""
    places = {unit: at for at, unit in enumerate(units)}
    return np.array([places.get(str(unit), -1) for unit in batch.units], np.int64)


def _numbered(docs: Iterable[str], numbers: dict[str, int]) -> NDArray[np.int64]:
    return np.array([numbers.setdefault(doc, len(numbers)) for doc in docs], np.int64)


def _first_of(batch: Batch, home: NDArray[np.int64], most: int, numbers: dict[str, int]) -> _Listed:
    """The documents that stand first, judged or not."""
    # where unjudged documents were taken out, the first ones of the run stand at other ranks
    if "top" in batch and not batch.policy.judged_only:
        kept = batch.ragged("top")
        sizes = np.minimum(np.diff(kept.offsets), most)
        docs: Iterable[str] = map(str, kept.values[spans(kept.offsets[:-1], sizes)].tolist())
        rank = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes) + 1
    else:
        ranks, names = batch.ragged("rank"), _names(batch)
        near = ranks.values <= most
        sizes = np.bincount(np.repeat(np.arange(len(batch)), np.diff(ranks.offsets))[near], minlength=len(batch))
        docs = (names[row] for row in batch.ragged("judgment").values[near].tolist())
        rank = ranks.values[near]
    return _Listed.sorted(np.repeat(home, sizes), _numbered(docs, numbers), rank)


def _best_of(batch: Batch, most: int, numbers: dict[str, int]) -> _Listed:
    """The documents that should stand first."""
    rows, worth, names = judgment_rows(batch), batch.ragged("judged").values, _names(batch)
    query = np.repeat(np.arange(len(batch)), np.diff(rows.offsets))
    order = np.lexsort((-worth, query))
    place = np.arange(len(order)) - rows.offsets[query[order]]
    order = order[(place < most) & (worth[order] > 0)]
    docs = (names[row] for row in rows.values[order].tolist())
    return _Listed.sorted(query[order], _numbered(docs, numbers), np.zeros(len(order), np.int64))


def _far_of(batch: Batch, home: NDArray[np.int64], rows: NDArray[np.int64], most: int) -> _Listed:
    """The relevant documents that stand further down."""
    ranks = batch.ragged("rank")
    far = (ranks.values > most) & (batch.ragged("grade").values > 0)
    query = np.repeat(home, np.diff(ranks.offsets))[far]
    return _Listed.sorted(query, rows[batch.ragged("judgment").values[far]], ranks.values[far])


def _nearest(
    tops: Sequence[_Listed], shown: _Shown, places: NDArray[np.int64], docs: int, most: int
) -> NDArray[np.int64]:
    """The best rank that any system gave a document."""
    found = np.full(docs, most + 1)
    for each, place in zip(tops, shown.places, strict=False):
        np.minimum.at(found, places[shown.offsets[each.query] + place], each.rank)
    return found


def _cut(flat: list[Any], query: NDArray[np.int64], queries: int) -> list[list[Any]]:
    """What belongs to each query."""
    ends = np.concatenate(([0], np.cumsum(np.bincount(query, minlength=queries)))).tolist()
    return [flat[begin:end] for begin, end in pairwise(ends)]


def _grades(grades: NDArray[np.float64], offsets: NDArray[np.int64]) -> list[str | list[float | int | None]]:
    """A character for each grade from 0 to 9 and for what nobody judged, or the numbers themselves."""
    plain = np.isnan(grades) | np.isin(grades, np.arange(10))
    codes = np.where(plain & ~np.isnan(grades), grades + ord("0"), ord(_UNJUDGED)).astype(np.uint8)
    letters, odd = codes.tobytes().decode("ascii"), np.flatnonzero(~plain)
    mixed = set((np.searchsorted(offsets, odd, side="right") - 1).tolist())
    return [
        [rounded(grade) for grade in grades[begin:end].tolist()] if at in mixed else letters[begin:end]
        for at, (begin, end) in enumerate(pairwise(offsets.tolist()))
    ]
