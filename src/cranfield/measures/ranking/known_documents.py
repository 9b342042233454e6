"""Documents that the user knew before: how many come back, and how much is new."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from cranfield.core.param import integer
from cranfield.measures.ranking.base import Ratio, rel_param, relevant, within

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.note import Note

__all__ = ["KnownCoverage", "Novelty"]

SOURCE = "Korfhage, Information Storage and Retrieval, 1997, chapter 8"


class KnownCoverage(Ratio):
    """Of the relevant documents that the user already knew, the share that was found."""

    unbounded: ClassVar[str] = "unbounded-known"
    name: ClassVar[str] = "KnownCoverage"
    adds_up: ClassVar[str] = "is-known-relevant"
    step: ClassVar[str] = "found-over-known"
    reads: ClassVar[tuple[str, ...]] = ("known", "ideal_known", "rank", "grade", "ideal")
    at: ClassVar[str | None] = "k"
    expected_ties: ClassVar[bool] = True
    undefined_when: ClassVar[str] = "when-none-known"
    formula: ClassVar[str] = "known relevant in the first k / known relevant"
    source: ClassVar[str] = SOURCE
    chinese: ClassVar[str] = "用户已知的相关文档中，被系统找到的比例（覆盖率）。"

    k: int | None = integer(None, lo=1, help="look only at the first k results")
    rel: float = rel_param()

    def counts(self, batch: Batch, note: Note) -> tuple[NDArray[Any], NDArray[Any]]:
        """Known relevant documents found over all of them."""
        old = relevant(batch, self.rel) & batch.ragged("known").values.astype(bool)
        row = note.rows("is-known-relevant", old * within(batch, self.k), rel=self.rel, k=self.k)
        ideal = batch.ragged("ideal")
        wanted = ideal.count((ideal.values >= self.rel) & batch.ragged("ideal_known").values.astype(bool))
        hits = note.unit("known-found", batch.ragged("rank").sum(row))
        return hits, note.unit("known", wanted)


class Novelty(Ratio):
    """Of the relevant documents that were found, the share that the user did not know before."""

    unbounded: ClassVar[str] = "unbounded-known"
    name: ClassVar[str] = "Novelty"
    adds_up: ClassVar[str] = "is-new"
    step: ClassVar[str] = "new-over-found"
    reads: ClassVar[tuple[str, ...]] = ("known", "rank", "grade")
    at: ClassVar[str | None] = "k"
    expected_ties: ClassVar[bool] = True
    undefined_when: ClassVar[str] = "when-none-found"
    formula: ClassVar[str] = "unknown relevant in the first k / relevant in the first k"
    source: ClassVar[str] = SOURCE
    chinese: ClassVar[str] = "找到的相关文档中，用户以前不知道的比例（出新率）。"

    k: int | None = integer(None, lo=1, help="look only at the first k results")
    rel: float = rel_param()

    def averages_ties(self) -> bool:
        """Not with k: then both the new documents and the found ones depend on the order."""
        return self.k is None

    def counts(self, batch: Batch, note: Note) -> tuple[NDArray[Any], NDArray[Any]]:
        """New relevant documents over relevant documents."""
        rank = batch.ragged("rank")
        row = note.rows("is-relevant", relevant(batch, self.rel) * within(batch, self.k), rel=self.rel, k=self.k)
        new = note.rows("is-new", row * ~batch.ragged("known").values.astype(bool))
        found = note.unit("new", rank.sum(new))
        return found, note.unit("found", rank.sum(row))
