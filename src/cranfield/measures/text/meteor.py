"""METEOR: words matched one to one, with a penalty for words that are out of order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.finding import Finding
from cranfield.core.measure import Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import number, word
from cranfield.measures.text.alignment import Alignment, align
from cranfield.measures.text.base import TextMean, best_of, pair_up, remember, signature_of
from cranfield.measures.text.bleu import tokens_of
from cranfield.measures.text.porter import stem
from cranfield.measures.text.shown import alignment_shown
from cranfield.measures.text.synonyms import synonym_sets
from cranfield.measures.text.tokens import token_name, tokenize_param
from cranfield.measures.text.word_classes import Lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.states.state import State
    from cranfield.core.states.sums import Sums
    from cranfield.measures.text.coded import Coded

__all__ = ["METEOR"]

_STAGES = ("exact", "stem", "synonym")


def _lexicon(coded: Coded, stages: str) -> Lexicon:
    words = coded.words
    stems = np.arange(max(len(words), 1))
    if stages != "exact":
        numbers: dict[str, int] = {}
        made = (numbers.setdefault(stem(each), len(numbers)) for each in words)
        stems = np.fromiter(made, np.int64, len(words)) if words else stems
    synonyms = [synonym_sets(each) for each in words] if stages == "synonym" else [()] * len(words)
    return Lexicon(stems, synonyms)


class METEOR(TextMean):
    """How many words match (the same, by stem or as synonyms), weighed by recall, less what is out of order."""

    name: ClassVar[str] = "METEOR"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("nltk", "elsewhere-greedy-links"),
        Elsewhere("METEOR 1.5", "elsewhere-tuned-weights"),
    )
    formula: ClassVar[str] = "F x (1 - gamma x (chunks / matches)^beta), F = PR / (alpha P + (1 - alpha) R)"
    source: ClassVar[str] = (
        "Banerjee and Lavie, METEOR: an automatic metric for MT evaluation with improved correlation, ACL workshop 2005"
    )
    chinese: ClassVar[str] = "逐词匹配（原词、词干、同义词）后以召回率为主的 F 值，再扣除语序惩罚。"

    alpha: float = number(0.9, lo=0, hi=1, help="how much recall counts; 0.9 gives 10PR / (R + 9P)")
    beta: float = number(3.0, lo=0, help="how sharply the penalty grows with the number of chunks")
    gamma: float = number(0.5, lo=0, hi=1, help="the largest penalty")
    stages: str = word("synonym", *_STAGES, help="the last of the stages exact, stem and synonym (English)")
    tokenize: Any = tokenize_param("13a")

    def _aligned(self, batch: Batch) -> tuple[Alignment, NDArray[np.int64], NDArray[np.int64]]:
        def make() -> tuple[Alignment, NDArray[np.int64], NDArray[np.int64]]:
            coded = tokens_of(batch, self.tokenize, lowercase=True)
            candidate, reference = pair_up(batch, coded.tokens)
            return align(candidate, reference, _lexicon(coded, self.stages)), candidate.sizes, reference.sizes

        made: tuple[Alignment, NDArray[np.int64], NDArray[np.int64]] = remember(
            batch, ("aligned", self.tokenize, self.stages), make
        )
        return made

    def _parts(self, batch: Batch) -> tuple[NDArray[np.float64], ...]:
        """Precision, recall, their mean, the penalty and the score of each pair."""
        alignment, held, wanted = self._aligned(batch)
        matches, chunks = alignment.matches, alignment.chunks
        with np.errstate(divide="ignore", invalid="ignore"):
            precision, recall = matches / held, matches / wanted
            mean = precision * recall / (self.alpha * precision + (1 - self.alpha) * recall)
            penalty = self.gamma * (chunks / matches) ** self.beta
            score = mean * (1 - penalty)
        return precision, recall, mean, penalty, np.where(matches > 0, score, 0.0)

    def _scores(self, batch: Batch, note: Note) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        alignment, held, wanted = self._aligned(batch)
        matches, chunks = alignment.matches, alignment.chunks
        precision, recall, mean, penalty, score = self._parts(batch)
        best = best_of(batch, score)
        note.unit("linked-words", matches[best], stem=self.stages != "exact", synonym=self.stages == "synonym")
        note.unit("chunks", chunks[best])
        note.unit("precision-of-words", np.where(held > 0, precision, 0.0)[best], of=(matches[best], held[best]))
        note.unit("recall-of-words", np.where(wanted > 0, recall, 0.0)[best], of=(matches[best], wanted[best]))
        note.unit("weighted-F", np.where(matches > 0, mean, 0.0)[best], alpha=self.alpha)
        note.unit("penalty-of-chunks", np.where(matches > 0, penalty, 0.0)[best], beta=self.beta, gamma=self.gamma)
        references = batch.ragged("reference")
        bounded = references.count(alignment.bounded) > 0
        return note.unit("F-less-penalty", score[best], name=str(self)), bounded

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The words that match, linked."""
        coded = tokens_of(batch, self.tokenize, lowercase=True)
        candidate, reference = pair_up(batch, coded.tokens)
        alignment, _, _ = self._aligned(batch)
        best = int(best_of(batch, self._parts(batch)[-1])[index])
        counts = int(alignment.matches[best]), int(alignment.chunks[best]), int(batch.ragged("reference").sizes[index])
        pair = candidate[best].tolist(), reference[best].tolist()
        return alignment_shown(coded.words, pair, _lexicon(coded, self.stages), counts)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The score against the best reference."""
        return self._scores(batch, note)[0]

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """The score, whether it counts, and whether the search for the fewest chunks was cut short."""
        state = super().stats(batch, note)
        bounded = self._scores(batch, SILENT)[1]
        return replace(state, rows=np.column_stack((state.rows, bounded)))

    def remarks(self, state: State) -> list[Finding]:
        """Says where the fewest chunks are not certain."""
        count = int(state.total()[-1])
        if not count:
            return []
        return [Finding("bounded-search", count, {"total": len(state.units)}, "warning", subject=str(self))]

    def signatures(self, batch: Batch) -> dict[str, str]:
        """Tokeniser, stages and weights."""
        weights = f"{self.alpha:g},{self.beta:g},{self.gamma:g}"
        tok = token_name(self.tokenize)
        synonyms = "wordnet-3.0" if self.stages == "synonym" else "no"
        stemmer = "no" if self.stages == "exact" else "porter-nltk"
        return {"cranfield": signature_of(batch, case="lc", tok=tok, stem=stemmer, synonyms=synonyms, weights=weights)}
