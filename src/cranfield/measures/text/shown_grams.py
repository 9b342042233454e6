"""What an explanation shows of n-grams: those that count, what was clipped, and those that nobody else has."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from cranfield.core.exhibit import Listing, Word
from cranfield.measures.text.coded import encode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cranfield.core.exhibit import Exhibit

__all__ = ["frequent_grams", "shared_exhibits", "skip_exhibits", "texts_shown", "words_of"]

MOST = 12  # n-grams of one length that no reference has
FREQUENT = 20


def words_of(
    texts: Sequence[str], tokenize: Any, *, lowercase: bool, change: Callable[[str], str] | None = None
) -> list[list[str]]:
    """The tokens of each text as they are compared."""
    coded = encode(texts, tokenize, lowercase=lowercase)
    coded = coded if change is None else coded.translate(change)
    return [[coded.words[at] for at in coded.tokens[text].tolist()] for text in range(len(texts))]


def _grams(words: Sequence[str], n: int) -> list[tuple[str, ...]]:
    return [tuple(words[at : at + n]) for at in range(len(words) - n + 1)]


def shared_exhibits(
    candidate: Sequence[str], references: Sequence[Sequence[str]], orders: Sequence[int]
) -> Sequence[Exhibit]:
    """The n-grams that a reference has too, how often they count, and for each length some that none has."""
    counts = {n: (Counter(_grams(candidate, n)), [Counter(_grams(each, n)) for each in references]) for n in orders}
    return _listings(counts)


def skip_exhibits(
    candidate: Sequence[str], reference: Sequence[str], gap: int | None, *, single: bool
) -> Sequence[Exhibit]:
    """The pairs of words, with gaps between them, that both texts have."""
    mine, theirs = (_pairs(side, gap) for side in (candidate, reference))
    counts = {1: (Counter(_grams(candidate, 1)), [Counter(_grams(reference, 1))])} if single else {}
    return _listings({**counts, 2: (Counter(mine), [Counter(theirs)])})


def _pairs(words: Sequence[str], gap: int | None) -> list[tuple[str, ...]]:
    reach = len(words) if gap is None else gap + 1
    return [(first, second) for at, first in enumerate(words) for second in words[at + 1 : at + 1 + reach]]


def _listings(counts: dict[int, tuple[Counter[tuple[str, ...]], list[Counter[tuple[str, ...]]]]]) -> Sequence[Exhibit]:
    rows: list[tuple[Any, ...]] = []
    alone: list[tuple[int, str]] = []
    for n, (mine, theirs) in counts.items():
        for gram, held in mine.items():
            most = max((each[gram] for each in theirs), default=0)
            if most:
                rows.append((n, " ".join(gram), held, most, min(held, most), max(held - most, 0)))
        others = [" ".join(gram) for gram in mine if not any(each[gram] for each in theirs)]
        if others:
            more = f" … +{len(others) - MOST}" if len(others) > MOST else ""
            alone.append((n, " · ".join(others[:MOST]) + more))
    shown: list[Exhibit] = []
    if rows:
        names = ("n", "n-gram", "in candidate", "in reference", "counted", "clipped")
        listed: dict[str, list[Any]] = {name: [row[at] for row in rows] for at, name in enumerate(names)}
        shown.append(Listing("shown-grams", listed))
    if alone:
        columns: dict[str, list[Any]] = {"n": [n for n, _ in alone], "n-grams": [grams for _, grams in alone]}
        shown.append(Listing("shown-unmatched", columns))
    return shown


def frequent_grams(words: Sequence[str], n: int) -> Sequence[Exhibit]:
    """The n-grams of a text and how often it has them."""
    most = Counter(_grams(words, n)).most_common(FREQUENT)
    if not most:
        return ()
    return (Listing("shown-frequent", {"n-gram": [" ".join(each) for each, _ in most], "times": [t for _, t in most]}),)


def texts_shown(candidate: Sequence[str], references: Sequence[Sequence[str]]) -> Sequence[Exhibit]:
    """The texts as they are compared, token by token."""
    names = [Word("candidate"), *[Word("reference")] * len(references)]
    tokens = [" ".join(each) for each in (candidate, *references)]
    return (Listing("shown-tokens", {"text": names, "tokens": tokens}),)
