"""Edits with shifts, as tercom counts them and sacrebleu does: the search behind TER.

Snover et al. 2006: blocks of words are moved while that saves edits. Which blocks are tried, in which order and within
which limits decides the result, so those are sacrebleu's.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["count_edits", "told_edits"]

_LONGEST_BLOCK, _FARTHEST, _BEAM, _MOST_TRIED = 10, 50, 25, 1000
_FAR = 10**9
_MOST_BITS = 2_000  # words of a reference; what is kept of longer ones would take much memory
_KEEP, _REPLACE, _DROP, _INSERT = range(4)


class _Quick:
    """Distances to the reference with a bit for each of its words, as in edit_distance.py.

    The state behind each word is kept, so that words with a block moved begin where they begin to differ, and end as
    soon as they are in a state that is known.
    """

    def __init__(self, words: list[int], reference: list[int]) -> None:
        self.words, size = words, len(reference)
        self.bits: dict[int, int] = {}
        for at, word in enumerate(reference):
            self.bits[word] = self.bits.get(word, 0) | 1 << at
        self.full, self.last = (1 << size) - 1, 1 << (size - 1)
        self.states = [(self.full, 0, size)]
        self.states += self._run(words, 0)

    def _run(self, words: list[int], begin: int) -> list[tuple[int, int, int]]:
        """The states behind the words from `begin` on."""
        up, down, score = self.states[begin]
        full, last, bits, found = self.full, self.last, self.bits, []
        for word in words[begin:]:
            match = bits.get(word, 0)
            diagonal = (((match & up) + up) ^ up) | match | down
            right = down | ~(diagonal | up)
            left = diagonal & up
            if right & last:
                score += 1
            elif left & last:
                score -= 1
            right = right << 1 | 1
            up = (left << 1 | ~(diagonal | right)) & full
            down = right & diagonal & full
            found.append((up, down, score))
        return found

    def distance(self, words: list[int], begin: int, end: int) -> int:
        """The distance of other words, which differ between `begin` and `end` only."""
        up, down, score = self.states[begin]
        full, last, get = self.full, self.last, self.bits.get
        for at in range(begin, len(words)):
            match = get(words[at], 0)
            diagonal = (((match & up) + up) ^ up) | match | down
            right = down | ~(diagonal | up)
            left = diagonal & up
            if right & last:
                score += 1
            elif left & last:
                score -= 1
            right = right << 1 | 1
            up = (left << 1 | ~(diagonal | right)) & full
            down = right & diagonal & full
            if at + 1 >= end:
                known = self.states[at + 1]
                if known[0] == up and known[1] == down:
                    return score + self.states[-1][2] - known[2]
        return score


class _Table:
    """Edit distances from prefixes of the candidate to those of the reference, near the diagonal only."""

    def __init__(self, reference: list[int], length: int) -> None:
        self.reference, self.length = reference, length
        # a way with so many edits leaves the diagonal by no more, and that leaves the middle of the rows by these
        self.slack = abs(len(reference) - length) + 2
        ratio = len(reference) / length if length else 1
        width = math.ceil(ratio / 2 + _BEAM) if ratio / 2 > _BEAM else _BEAM
        self.spans = [(0, len(reference) + 1)]
        for i in range(1, length + 1):
            middle = math.floor(i * ratio)
            high = len(reference) + 1 if i == length else min(len(reference) + 1, middle + width)
            self.spans.append((max(0, middle - width), high))
        self.first = list(range(len(reference) + 1))

    def rows(self, words: list[int], known: list[list[int]]) -> list[list[int]]:
        """All rows, of which the first are known; a row holds its span only."""
        rows = list(known)
        for i in range(len(rows), len(words) + 1):
            rows.append(self._row(words[i - 1], i, rows[i - 1]))
        return rows

    def distance(self, words: list[int], rows: list[list[int]], begin: int, end: int) -> int:
        """The distance of other words, which differ from those of the rows between `begin` and `end` only."""
        row = rows[begin]
        for i in range(begin + 1, len(words) + 1):
            row = self._row(words[i - 1], i, row)
            if i >= end:  # the same words follow, so rows that are apart by one number stay so
                apart = row[0] - rows[i][0]
                if row == rows[i] or [each - apart for each in row] == rows[i]:
                    return rows[-1][-1] + apart
        return row[-1]

    def _row(self, word: int, i: int, before: list[int]) -> list[int]:
        """The row of a word from the one above."""
        reference, (low, high) = self.reference, self.spans[i]
        start = low - 1 - self.spans[i - 1][0]
        # the row above from one column further left; what lies outside its span is out of reach
        above = before[max(start, 0) : max(start, 0) + high - low + 1 + min(start, 0)]
        above = [_FAR] * max(-start, 0) + above
        above += [_FAR] * (high - low + 1 - len(above))
        left, row = _FAR, []
        if low == 0:
            del above[0]  # there is nothing left of the first column
            left = above[0] + 1
            row.append(left)
        # written out, as this is where the time goes
        for up, corner, other in zip(above[1:], above, reference[max(low - 1, 0) : high - 1], strict=False):
            best = up + 1
            if word != other:
                corner += 1  # noqa: PLW2901
            if corner < best:  # noqa: PLR1730 (min would be called millions of times)
                best = corner
            left += 1
            if best < left:  # noqa: PLR1730
                left = best
            row.append(left)
        return row

    def _at(self, rows: list[list[int]], i: int, j: int) -> int:
        low, high = self.spans[i]
        return rows[i][j - low] if low <= j < high else _FAR

    def trace(self, words: list[int], rows: list[list[int]]) -> list[int]:
        """The edits from the first word on; keeping or replacing comes before dropping, and that before inserting."""
        i, j, found = len(words), len(self.reference), []
        while i or j:
            if i == 0:
                edit = _INSERT
            elif j and self._at(rows, i, j) == self._at(rows, i - 1, j - 1) + (words[i - 1] != self.reference[j - 1]):
                edit = _KEEP if words[i - 1] == self.reference[j - 1] else _REPLACE
            elif self._at(rows, i, j) == self._at(rows, i - 1, j) + 1:
                edit = _DROP
            else:
                edit = _INSERT
            found.append(edit)
            i -= edit != _INSERT
            j -= edit != _DROP
        return found[::-1]


def _blocks(words: list[int], reference: list[int]) -> Iterator[tuple[int, int, int]]:
    """Start in the candidate, start in the reference and length of every common block."""
    places: dict[int, list[int]] = {}
    for at, word in enumerate(reference):
        places.setdefault(word, []).append(at)
    for start, word in enumerate(words):
        known = places.get(word, ())
        for target in known[bisect_left(known, start - _FARTHEST) : bisect_left(known, start + _FARTHEST + 1)]:
            length = 0
            while (
                length < _LONGEST_BLOCK
                and start + length < len(words)
                and target + length < len(reference)
                and words[start + length] == reference[target + length]
            ):
                length += 1
                yield start, target, length


def _moved(words: list[int], start: int, length: int, to: int) -> list[int]:
    block, rest = words[start : start + length], words[:start] + words[start + length :]
    # a target behind the block counts the block itself, one inside it moves the block on
    at = to if to <= start else to - length if to > start + length else to
    return rest[:at] + block + rest[at:]


def _aligned(edits: list[int]) -> tuple[list[int], list[bool], list[bool]]:
    """For each word of the reference its place in the candidate, and which words of both were edited."""
    place, wrong, edited = [], [], []
    at = -1
    for edit in edits:
        if edit != _INSERT:
            at += 1
            edited.append(edit != _KEEP)
        if edit != _DROP:
            place.append(at)
            wrong.append(edit != _KEEP)
    return place, wrong, edited


def _best_shift(words: list[int], rows: list[list[int]], table: _Table, tried: int) -> tuple[int, list[int], int]:
    """What the best move saves, the words behind it, and how many moves were tried so far."""
    reference = table.reference
    place, wrong, edited = _aligned(table.trace(words, rows))
    now = rows[-1][-1]
    quick = _Quick(words, reference) if len(reference) <= _MOST_BITS else None
    best: tuple[int, int, int, int, list[int]] | None = None
    for start, target, length in _blocks(words, reference):
        if not any(edited[start : start + length]) or not any(wrong[target : target + length]):
            continue
        if start <= place[target] < start + length:
            continue
        before = -1
        for offset in range(-1, length):
            if target + offset >= len(reference):
                break
            to = 0 if target + offset == -1 else place[target + offset] + 1
            if to == before:
                continue
            before = to
            shifted = _moved(words, start, length, to)
            same = min(start, to)
            tried += 1
            end = max(start, to) + length
            # at least so many edits are left; the table may have more, as it holds only ways near the diagonal
            left = quick.distance(shifted, same, end) if quick else 0
            if left >= now or (best is not None and (now - left, length, -start, -to) <= best[:4]):
                continue
            if quick is None or left + table.slack > _BEAM:
                left = table.distance(shifted, rows, same, end)
            if left >= now:
                continue
            choice = (now - left, length, -start, -to, shifted)
            if best is None or choice[:4] > best[:4]:
                best = choice
        if tried >= _MOST_TRIED:
            break
    return (0, words, tried) if best is None else (best[0], best[4], tried)


def count_edits(words: list[int], reference: list[int]) -> int:
    """Shifts and other edits that turn the words into the reference."""
    if not reference:
        return len(words)
    shifts, _, rows, _ = _shifted(words, reference)
    return shifts + rows[-1][-1]


def told_edits(words: list[int], reference: list[int]) -> tuple[int, list[int], list[tuple[int, int, str]]]:
    """How many blocks were moved, the words behind that, and which words are kept (=) or replaced (~) by which."""
    if not reference:
        return 0, words, []
    shifts, words, rows, table = _shifted(words, reference)
    links, row, column = [], 0, 0
    for edit in table.trace(words, rows):
        if edit in (_KEEP, _REPLACE):
            links.append((row, column, "=" if edit == _KEEP else "~"))
        row += edit != _INSERT
        column += edit != _DROP
    return shifts, words, links


def _shifted(words: list[int], reference: list[int]) -> tuple[int, list[int], list[list[int]], _Table]:
    """Blocks moved as long as that saves edits: how many, the words behind it, and the distances to the reference."""
    table = _Table(reference, len(words))
    shifts = tried = 0
    rows = table.rows(words, [table.first])
    while True:
        saved, shifted, tried = _best_shift(words, rows, table, tried)
        if tried >= _MOST_TRIED or saved <= 0:
            return shifts, words, rows, table
        shifts += 1
        words = shifted
        rows = table.rows(words, [table.first])
