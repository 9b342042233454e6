"""ROUGE-W: the longest common subsequence, with consecutive matches worth more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.param import number, word
from cranfield.measures.text.base import pair_up
from cranfield.measures.text.ngrams import blocks_of
from cranfield.measures.text.rouge import RougeMean
from cranfield.measures.text.rouge_155 import COUNTING, weighted_hits
from cranfield.measures.text.shown import common_shown
from cranfield.measures.text.shown_grams import texts_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.ragged import Ragged

__all__ = ["RougeW", "weighted_lcs"]


def weighted_lcs(first: Ragged, second: Ragged, weight: float) -> NDArray[np.float64]:
    """The weighted subsequence of each pair, where a run of k matches is worth k^weight.

    The table of the paper is filled along its diagonals, for many pairs at once.
    """
    found = np.zeros(len(first))
    order = np.argsort(first.sizes + second.sizes, kind="stable")
    for start, stop in blocks_of((first.sizes + second.sizes + 1)[order], most=1 << 16):
        pairs = order[start:stop]
        found[pairs] = _fill(first.take(pairs), second.take(pairs), weight)
    return found


def _padded(side: Ragged, filler: int) -> NDArray[np.int64]:
    table = np.full((len(side), int(side.sizes.max(initial=0))), filler)
    table[side.owner, side.position - 1] = side.values
    return table


def _fill(first: Ragged, second: Ragged, weight: float) -> NDArray[np.float64]:
    left, right = _padded(first, -1), _padded(second, -2)  # what is filled up never matches
    rows, columns = left.shape[1], right.shape[1]
    worth = np.arange(min(rows, columns) + 2, dtype=np.float64) ** weight
    gain = np.diff(worth)  # of a run that grows from k to k + 1
    found = np.zeros(len(first))
    last = first.sizes + second.sizes
    # values and run lengths on the diagonals i + j = d - 1 and d - 2, by i
    before, earlier = np.zeros((len(first), rows + 1)), np.zeros((len(first), rows + 1))
    runs = np.zeros((len(first), rows + 1), np.int64)
    runs_before = runs.copy()
    for d in range(2, rows + columns + 1):
        low, high = max(1, d - columns), min(rows, d - 1)
        i = np.arange(low, high + 1)
        same = left[:, i - 1] == right[:, d - i - 1]
        length = runs[:, i - 1]
        value = np.where(same, earlier[:, i - 1] + gain[length], np.maximum(before[:, i - 1], before[:, i]))
        here, here_runs = np.zeros_like(before), np.zeros_like(runs)
        here[:, i] = value
        here_runs[:, i] = np.where(same, length + 1, 0)
        done = np.flatnonzero((last == d) & (first.sizes > 0) & (second.sizes > 0))
        found[done] = here[done, first.sizes[done]]
        earlier, before, runs, runs_before = before, here, runs_before, here_runs
    return found


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
