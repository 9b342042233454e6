"""What the ROUGE measures share: tokens, precision, recall and F, and several references."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.note import SILENT, Note
from cranfield.core.param import flag, word
from cranfield.core.ragged import Ragged, spans
from cranfield.measures.text.base import TextMean, all_texts, best_of, remember, signature_of
from cranfield.measures.text.coded import encode, encode_lines
from cranfield.measures.text.porter import stem
from cranfield.measures.text.shown_grams import words_of
from cranfield.measures.text.tokens import find_tokenizer, token_name, tokenize_param

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.states.state import State
    from cranfield.core.states.sums import Sums

__all__ = ["LIN", "RougeMean", "Tokens"]

LIN = "Lin, ROUGE: a package for automatic evaluation of summaries, Text Summarization Branches Out 2004"
_STEPS = {"p": "the-precision", "r": "the-recall", "f": "harmonic-mean"}
_SHORT = 3  # words of at most so many letters are not stemmed


def _stem(token: str) -> str:
    return stem(token) if len(token) > _SHORT else token


@dataclass(frozen=True)
class Tokens:
    """The tokens of all texts; `sentences` are the same tokens cut at line ends, `lines` counts them by text."""

    texts: Ragged
    sentences: Ragged
    lines: NDArray[np.int64]  # offsets: the sentences of each text

    def meetings(self, owner: NDArray[np.int64], which: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
        """The sentences of some references, each with every sentence of its candidate, as two columns of numbers.

        `owner` is the candidate of each reference; empty sentences meet none.
        """
        mine, theirs = self._numbers(owner[which]), self._numbers(len(self.texts) - len(owner) + which)
        repeats = mine.sizes[theirs.owner]
        reference = np.repeat(theirs.values, repeats)
        candidate = mine.values[spans(mine.offsets[theirs.owner], repeats)]
        filled = (self.sentences.sizes[reference] > 0) & (self.sentences.sizes[candidate] > 0)
        return reference[filled], candidate[filled]

    def _numbers(self, texts: NDArray[np.int64]) -> Ragged:
        """The numbers of the sentences of each of the given texts."""
        return Ragged(np.arange(self.lines[-1]), self.lines).take(texts)

    def mark(self, marks: NDArray[np.bool_], numbers: NDArray[np.int64], hit: NDArray[np.bool_]) -> None:
        """Mark the tokens of sentences, which may repeat, where one of the repetitions is hit."""
        marks[spans(self.sentences.offsets[numbers], self.sentences.sizes[numbers])[hit]] = True


def _cut(texts: list[str], tokenize: Any, *, stemmed: bool) -> Tokens:
    sizes = np.fromiter((text.count("\n") for text in texts), np.int64, len(texts)) + 1
    lines = np.concatenate(([0], np.cumsum(sizes)))
    tokenizer = find_tokenizer(tokenize)
    lowercase = tokenizer.name != "rouge"
    if not tokenizer.by_line and lines[-1] > len(texts):  # a text is more than its lines: both are cut
        apart = encode([*texts, *"\n".join(texts).split("\n")], tokenize, lowercase=True)
        apart = apart.translate(_stem) if stemmed else apart
        offsets = apart.tokens.offsets
        start = offsets[len(texts)]
        whole = Ragged(apart.tokens.values[:start], offsets[: len(texts) + 1])
        return Tokens(whole, Ragged(apart.tokens.values[start:], offsets[len(texts) :] - start), lines)
    coded = (encode_lines if tokenizer.by_line else encode)(texts, tokenize, lowercase=lowercase)
    coded = coded.translate(_stem) if stemmed else coded
    return Tokens(Ragged(coded.tokens.values, coded.tokens.offsets[lines]), coded.tokens, lines)


class RougeMean(TextMean):
    """A measure of what candidate and reference share, as precision, recall or F."""

    source: ClassVar[str] = LIN

    part: str = word("f", "f", "p", "r", help="F, precision or recall")
    stem: bool = flag(help="compare stems of words (Porter, as in rouge-score)")
    tokenize: Any = tokenize_param("rouge", help="how text is cut into tokens; for Chinese 'zh', 'char' or 'jieba'")
    multi: str = word(
        "best", "best", "average", "pooled",
        help="of several references: the one with the best F, the mean, or all counts added up as in ROUGE-1.5.5",
    )  # fmt: skip

    def tokens(self, batch: Batch) -> Tokens:
        """The tokens of candidates and references, made once for all ROUGE measures of a batch."""
        key = ("rouge", self.tokenize, self.stem)
        made: Tokens = remember(batch, key, lambda: _cut(all_texts(batch), self.tokenize, stemmed=self.stem))
        return made

    @abstractmethod
    def counts(self, batch: Batch) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """For each pair: what is shared, what the candidate has, what the reference has."""

    def weigh(self, precision: NDArray[np.float64], recall: NDArray[np.float64]) -> NDArray[np.float64]:
        """The harmonic mean, 0 if both are 0."""
        with np.errstate(invalid="ignore"):
            return np.where(precision + recall > 0, 2 * precision * recall / (precision + recall), 0.0)

    def shares(
        self, both: NDArray[Any], held: NDArray[Any], wanted: NDArray[Any]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Precision and recall of each pair; 0 where there is nothing to share."""
        return both / np.where(held > 0, held, 1), both / np.where(wanted > 0, wanted, 1)

    def added_up(self, counts: NDArray[Any], references: Ragged) -> NDArray[np.float64]:
        """What the references of each segment have together."""
        return references.sum(np.asarray(counts, np.float64))

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """Precision, recall or F of each segment."""
        parts = self._shares(batch, note)
        return note.unit(_STEPS[self.part], parts[self.part], name=str(self), several=self.multi == "average")

    def _shares(self, batch: Batch, note: Note) -> dict[str, NDArray[np.float64]]:
        """Precision, recall and F of each segment."""
        both, held, wanted = self.counted(batch)
        references = batch.ragged("reference")
        if self.multi == "pooled":
            both = references.sum(np.asarray(both, np.float64))
            held, wanted = self.added_up(held, references), self.added_up(wanted, references)
        precision, recall = self.shares(both, held, wanted)
        parts = {"p": precision, "r": recall, "f": self.weigh(precision, recall)}
        quotients: tuple[Any, Any] = (None, None)
        if self.multi != "average":
            best = best_of(batch, parts["f"]) if self.multi == "best" else np.arange(len(batch))
            parts = {name: each[best] for name, each in parts.items()}
            note.unit("shared", np.asarray(both)[best])
            note.unit("candidate", np.asarray(held)[best])
            note.unit("reference", np.asarray(wanted)[best])
            shared = np.asarray(both)[best]
            quotients = (shared, np.asarray(held)[best]), (shared, np.asarray(wanted)[best])
        else:
            parts = {name: references.sum(each) / references.sizes for name, each in parts.items()}
        facts: dict[str, Any] = {"weight": vars(self).get("weight"), "several": self.multi == "average"}
        facts["pooled"] = self.multi == "pooled"
        note.unit("shared-over-candidate", parts["p"], of=quotients[0], **facts)
        note.unit("shared-over-reference", parts["r"], of=quotients[1], **facts)
        return parts

    def counted(self, batch: Batch) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """The counts of each pair, made once for precision, recall and F."""
        settings = {name: value for name, value in vars(self).items() if name not in ("part", "multi", "mean")}
        key = ("rouge counts", self.name, *settings.values())
        made: tuple[NDArray[Any], NDArray[Any], NDArray[Any]] = remember(batch, key, lambda: self.counts(batch))
        return made

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """The sums of the mean, and behind them those of precision, recall and F."""
        state = super().stats(batch, note)
        parts = self._shares(batch, SILENT)
        return replace(state, rows=np.column_stack((state.rows, *(parts[each] for each in "prf"))))

    def parts(self, state: State) -> dict[str, float]:
        """The means of precision, recall and F."""
        total = state.total()
        names = ("precision", "recall", "F")
        return {name: float(each / total[1]) for name, each in zip(names, total[-3:], strict=True) if total[1]}

    def best_pair(self, batch: Batch, index: int) -> tuple[list[str], list[str], int]:
        """The tokens of a candidate and of the reference that suits it best, and how many references there are."""
        texts, several = self._best_texts(batch, index)
        mine, theirs = self._words(texts)
        return mine, theirs, several

    def best_sentences(self, batch: Batch, index: int) -> tuple[list[list[str]], list[list[str]], int]:
        """The same line by line, as sentences are cut."""
        (candidate, reference), several = self._best_texts(batch, index)
        return self._words(candidate.split("\n")), self._words(reference.split("\n")), several

    def _best_texts(self, batch: Batch, index: int) -> tuple[list[str], int]:
        precision, recall = self.shares(*self.counted(batch))
        best = int(best_of(batch, self.weigh(precision, recall))[index])
        references = batch.ragged("reference")
        return [batch.array("candidate")[index], references.values[best]], int(references.sizes[index])

    def _words(self, texts: list[str]) -> list[list[str]]:
        lowercase = find_tokenizer(self.tokenize).name != "rouge"
        return words_of(texts, self.tokenize, lowercase=lowercase, change=_stem if self.stem else None)

    def signatures(self, batch: Batch) -> dict[str, str]:
        """Tokeniser, stemmer and what several references mean."""
        stemmer = "porter-nltk" if self.stem else "no"
        tok = token_name(self.tokenize)
        more = {"counting": vars(self)["counting"]} if "counting" in vars(self) else {}
        return {"cranfield": signature_of(batch, case="lc", tok=tok, stem=stemmer, multi=self.multi, **more)}
