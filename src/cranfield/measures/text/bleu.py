"""BLEU: clipped n-gram precisions and a penalty for short output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import custom, flag, integer, word
from cranfield.core.ragged import Ragged
from cranfield.core.states.sums import Sums
from cranfield.errors import MeasureError
from cranfield.measures.text.base import SACREBLEU, TextMeasure, all_texts, nrefs, remember, signature_of
from cranfield.measures.text.coded import Coded, encode
from cranfield.measures.text.ngrams import count_grams, shared_grams
from cranfield.measures.text.shown import grams_shown
from cranfield.measures.text.tokens import token_name, tokenize_param

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.states.state import State

__all__ = ["BLEU", "Parts", "bleu_scores", "clipped_counts", "tell_orders"]

_SMOOTHING = {"none": 0.0, "floor": 0.1, "add-k": 1.0, "exp": 0.0}  # Chen and Cherry's values; 0 where none is used
_WITHOUT_MATCH = {"none": "share-without-match", "floor": "share-floored", "exp": "share-halved"}
_SACREBLEU_TOKENS = {name: name for name in ("none", "13a", "intl", "char", "zh")} | {
    "ja-mecab": "ja-mecab-0.996-IPA",
    "ko-mecab": "ko-mecab-0.996/ko-0.9.2-KO",
}


def closest_lengths(sizes: NDArray[np.int64], references: Ragged) -> NDArray[np.int64]:
    """The reference length that is closest to the candidate's, the shorter of two that are equally close."""
    apart = np.abs(references.values - sizes[references.owner])
    order = np.lexsort((references.values, apart, references.owner))
    return references.values[order[references.offsets[:-1]]]


def tokens_of(batch: Batch, tokenize: Any, *, lowercase: bool) -> Coded:
    """The tokens of all texts, made once for all measures."""
    made: Coded = remember(
        batch, ("tokens", tokenize, lowercase), lambda: encode(all_texts(batch), tokenize, lowercase=lowercase)
    )
    return made


def clipped_counts(batch: Batch, tokenize: Any, *, lowercase: bool, order: int) -> NDArray[np.int64]:
    """For each segment: its length, the reference length, then the matches and the totals of each order."""

    def make() -> NDArray[np.int64]:
        tokens = tokens_of(batch, tokenize, lowercase=lowercase).tokens
        units, references = len(batch), batch.ragged("reference")
        start = tokens.offsets[units]
        candidate = Ragged(tokens.values[:start], tokens.offsets[: units + 1])
        reference = Ragged(tokens.values[start:], tokens.offsets[units:] - start)
        matches = shared_grams(candidate, reference, order, bounds=references.offsets)
        lengths = closest_lengths(candidate.sizes, references.like(reference.sizes))
        return np.column_stack((candidate.sizes, lengths, matches, count_grams(candidate.sizes, order)))

    made: NDArray[np.int64] = remember(batch, ("clipped", tokenize, lowercase, order), make)
    return made


class Parts(NamedTuple):
    """BLEU and the numbers that it is made of."""

    score: NDArray[np.float64]
    penalty: NDArray[np.float64]  # for brevity
    precisions: NDArray[np.float64]  # of each order, 0 to 100
    reached: NDArray[np.bool_]  # orders that the text is long enough for, if anything matches at all
    missed: NDArray[np.bool_]  # of these, those without a match


def bleu_scores(rows: NDArray[np.float64], order: int, *, smooth: str, value: float, effective: bool) -> Parts:
    """BLEU and what it is made of, for rows of counts on any leading axes."""
    length, wanted = rows[..., 0], rows[..., 1]
    matches, totals = rows[..., 2 : 2 + order].copy(), rows[..., 2 + order :].copy()
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        penalty = np.where(length < wanted, np.where(length > 0, np.exp(1 - wanted / length), 0.0), 1.0)
    some = np.asarray(matches.any(axis=-1))
    if smooth == "add-k":
        matches[..., 1:] += value
        totals[..., 1:] += value
    # the first order that nothing is long enough for ends the sum
    reached = np.logical_and.accumulate(totals > 0, axis=-1) & some[..., None]
    missed = reached & (matches == 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        precisions = np.where(reached & ~missed, 100.0 * matches / totals, 0.0)
        if smooth == "exp":
            halved = np.exp2(np.cumsum(missed, axis=-1))
            precisions = np.where(missed, 100.0 / (halved * totals), precisions)
        elif smooth == "floor":
            precisions = np.where(missed, 100.0 * value / totals, precisions)
        orders = reached.sum(axis=-1) if effective else np.full(length.shape, order)
        inside = reached if effective else np.ones_like(reached)
        # one after the other, as a loop would
        logs = np.where(inside, np.where(precisions > 0, np.log(precisions), -np.inf), 0.0)
        scores = penalty * np.exp(np.cumsum(logs, axis=-1)[..., -1] / orders)
    return Parts(np.where(some, scores, 0.0), penalty, precisions, reached, missed)


def tell_orders(
    note: Note, rows: NDArray[np.float64], parts: Parts, *, smooth: str, value: float, matches: str
) -> None:
    """The counts, precisions and smoothing of each order, and the penalty; `matches` is the key of what matches."""
    order = parts.precisions.shape[-1]
    halvings = np.cumsum(parts.missed, axis=-1)
    for at in range(order):
        note.unit(matches, rows[:, 2 + at], order=at + 1)
        note.unit("total-of-order", rows[:, 2 + order + at], order=at + 1)
        usual = "share-added" if smooth == "add-k" and at > 0 else "share-of-matches"
        share = np.where(parts.missed[:, at], _WITHOUT_MATCH.get(smooth, usual), usual)
        share = np.where(parts.reached[:, at], share, "share-of-nothing")
        facts: dict[str, Any] = {"order": at + 1, "share": share, "halvings": halvings[:, at], "value": value}
        note.unit("precision-of-order", parts.precisions[:, at], **facts)
    note.unit("brevity-penalty", parts.penalty)


def _check_smooth_value(given: Any) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given < float("inf"):
        raise ValueError
    return float(given)


class BLEU(TextMeasure):
    """How many of the candidate's words and phrases are in the references, with a penalty for short output."""

    name: ClassVar[str] = "BLEU"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("nltk", "elsewhere-no-smoothing", {"smooth": "none"}),
        Elsewhere("sacrebleu (eff:no)", "elsewhere-all-orders", {"effective_order": "no"}),
        Elsewhere(
            "multi-bleu.perl",
            "elsewhere-blanks-unsmoothed",
            {"tokenize": "none", "smooth": "none", "effective_order": "no"},
        ),
        Elsewhere("mteval-v13a.pl", "elsewhere-lower-case", {"lowercase": True}),
        Elsewhere("mteval-v11b.pl", "elsewhere-shortest-reference"),
    )
    dash: ClassVar[str | None] = "n"
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    formula: ClassVar[str] = "100 x BP x (p_1 x ... x p_n)^(1/n); BP = exp(1 - r/c) if c < r, else 1"
    source: ClassVar[str] = "Papineni et al., BLEU: a method for automatic evaluation of machine translation, ACL 2002"
    chinese: ClassVar[str] = "候选译文的 n 元组在参考译文中命中的截断精度的几何平均，乘以过短惩罚；0 到 100。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("corpus_bleu", tool="sacrebleu"),
        Alias("sacrebleu", tool="evaluate"),
    )

    n: int = integer(4, lo=1, hi=100, help="the longest n-grams that count")
    tokenize: Any = tokenize_param("13a")
    lowercase: bool = flag(help="compare in lower case")
    smooth: str = word("exp", "none", "floor", "add-k", "exp", help="what an order without a match counts as")
    smooth_value: float | None = custom(
        None, check=_check_smooth_value, rule="a number of at least 0",
        help="the floor (0.1 if not given) or the k of add-k (1 if not given)",
    )  # fmt: skip
    effective_order: str = word(
        "auto", "auto", "yes", "no",
        help="leave out orders that the text is too short for: auto does so for a single segment, not for the corpus",
    )  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.smooth_value is not None and not _SMOOTHING[self.smooth]:
            raise MeasureError("smooth-value-unused", measure=self.name)

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """Lengths, matches and totals of each segment: all that BLEU needs."""
        rows = clipped_counts(batch, self.tokenize, lowercase=self.lowercase, order=self.n).astype(np.float64)
        state = Sums.of(self, batch, rows)
        if note is not SILENT:
            self._tell(rows, note, effective=self.effective_order != "no")
        return state

    def tell_whole(self, state: State, note: Note) -> None:
        """The same steps with the summed counts."""
        self._tell(state.total()[None], note, effective=self.effective_order == "yes")

    def _tell(self, rows: NDArray[np.float64], note: Note, *, effective: bool) -> None:
        note.unit("length", rows[:, 0])
        note.unit("closest-reference-length", rows[:, 1])
        parts = self.scores(rows, effective=effective)
        tell_orders(note, rows, parts, smooth=self.smooth, value=self._value(), matches="matches-of-order")
        orders = parts.reached.sum(axis=-1) if effective else self.n
        note.unit("geometric-mean", parts.score, name=str(self), orders=orders)

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The texts and the n-grams that count."""
        return grams_shown(self, batch, index, range(1, self.n + 1))

    def _value(self) -> float:
        return _SMOOTHING[self.smooth] if self.smooth_value is None else self.smooth_value

    def scores(self, rows: NDArray[np.float64], *, effective: bool) -> Parts:
        """BLEU of (summed) rows of counts, and what it is made of."""
        return bleu_scores(rows, self.n, smooth=self.smooth, value=self._value(), effective=effective)

    def parts(self, state: State) -> dict[str, float]:
        """The precision of each order, the penalty for brevity and the lengths behind it."""
        total = state.total()
        made = self.scores(total, effective=self.effective_order == "yes")
        found = {f"p_{at}": float(each) for at, each in enumerate(made.precisions, 1)}
        length, wanted = float(total[0]), float(total[1])
        ratio = length / wanted if wanted else float("nan")
        return found | {"BP": float(made.penalty), "ratio": ratio, "length": length, "reference": wanted}

    def finish(self, total: NDArray[np.float64]) -> NDArray[np.float64]:
        """BLEU of the summed counts."""
        return self.scores(total, effective=self.effective_order == "yes").score

    def each(self, state: State) -> NDArray[np.float64]:
        """BLEU of every segment by itself."""
        return self.scores(state.each(), effective=self.effective_order != "no").score

    def signatures(self, batch: Batch) -> dict[str, str]:
        """Ours and, where it knows the tokeniser, sacrebleu's."""
        smooth = self.smooth + (f"[{self._value():.2f}]" if _SMOOTHING[self.smooth] else "")
        settings = {
            "case": "lc" if self.lowercase else "mixed",
            "eff": self.effective_order,
            "tok": token_name(self.tokenize),
            "smooth": smooth,
        }
        told = {"cranfield": signature_of(batch, **settings, n=self.n)}
        if self.tokenize in _SACREBLEU_TOKENS and self.n == 4:
            settings["eff"] = "yes" if self.effective_order == "yes" else "no"
            settings["tok"] = _SACREBLEU_TOKENS[self.tokenize]
            told["sacrebleu"] = "|".join(
                f"{name}:{value}" for name, value in {"nrefs": nrefs(batch), **settings, "version": SACREBLEU}.items()
            )
        return told
