"""One alignment searched word by word, where the search by links was cut short: exact on short texts.

A state is the set of reference words that are taken and the one that the last word is linked to; of the ways to it only
the best is kept. What cannot beat the alignment that is already known is dropped, and so is what would lose a match:
how many words match exactly and how many by stem is known from counts, so most words have little choice.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.measures.text.word_classes import Lexicon

__all__ = ["Pair", "improve"]

MOST_WORK = 100_000  # links that are tried for one pair, about
SHORT = 15  # words; so short texts may keep WIDEST states behind each word, which is hardly ever reached
WIDEST = 30_000


class Pair:
    """Which links an alignment with the most matches may have, and where a word may stay without one."""

    def __init__(self, words: list[int], others: list[int], lexicon: Lexicon) -> None:
        self.words, self.others, self.lexicon = words, others, lexicon
        self.held, self.wanted = Counter(words), Counter(others)
        self.spare, self.needed = self.held - self.wanted, self.wanted - self.held
        self.exact = (self.held & self.wanted).total()
        spares, needs = self._by_stem(self.spare), self._by_stem(self.needed)
        self.by_stem = (spares & needs).total()
        self.over, self.under = spares - needs, needs - spares

    def _by_stem(self, counts: Counter[int]) -> Counter[int]:
        found: Counter[int] = Counter()
        for word, count in counts.items():
            found[int(self.lexicon.stems[word])] += count
        return found

    def work(self) -> int:
        """At least as many links as `links` will list."""
        surplus = [word for word in self.held if self.spare[word]]
        return sum(self.held[word] * self.wanted[word] for word in self.held) + sum(
            self.held[word] * self.wanted[other]
            for word in surplus
            for other in self.needed
            if self.lexicon.stage(word, other) is not None
        )

    def links(self) -> list[list[tuple[int, int]]]:
        """For each word the places it may be linked to, with the stage."""
        places: dict[int, list[int]] = {}
        for column, other in enumerate(self.others):
            places.setdefault(other, []).append(column)
        known: dict[int, list[tuple[int, int]]] = {}
        for word in self.held:
            known[word] = [(column, 0) for column in places.get(word, ())]
            for other in self.needed if self.spare[word] else ():
                stage = self.lexicon.stage(word, other)
                if stage == 1 or (stage == 2 and self.loose(word) and self.under[int(self.lexicon.stems[other])]):
                    known[word] += [(column, stage) for column in places[other]]
            known[word].sort()
        return [known[word] for word in self.words]

    def loose(self, word: int) -> bool:
        """Whether some place of the word is left over when words and stems are matched."""
        return self.spare[word] > 0 and self.over[int(self.lexicon.stems[word])] > 0


def improve(
    words: list[int], others: list[int], lexicon: Lexicon, matches: int, neighbours: int
) -> tuple[int, int, bool]:
    """Matches and neighbours, at least as good as those that are known, and whether better ones may exist."""
    if len(words) * len(others) > MOST_WORK:  # even to count the links of long texts takes long
        return matches, neighbours, True
    pair = Pair(words, others, lexicon)
    work = pair.work()
    if work > MOST_WORK:
        return matches, neighbours, True
    links = pair.links()
    short = max(len(words), len(others)) <= SHORT
    width = WIDEST if short else MOST_WORK // max(work, 1)
    unit = len(words) + 1
    worth = (unit**3, unit**2, unit)  # exact matches count before stems, these before synonyms, and then neighbours
    known = pair.exact * worth[0] + pair.by_stem * worth[1] + (matches - pair.exact - pair.by_stem) * unit + neighbours
    best, bounded = _search(pair, links, worth, known, width)
    if best <= known:
        return matches, neighbours, bounded
    counts = best // worth[0], best // worth[1] % unit, best // unit % unit
    return sum(counts), best % unit, bounded


def _search(
    pair: Pair, links: list[list[tuple[int, int]]], worth: tuple[int, int, int], known: int, width: int
) -> tuple[int, bool]:
    """The best total of all alignments, at least `known`, and whether states were given up on the way."""
    count = len(links)
    starts = [{column for column, _ in each} for each in links]
    stems = {word: int(pair.lexicon.stems[word]) for word in {*pair.words, *pair.others}}
    wanted = Counter(stems[other] for other in pair.others)
    own: Counter[int] = Counter()
    family: Counter[int] = Counter()
    for column, other in enumerate(pair.others):
        own[other] |= 1 << column
        family[stems[other]] |= 1 << column
    # a column counts in a state only while a later word may take it, and the last one only if the next may follow it
    useful, hope, later = [0] * (count + 1), [0] * (count + 1), [(0, 0)] * count
    after: Counter[int] = Counter()
    after_stem: Counter[int] = Counter()
    for row in range(count - 1, -1, -1):
        word = pair.words[row]
        useful[row] = useful[row + 1] | family[stems[word]] | sum(1 << column for column in starts[row])
        follows = row > 0 and any(column - 1 in starts[row - 1] for column in starts[row])
        hope[row] = hope[row + 1] + follows + max((worth[stage] for _, stage in links[row]), default=0)
        later[row] = after[word], after_stem[stems[word]]
        after[word] += 1
        after_stem[stems[word]] += 1
    states: dict[tuple[int, int], int] = {(0, -2): 0}
    bounded = False
    for row, choices in enumerate(links):
        word, keep, left = pair.words[row], useful[row + 1], hope[row + 1]
        following = starts[row + 1] if row + 1 < count else set()
        must = min(pair.held[word], pair.wanted[word]) - later[row][0]
        must_stem = min(after_stem[stems[word]], wanted[stems[word]]) - later[row][1]
        mine, kin, skips = own[word], family[stems[word]], pair.loose(word) or not choices
        reached: dict[tuple[int, int], int] = {}
        for (taken, last), total in states.items():
            forced = (taken & mine).bit_count() < must
            pressed = (taken & kin).bit_count() < must_stem
            if skips and not forced and not pressed and total + left > known:
                state = (taken & keep, -2)
                if reached.get(state, -1) < total:
                    reached[state] = total
            for column, stage in choices:
                if taken >> column & 1 or (stage and (forced or (stage == 2 and pressed))):
                    continue
                gained = total + worth[stage] + (column == last + 1)
                if gained + left <= known:
                    continue
                state = ((taken | 1 << column) & keep, column if column + 1 in following else -2)
                if reached.get(state, -1) < gained:
                    reached[state] = gained
        if len(reached) > width:
            bounded = True
            reached = dict(sorted(reached.items(), key=lambda item: (-item[1], item[0]))[:width])
        states = reached
        if not states:
            return known, bounded
    return max(max(states.values(), default=0), known), bounded
