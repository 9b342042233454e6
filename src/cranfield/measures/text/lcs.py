"""Longest common subsequences of many pairs at once, a bit for each token of the first text.

The bits of `state` after j tokens of the second text tell where the table of lengths grows: bit i is 0 where the value
in row i + 1 is one more than in row i (Crochemore et al. 2001; Hyyrö 2004). Pairs run in lockstep, 64 tokens a word;
very long texts use Python's integers, which have as many bits as they need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cranfield.core.ragged import Ragged, spans
from cranfield.measures.text.ngrams import blocks_of, renumber

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

__all__ = ["Lockstep", "Met", "carry_over", "groups_of", "lcs_lengths", "lcs_marks", "match_bits", "meet"]

_WORD = 64
_MOST_WORDS = 8  # longer texts go one by one
_FEW = 24  # pairs, for which a step of all together takes longer than their steps one by one
_STEPS = 1 << 18  # words of bits at a time


class Met(NamedTuple):
    """Pairs of texts, and where each token of the second one occurs in the first."""

    first: Ragged
    second: Ragged
    kept: NDArray[np.bool_]  # which tokens of the first texts these are
    bits: NDArray[np.uint64]  # a bit for each place, so many words as the first text needs
    spots: NDArray[np.int64]  # for each token of the second texts where its words begin, 0 for none

    def without(self, tokens: NDArray[np.bool_]) -> Met:
        """The same without some tokens of the second texts."""
        return self._replace(second=self.second.filter(~tokens), spots=self.spots[~tokens])


class Lockstep:
    """Pairs whose first texts fit into the same number of words, longest second text first."""

    def __init__(self, met: Met, pairs: NDArray[np.int64], words: int) -> None:
        self.order, self.words = pairs, words
        self.lengths, sizes = met.first.sizes[pairs], met.second.sizes[pairs]
        # tokens by their place in the second text, so that what a step needs lies side by side
        place = spans(np.zeros_like(sizes), sizes)
        self.bounds = np.concatenate(([0], np.cumsum(np.bincount(place))))
        into = self.bounds[place] + np.repeat(np.arange(len(pairs)), sizes)
        spots = np.empty(len(into), np.int64)
        spots[into] = met.spots[spans(met.second.offsets[pairs], sizes)]
        self.matches = np.empty((words, len(spots)), np.uint64)
        for word in range(words):
            np.take(met.bits, spots + word, out=self.matches[word])

    def step(self, at: int) -> tuple[int, NDArray[np.uint64]]:
        """How many pairs have a token at this place of the second text, and where it occurs in the first."""
        start, stop = self.bounds[at], self.bounds[at + 1]
        return int(stop - start), self.matches[:, start:stop]

    def run(self, keep: list[NDArray[np.uint64]] | None = None) -> NDArray[np.uint64]:
        """The last state of every pair, a row for each word; `keep` gets the states on the way."""
        state = np.full((self.words, len(self.order)), ~np.uint64(0))
        for at in range(len(self.bounds) - 1):
            active, match = self.step(at)
            here = state[:, :active]
            common = here & match
            total = here + common
            if self.words > 1:
                carry_over(total, here)
            common ^= here  # what matches nothing stays
            np.bitwise_or(total, common, out=here)
            if keep is not None:
                keep.append(here.copy())
        return state


def carry_over(total: NDArray[np.uint64], before: NDArray[np.uint64]) -> None:
    """Give each word of sums what went over in the word below it; `before` is what was added to."""
    carry = total[0] < before[0]
    for word in range(1, len(total)):
        over = total[word] < before[word]
        total[word] += carry
        carry = over | (total[word] < carry)


def meet(first: Ragged, second: Ragged, *, shared: bool) -> Met:
    """Where tokens meet; with `shared`, without the tokens of the first texts that the second ones lack."""
    vocabulary = int(max(first.values.max(initial=0), second.values.max(initial=0))) + 1
    scratch = np.zeros(vocabulary, np.int64)
    kept, spots = np.ones(len(first.values), bool), np.empty(len(second.values), np.int64)
    bits: list[NDArray[np.uint64]] = [np.zeros(_MOST_WORDS, np.uint64)]  # spot 0: occurs nowhere
    made = _MOST_WORDS
    # the units of a block times its distinct tokens are a table, so a block of tiny texts must not hold too many
    for start, stop in blocks_of(np.maximum(first.sizes, 32), second.sizes, most=1 << 14):
        mine = slice(int(first.offsets[start]), int(first.offsets[stop]))
        theirs = slice(int(second.offsets[start]), int(second.offsets[stop]))
        local, size = renumber(np.concatenate((first.values[mine], second.values[theirs])), scratch)
        units, sizes = np.arange(stop - start), first.sizes[start:stop]
        unit = np.repeat(units, sizes)
        key = unit * size + local[: len(unit)]
        wanted = np.repeat(units * size, second.sizes[start:stop]) + local[len(unit) :]
        table = np.zeros((stop - start) * size, np.int32)
        if shared:
            table[wanted] = -1
            kept[mine] = there = table[key] < 0
            key, unit = key[there], unit[there]
            sizes = np.bincount(unit, minlength=stop - start)
        # the first occurrence of each token of a text opens words for it, which the others join
        here = np.arange(len(key))
        table[key[::-1]] = here[::-1]
        opens = np.flatnonzero(table[key] == here)
        words = -(-sizes // _WORD)
        words[words > _MOST_WORDS] = 0
        needed = words[unit[opens]]
        ends = np.cumsum(needed)
        table[key[opens]] = ends - needed + made
        place = here - np.repeat(np.cumsum(sizes) - sizes, sizes)
        short = words[unit] > 0
        more = np.zeros(int(ends[-1]) if len(ends) else 0, np.uint64)
        into = table[key[short]] - made + (place[short] >> 6)
        np.add.at(more, into, np.uint64(1) << (place[short] & 63).astype(np.uint64))  # each bit is set once
        spots[theirs] = np.maximum(table[wanted], 0)
        bits.append(more)
        made += len(more)
    return Met(first.filter(kept) if shared else first, second, kept, np.concatenate(bits), spots)


def groups_of(first: Ragged, second: Ragged, chosen: NDArray[np.bool_]) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Chosen pairs by the number of words that the first text needs; 0 stands for those that go one by one."""
    words = -(-first.sizes // _WORD)
    words[words > _MOST_WORDS] = 0
    for each in np.unique(words[chosen]).tolist():
        pairs = np.flatnonzero(chosen & (words == each))
        pairs = pairs[np.argsort(-second.sizes[pairs], kind="stable")]
        for start, stop in blocks_of(second.sizes[pairs] * max(each, 1), most=_STEPS):
            yield (each if stop - start >= _FEW else 0), pairs[start:stop]


def lcs_lengths(first: Ragged, second: Ragged) -> NDArray[np.int64]:
    """The length of the longest common subsequence of each pair."""
    met = meet(first, second, shared=True)
    met = met.without(met.spots == 0)  # only shared tokens are in a common subsequence
    found = np.zeros(len(first), np.int64)
    for words, pairs in groups_of(met.first, met.second, (met.first.sizes > 0) & (met.second.sizes > 0)):
        if words == 0:
            for pair in pairs.tolist():
                found[pair] = _length_one(met.first[pair], met.second[pair])
            continue
        bits = np.unpackbits((~Lockstep(met, pairs, words).run()).view(np.uint8), axis=1)
        found[pairs] = bits.reshape(words, len(pairs), _WORD).sum(axis=(0, 2))
    return found


def _length_one(first: NDArray[np.int64], second: NDArray[np.int64]) -> int:
    bits = match_bits(first)
    full = (1 << len(first)) - 1
    state = full
    for token in second.tolist():
        common = state & bits[token]
        state = ((state + common) | (state ^ common)) & full
    return len(first) - state.bit_count()


def match_bits(tokens: NDArray[np.int64]) -> dict[int, int]:
    """For each token the bits of its places."""
    bits: dict[int, int] = {}
    for at, token in enumerate(tokens.tolist()):
        bits[token] = bits.get(token, 0) | 1 << at
    return bits


def _states(first: NDArray[np.int64], second: NDArray[np.int64]) -> tuple[list[int], list[int]]:
    """States and matches after each token of the second text, as long integers."""
    bits = match_bits(first)
    full = (1 << len(first)) - 1
    state, states, matches = full, [], []
    for token in second.tolist():
        match = bits.get(token, 0)
        common = state & match
        state = ((state + common) | (state & ~match)) & full
        states.append(state)
        matches.append(match)
    return states, matches


def lcs_marks(first: Ragged, second: Ragged) -> NDArray[np.bool_]:
    """Which tokens of the first texts belong to one longest common subsequence, aligned with `first.values`.

    Of several, it is the one that rouge-score finds: from the end, a match is taken, otherwise the table's larger
    neighbour, and of equal ones the one above (the token of the first text is given up).
    """
    met = meet(first, second, shared=True)  # what the second text lacks is given up wherever the walk meets it
    # a token that the first text lacks lets the walk go up before it goes left, but of several in a row one does it
    alone = met.spots == 0
    alone[1:] &= (met.spots[:-1] == 0) | (np.diff(met.second.owner) > 0)
    met = met.without(alone)
    first, second, every = met.first, met.second, met.kept
    marks = np.zeros(len(first.values), bool)
    for words, pairs in groups_of(first, second, (first.sizes > 0) & (second.sizes > 0)):
        if words == 1:
            bits, sizes = _walk(Lockstep(met, pairs, 1)), first.sizes[pairs]
            places = spans(np.zeros_like(sizes), sizes)
            hit = (np.repeat(bits, sizes) >> places.astype(np.uint64) & np.uint64(1)).astype(bool)
            marks[spans(first.offsets[pairs], sizes)] = hit
            continue
        for pair in pairs.tolist():
            found = _walk_one(first[pair], second[pair])
            start = int(first.offsets[pair])
            marks[[start + at for at in found]] = True
    every[every] = marks
    return every


def _walk(lockstep: Lockstep) -> NDArray[np.uint64]:
    """The bits of the chosen tokens: at each token of the second text, the highest row where it matches or grows."""
    states: list[NDArray[np.uint64]] = []
    lockstep.run(states)
    one = np.uint64(1)
    full = np.where(
        lockstep.lengths == _WORD, ~np.uint64(0), (one << (lockstep.lengths % _WORD).astype(np.uint64)) - one
    )
    allowed, chosen = full.copy(), np.zeros_like(full)
    for at in range(len(states) - 1, -1, -1):
        active, match = lockstep.step(at)
        here = match[0]
        rows = (here | ~states[at][0]) & allowed[:active]
        for shift in (1, 2, 4, 8, 16, 32):
            rows |= rows >> np.uint64(shift)
        top = rows ^ (rows >> one)  # the highest bit alone, or nothing
        taken = here & top
        chosen[:active] |= taken
        allowed[:active] = rows ^ taken  # everything below a match; the row itself stays when only the column is left
    return chosen


def _walk_one(first: NDArray[np.int64], second: NDArray[np.int64]) -> list[int]:
    states, matches = _states(first, second)
    full = (1 << len(first)) - 1
    allowed, found = full, []
    for state, match in zip(reversed(states), reversed(matches), strict=True):
        top = ((match | (state ^ full)) & allowed).bit_length()
        if not top:
            break
        if match >> (top - 1) & 1:
            found.append(top - 1)
            top -= 1
        allowed = (1 << top) - 1
    return found
