"""CIDEr and CIDEr-D: n-grams weighed by how few of the other segments' references have them."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import custom, flag, integer, number
from cranfield.core.ragged import Ragged
from cranfield.core.states.sums import Sums
from cranfield.errors import MeasureError
from cranfield.measures.text.base import TextMean, remember, signature_of
from cranfield.measures.text.coded import encode
from cranfield.measures.text.ngrams import blocks_of
from cranfield.measures.text.numbered import number_grams
from cranfield.measures.text.shown import grams_shown
from cranfield.measures.text.tokens import token_name, tokenize_param

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.policy import Policy

__all__ = ["CIDEr", "CIDErD"]

_SCALE = 10.0  # as every implementation prints it
_SOURCE = "Vedantam et al., CIDEr: consensus-based image description evaluation, CVPR 2015"


def _check_weights(given: Any) -> tuple[float, ...]:
    found = tuple(given) if isinstance(given, list | tuple) else ()
    if not found or not all(isinstance(each, int | float) and not isinstance(each, bool) for each in found):
        raise ValueError
    if not all(0 <= each < float("inf") for each in found) or not sum(found):
        raise ValueError
    return tuple(float(each) for each in found)


def _different(
    numbers: NDArray[np.int32], texts: Ragged, grams: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The text and the number of every different n-gram of every text, and how often it has it.

    They come in the order of the texts, so that sums over them do not depend on what other texts there are.
    """
    held = numbers >= 0
    keys, first, counts = np.unique(texts.owner[held] * grams + numbers[held], return_index=True, return_counts=True)
    given = np.argsort(first)
    return keys[given] // grams, keys[given] % grams, counts[given]


def _having(numbers: NDArray[np.int32], pool: Ragged, ends: NDArray[np.int64], grams: int) -> NDArray[np.int32]:
    """In how many segments of the pool each n-gram is, at least 1; `ends` are the offsets of the pool's texts."""
    common = np.zeros(grams, np.int32)
    bounds = ends[pool.offsets]
    for start, stop in blocks_of(np.diff(bounds)):
        number = numbers[bounds[start] : bounds[stop]]
        segment = np.repeat(np.arange(stop - start), np.diff(bounds[start : stop + 1]))
        held = number >= 0
        np.add.at(common, np.unique(segment[held] * grams + number[held]) % grams, 1)
    return np.maximum(common, 1, out=common)


class CIDEr(TextMean):
    """How alike candidate and references are in their n-grams, which weigh more the fewer segments have them."""

    name: ClassVar[str] = "CIDEr"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("pycocoevalcap", "elsewhere-cider-d"),)
    bounds: ClassVar[tuple[float, float]] = (0.0, _SCALE)
    formula: ClassVar[str] = (
        "10 x sum over orders of weight x mean over references of g(candidate) . g(reference) / norms"
    )
    source: ClassVar[str] = _SOURCE
    chinese: ClassVar[str] = "候选与各参考的 n 元组 TF-IDF 向量的余弦相似度，乘以 10；罕见的 n 元组权重更大。"
    undefined_when: ClassVar[str] = "when-single-segment"

    n: int = integer(4, lo=1, hi=100, help="the longest n-grams that count")
    weights: tuple[float, ...] | None = custom(
        None, check=_check_weights, rule="as many numbers of at least 0 as there are orders, not all 0",
        help="the weight of each order, the same for all if not given",
    )  # fmt: skip
    tokenize: Any = tokenize_param("13a")
    lowercase: bool = flag(help="compare in lower case")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.weights is not None and len(self.weights) != self.n:
            raise MeasureError("weights-of-orders", measure=self.name, n=self.n, count=len(self.weights))

    def together(self, batch: Batch) -> str:  # noqa: ARG002 (the same for all data)
        """How common an n-gram is must be known of all segments."""
        return "all"

    def treatment(self, policy: Policy) -> tuple[str, dict[str, Any]]:  # noqa: ARG002 (no policy gives it a value)
        """Left out whatever the policy: 0 would be made up."""
        return "left-out", {}

    def alike(self, mine: NDArray[np.float64], theirs: NDArray[np.float64]) -> NDArray[np.float64]:
        """What a shared n-gram adds to the similarity before norms, from its weights on both sides."""
        return mine * theirs

    def penalty(self, difference: NDArray[np.int64]) -> NDArray[np.float64]:
        """A factor for pairs whose lengths differ."""
        return np.ones(len(difference))

    def _similarities(self, batch: Batch) -> NDArray[np.float64]:
        """The similarity of each segment by order, as the mean over its references."""
        references = batch.ragged("reference")
        pool: Ragged = batch.facts.get("pool", references)
        texts = [*batch.array("candidate").tolist(), *references.values.tolist()]
        alone = pool is references
        coded = encode(texts if alone else [*texts, *pool.values.tolist()], self.tokenize, lowercase=self.lowercase)
        units, pairs = len(batch), len(references.values)
        first = units if alone else units + pairs  # of the texts that n-grams are looked for in
        found = np.zeros((units, self.n))
        sizes = np.maximum(coded.tokens.sizes - 1, 0)  # as the authors' program, which counts pairs of words
        owner = references.owner
        factor = self.penalty(sizes[owner] - sizes[units : units + pairs])
        del sizes
        lengths, ends = coded.tokens.sizes, coded.tokens.offsets
        sides = lengths[:units], references.sum(lengths[units : units + pairs]).astype(np.int64)
        numbered = number_grams(coded.tokens, self.n)
        del coded, texts  # those of one length are enough at a time
        for order, (numbers, grams) in enumerate(numbered):
            if not grams:
                break
            common = _having(numbers, pool, ends[first : first + len(pool.values) + 1], grams)
            for start, stop in blocks_of(*sides):
                own = references.stretch(start, stop)
                begin = units + int(references.offsets[start])
                chosen = np.concatenate((np.arange(start, stop), np.arange(begin, begin + len(own.values))))
                similar = self._similar(Ragged(numbers, ends).take(chosen), own, common, grams, len(pool))
                similar *= factor[references.offsets[start] : references.offsets[stop]]
                found[start:stop, order] = own.sum(similar) / own.sizes
            del common
        return found

    def _similar(
        self, numbers: Ragged, references: Ragged, common: NDArray[np.int32], grams: int, segments: int
    ) -> NDArray[np.float64]:
        """The similarity of each pair by n-grams of one length, from those of the candidates and the references."""
        units, pairs, owner = len(references), len(references.values), references.owner
        text, gram, count = _different(numbers.values, numbers, grams)
        if not len(text):
            return np.zeros(pairs)
        weight = count * (np.log(segments) - np.log(common[gram]))
        norm = np.sqrt(np.bincount(text, weight**2, minlength=len(numbers)))
        # the n-grams of a candidate meet those of each of its references
        ends = np.searchsorted(text, np.arange(units + 1))
        mine = Ragged(np.arange(ends[-1]), ends).take(owner)
        wanted = (mine.owner + units) * grams + gram[mine.values]
        keys = text * grams + gram
        ordered = np.argsort(keys)
        place = ordered[np.minimum(np.searchsorted(keys, wanted, sorter=ordered), len(keys) - 1)]
        hit = keys[place] == wanted
        worth = self.alike(weight[mine.values[hit]], weight[place[hit]])
        dot = np.bincount(mine.owner[hit], worth, minlength=pairs)
        below = norm[owner] * norm[units : units + pairs]
        return np.divide(dot, below, out=np.zeros(pairs), where=below > 0)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The weighed mean over the orders, times 10."""
        key = ("cider", self.name, *vars(self).values())
        similar: NDArray[np.float64] = remember(batch, key, lambda: self._similarities(batch))
        weights = np.array(self.weights or (1.0,) * self.n) / sum(self.weights or (1.0,) * self.n)
        pool: Ragged = batch.facts.get("pool", batch.ragged("reference"))
        for order in range(self.n):
            note.unit("similarity-of-order", similar[:, order], order=order + 1, weight=float(weights[order]))
        weighed = np.cumsum(similar * weights, axis=1)[:, -1]  # one after the other, as a loop would
        value = _SCALE * weighed if len(pool) > 1 else np.full(len(batch), np.nan)
        return note.unit("weighed-similarity", np.minimum(value, _SCALE), name=str(self))

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """The sums of the mean, which belong to this collection of references."""
        pool: Ragged = batch.facts.get("pool", batch.ragged("reference"))
        if len(pool) < 2:
            self.values(batch, note)
            width = 3 if self.mean == "geometric" else 2  # as for every mean
            found = Sums.of(self, batch, np.zeros((len(batch), width)), np.ones(len(batch), bool))
        else:
            found = super().stats(batch, note)
        digest = remember(batch, "digest of references", lambda: _digest(pool))
        return replace(found, pool=digest)

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The texts and the n-grams that they share."""
        return grams_shown(self, batch, index, range(1, self.n + 1))

    def signatures(self, batch: Batch) -> dict[str, str]:
        """Case, tokeniser, order and weights."""
        case = "lc" if self.lowercase else "mixed"
        weights = ",".join(f"{each:g}" for each in self.weights) if self.weights else "equal"
        tok = token_name(self.tokenize)
        return {"cranfield": signature_of(batch, case=case, tok=tok, n=self.n, weights=weights, **self.more_settings())}

    def more_settings(self) -> dict[str, object]:
        """What signatures say besides."""
        return {}


class CIDErD(CIDEr):
    """CIDEr that cannot be gamed by repeated words or by length, the one that pycocoevalcap prints."""

    name: ClassVar[str] = "CIDEr-D"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = ()
    formula: ClassVar[str] = (
        "as CIDEr with n-grams clipped by the reference, times exp(-(difference of lengths)^2 / (2 sigma^2))"
    )
    chinese: ClassVar[str] = "防止靠重复和长度取巧的 CIDEr：命中次数截断，并按长度差的高斯函数扣分；乘以 10。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("CIDErD", tool="pycocoevalcap"),)

    sigma: float = number(6.0, lo=0, above=True, help="how much lengths may differ")

    def alike(self, mine: NDArray[np.float64], theirs: NDArray[np.float64]) -> NDArray[np.float64]:
        """Clipped by the reference."""
        return np.minimum(mine, theirs) * theirs

    def penalty(self, difference: NDArray[np.int64]) -> NDArray[np.float64]:
        """Gaussian in the difference of lengths."""
        with np.errstate(over="ignore"):
            return np.exp(-0.5 * (difference / self.sigma) ** 2)

    def more_settings(self) -> dict[str, object]:
        """The width of the penalty."""
        return {"sigma": f"{self.sigma:g}"}


def _digest(pool: Ragged) -> str:
    """A name for a collection of references that is the same in every process."""
    found = hashlib.blake2b(np.asarray(pool.sizes, np.int64).tobytes(), digest_size=16)
    for one in pool.values.tolist():
        encoded = one.encode("utf-8", "surrogatepass")
        found.update(len(encoded).to_bytes(8, "little") + encoded)
    return found.hexdigest()
