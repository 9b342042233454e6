"""The first relevant document: how soon, and whether at all."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere, cutoffs
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer
from cranfield.measures.ranking.base import RankingMean, rel_param, relevant, tie_groups, within

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["ReciprocalRank", "Success"]


class _FirstRelevant(RankingMean):
    """A measure of where the first relevant document stands."""

    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "tie_first", "tie_last")
    judging: ClassVar[str | None] = "rises"
    at: ClassVar[str | None] = "k"
    expected_ties: ClassVar[bool] = True

    k: int | None = integer(None, lo=1, help="look only at the first k results")
    rel: float = rel_param()

    def first_ties(self, batch: Batch) -> list[tuple[int, int, int, int]]:
        """The first group of tied documents with a relevant one: its query, first rank, size and relevant documents."""
        starts, tie = tie_groups(batch)
        found = np.bincount(tie, weights=relevant(batch, self.rel), minlength=len(starts)).astype(np.int64)
        holding = np.flatnonzero(found)
        query, index = np.unique(batch.ragged("rank").owner[starts][holding], return_index=True)
        rows = starts[holding[index]]
        first, last = batch.ragged("tie_first").values[rows], batch.ragged("tie_last").values[rows]
        columns: tuple[NDArray[Any], ...] = (query, first, last - first + 1, found[holding[index]])
        return list(zip(*(column.tolist() for column in columns), strict=True))


class ReciprocalRank(_FirstRelevant):
    """One divided by the rank of the first relevant document; 0 if there is none."""

    name: ClassVar[str] = "RR"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("trec_eval", "elsewhere-cutoff-ignored"),)
    formula: ClassVar[str] = "1 / rank of the first relevant document"
    source: ClassVar[str] = "Kantor and Voorhees, The TREC-5 confusion track, Information Retrieval 2000"
    chinese: ClassVar[str] = "第一个相关文档名次的倒数；没有相关文档时为 0。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("recip_rank"),
        Alias("mrr", tool="ranx"),
        Alias("reciprocal_rank", tool="cranfield"),
    )

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The reciprocal of the first relevant rank within k."""
        rank = batch.ragged("rank")
        value = np.zeros(len(batch))
        if batch.policy.ties == "expected":
            for query, first, size, found in self.first_ties(batch):
                value[query] = _expected_reciprocal(first, size, found, self.k)
            return note.unit("mean-over-orders", value, name=str(self), k=self.k)
        row = note.rows("is-relevant", relevant(batch, self.rel) * within(batch, self.k), rel=self.rel, k=self.k)
        hits = np.flatnonzero(row)
        owner = rank.owner[hits]
        first_of = np.concatenate((owner[:1] == owner[:1], owner[1:] != owner[:-1]))
        queries = owner[first_of]
        first_rank = np.zeros(len(batch))
        first_rank[queries] = rank.values[hits[first_of]]
        note.unit("first", first_rank)
        value[queries] = 1.0 / first_rank[queries]
        return note.unit("one-over-first", value, of=(1.0, first_rank), name=str(self))


def _expected_reciprocal(first: int, size: int, found: int, k: int | None) -> float:
    """The mean of 1 / rank of the first of `found` relevant documents among `size` in random order.

    It is at place i + 1 with probability C(size - i - 1, found - 1) / C(size, found), each from the one before.
    """
    place = np.arange(size - found + 1)
    ratio = np.concatenate(([found / size], (size - found - place[:-1]) / (size - 1 - place[:-1])))
    rank = first + place
    inside = rank <= (k or rank[-1])
    return float(np.cumsum(np.cumprod(ratio)[inside] / rank[inside])[-1]) if inside.any() else 0.0


class Success(_FirstRelevant):
    """1 if a relevant document is among the first k results and 0 if not; averaged, the share of queries served."""

    name: ClassVar[str] = "Success"
    formula: ClassVar[str] = "1 if the first k hold a relevant document, else 0"
    source: ClassVar[str] = "Craswell and Hawking, Overview of the TREC 2004 Web track, 2004"
    chinese: ClassVar[str] = "前 k 个结果中有相关文档则为 1，否则为 0；平均后即为查询的命中率。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("success", suffix=cutoffs),
        Alias("Coverage", tool="cranfield"),
        Alias("HitRate", tool="cranfield"),
        Alias("hit_rate", tool="ranx"),
    )

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """Whether there is one, or how likely it is when ties are averaged."""
        if batch.policy.ties == "expected":
            value = np.zeros(len(batch))
            for query, first, size, found in self.first_ties(batch):
                # all relevant ones of the tie lie beyond k with probability C(size - found, inside) / C(size, inside)
                inside = size if self.k is None else min(max(self.k - first + 1, 0), size)
                value[query] = 1.0 - prod(max(size - inside - i, 0) / (size - i) for i in range(found))
            return note.unit("share-of-orders", value, name=str(self), k=self.k)
        row = note.rows("is-relevant", relevant(batch, self.rel) * within(batch, self.k), rel=self.rel, k=self.k)
        hits = note.unit("hits", batch.ragged("rank").sum(row))
        return note.unit("one-if-hits", np.asarray(hits > 0, np.float64), name=str(self))
