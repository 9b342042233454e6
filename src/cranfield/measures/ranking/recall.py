"""Recall: how much of what is relevant was returned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, cutoffs
from cranfield.core.note import SILENT
from cranfield.core.param import integer
from cranfield.measures.ranking.base import NO_RELEVANT, Ratio, num_relevant, rel_param, relevant, within

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.note import Note
    from cranfield.core.ragged import Ragged

__all__ = ["Recall"]


class Recall(Ratio):
    """The share of the relevant documents that is among the first k results; without k, among all returned."""

    name: ClassVar[str] = "R"
    adds_up: ClassVar[str] = "is-relevant"
    step: ClassVar[str] = "hits-over-R"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal")
    judging: ClassVar[str | None] = "order"
    at: ClassVar[str | None] = "k"
    expected_ties: ClassVar[bool] = True
    undefined_when: ClassVar[str] = NO_RELEVANT
    formula: ClassVar[str] = "relevant in the first k / R"
    source: ClassVar[str] = "Cleverdon, The Cranfield tests on index language devices, Aslib Proceedings 1967"
    chinese: ClassVar[str] = "全部相关文档中，出现在前 k 个结果里的比例；不给 k 时为全部返回结果。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("set_recall"),
        Alias("recall", suffix=cutoffs),
        Alias("SetR", tool="ir_measures"),
    )

    near_exactly: ClassVar[bool] = True

    k: int | None = integer(None, lo=1, help="look only at the first k results")
    rel: float = rel_param()

    def near(self, batch: Batch, ranks: Ragged, elsewhere: NDArray[np.int64], *, first: bool) -> list[Any]:
        """Its values with further relevant documents, of which the first or last are those that are not judged."""
        hits, wanted = self.counts(batch, SILENT)
        found = []
        for at, seen in enumerate(ranks.sizes.tolist()):
            number = np.arange(seen + elsewhere[at] + 1)
            new = np.minimum(number, seen) if first else np.maximum(number - elsewhere[at], 0)
            found.append((hits[at] + new) / np.maximum(wanted[at] + number, 1))
        return found

    def counts(self, batch: Batch, note: Note) -> tuple[NDArray[Any], NDArray[Any]]:
        """Relevant documents found over relevant documents judged."""
        row = note.rows("is-relevant", relevant(batch, self.rel) * within(batch, self.k), rel=self.rel, k=self.k)
        hits = note.unit("hits", batch.ragged("rank").sum(row))
        return hits, note.unit("R", num_relevant(batch, self.rel))
