"""What the program ROUGE-1.5.5 counts otherwise than the paper: weighted runs by sentence, all words but the last."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.measures.text.ngrams import blocks_of
from cranfield.measures.text.weighted_lcs import weighted_marks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.ragged import Ragged
    from cranfield.measures.text.rouge import Tokens

__all__ = ["COUNTING", "weighted_hits", "without_last"]

COUNTING = ("paper", "1.5.5")
_AT_ONCE = 1 << 20  # tokens


def without_last(texts: Ragged) -> Ragged:
    """The texts without their last words."""
    return texts.filter(texts.position < texts.sizes[texts.owner])


def weighted_hits(tokens: Tokens, references: Ragged, weight: float) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Runs in the union of weighted subsequences, words of the candidate, and the weighted sentences of the reference.

    The program weighs the reference twice: each sentence here, and their sum again when it divides.
    """
    marks = np.zeros(len(tokens.sentences.values), bool)
    reference, candidate = tokens.meetings(references.owner, np.arange(len(references.values)))
    for start, stop in blocks_of(tokens.sentences.sizes[reference], tokens.sentences.sizes[candidate], most=_AT_ONCE):
        mine, theirs = (tokens.sentences.take(each[start:stop]) for each in (reference, candidate))
        tokens.mark(marks, reference[start:stop], weighted_marks(mine, theirs, weight))
    units, lines, ends = len(references), tokens.lines, tokens.sentences.offsets
    words = tokens.sentences.values
    both, wanted = np.zeros(len(references.values)), np.zeros(len(references.values))
    for at, unit in enumerate(references.owner.tolist()):
        left = Counter(words[ends[lines[unit]] : ends[lines[unit + 1]]].tolist())
        for sentence in range(int(lines[units + at]), int(lines[units + at + 1])):
            here = slice(int(ends[sentence]), int(ends[sentence + 1]))
            places = np.flatnonzero(marks[here])
            both[at] = _hits(both[at], words[here][places].tolist(), places.tolist(), left, weight)
            wanted[at] += (here.stop - here.start) ** weight
    return both, (ends[lines[1:]] - ends[lines[:-1]])[references.owner], wanted


def _hits(hits: float, words: list[int], places: list[int], left: Counter[int], weight: float) -> float:
    """`hits` and what the runs of a sentence's marked words add; `left` is what the candidate has left of each word."""
    run = 0
    for word, place, following in zip(words, places, [*places, -1][1:], strict=True):
        if left[word] <= 0:  # used up: the run goes on behind it, as in the program
            continue
        left[word] -= 1
        run += 1
        if following != place + 1:
            hits += run**weight
            run = 0
    return hits
