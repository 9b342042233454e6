"""ROUGE-L and ROUGE-Lsum: the longest common subsequence, of whole texts or sentence by sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.ragged import Ragged
from cranfield.measures.text.base import pair_up, remember
from cranfield.measures.text.lcs import lcs_lengths, lcs_marks
from cranfield.measures.text.ngrams import blocks_of, shared_grams
from cranfield.measures.text.rouge import RougeMean
from cranfield.measures.text.shown import common_shown
from cranfield.measures.text.shown_unions import unions_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit

__all__ = ["RougeL", "RougeLsum"]


def common_lengths(measure: RougeMean, batch: Batch) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The length of the longest common subsequence of each pair and of both texts, made once for both measures."""

    def make() -> NDArray[np.int64]:
        candidate, reference = pair_up(batch, measure.tokens(batch).texts)
        return lcs_lengths(reference, candidate)

    candidate, reference = pair_up(batch, measure.tokens(batch).texts)
    made: NDArray[np.int64] = remember(batch, ("common", measure.tokenize, measure.stem), make)
    return made, candidate.sizes, reference.sizes


class RougeL(RougeMean):
    """How long the longest common subsequence of candidate and reference is: precision, recall or F."""

    name: ClassVar[str] = "ROUGE-L"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("ROUGE-1.5.5 -m", "elsewhere-stems", {"stem": True}),
        Elsewhere("torchmetrics (accumulate='avg')", "elsewhere-mean-of-references", {"multi": "average"}),
        Elsewhere("ROUGE-1.5.5", "elsewhere-pooled-references", {"multi": "pooled"}),
    )
    formula: ClassVar[str] = "P = LCS / tokens of candidate, R = LCS / tokens of reference, F = 2PR / (P + R)"
    chinese: ClassVar[str] = "候选与参考文本的最长公共子序列：精确率、召回率或 F 值。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("rougeL", tool="rouge-score"), Alias("rouge_l", tool="cranfield"))

    def counts(self, batch: Batch) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """The length of the subsequence and of both texts."""
        return common_lengths(self, batch)

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The longest common subsequence."""
        return common_shown(*self.best_pair(batch, index))


class RougeLsum(RougeMean):
    """How much of the reference's sentences lies in common subsequences with sentences of the candidate."""

    name: ClassVar[str] = "ROUGE-Lsum"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("ROUGE-1.5.5 -m", "elsewhere-stems", {"stem": True}),
        Elsewhere("torchmetrics (accumulate='avg')", "elsewhere-mean-of-references", {"multi": "average"}),
        Elsewhere("ROUGE-1.5.5", "elsewhere-pooled-references", {"multi": "pooled"}),
    )
    formula: ClassVar[str] = (
        "as ROUGE-L; shared = tokens in the union of LCS of each reference sentence with all of the candidate's"
    )
    chinese: ClassVar[str] = "按行分句：参考的每一句与候选各句的最长公共子序列之并集；精确率、召回率或 F 值。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("rougeLsum", tool="rouge-score"),
        Alias("rouge_lsum", tool="cranfield"),
    )

    def counts(self, batch: Batch) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Marked tokens, clipped by how often the candidate has them, and the tokens of both sides."""
        tokens = self.tokens(batch)
        if len(tokens.sentences) == len(tokens.texts):  # a text of one sentence is its own union
            return common_lengths(self, batch)
        owner = batch.ragged("reference").owner
        marks = np.zeros(len(tokens.sentences.values), bool)
        units, lines = len(batch), np.diff(tokens.lines)
        for start, stop in blocks_of(lines[owner] * lines[units:] * 16, most=1 << 22):
            reference, candidate = tokens.meetings(owner, np.arange(start, stop))
            tokens.mark(marks, reference, lcs_marks(tokens.sentences.take(reference), tokens.sentences.take(candidate)))
        sentences = tokens.sentences
        chosen = sentences.filter(marks)
        ends = chosen.offsets[tokens.lines][len(batch) :]
        union = Ragged(chosen.values[ends[0] : ends[-1]], ends - ends[0])
        held = sentences.offsets[tokens.lines[owner + 1]] - sentences.offsets[tokens.lines[owner]]
        wanted = np.diff(sentences.offsets[tokens.lines][len(batch) :])
        whole = Ragged(sentences.values, sentences.offsets[tokens.lines]).take(owner)
        return shared_grams(whole, union, 1)[:, 0], held, wanted

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The sentences, and the union of what each of the reference has in common with the candidate's."""
        return unions_shown(*self.best_sentences(batch, index))
