"""METEOR's alignment of many pairs of texts: most matches stage by stage, then fewest chunks, exactly.

Nearly all words are in classes whose members can be exchanged: the same word, the same stem, or synonyms that all know
each other. Inside such a class every choice of links can be completed to one with the most matches, so only links with
a neighbour matter, and they are found for all pairs at once. The few words that are not in such a class are tangled:
their best matchings are searched, and so is the best choice where neighbouring links compete.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.ragged import spans
from cranfield.measures.text.alignment_pair import improve
from cranfield.measures.text.alignment_search import Knot, best_choice, most_neighbours
from cranfield.measures.text.ngrams import blocks_of
from cranfield.measures.text.word_classes import Lexicon, WordClasses

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.ragged import Ragged

__all__ = ["Alignment", "align"]

MOST_LINKS = 1 << 19  # of one pair; beyond it only those to near places are listed
LONG = 300  # words; beyond it tangles are only searched when they are tiny


@dataclass(frozen=True)
class Alignment:
    """Matches and chunks of each pair, and whether the search had to stop before it was sure of the fewest chunks."""

    matches: NDArray[np.int64]
    chunks: NDArray[np.int64]
    bounded: NDArray[np.bool_]


def align(candidate: Ragged, reference: Ragged, lexicon: Lexicon) -> Alignment:
    """The best alignment of each pair."""
    found = Alignment(*(np.zeros(len(candidate), kind) for kind in (np.int64, np.int64, bool)))
    for start, stop in blocks_of(candidate.sizes, reference.sizes, most=1 << 16):
        pairs = np.arange(start, stop)
        block = _Block(candidate.take(pairs), reference.take(pairs), lexicon)
        found.matches[pairs], found.chunks[pairs], found.bounded[pairs] = block.solve()
    return found


class _Block:
    def __init__(self, candidate: Ragged, reference: Ragged, lexicon: Lexicon) -> None:
        self.candidate, self.reference, self.lexicon = candidate, reference, lexicon
        self.thinned = np.zeros(len(candidate), bool)  # pairs of which not all links are looked at
        self.classes = WordClasses(candidate, reference, lexicon)
        self.knots = [
            Knot(
                mine, theirs, candidate.values, reference.values, lexicon,
                searched=candidate.sizes[candidate.owner[mine[0]]] <= LONG,
            )
            for mine, theirs in self.classes.tangles()
        ]  # fmt: skip

    def solve(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
        """Matches, chunks and whether the search was cut short, for each pair of the block."""
        mine, theirs = self.classes.mine, self.classes.theirs
        count = int(max(mine.max(initial=0), theirs.max(initial=0))) + 1
        held, wanted = np.bincount(mine, minlength=count), np.bincount(theirs, minlength=count)
        owner = np.zeros(count, np.int64)
        owner[mine] = self.candidate.owner
        matches = np.bincount(owner, np.minimum(held, wanted), minlength=len(self.candidate)).astype(np.int64)
        for knot in self.knots:
            matches[self.candidate.owner[knot.mine[0]]] += knot.matches
        neighbours, bounded = self._neighbours(*self._links(mine, theirs, wanted))
        bounded |= self.thinned
        for pair in np.flatnonzero(bounded).tolist():
            words, others = self.candidate[pair].tolist(), self.reference[pair].tolist()
            matches[pair], neighbours[pair], bounded[pair] = improve(
                words, others, self.lexicon, int(matches[pair]), int(neighbours[pair])
            )
        return matches, matches - neighbours, bounded

    def _links(
        self, mine: NDArray[np.int64], theirs: NDArray[np.int64], wanted: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The rows of both sides of every possible link."""
        ordered = np.argsort(theirs, kind="stable")
        begins = np.cumsum(wanted) - wanted
        sizes, starts = wanted[mine], begins[mine]
        crowded = np.bincount(self.candidate.owner, sizes, minlength=len(self.candidate)) > MOST_LINKS
        for pair in np.flatnonzero(crowded).tolist():
            self._thin_out(pair, mine, theirs, sizes, starts, ordered)
        left = np.repeat(np.arange(len(mine)), sizes)
        right = ordered[spans(starts, sizes)] if len(left) else left
        tangled = [link for knot in self.knots for link in knot.links]
        if not tangled:
            return left, right
        more = np.array(tangled, np.int64)
        return np.concatenate((left, more[:, 0])), np.concatenate((right, more[:, 1]))

    def _thin_out(
        self, pair: int, mine: NDArray[np.int64], theirs: NDArray[np.int64], sizes: NDArray[np.int64],
        starts: NDArray[np.int64], ordered: NDArray[np.int64],
    ) -> None:  # fmt: skip
        """Leave each word of a pair only the links to the nearest places, so that there are not too many."""
        self.thinned[pair] = True
        begin, end = (int(at) for at in self.candidate.offsets[pair : pair + 2])
        held, first = sizes[begin:end], starts[begin:end]
        most = max(1, MOST_LINKS // (end - begin))
        width = len(self.reference.values) + 1
        place = int(self.reference.offsets[pair]) + np.arange(end - begin)
        keys = theirs[ordered] * width + ordered
        near = np.searchsorted(keys, mine[begin:end] * width + place) - first - most // 2
        starts[begin:end] = first + np.clip(near, 0, np.maximum(held - most, 0))
        sizes[begin:end] = np.minimum(held, most)

    def _neighbours(
        self, left: NDArray[np.int64], right: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The most pairs of links that follow each other on both sides, and which were not searched to the end."""
        pairs = len(self.candidate)
        if not len(left):
            return np.zeros(pairs, np.int64), np.zeros(pairs, bool)
        width = len(self.reference.values) + 1
        key = np.sort(left * width + right)
        # the next link lies one further on both sides and in the same texts
        place = np.minimum(np.searchsorted(key, key + width + 1), len(key) - 1)
        row, column = key // width, key % width
        has = (key[place] == key + width + 1) & _inside(row, self.candidate) & _inside(column, self.reference)
        mine = self.candidate.owner[row]
        first = np.flatnonzero(has)
        total = np.bincount(mine[first], minlength=pairs)
        ends = np.concatenate(([0], np.cumsum(total)))
        competing, bounded = self._competing(row, column, first, place, mine), np.zeros(pairs, bool)
        knots: dict[int, list[Knot]] = {}
        for knot in self.knots:
            knots.setdefault(int(self.candidate.owner[knot.mine[0]]), []).append(knot)
        for pair in np.flatnonzero(competing).tolist():
            edges = first[ends[pair] : ends[pair + 1]]
            rows, columns = row[edges].tolist(), column[edges].tolist()
            if pair in knots:
                total[pair], bounded[pair] = best_choice(rows, columns, knots[pair])
            else:
                total[pair], bounded[pair] = most_neighbours(rows, columns)
        for pair, several in knots.items():
            bounded[pair] |= any(knot.bounded for knot in several)
        return total, bounded

    def _competing(
        self, row: NDArray[np.int64], column: NDArray[np.int64], first: NDArray[np.int64],
        place: NDArray[np.int64], owner: NDArray[np.int64],
    ) -> NDArray[np.bool_]:  # fmt: skip
        """Which pairs have links with a neighbour that exclude each other, or that are tangled."""
        involved = np.zeros(len(row), bool)
        involved[first] = True
        involved[place[first]] = True
        found = np.zeros(len(self.candidate), bool)
        for part in (row[involved], column[involved]):
            found[owner[involved][np.bincount(part)[part] > 1]] = True
        rows = [at for knot in self.knots for at in knot.mine]
        if rows:
            tangled = np.zeros(len(self.candidate.values), bool)
            tangled[rows] = True
            found[owner[involved & tangled[row]]] = True
        return found


def _inside(rows: NDArray[np.int64], side: Ragged) -> NDArray[np.bool_]:
    """Whether the next token belongs to the same text."""
    return rows < side.offsets[side.owner[rows] + 1] - 1
