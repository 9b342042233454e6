"""BLEU: clipped n-gram precisions and a penalty for short output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias
from cranfield.core.note import SILENT, Note
from cranfield.core.param import custom, flag, integer, word
from cranfield.core.ragged import Ragged
from cranfield.core.states.sums import Sums
from cranfield.errors import MeasureError
from cranfield.measures.text.base import SACREBLEU, TextMeasure, all_texts, nrefs, remember, signature_of
from cranfield.measures.text.coded import Coded, encode
from cranfield.measures.text.ngrams import count_grams, shared_grams
from cranfield.measures.text.tokens import token_name, tokenize_param

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.states.state import State

__all__ = ["BLEU", "bleu_scores", "clipped_counts"]

_SMOOTHING = {"none": 0.0, "floor": 0.1, "add-k": 1.0, "exp": 0.0}  # Chen and Cherry's values; 0 where none is used
_SACREBLEU_TOKENS = ("none", "13a", "intl", "char", "zh")


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


def bleu_scores(
    rows: NDArray[np.float64], order: int, *, smooth: str, value: float, effective: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """BLEU, the brevity penalty and the precisions (0 to 100) of rows of counts, on any leading axes."""
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
    return np.where(some, scores, 0.0), penalty, precisions


def _check_smooth_value(given: Any) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given < float("inf"):
        raise ValueError
    return float(given)


class BLEU(TextMeasure):
    """How many of the candidate's words and phrases are in the references, with a penalty for short output."""

    name: ClassVar[str] = "BLEU"
    dash: ClassVar[str | None] = "n"
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    formula: ClassVar[str] = "100 x BP x (p_1 x ... x p_n)^(1/n); BP = exp(1 - r/c) if c < r, else 1"
    source: ClassVar[str] = "Papineni et al., BLEU: a method for automatic evaluation of machine translation, ACL 2002"
    chinese: ClassVar[str] = "候选译文的 n 元组在参考译文中命中的截断精度的几何平均，乘以过短惩罚；0 到 100。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("corpus_bleu", tool="sacrebleu"),
        Alias("sacrebleu", tool="evaluate"),
    )

    n: int = integer(4, lo=1, help="the longest n-grams that count")
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
            message = f"{self.name}: smooth_value is only used by smooth='floor' and smooth='add-k'"
            raise MeasureError(message)

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """Lengths, matches and totals of each segment: all that BLEU needs."""
        rows = clipped_counts(batch, self.tokenize, lowercase=self.lowercase, order=self.n).astype(np.float64)
        state = Sums.of(self, batch, rows)
        if note is not SILENT:
            self._tell(rows, note)
        return state

    def _tell(self, rows: NDArray[np.float64], note: Note) -> None:
        note.unit("length", rows[:, 0], "tokens of the candidate (c)")
        note.unit("reference length", rows[:, 1], "tokens of the reference of the closest length (r)")
        scores, penalty, precisions = self.parts(rows, effective=self.effective_order != "no")
        for order in range(self.n):
            note.unit(
                f"matches {order + 1}", rows[:, 2 + order], f"{order + 1}-grams that a reference has too, clipped"
            )
            note.unit(f"total {order + 1}", rows[:, 2 + self.n + order], f"{order + 1}-grams of the candidate")
            note.unit(f"p_{order + 1}", precisions[:, order], "100 x matches / total, smoothed where there is none")
        note.unit("BP", penalty, "exp(1 - r/c) if c < r, else 1")
        note.unit(str(self), scores, "BP x geometric mean of the precisions")

    def parts(
        self, rows: NDArray[np.float64], *, effective: bool
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """BLEU, the brevity penalty and the precisions of (summed) rows of counts."""
        value = _SMOOTHING[self.smooth] if self.smooth_value is None else self.smooth_value
        return bleu_scores(rows, self.n, smooth=self.smooth, value=value, effective=effective)

    def finish(self, total: NDArray[np.float64]) -> NDArray[np.float64]:
        """BLEU of the summed counts."""
        return self.parts(total, effective=self.effective_order == "yes")[0]

    def each(self, state: State) -> NDArray[np.float64]:
        """BLEU of every segment by itself."""
        return self.parts(state.each(), effective=self.effective_order != "no")[0]

    def signatures(self, batch: Batch) -> dict[str, str]:
        """Ours and, where it knows the tokeniser, sacrebleu's."""
        value = _SMOOTHING[self.smooth] if self.smooth_value is None else self.smooth_value
        smooth = self.smooth + (f"[{value:.2f}]" if _SMOOTHING[self.smooth] else "")
        settings = {
            "case": "lc" if self.lowercase else "mixed",
            "eff": self.effective_order,
            "tok": token_name(self.tokenize),
            "smooth": smooth,
        }
        told = {"cranfield": signature_of(batch, **settings, n=self.n)}
        if self.tokenize in _SACREBLEU_TOKENS and self.n == 4:
            settings["eff"] = "yes" if self.effective_order == "yes" else "no"
            told["sacrebleu"] = "|".join(
                f"{name}:{value}" for name, value in {"nrefs": nrefs(batch), **settings, "version": SACREBLEU}.items()
            )
        return told
