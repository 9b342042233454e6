"""What an explanation shows of ROUGE-Lsum: which words of each reference sentence were hit and count."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.exhibit import Listing, Word
from cranfield.core.ragged import Ragged
from cranfield.measures.text.lcs import lcs_marks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.exhibit import Exhibit

__all__ = ["unions_shown"]

MOST_PAIRS = 20_000  # of sentences; more would take too long to show
Sentences = dict[int, list[str]]  # by the number of the line; blank lines are none


def unions_shown(candidate: Sequence[list[str]], reference: Sequence[list[str]], several: int) -> Sequence[Exhibit]:
    """The sentences, what each pair of them has in common, the union for each of the reference, and what counts.

    `several` is how many references there are, of which this is the best.
    """
    mine, theirs = ({at: words for at, words in enumerate(side, 1) if words} for side in (candidate, reference))
    shown: list[Exhibit] = [_sentences(mine, theirs)]
    if not 0 < len(mine) * len(theirs) <= MOST_PAIRS:
        return shown
    marks = _marks(mine, theirs)
    unions = {
        at: [word for word, hit in zip(words, np.any([marks[at, other] for other in mine], axis=0), strict=True) if hit]
        for at, words in theirs.items()
    }
    pairs = [(at, other, _chosen(theirs[at], marks[at, other])) for at in theirs for other in mine]
    pairs = [each for each in pairs if each[2]]
    if len(pairs) > 1:
        shown.append(_table("shown-sentence-pairs", ("reference", "candidate", "common words"), pairs))
    rows = [(at, len(theirs[at]), len(union), " ".join(union) or None) for at, union in unions.items()]
    facts = {"several": several if several > 1 else 0}
    shown.append(_table("shown-unions", ("reference", "tokens", "hit", "union"), rows, facts))
    held = Counter(word for words in mine.values() for word in words)
    hits = Counter(word for union in unions.values() for word in union)
    counted = [(word, hit, held[word], min(hit, held[word]), max(hit - held[word], 0)) for word, hit in hits.items()]
    if counted:
        names = ("word", "hit", "in candidate", "counted", "clipped")
        shown.append(_table("shown-hits", names, sorted(counted, key=lambda row: -row[-1])))
    return shown


def _sentences(mine: Sentences, theirs: Sentences) -> Listing:
    rows = [
        (Word(name), at, " ".join(words))
        for name, side in (("candidate", mine), ("reference", theirs))
        for at, words in side.items()
    ]
    return _table("shown-sentences", ("text", "sentence", "tokens"), rows)


def _marks(mine: Sentences, theirs: Sentences) -> dict[tuple[int, int], Any]:
    """For each sentence of the reference and of the candidate: which words of the first are in their subsequence."""
    codes = {word: at for at, word in enumerate(dict.fromkeys(word for side in (theirs, mine) for words in side.values()
                                                              for word in words))}  # fmt: skip
    pairs = [(at, other) for at in theirs for other in mine]
    first, second = (
        _ragged([[codes[word] for word in side[pair[which]]] for pair in pairs])
        for which, side in enumerate((theirs, mine))
    )
    hit = lcs_marks(first, second)
    return {pair: hit[first.offsets[at] : first.offsets[at + 1]] for at, pair in enumerate(pairs)}


def _ragged(lists: Sequence[Sequence[int]]) -> Ragged:
    offsets = np.concatenate(([0], np.cumsum([len(each) for each in lists], dtype=np.int64)))
    return Ragged(np.asarray([code for each in lists for code in each], np.int64), offsets)


def _chosen(words: Sequence[str], marks: Any) -> str:
    return " ".join(word for word, hit in zip(words, marks, strict=True) if hit)


def _table(
    key: str, names: Sequence[str], rows: Sequence[Sequence[Any]], facts: dict[str, Any] | None = None
) -> Listing:
    return Listing(key, {name: [row[at] for row in rows] for at, name in enumerate(names)}, facts or {})
