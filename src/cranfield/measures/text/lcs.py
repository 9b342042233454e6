"""Longest common subsequences of many pairs at once, a bit for each token of the first text.

The bits of `state` after j tokens of the second text tell where the table of lengths grows: bit i is 0 where the value
in row i + 1 is one more than in row i (Crochemore et al. 2001; Hyyrö 2004). Pairs run in lockstep, 64 tokens a word;
very long texts use Python's integers, which have as many bits as they need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.measures.text.ngrams import blocks_of, renumber

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cranfield.core.ragged import Ragged

__all__ = ["Lockstep", "carry_over", "groups_of", "lcs_lengths", "lcs_marks", "match_bits"]

_WORD = 64
_MOST_WORDS = 8  # longer texts go one by one
_STEPS = 1 << 18  # words of bits at a time


class Lockstep:
    """Pairs whose first texts fit into the same number of words, longest second text first."""

    def __init__(self, first: Ragged, second: Ragged, pairs: NDArray[np.int64], words: int) -> None:
        self.order, self.words = pairs, words
        left, right = first.take(pairs), second.take(pairs)
        self.lengths = left.sizes
        masks, which = _masks(left, right, words)
        # tokens by their place in the second text, so that what a step needs lies side by side
        place = right.position - 1
        counts = np.bincount(place)
        self.bounds = np.concatenate(([0], np.cumsum(counts)))
        into = self.bounds[place] + right.owner
        self.matches = np.empty((words, len(which)), np.uint64)
        for word in range(words):
            self.matches[word, into] = masks[which, word]

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


def _masks(left: Ragged, right: Ragged, words: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """A row of bits for each distinct token of each first text, and for every token of the second texts its row."""
    which = np.zeros(len(right.values), np.int64)
    rows: list[NDArray[np.uint64]] = [np.zeros((1, words), np.uint64)]  # row 0: occurs nowhere
    made = 1
    for mine, theirs, key, wanted, table in _tables(left, right):
        # the first occurrence of each token of a text opens a row, the others join it
        table[key[::-1]] = np.arange(len(key))[::-1]
        opens = np.flatnonzero(table[key] == np.arange(len(key)))
        number = np.zeros(len(key), np.int64)
        number[opens] = np.arange(len(opens))
        row = number[table[key]]
        position = left.position[mine] - 1
        bits = np.zeros((len(opens), words), np.uint64)
        np.bitwise_or.at(bits, (row, position >> 6), np.uint64(1) << (position & 63).astype(np.uint64))
        table[:] = 0
        table[key] = row + made
        which[theirs] = table[wanted]
        rows.append(bits)
        made += len(opens)
    return np.concatenate(rows), which


def _tables(
    left: Ragged, right: Ragged
) -> Iterator[tuple[slice, slice, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]]:
    """Some pairs at a time: their tokens on both sides, the cells of these in a table of units and words, the table."""
    vocabulary = int(max(left.values.max(initial=0), right.values.max(initial=0))) + 1
    scratch = np.zeros(vocabulary, np.int64)
    # the units of a block times its distinct tokens are a table, so a block of tiny texts must not hold too many
    floor = np.full(len(left), 32)
    for start, stop in blocks_of(np.maximum(left.sizes, floor), right.sizes, most=1 << 13):
        mine = slice(int(left.offsets[start]), int(left.offsets[stop]))
        theirs = slice(int(right.offsets[start]), int(right.offsets[stop]))
        local, size = renumber(np.concatenate((left.values[mine], right.values[theirs])), scratch)
        split = mine.stop - mine.start
        key = (left.owner[mine] - start) * size + local[:split]
        wanted = (right.owner[theirs] - start) * size + local[split:]
        yield mine, theirs, key, wanted, np.zeros((stop - start) * size, np.int64)


def _shared(first: Ragged, second: Ragged) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which tokens of each text the other one has too."""
    left, right = np.zeros(len(first.values), bool), np.zeros(len(second.values), bool)
    for mine, theirs, key, wanted, table in _tables(first, second):
        table[wanted] = 1
        left[mine] = table[key] == 1
        table[key] |= 2
        right[theirs] = table[wanted] == 3
    return left, right


def groups_of(first: Ragged, second: Ragged, chosen: NDArray[np.bool_]) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Chosen pairs by the number of words that the first text needs; 0 stands for those that go one by one."""
    words = -(-first.sizes // _WORD)
    words[words > _MOST_WORDS] = 0
    for each in np.unique(words[chosen]).tolist():
        pairs = np.flatnonzero(chosen & (words == each))
        pairs = pairs[np.argsort(-second.sizes[pairs], kind="stable")]
        for start, stop in blocks_of(second.sizes[pairs] * max(each, 1), most=_STEPS):
            yield each, pairs[start:stop]


def lcs_lengths(first: Ragged, second: Ragged) -> NDArray[np.int64]:
    """The length of the longest common subsequence of each pair."""
    mine, theirs = _shared(first, second)  # no other token is in a common subsequence
    first, second = first.filter(mine), second.filter(theirs)
    found = np.zeros(len(first), np.int64)
    for words, pairs in groups_of(first, second, (first.sizes > 0) & (second.sizes > 0)):
        if words == 0:
            for pair in pairs.tolist():
                size = int(first.sizes[pair])
                found[pair] = size - (_states(first[pair], second[pair])[0][-1] & ((1 << size) - 1)).bit_count()
            continue
        bits = np.unpackbits((~Lockstep(first, second, pairs, words).run()).view(np.uint8), axis=1)
        found[pairs] = bits.reshape(words, len(pairs), _WORD).sum(axis=(0, 2))
    return found


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
    every, _ = _shared(first, second)  # a token that the second text lacks is given up wherever the walk meets it
    first = first.filter(every)
    marks = np.zeros(len(first.values), bool)
    for words, pairs in groups_of(first, second, (first.sizes > 0) & (second.sizes > 0)):
        if words == 1:
            bits = _walk(Lockstep(first, second, pairs, 1))
            chosen = first.take(pairs)
            shift = (chosen.position - 1).astype(np.uint64)
            hit = (bits[chosen.owner] >> shift & np.uint64(1)).astype(bool)
            rows = np.repeat(first.offsets[pairs], chosen.sizes) + chosen.position - 1
            marks[rows] = hit
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
