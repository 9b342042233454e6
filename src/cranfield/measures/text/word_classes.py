"""Which words of two texts may be linked: classes of words that can be exchanged, and the tangles that are left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from cranfield.core.ragged import Ragged

__all__ = ["Lexicon", "WordClasses"]


@dataclass(frozen=True)
class Lexicon:
    """For each word number its stem number and its sets of synonyms; a stage that is off gives every word its own."""

    stems: NDArray[np.int64]
    synonyms: Sequence[tuple[int, ...]]

    def stage(self, word: int, other: int) -> int | None:
        """0 for the same word, 1 for the same stem, 2 for synonyms."""
        if word == other:
            return 0
        if self.stems[word] == self.stems[other]:
            return 1
        return None if set(self.synonyms[word]).isdisjoint(self.synonyms[other]) else 2


class WordClasses:
    """The class of every token of both sides (`mine`, `theirs`); tangled tokens have classes that nobody shares.

    A kind is a word in a pair. As many of its places as possible are matched with the word itself; what is left over on
    one side may be matched by stem, and what is left over then by synonym.
    """

    def __init__(self, candidate: Ragged, reference: Ragged, lexicon: Lexicon) -> None:
        words, own = len(lexicon.stems), len(candidate.values)
        keys = np.concatenate([side.owner * words + side.values for side in (candidate, reference)])
        kinds, kind = np.unique(keys, return_inverse=True)
        count = len(kinds)
        self._sides = kind[:own], kind[own:]
        held, wanted = (np.bincount(side, minlength=count) for side in self._sides)
        self._pair, self._word = kinds // words, kinds % words
        spare, needed = np.maximum(held - wanted, 0), np.maximum(wanted - held, 0)
        stem = np.unique(self._pair * words + lexicon.stems[self._word], return_inverse=True)[1]
        spares, needs = np.bincount(stem, spare), np.bincount(stem, needed)
        joined = ((spares > 0) & (needs > 0))[stem] & (spare + needed > 0)
        self._one_sided = (held == 0) | (wanted == 0)
        self._group = np.where(joined, count + stem, np.arange(count))
        over = np.where(joined, np.maximum(spares - needs, 0)[stem] * (spare > 0), spare) > 0
        under = np.where(joined, np.maximum(needs - spares, 0)[stem] * (needed > 0), needed) > 0
        self._knot = np.full(count, -1)  # the tangle of each kind
        # a word that is partly taken as itself leaves open which of its places is left for the stem
        torn = np.unique(self._group[joined & ~self._one_sided])
        self._tie(self._synonym_links(over, under, lexicon), torn.tolist())
        free = np.where(self._knot < 0, self._group, 2 * count + 1 + 2 * np.arange(count))
        self.mine, self.theirs = free[kind[:own]], (free + (self._knot >= 0))[kind[own:]]

    def _synonym_links(
        self, over: NDArray[np.bool_], under: NDArray[np.bool_], lexicon: Lexicon
    ) -> set[tuple[int, int]]:
        """Kinds left over in the candidate and in the reference of a pair that share a set of synonyms."""
        sides = []
        for left in (over, under):
            kinds = np.flatnonzero(left)
            sets = [lexicon.synonyms[word] for word in self._word[kinds].tolist()]
            sizes = np.fromiter(map(len, sets), np.int64, len(sets))
            flat = np.fromiter((number for each in sets for number in each), np.int64, int(sizes.sum()))
            sides.append((np.repeat(self._pair[kinds], sizes) << 32 | flat, np.repeat(kinds, sizes)))
        (mine, my_kinds), (theirs, their_kinds) = sides
        # both sides sorted together: keys that both have stand next to each other
        shared = np.intersect1d(mine, theirs)
        keep, other = np.isin(mine, shared), np.isin(theirs, shared)
        partners: dict[int, list[int]] = {}
        for key, kind in zip(theirs[other].tolist(), their_kinds[other].tolist(), strict=True):
            partners.setdefault(key, []).append(kind)
        return {
            (kind, partner)
            for key, kind in zip(mine[keep].tolist(), my_kinds[keep].tolist(), strict=True)
            for partner in partners[key]
        }

    def _tie(self, links: set[tuple[int, int]], torn: list[int]) -> None:
        """One class for synonyms that all know each other; everything else that is linked becomes a tangle."""
        parent: dict[int, int] = {node: node for node in torn}

        def root(node: int) -> int:
            while parent.setdefault(node, node) != node:
                parent[node] = parent[parent[node]]
                node = parent[node]
            return node

        group = self._group
        for kind, other in links:
            parent[root(int(group[kind]))] = root(int(group[other]))
        found: dict[int, list[tuple[int, int]]] = {}
        for link in links:
            found.setdefault(root(int(group[link[0]])), []).append(link)
        tangled = {root(node) for node in torn}
        for node, members in found.items():
            lefts, rights = ({link[side] for link in members} for side in (0, 1))
            whole = len(members) == len(lefts) * len(rights)
            if whole and all(self._one_sided[kind] and group[kind] == kind for kind in lefts | rights):
                group[list(lefts | rights)] = min(lefts)
            else:
                tangled.add(node)
        if tangled:
            nodes = [node for node in parent if root(node) in tangled]
            number = {each: at for at, each in enumerate(sorted(tangled))}
            lookup = {node: number[root(node)] for node in nodes}
            for kind in np.flatnonzero(np.isin(group, nodes)).tolist():
                self._knot[kind] = lookup[int(group[kind])]

    def tangles(self) -> Iterator[tuple[list[int], list[int]]]:
        """The tokens of each tangle on both sides, as rows of all tokens."""
        rows: dict[int, tuple[list[int], list[int]]] = {}
        for side, kinds in enumerate(self._sides):
            knots = self._knot[kinds]
            for row in np.flatnonzero(knots >= 0).tolist():
                rows.setdefault(int(knots[row]), ([], []))[side].append(row)
        yield from (both for both in rows.values() if both[0] and both[1])
