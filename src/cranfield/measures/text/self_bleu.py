"""Self-BLEU: how much the candidates resemble each other."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import flag, integer, word
from cranfield.core.states.sums import Sums
from cranfield.measures.text.base import TextMean, signature_of
from cranfield.measures.text.bleu import bleu_scores, tell_orders
from cranfield.measures.text.coded import encode
from cranfield.measures.text.ngrams import count_grams
from cranfield.measures.text.shown_grams import shared_exhibits, words_of
from cranfield.measures.text.tokens import token_name, tokenize_param

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.policy import Policy
    from cranfield.core.ragged import Ragged

__all__ = ["SelfBLEU"]


def _clipped(tokens: Ragged, order: int, mine: int) -> NDArray[np.int64]:
    """For the first `mine` texts, how many n-grams some other text of the rest has too, clipped, for each order.

    The rest holds a copy of every one of the first, so of each n-gram the two largest counts of the rest are enough:
    the text that has the largest meets the second largest.
    """
    found = np.zeros((mine, order), np.int64)
    gram, starts = tokens.values.astype(np.int64), np.arange(len(tokens.values))
    left = tokens.offsets[tokens.owner + 1] - starts
    words = int(tokens.values.max(initial=0)) + 1
    for length in range(1, order + 1):
        if length > 1:
            keep = left[starts] >= length
            starts = starts[keep]
            gram = np.unique(gram[keep] * words + tokens.values[starts + length - 1], return_inverse=True)[1]
        if not len(starts):
            break
        texts = len(tokens)
        keys, counts = np.unique(gram * texts + tokens.owner[starts], return_counts=True)
        kind, text = keys // texts, keys % texts
        rest = text >= mine
        order_by = np.lexsort((-counts[rest], kind[rest]))
        kinds, numbers = kind[rest][order_by], counts[rest][order_by]
        begins = np.flatnonzero(np.concatenate(([True], kinds[1:] != kinds[:-1])))
        several = np.diff(np.append(begins, len(kinds))) > 1
        highest = np.zeros(int(kind.max()) + 1, np.int64)
        second = np.zeros_like(highest)
        highest[kinds[begins]] = numbers[begins]
        second[kinds[begins[several]]] = numbers[begins[several] + 1]
        own = counts[~rest]
        # a text whose own count is the largest meets what is left when one such count is taken away
        other = np.where(own < highest[kind[~rest]], highest[kind[~rest]], second[kind[~rest]])
        matched = np.minimum(own, other)
        found[:, length - 1] = np.bincount(text[~rest], matched, minlength=mine)
    return found


def _closest(sizes: NDArray[np.int64], pool: NDArray[np.int64]) -> NDArray[np.int64]:
    """The length closest to each size among the pool without one of that size; the shorter of two equally close."""
    ordered = np.sort(pool)
    low, high = np.searchsorted(ordered, sizes, "left"), np.searchsorted(ordered, sizes, "right")
    below = np.where(low > 0, ordered[np.maximum(low - 1, 0)], -(1 << 60))
    above = np.where(high < len(ordered), ordered[np.minimum(high, len(ordered) - 1)], 1 << 60)
    nearest = np.where(sizes - below <= above - sizes, below, above)
    return np.where(high - low > 1, sizes, nearest)


def _digest(texts: list[str]) -> str:
    """A name for a collection of texts that is the same in every process."""
    found = hashlib.blake2b(digest_size=16)
    for one in texts:
        encoded = one.encode("utf-8", "surrogatepass")
        found.update(len(encoded).to_bytes(8, "little") + encoded)
    return found.hexdigest()


class SelfBLEU(TextMean):
    """The mean BLEU of each candidate against all other candidates as its references: low when they are diverse."""

    name: ClassVar[str] = "SelfBLEU"
    reads: ClassVar[tuple[str, ...]] = ("candidate",)
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("Texygen", "elsewhere-first-500-candidates"),)
    dash: ClassVar[str | None] = "n"
    better: ClassVar[str | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    formula: ClassVar[str] = "mean over candidates c of BLEU(c; all other candidates)"
    source: ClassVar[str] = "Zhu et al., Texygen: a benchmarking platform for text generation models, SIGIR 2018"
    chinese: ClassVar[str] = "以其余全部候选为参考计算每个候选的 BLEU 再取平均；越低说明生成越多样。"
    undefined_when: ClassVar[str] = "when-alone"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("Self-BLEU", tool="cranfield"), Alias("self_bleu", tool="cranfield"))

    n: int = integer(4, lo=1, hi=100, help="the longest n-grams that count")
    tokenize: Any = tokenize_param("13a")
    lowercase: bool = flag(help="compare in lower case")
    smooth: str = word("exp", "none", "exp", help="what an order without a match counts as")

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """The mean's sums; a candidate without others has no value and takes no part in the mean."""
        texts = batch.facts.get("texts", batch.array("candidate")).tolist()
        if len(texts) < 2:
            self.values(batch, note)
            width = 3 if self.mean == "geometric" else 2  # as for every mean
            found = Sums.of(self, batch, np.zeros((len(batch), width)), np.ones(len(batch), bool))
        else:
            found = super().stats(batch, note)
        return replace(found, pool=_digest(texts))

    def together(self, batch: Batch) -> str:  # noqa: ARG002 (the same for all data)
        """Every candidate is compared with all others."""
        return "all"

    def treatment(self, policy: Policy) -> tuple[str, dict[str, Any]]:  # noqa: ARG002 (no policy gives it a value)
        """A candidate without others is left out whatever the policy: 0 and 100 would both be made up."""
        return "left-out", {}

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """BLEU of each candidate against the others of the whole collection, also when the batch is a part of it."""
        texts = batch.array("candidate").tolist()
        pool = list(batch.facts.get("texts", texts))
        coded = encode([*texts, *pool], self.tokenize, lowercase=self.lowercase)
        sizes, others = coded.tokens.sizes[: len(texts)], coded.tokens.sizes[len(texts) :]
        if len(pool) < 2:
            return note.unit("no-other-candidate", np.full(len(texts), np.nan), name=str(self))
        matches = _clipped(coded.tokens, self.n, len(texts))
        rows = np.column_stack((sizes, _closest(sizes, others), matches, count_grams(sizes, self.n))).astype(np.float64)
        parts = bleu_scores(rows, self.n, smooth=self.smooth, value=0.0, effective=True)
        if note is not SILENT:
            note.unit("length", rows[:, 0])
            note.unit("closest-candidate-length", rows[:, 1])
            tell_orders(note, rows, parts, smooth=self.smooth, value=0.0, matches="matches-with-another")
        return note.unit("geometric-mean", parts.score, name=str(self), orders=parts.reached.sum(axis=-1))

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The n-grams that another candidate has too."""
        own = batch.array("candidate")[index]
        others = list(batch.facts.get("texts", batch.array("candidate").tolist()))
        if own in others:
            others.remove(own)
        mine, *theirs = words_of([own, *others], self.tokenize, lowercase=self.lowercase)
        return shared_exhibits(mine, theirs, range(1, self.n + 1))

    def signatures(self, batch: Batch) -> dict[str, str]:
        """Case, tokeniser, smoothing and order."""
        case = "lc" if self.lowercase else "mixed"
        settings = {"tok": token_name(self.tokenize), "smooth": self.smooth, "n": self.n}
        return {"cranfield": signature_of(batch, case=case, **settings)}
