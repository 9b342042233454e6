"""chrF: an F-score of character n-grams, and chrF++ with words as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import flag, integer, number, show
from cranfield.core.states.sums import Sums
from cranfield.measures.text.base import (
    SACREBLEU,
    TextMeasure,
    all_texts,
    best_of,
    nrefs,
    pair_up,
    remember,
    signature_of,
)
from cranfield.measures.text.coded import Coded, code_points, encode
from cranfield.measures.text.ngrams import count_grams, shared_grams
from cranfield.measures.text.shown_grams import texts_shown
from cranfield.measures.text.shown_orders import orders_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.ragged import Ragged
    from cranfield.core.states.state import State

__all__ = ["ChrF", "ChrFWords"]

_MARKS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_TINY = 1e-16


def _cut_word(word: str) -> list[str]:
    """One punctuation mark is cut off a word, the last before the first: `(hi)` gives `(hi` and `)`."""
    if len(word) > 1 and word[-1] in _MARKS:
        return [word[:-1], word[-1]]
    if len(word) > 1 and word[0] in _MARKS:
        return [word[0], word[1:]]
    return [word]


def _words(text: str) -> list[str]:
    return [part for word in text.split() for part in _cut_word(word)]


def _triples(batch: Batch, tokens: Ragged, order: int) -> NDArray[np.int64]:
    """For each pair: n-grams of the candidate, of the reference and of both, order by order."""
    candidate, reference = pair_up(batch, tokens)
    held, wanted = count_grams(candidate.sizes, order), count_grams(reference.sizes, order)
    # an order that the reference is too short for does not count against the candidate
    return np.stack((np.where(wanted > 0, held, 0), wanted, shared_grams(candidate, reference, order)), axis=-1)


class ChrF(TextMeasure):
    """How many character n-grams candidate and reference share, as an F-score that favours recall."""

    name: ClassVar[str] = "chrF"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("chrF++.py", "elsewhere-mean-of-orders", {"eps_smoothing": True}),
        Elsewhere("nltk", "elsewhere-beta-of-3"),
    )
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    formula: ClassVar[str] = "100 x (1 + beta^2) P R / (beta^2 P + R), P and R averaged over the orders"
    source: ClassVar[str] = "Popović, chrF: character n-gram F-score for automatic MT evaluation, WMT 2015"
    chinese: ClassVar[str] = "候选与参考文本的字符 n 元组的 F 值，偏重召回率；0 到 100。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("chrF2", tool="sacrebleu"),)

    beta: float = number(2.0, lo=0, above=True, help="how much more recall counts than precision")
    char_order: int = integer(6, lo=1, hi=100, help="the longest character n-grams")
    word_order: int = integer(0, lo=0, hi=100, help="the longest word n-grams, 2 for chrF++")
    lowercase: bool = flag(help="compare in lower case")
    whitespace: bool = flag(help="blanks are characters too")
    eps_smoothing: bool = flag(help="average F over all orders, as chrF++.py does, not only over those that occur")

    def _pairs(self, batch: Batch) -> NDArray[np.int64]:
        lowercase = self.lowercase

        def characters() -> Ragged:
            texts = all_texts(batch)
            return code_points([one.lower() for one in texts] if lowercase else texts, blanks=self.whitespace)

        def words() -> Coded:
            return encode(all_texts(batch), _words, lowercase=lowercase)

        points: Ragged = remember(batch, ("characters", lowercase, self.whitespace), characters)
        counts = _triples(batch, points, self.char_order)
        if self.word_order:
            coded: Coded = remember(batch, ("chrF words", lowercase), words)
            counts = np.concatenate((counts, _triples(batch, coded.tokens, self.word_order)), axis=1)
        return counts

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """Counts of each order against the reference that suits the candidate best."""
        pairs = self._pairs(batch).astype(np.float64)
        if len(pairs) > len(batch):
            pairs = pairs[best_of(batch, self.score(pairs))]
        if note is not SILENT:
            self._tell(pairs, note)
        return Sums.of(self, batch, pairs.reshape(len(batch), 3 * pairs.shape[1]))

    def tell_whole(self, state: State, note: Note) -> None:
        """The same steps with the summed counts."""
        total = state.total()
        self._tell(total.reshape(1, len(total) // 3, 3), note)

    def _tell(self, counts: NDArray[np.float64], note: Note) -> None:
        for at in range(counts.shape[1]):
            for part, side in enumerate(("in-candidate", "in-reference", "in-both")):
                if at < self.char_order:
                    note.unit("character-grams", counts[:, at, part], n=at + 1, side=side)
                else:
                    note.unit("word-grams", counts[:, at, part], n=at + 1 - self.char_order, side=side)
        step = "mean-of-F-by-order" if self.eps_smoothing else "F-of-mean-shares"
        note.unit(step, self.score(counts), name=str(self), beta=self.beta)

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The texts, and which n-grams of each length match the reference that suits best."""
        references = batch.ragged("reference")
        several = int(references.sizes[index])
        best = int(best_of(batch, self.score(self._pairs(batch).astype(np.float64)))[index])
        given = [batch.array("candidate")[index], references.values[best]]
        texts = [one.lower() for one in given] if self.lowercase else given
        points = code_points(texts, blanks=self.whitespace)
        mine, theirs = ([chr(point) for point in points[at].tolist()] for at in (0, 1))
        shown = [
            *texts_shown([given[0]], [[given[1]]]),
            *orders_shown(mine, theirs, self.char_order, "characters", several),
        ]
        if self.word_order:
            shown += orders_shown(_words(texts[0]), _words(texts[1]), self.word_order, "words", several)
        return shown

    def shares(self, counts: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Precision and recall, each the mean over the orders that both texts have."""
        held, wanted, both = counts[..., 0], counts[..., 1], counts[..., 2]
        usable = (held > 0) & (wanted > 0)
        orders = np.maximum(usable.sum(axis=-1), 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            precision, recall = (
                np.cumsum(np.where(usable, both / each, 0.0), axis=-1)[..., -1] / orders for each in (held, wanted)
            )
        return precision, recall

    def score(self, counts: NDArray[np.float64]) -> NDArray[np.float64]:
        """The F-score of counts with the orders on the last axis but one."""
        factor = self.beta**2
        if self.eps_smoothing:
            held, wanted, both = counts[..., 0], counts[..., 1], counts[..., 2]
            with np.errstate(divide="ignore", invalid="ignore"):
                precision = np.where(held > 0, both / held, _TINY)
                recall = np.where(wanted > 0, both / wanted, _TINY)
                below = factor * precision + recall
                each = np.where(below > 0, (1 + factor) * precision * recall / below, _TINY)
            return 100.0 * np.cumsum(each, axis=-1)[..., -1] / each.shape[-1]
        precision, recall = self.shares(counts)
        with np.errstate(divide="ignore", invalid="ignore"):
            score = (1 + factor) * precision * recall / (factor * precision + recall)
        return np.where(precision + recall > 0, 100.0 * score, 0.0)

    def parts(self, state: State) -> dict[str, float]:
        """Precision and recall of the summed counts, from 0 to 100 as the value."""
        total = state.total()
        precision, recall = self.shares(total.reshape(len(total) // 3, 3))
        return {"precision": 100 * float(precision), "recall": 100 * float(recall)}

    def finish(self, total: NDArray[np.float64]) -> NDArray[np.float64]:
        """The score of the summed counts."""
        return self.score(total.reshape(*total.shape[:-1], total.shape[-1] // 3, 3))

    def signatures(self, batch: Batch) -> dict[str, str]:
        """Ours and sacrebleu's."""
        settings = {
            "case": "lc" if self.lowercase else "mixed",
            "eff": "no" if self.eps_smoothing else "yes",
            "nc": self.char_order,
            "nw": self.word_order,
            "space": "yes" if self.whitespace else "no",
        }
        theirs = {"nrefs": nrefs(batch), **settings, "version": SACREBLEU}
        told = {"cranfield": signature_of(batch, **settings, beta=show(self.beta))}
        if self.beta.is_integer():
            told["sacrebleu"] = f"chrF{show(self.beta)}{'+' * self.word_order}|" + "|".join(
                f"{name}:{value}" for name, value in theirs.items()
            )
        return told


class ChrFWords(ChrF):
    """How many character n-grams and short word n-grams candidate and reference share, as an F-score."""

    name: ClassVar[str] = "chrF++"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("chrF++.py", "elsewhere-mean-of-orders", {"eps_smoothing": True}),
    )
    source: ClassVar[str] = "Popović, chrF++: words helping character n-grams, WMT 2017"
    chinese: ClassVar[str] = "在 chrF 的字符 n 元组之外再加入一元和二元词组的 F 值；0 到 100。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("chrF2++", tool="sacrebleu"), Alias("chrFpp", tool="cranfield"))

    word_order: int = integer(2, lo=0, hi=100, help="the longest word n-grams")
