"""The searches behind METEOR's alignment, for the pairs where links compete; work is bounded and that is told."""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cranfield.measures.text.word_classes import Lexicon

__all__ = ["Knot", "best_choice", "most_neighbours"]

MOST_EDGES = 600  # neighbouring links of one pair that are searched
MOST_STEPS = 5_000  # of one search
WIDE = 32  # a step looks at all that is left, so one over more of them counts more
SMALL = 12  # so few need not be taken apart
MOST_STATES = 1_000  # sets of words that are taken, in the search of a tangle
MOST_CELLS = 400  # words of a tangle on one side times those on the other
FEW_CELLS = 6  # the same in long texts, which have many tangles
MOST_NEAR = 16  # links of a tangle that have a neighbour
MOST_OPTIONS = 32  # ways of linking a tangle
MOST_CHOICES = 256  # ways of combining those of several
FEW = 6  # a tangle of so few words is searched to the end


def most_neighbours(rows: list[int], columns: list[int]) -> tuple[int, bool]:
    """The most pairs of neighbouring links that can hold together; each starts at a row and a column."""
    return _Neighbours(rows, columns).most((1 << len(rows)) - 1)


class _Neighbours:
    """Pairs of neighbouring links, of which two exclude each other when they would link one word twice.

    The most that can hold together are a largest independent set; it is found by branching, and by taking the longest
    runs first where that would take too long.
    """

    def __init__(self, rows: list[int], columns: list[int]) -> None:
        self.rows, self.columns = rows, columns
        self.excluded = [0] * len(rows)
        self.known: dict[int, int] = {}
        if len(rows) > MOST_EDGES:
            return
        on_diagonal: dict[int, int] = {}
        by_row: dict[int, int] = {}
        by_column: dict[int, int] = {}
        for edge, (row, column) in enumerate(zip(rows, columns, strict=True)):
            bit = 1 << edge
            on_diagonal[column - row] = on_diagonal.get(column - row, 0) | bit
            for step in (0, 1):
                by_row[row + step] = by_row.get(row + step, 0) | bit
                by_column[column + step] = by_column.get(column + step, 0) | bit
        for edge, (row, column) in enumerate(zip(rows, columns, strict=True)):
            meets = by_row[row] | by_row[row + 1] | by_column[column] | by_column[column + 1]
            self.excluded[edge] = meets & ~on_diagonal[column - row]

    def most(self, chosen: int) -> tuple[int, bool]:
        """How many of the chosen ones can hold together, and whether more might."""
        budget = [MOST_STEPS]
        if len(self.rows) <= MOST_EDGES:
            found = _apart(chosen, self.excluded, self.known, budget)
            if budget[0] > 0:
                return found, False
            self.known.clear()  # what was found last may be too little
        kept = [edge for edge in range(len(self.rows)) if chosen >> edge & 1]
        rows, columns = [self.rows[edge] for edge in kept], [self.columns[edge] for edge in kept]
        if len(rows) <= MOST_EDGES < len(self.rows):
            return most_neighbours(rows, columns)
        return _longest_runs(rows, columns), True


def _connected(start: int, excluded: list[int]) -> int:
    """Everything that is tied to `start` by exclusions."""
    found, rest = 0, start
    while rest:
        low = rest & -rest
        found |= low
        rest = (rest | excluded[low.bit_length() - 1]) & ~found
    return found


def _independent(mask: int, excluded: list[int], known: dict[int, int], budget: list[int]) -> int:
    """The size of the largest subset of `mask` without two that exclude each other."""
    taken = 0
    while mask:
        budget[0] -= 1 + mask.bit_count() // WIDE
        if budget[0] <= 0:
            return taken
        before, rest, worst, most = taken, mask, -1, 0
        while rest:
            low = rest & -rest
            edge = low.bit_length() - 1
            degree = (excluded[edge] & mask).bit_count()
            if degree <= 1:  # one that excludes at most one other is always as good
                taken += 1
                mask &= ~(excluded[edge] | low)
                rest &= mask
                continue
            if degree > most:
                worst, most = edge, degree
            rest ^= low
        if taken > before:
            continue
        if mask not in known:
            without = mask & ~(1 << worst)
            with_it = 1 + _apart(without & ~excluded[worst], excluded, known, budget)
            known[mask] = max(with_it, _apart(without, excluded, known, budget))
        return taken + known[mask]
    return taken


def _apart(mask: int, excluded: list[int], known: dict[int, int], budget: list[int]) -> int:
    """The same, part by part where the exclusions leave several."""
    total, inside = 0, [each & mask for each in excluded] if mask.bit_count() > SMALL else excluded
    if inside is excluded:
        return _independent(mask, excluded, known, budget)
    while mask:
        part = _connected(mask & -mask, inside)
        mask &= ~part
        total += _independent(part, excluded, known, budget)
    return total


def _longest_runs(rows: list[int], columns: list[int]) -> int:
    """Neighbours kept when the longest run of links that is still free is taken again and again."""
    edges = set(zip(rows, columns, strict=True))
    runs = []
    for row, column in edges:
        if (row - 1, column - 1) not in edges:
            length = 1
            while (row + length, column + length) in edges:
                length += 1
            runs.append((length, row, column))
    used_rows: set[int] = set()
    used_columns: set[int] = set()
    total = 0
    for length, row, column in sorted(runs, key=lambda run: (-run[0], run[1], run[2])):
        inside = 0
        for step in range(length + 1):
            if row + step in used_rows or column + step in used_columns:
                inside = 0
                continue
            used_rows.add(row + step)
            used_columns.add(column + step)
            total += inside
            inside = 1
    return total


def best_choice(rows: list[int], columns: list[int], knots: list[Knot]) -> tuple[int, bool]:
    """The same where some links belong to tangles, of which only whole matchings may be chosen."""
    edges = list(zip(rows, columns, strict=True))
    near = {link for row, column in edges for link in ((row, column), (row + 1, column + 1))}
    owned = {link for knot in knots for link in knot.links}
    ways = [knot.options(near) for knot in knots]
    bounded = any(cut for _, cut in ways)
    choices = list(islice(product(*(options for options, _ in ways)), MOST_CHOICES + 1))
    bounded |= len(choices) > MOST_CHOICES
    best = 0
    limit = MOST_CHOICES if len(edges) <= MOST_EDGES else 1
    bounded |= len(choices) > limit
    neighbours = _Neighbours(rows, columns)
    needs = [(1 << at, [link for link in (edge, (edge[0] + 1, edge[1] + 1)) if link in owned])
             for at, edge in enumerate(edges)]  # fmt: skip
    for choice in choices[:limit]:
        chosen = frozenset[tuple[int, int]]().union(*choice)
        kept = sum(bit for bit, links in needs if chosen.issuperset(links))
        if kept.bit_count() <= best:
            continue
        found, cut = neighbours.most(kept)
        best, bounded = max(best, found), bounded or cut
    return best, bounded


class Knot:
    """Words that cannot be exchanged, with the links between them; rows are those of all tokens."""

    def __init__(
        self,
        mine: list[int],
        theirs: list[int],
        words: NDArray[np.int64],
        others: NDArray[np.int64],
        lexicon: Lexicon,
        *,
        searched: bool = True,
    ) -> None:
        self.mine, self.theirs = mine, theirs
        self.small = len(mine) <= FEW
        self.unit = max(len(mine), len(theirs)) + 1
        worth = (self.unit**2, self.unit, 1)  # exact matches count before stems, and these before synonyms
        stages = {
            (word, other): lexicon.stage(word, other)
            for word in {int(words[row]) for row in mine}
            for other in {int(others[row]) for row in theirs}
        }
        self.links: dict[tuple[int, int], int] = {}
        self.large = len(mine) * len(theirs) > (MOST_CELLS if searched else FEW_CELLS)
        if self.large:
            self._link_in_order(words, others, stages, worth)
        else:
            for row in mine:
                for column in theirs:
                    stage = stages[int(words[row]), int(others[column])]
                    if stage is not None:
                        self.links[row, column] = worth[stage]
        if self.large:
            self.value, self.bounded = sum(self.links.values()), True
        else:
            (self.value, _), self.bounded = self._search(frozenset())
        exact, rest = divmod(self.value, worth[0])
        self.matches = exact + sum(divmod(rest, worth[1]))

    def options(self, near: set[tuple[int, int]]) -> tuple[list[frozenset[tuple[int, int]]], bool]:
        """What the best matchings contain of the links that have a neighbour, without what others contain as well."""
        if self.large:
            return [frozenset(self.links)], True
        mine = sorted(near & self.links.keys())
        limit = len(mine) if self.small else MOST_NEAR
        (_, found), bounded = self._search(frozenset(mine[:limit]))
        return found, bounded or len(mine) > limit

    def _link_in_order(
        self, words: NDArray[np.int64], others: NDArray[np.int64],
        stages: dict[tuple[int, int], int | None], worth: tuple[int, int, int],
    ) -> None:  # fmt: skip
        """Link words one after the other, the best stage first: what is left when a search would take too long."""
        mine: dict[int, list[int]] = {}
        theirs: dict[int, list[int]] = {}
        for rows, values, places in ((self.mine, words, mine), (self.theirs, others, theirs)):
            for row in rows:
                places.setdefault(int(values[row]), []).append(row)
        for stage in range(3):
            # by first places, which do not depend on how words are numbered
            for word, rows in mine.items():
                for other, columns in theirs.items():
                    if stages[word, other] == stage and rows and columns:
                        taken = min(len(rows), len(columns))
                        self.links.update(dict.fromkeys(zip(rows[:taken], columns[:taken], strict=True), worth[stage]))
                        del rows[:taken], columns[:taken]

    def _search(self, near: frozenset[tuple[int, int]]) -> tuple[tuple[int, list[frozenset[tuple[int, int]]]], bool]:
        """The best value, and the sets of links of `near` that reach it; states are the words that are taken."""
        bit = {column: 1 << at for at, column in enumerate(self.theirs)}
        # a set of links is a number, in which the first link is the highest bit
        ordered = sorted(near, reverse=True)
        own = {link: 1 << at for at, link in enumerate(ordered)}
        choices = {
            row: [(bit[column], self.links[row, column], own.get((row, column), 0))
                  for column in self.theirs if (row, column) in self.links]
            for row in self.mine
        }  # fmt: skip
        states: dict[int, tuple[int, set[int]]] = {0: (0, {0})}
        bounded = False
        for row in self.mine:
            following = dict(states)  # the word may stay without a match
            for taken, (value, sets) in states.items():
                for place, worth, link in choices[row]:
                    if taken & place:
                        continue
                    state, reached = taken | place, value + worth
                    held = following.get(state)
                    if held is not None and held[0] > reached:
                        continue
                    more = {each | link for each in sets} if link else sets
                    following[state] = (reached, more if held is None or held[0] < reached else held[1] | more)
            if len(following) > MOST_STATES:
                bounded = True
                best = sorted(following.items(), key=lambda item: (-item[1][0], item[0]))
                following = dict(best[:MOST_STATES])
            for state, (value, sets) in following.items():
                if len(sets) > 1:
                    kept = _largest(sets)
                    limit = len(kept) if self.small else MOST_OPTIONS
                    bounded |= len(kept) > limit
                    following[state] = (value, set(kept[:limit]))
            states = following
        best_value = max(value for value, _ in states.values())
        found = _largest({each for value, sets in states.values() if value == best_value for each in sets})
        return (best_value, [frozenset(link for link in ordered if own[link] & each) for each in found]), bounded


def _largest(sets: set[int]) -> list[int]:
    """Sets that no other contains, the largest first."""
    kept: list[int] = []
    larger: list[int] = []  # of equal size none contains another
    size = -1
    # the order must not depend on where the texts stand in the corpus: of those, only differences of rows are alike
    for each in sorted(sets, key=lambda each: (-each.bit_count(), -each)):
        if each.bit_count() != size:
            size, larger = each.bit_count(), kept.copy()
        if not any(each & other == each for other in larger):
            kept.append(each)
    return kept
