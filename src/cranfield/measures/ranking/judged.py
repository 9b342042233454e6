"""How much of a ranking the judgments know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere, cutoffs
from cranfield.core.param import flag, integer
from cranfield.measures.ranking.base import Averaged, within

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.note import Note

__all__ = ["Judged", "Unjudged"]


class _Known(Averaged):
    """A share of the first results that depends on whether they are judged."""

    unbounded: ClassVar[str] = "unbounded-counts"
    reads: ClassVar[tuple[str, ...]] = ("rank", "num_ret", "pooled")
    at: ClassVar[str | None] = "k"
    better: ClassVar[str | None] = None
    expected_ties: ClassVar[bool] = True

    k: int | None = integer(None, lo=1, help="look only at the first k results")

    def looked_at(self, batch: Batch, note: Note) -> tuple[NDArray[np.float64], NDArray[Any]]:
        """How many of the first k are judged, and how many there are."""
        row = note.rows("is-judged", within(batch, self.k), k=self.k)
        judged = note.unit("judged", batch.ragged("rank").sum(row))
        returned = batch.array("num_ret")
        there = returned if self.k is None else np.minimum(returned, self.k)
        return judged, note.unit("there-to-see", there, k=self.k)


class Judged(_Known):
    """The share of the first k results that somebody judged; of all results if fewer than k were returned."""

    name: ClassVar[str] = "Judged"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("ir_measures", "elsewhere-negative-judged", {"negative": True}),
    )
    step: ClassVar[str] = "judged-over-there"
    undefined_when: ClassVar[str] = "when-nothing-returned"
    formula: ClassVar[str] = "judged in the first k / min(k, returned)"
    source: ClassVar[str] = "ir_measures' Judged (MacAvaney, Macdonald and Ounis, ECIR 2022)"
    chinese: ClassVar[str] = "前 k 个结果中有人工判定的比例；返回不足 k 个时，按实际返回的结果计。"

    negative: bool = flag(help="a document with a negative grade, pooled but not judged, counts too; so in ir_measures")

    def resolve(self, batch: Batch) -> Judged:
        """With the profile of ir_measures negative grades count, as they do there."""
        told = batch.policy.profile == "ir_measures" and batch.policy.ties != "expected"
        return self.replace(negative=True) if told else self

    def averages_ties(self) -> bool:
        """Negative grades are kept with their rank alone, so not with them."""
        return not self.negative

    def counts(self, batch: Batch, note: Note) -> tuple[NDArray[Any], NDArray[Any]]:
        """Judged over there."""
        judged, there = self.looked_at(batch, note)
        if self.negative:
            pooled = batch.ragged("pooled")
            inside = pooled.count(pooled.values <= (np.inf if self.k is None else self.k))
            judged = judged + note.unit("negative-results", inside)
        return judged, there

    def tell(self, value: NDArray[np.float64], note: Note, of: tuple[Any, Any]) -> NDArray[np.float64]:
        """The last step of an explanation."""
        if not self.negative:
            return super().tell(value, note, of)
        return note.unit("known-over-there", value, of=of, name=str(self))


class Unjudged(_Known):
    """The share of the first k places that holds a document nobody judged; without k, of everything returned."""

    name: ClassVar[str] = "Unjudged"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("BEIR (hole)", "elsewhere-judged-anywhere"),)
    step: ClassVar[str] = "unjudged-over-seen"
    formula: ClassVar[str] = "unjudged in the first k / k; without k: unjudged returned / returned"
    source: ClassVar[str] = "trec_eval's unj"
    chinese: ClassVar[str] = "前 k 个位置中未经判定的文档所占的比例；不给 k 时，为全部返回结果中未经判定的比例。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("unj", suffix=cutoffs, default="5,10,20"),
        Alias("hole", tool="BEIR"),
    )

    def counts(self, batch: Batch, note: Note) -> tuple[NDArray[Any], NDArray[Any]]:
        """Unjudged over k; a place that holds no document is not unjudged."""
        judged, there = self.looked_at(batch, note)
        unjudged = note.unit("unjudged", there - judged)
        return unjudged, there if self.k is None else np.full(len(batch), self.k)

    def without_value(self, batch: Batch, below: NDArray[Any]) -> NDArray[np.bool_]:  # noqa: ARG002 (the same for all)
        """None: where nothing was returned nothing is unjudged."""
        return np.zeros(len(batch), bool)
