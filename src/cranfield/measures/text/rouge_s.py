"""ROUGE-S and ROUGE-SU: shared pairs of words in order, with gaps between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.param import custom, word
from cranfield.measures.text.base import pair_up
from cranfield.measures.text.ngrams import add_matches, blocks_of, renumber, shared_grams
from cranfield.measures.text.rouge import RougeMean
from cranfield.measures.text.rouge_155 import COUNTING, without_last
from cranfield.measures.text.shown_grams import skip_exhibits, texts_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.ragged import Ragged

__all__ = ["RougeS", "RougeSU", "count_skips", "shared_skips"]

_TABLE = 1 << 24  # cells of a table
_MOST = 1 << 22  # pairs of words that are listed at once; a text with more is counted in a table


def _reach(gap: int | None, sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.maximum(sizes - 1, 0) if gap is None else np.minimum(np.maximum(sizes - 1, 0), gap + 1)


def count_skips(sizes: NDArray[np.int64], gap: int | None) -> NDArray[np.int64]:
    """How many pairs of words with at most `gap` words between them texts of so many words have."""
    reach = _reach(gap, sizes)
    return reach * sizes - reach * (reach + 1) // 2


def _listed(side: Ragged, gap: int | None, bits: int, *, single: bool) -> NDArray[np.int64]:
    """Every pair of words of each text as one number, after that of the text; single words too if wanted."""
    values, owner = side.values, side.owner << 2 * bits
    left = side.offsets[side.owner + 1] - np.arange(len(values)) - 1  # words that follow in the text
    keys = [owner | values] if single else []
    begins = owner | (values + 1) << bits
    for step in range(1, int(_reach(gap, side.sizes).max(initial=0)) + 1):
        starts = np.flatnonzero(left >= step)
        keys.append(begins[starts] | values[starts + step])
    return np.concatenate([*keys, np.zeros(0, np.int64)])


def shared_skips(first: Ragged, second: Ragged, gap: int | None, *, single: bool = False) -> NDArray[np.int64]:
    """How many pairs of words (and single words) both texts have, clipped."""
    found = np.zeros(len(first), np.int64)
    words = int(max(first.values.max(initial=0), second.values.max(initial=0))) + 1
    scratch = np.empty(words, np.int64)
    work = [count_skips(side.sizes, gap) + side.sizes for side in (first, second)]
    for start, stop in blocks_of(*work, most=_MOST >> 5):  # small sorts are faster too
        if stop - start == 1 and work[0][start] + work[1][start] > _MOST:
            found[start] = _tabled(first[start], second[start], gap, single=single)
            continue
        sides = first.stretch(start, stop), second.stretch(start, stop)
        local, distinct = renumber(np.concatenate([side.values for side in sides]), scratch)
        bits = distinct.bit_length()  # 0 stands for no word
        mine, theirs = np.split(local, [len(sides[0].values)])
        keys = [
            _listed(side.like(own), gap, bits, single=single) << 1 | at
            for at, (side, own) in enumerate(zip(sides, (mine, theirs), strict=True))
        ]
        add_matches(found[start:stop], np.sort(np.concatenate(keys)), 1, 2 * bits)
    return found


def _tabled(first: NDArray[np.int64], second: NDArray[np.int64], gap: int | None, *, single: bool) -> int:
    """The same for one pair of long texts: only words that both have can be shared."""
    common = np.intersect1d(first, second)
    texts = []
    for text in (first, second):
        place = np.minimum(np.searchsorted(common, text), max(len(common) - 1, 0))
        known = common[place] == text if len(common) else np.zeros(len(text), bool)
        texts.append((np.flatnonzero(known), place[known]))
    shared = 0
    step = max(1, _TABLE // max(len(common), 1))
    for start in range(0, len(common), step):  # some of the words that come second at a time
        shared += int(np.minimum(*(_skip_table(*text, start, step, len(common), gap) for text in texts)).sum())
    if single:
        shared += int(np.minimum(*(np.bincount(words, minlength=len(common)) for _, words in texts)).sum())
    return shared


def _skip_table(
    places: NDArray[np.int64], words: NDArray[np.int64], start: int, step: int, count: int, gap: int | None
) -> NDArray[np.int64]:
    """How often each word stands before each of the words from `start` on, near enough to be a pair."""
    table = np.zeros((min(step, count - start), count), np.int64)
    lows = np.zeros(len(places), np.int64) if gap is None else np.searchsorted(places, places - gap - 1)
    window = np.zeros(count, np.int64)
    low = high = 0
    for at in np.flatnonzero((words >= start) & (words < start + step)).tolist():
        # between two of them the window moves on by whole stretches
        np.add.at(window, words[high:at], 1)
        np.subtract.at(window, words[low : int(lows[at])], 1)
        low, high = int(lows[at]), at
        table[words[at] - start] += window
    return table


def _check_gap(given: Any) -> int | str:
    if given == "any":
        return "any"
    if isinstance(given, bool) or not isinstance(given, int) or given < 0:
        raise ValueError
    return given


class RougeS(RougeMean):
    """How many pairs of words in order candidate and reference share, with gaps between the words allowed."""

    name: ClassVar[str] = "ROUGE-S"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("ROUGE-1.5.5 -m", "elsewhere-stems", {"stem": True}),
        Elsewhere("ROUGE-1.5.5", "elsewhere-pooled-references", {"multi": "pooled"}),
    )
    formula: ClassVar[str] = "P = shared / pairs of candidate, R = shared / pairs of reference, F = 2PR / (P + R)"
    chinese: ClassVar[str] = "候选与参考文本共有的有序词对（允许间隔）：精确率、召回率或 F 值。"
    aliases: ClassVar[tuple[Alias, ...]] = tuple(
        Alias(f"ROUGE-S{gap}", {"gap": gap, "multi": "pooled"}, tool="ROUGE-1.5.5")
        for gap in (1, 2, 3, 4, 5, 6, 7, 8, 9)
    )
    single: ClassVar[bool] = False

    gap: Any = custom(
        4, check=_check_gap, rule="a whole number of at least 0, or 'any'", help="the most words between the two"
    )

    def counts(self, batch: Batch) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Clipped matches and the pairs of both sides."""
        candidate, reference = pair_up(batch, self.tokens(batch).texts)
        gap = None if self.gap == "any" else int(self.gap)
        held, wanted = (
            count_skips(side.sizes, gap) + (side.sizes if self.single else 0) for side in (candidate, reference)
        )
        return shared_skips(candidate, reference, gap, single=self.single), held, wanted

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The pairs that candidate and reference share."""
        mine, theirs, _ = self.best_pair(batch, index)
        gap = None if self.gap == "any" else int(self.gap)
        return [*texts_shown(mine, [theirs]), *skip_exhibits(mine, theirs, gap, single=self.single)]


class RougeSU(RougeS):
    """ROUGE-S with single words as well, so that a text with the right words in another order is not worth 0."""

    name: ClassVar[str] = "ROUGE-SU"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("ROUGE-1.5.5 -m", "elsewhere-stems", {"stem": True}),
        Elsewhere("ROUGE-1.5.5", "elsewhere-last-word", {"counting": "1.5.5", "multi": "pooled"}),
    )
    formula: ClassVar[str] = "as ROUGE-S, with every single word counted as one more pair"
    chinese: ClassVar[str] = "在 ROUGE-S 的有序词对之外再计入单个词：精确率、召回率或 F 值。"
    aliases: ClassVar[tuple[Alias, ...]] = tuple(
        Alias(f"{name}{gap}", {"gap": gap, "counting": "1.5.5", "multi": "pooled"}, tool="ROUGE-1.5.5")
        for name in ("ROUGE-SU", "rougeSU")
        for gap in (1, 2, 3, 4, 5, 6, 7, 8, 9)
    )
    single: ClassVar[bool] = True

    counting: str = word(
        "paper", *COUNTING, help="every single word as in the paper of 2004, or all but the last as in ROUGE-1.5.5"
    )

    def counts(self, batch: Batch) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Clipped matches and the pairs and words of both sides."""
        if self.counting == "paper":
            return super().counts(batch)
        candidate, reference = pair_up(batch, self.tokens(batch).texts)
        gap = None if self.gap == "any" else int(self.gap)
        mine, theirs = without_last(candidate), without_last(reference)
        both = shared_skips(candidate, reference, gap) + shared_grams(mine, theirs, 1)[:, 0]
        return both, count_skips(candidate.sizes, gap) + mine.sizes, count_skips(reference.sizes, gap) + theirs.sizes

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The pairs and words that candidate and reference share."""
        if self.counting == "paper":
            return super().exhibits(batch, index)
        mine, theirs, _ = self.best_pair(batch, index)
        return texts_shown(mine, [theirs])
