"""ROUGE-W: the longest common subsequence, with consecutive matches worth more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.param import number, word
from cranfield.measures.text.base import pair_up
from cranfield.measures.text.rouge import RougeMean
from cranfield.measures.text.rouge_155 import COUNTING, weighted_hits
from cranfield.measures.text.shown import common_shown
from cranfield.measures.text.shown_grams import texts_shown
from cranfield.measures.text.weighted_lcs import weighted_lcs

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.ragged import Ragged

__all__ = ["RougeW"]


class RougeW(RougeMean):
    """ROUGE-L with a weight that favours matches without gaps: precision, recall or F."""

    name: ClassVar[str] = "ROUGE-W"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("ROUGE-1.5.5 -m", "elsewhere-stems", {"stem": True}),
        Elsewhere("ROUGE-1.5.5", "elsewhere-weighted-twice", {"counting": "1.5.5", "multi": "pooled"}),
    )
    formula: ClassVar[str] = "P = (WLCS / c^weight)^(1/weight), R = (WLCS / r^weight)^(1/weight), F = 2PR / (P + R)"
    chinese: ClassVar[str] = "加权最长公共子序列：连续的匹配得分更高；精确率、召回率或 F 值。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("ROUGE-W-1.2", {"weight": 1.2, "counting": "1.5.5", "multi": "pooled"}, tool="ROUGE-1.5.5"),
    )

    weight: float = number(1.2, lo=1, hi=10, help="a run of k matches is worth k^weight; 1 gives ROUGE-L")
    counting: str = word("paper", *COUNTING, help="as in the paper of 2004, or as the program ROUGE-1.5.5 counts")

    def counts(self, batch: Batch) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """The weighted subsequence and the lengths of both texts."""
        if self.counting == "1.5.5":
            return weighted_hits(self.tokens(batch), batch.ragged("reference"), self.weight)
        candidate, reference = pair_up(batch, self.tokens(batch).texts)
        return weighted_lcs(reference, candidate, self.weight), candidate.sizes, reference.sizes

    def shares(
        self, both: NDArray[Any], held: NDArray[Any], wanted: NDArray[Any]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Divided by what a perfect match would be worth, and the weight taken back."""
        precision, recall = super().shares(both, held.astype(float) ** self.weight, wanted.astype(float) ** self.weight)
        return precision ** (1 / self.weight), recall ** (1 / self.weight)

    def added_up(self, counts: NDArray[Any], references: Ragged) -> NDArray[np.float64]:
        """Added up with their weight, which is taken off again because `shares` puts it on."""
        return super().added_up(counts.astype(float) ** self.weight, references) ** (1 / self.weight)

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The weighted common subsequence."""
        if self.counting == "1.5.5":
            mine, theirs, _ = self.best_pair(batch, index)
            return texts_shown(mine, [theirs])
        return common_shown(*self.best_pair(batch, index), self.weight)
