"""Exact match and token F1 of answers, as SQuAD's own script counts them."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias
from cranfield.core.note import SILENT, Note
from cranfield.core.param import word
from cranfield.core.ragged import Ragged
from cranfield.measures.text.base import TextMean, best_of, pair_up, remember, signature_of
from cranfield.measures.text.coded import encode
from cranfield.measures.text.ngrams import shared_grams
from cranfield.measures.text.shown_grams import shared_exhibits, texts_shown, words_of
from cranfield.measures.text.tokens import token_name, tokenize_param

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit

__all__ = ["ExactMatch", "TokenF1", "normal_form"]

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_NO_MARKS = str.maketrans("", "", string.punctuation)
_SOURCE = "Rajpurkar et al., SQuAD: 100,000+ questions for machine comprehension of text, EMNLP 2016"


def normal_form(text: str) -> str:
    """Lower case, without punctuation and articles, one blank between words."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_NO_MARKS)).split())


class _Answers(TextMean):
    """A measure of answers against the reference that suits best, from 0 to 100."""

    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    source: ClassVar[str] = _SOURCE

    normalize: str = word(
        "squad", "squad", "none", help="compare without case, punctuation and articles (squad), or as it is written"
    )  # fmt: skip

    def answers(self, batch: Batch) -> tuple[list[str], list[str]]:
        """Candidates and references as they are compared."""

        def make() -> tuple[list[str], list[str]]:
            change = normal_form if self.normalize == "squad" else str
            known: dict[str, str] = {}
            sides = batch.array("candidate").tolist(), batch.ragged("reference").values.tolist()
            for side in sides:
                for one in side:
                    if one not in known:
                        known[one] = change(one)
            return [known[one] for one in sides[0]], [known[one] for one in sides[1]]

        made: tuple[list[str], list[str]] = remember(batch, ("answers", self.normalize), make)
        return made

    def usable(self, batch: Batch) -> NDArray[np.bool_]:
        """Which references count: an empty one only if a segment has no other."""
        references = batch.ragged("reference")
        filled = np.array([bool(one) for one in self.answers(batch)[1]], bool)
        return filled | (references.count(filled) == 0)[references.owner]

    def best(self, batch: Batch, scores: NDArray[np.float64]) -> NDArray[np.int64]:
        """The pair that counts for each segment."""
        return best_of(batch, np.where(self.usable(batch), scores, -1.0))


class ExactMatch(_Answers):
    """Whether the answer is one of the references, apart from case, punctuation and articles; in percent."""

    name: ClassVar[str] = "ExactMatch"
    formula: ClassVar[str] = "100 x answers that equal a reference / answers"
    chinese: ClassVar[str] = "答案与某个参考完全一致的百分比，比较时不计大小写、标点和冠词（SQuAD 的规则）。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("exact_match", tool="evaluate"),
        Alias("EM", tool="cranfield"),
        Alias("squad_em", tool="cranfield"),
    )

    def _equal(self, batch: Batch) -> NDArray[np.float64]:
        mine, theirs = self.answers(batch)
        owner = batch.ragged("reference").owner.tolist()
        return np.array([mine[at] == one for at, one in zip(owner, theirs, strict=True)], np.float64)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """100 where the answer is a reference, 0 elsewhere."""
        equal = self._equal(batch)
        return note.unit("answer-equals", 100.0 * equal[self.best(batch, equal)], name=str(self))

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The answers as they are compared."""
        mine, theirs = self.answers(batch)
        offsets = batch.ragged("reference").offsets
        return texts_shown([mine[index]], [[one] for one in theirs[offsets[index] : offsets[index + 1]]])

    def signatures(self, batch: Batch) -> dict[str, str]:
        """How answers are normalised."""
        return {"cranfield": signature_of(batch, norm=self.normalize)}


class TokenF1(_Answers):
    """How many words the answer shares with the best reference, as F; without case, punctuation, articles."""

    name: ClassVar[str] = "TokenF1"
    formula: ClassVar[str] = (
        "100 x 2PR / (P + R), P = shared / words of the answer, R = shared / words of the reference"
    )
    chinese: ClassVar[str] = "答案与最合适参考共有的词的 F 值（百分数），比较时不计大小写、标点和冠词（SQuAD 的规则）。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("token_f1", tool="cranfield"),
        Alias("squad_f1", tool="cranfield"),
    )

    tokenize: Any = tokenize_param("none")

    def _counts(self, batch: Batch) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Shared words, words of the candidate and of the reference, for each pair."""

        def make() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
            mine, theirs = self.answers(batch)
            coded = encode([*mine, *theirs], self.tokenize)
            candidate, reference = pair_up(batch, Ragged(coded.tokens.values, coded.tokens.offsets))
            return shared_grams(candidate, reference, 1)[:, 0], candidate.sizes, reference.sizes

        made: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]] = remember(
            batch, ("answer words", self.normalize, self.tokenize), make
        )
        return made

    def _scores(self, batch: Batch) -> NDArray[np.float64]:
        """F of each pair; two empty answers agree."""
        both, held, wanted = self._counts(batch)
        return np.where(held + wanted > 0, 2 * both / np.maximum(held + wanted, 1), 1.0)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """F against the best reference, in percent."""
        both, held, wanted = self._counts(batch)
        scores = self._scores(batch)
        best = self.best(batch, scores)
        note.unit("shared", both[best])
        note.unit("candidate", held[best])
        note.unit("reference", wanted[best])
        return note.unit("F-of-words", 100.0 * scores[best], name=str(self))

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The words that the answer shares with the best reference."""
        best = int(self.best(batch, self._scores(batch))[index])
        mine, theirs = self.answers(batch)
        answer, reference = words_of([mine[index], theirs[best]], self.tokenize, lowercase=False)
        return [*texts_shown(answer, [reference]), *shared_exhibits(answer, [reference], (1,))]

    def signatures(self, batch: Batch) -> dict[str, str]:
        """How answers are normalised and cut."""
        return {"cranfield": signature_of(batch, norm=self.normalize, tok=token_name(self.tokenize))}
