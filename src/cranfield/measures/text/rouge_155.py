"""What the program ROUGE-1.5.5 counts otherwise than the paper: weighted runs by sentence, all words but the last."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.ragged import Ragged
    from cranfield.measures.text.rouge import Tokens

__all__ = ["COUNTING", "weighted_hits", "without_last"]

COUNTING = ("paper", "1.5.5")


def without_last(texts: Ragged) -> Ragged:
    """The texts without their last words."""
    return texts.filter(texts.position < texts.sizes[texts.owner])


def weighted_hits(tokens: Tokens, references: Ragged, weight: float) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Runs in the union of weighted subsequences, words of the candidate, and the weighted sentences of the reference.

    The program weighs the reference twice: each sentence here, and their sum again when it divides.
    """
    sentences = [each.tolist() for each in (tokens.sentences[at] for at in range(len(tokens.sentences)))]
    lines, units = tokens.lines.tolist(), len(references)
    both, held, wanted = [], [], []
    for at, unit in enumerate(references.owner.tolist()):
        candidate = sentences[lines[unit] : lines[unit + 1]]
        reference = sentences[lines[units + at] : lines[units + at + 1]]
        both.append(_hits(reference, candidate, weight))
        held.append(sum(map(len, candidate)))
        wanted.append(sum(len(each) ** weight for each in reference))
    return np.array(both, np.float64), np.array(held, np.int64), np.array(wanted, np.float64)


def _hits(reference: Sequence[list[int]], candidate: Sequence[list[int]], weight: float) -> float:
    left = Counter(word for sentence in candidate for word in sentence)
    hits = 0.0
    for sentence in reference:
        marked = set().union(*(_marks(sentence, each, weight) for each in candidate))
        run = 0
        for place in sorted(marked):
            if left[sentence[place]] <= 0:  # used up: the run goes on behind it, as in the program
                continue
            left[sentence[place]] -= 1
            run += 1
            if place + 1 not in marked:
                hits += run**weight
                run = 0
    return hits


def _marks(reference: list[int], candidate: list[int], weight: float) -> set[int]:
    """The places of the reference in the weighted subsequence that is found from the back; of equal ways, up."""
    width = len(candidate) + 1
    worth = [run**weight for run in range(len(reference) + 2)]
    above, runs = [0.0] * width, [0] * width
    ways = []
    for word in reference:
        row, here, way = [0.0] * width, [0] * width, ["up"] * width
        for at, other in enumerate(candidate, 1):
            if word == other:
                run = runs[at - 1]
                row[at], here[at], way[at] = above[at - 1] + worth[run + 1] - worth[run], run + 1, "both"
            elif above[at] >= row[at - 1]:
                row[at] = above[at]
            else:
                row[at], way[at] = row[at - 1], "left"
        above, runs = row, here
        ways.append(way)
    found = set()
    i, j = len(reference), len(candidate)
    while i and j:
        step = ways[i - 1][j]
        if step == "both":
            found.add(i - 1)
        i, j = i - (step != "left"), j - (step != "up")
    return found
