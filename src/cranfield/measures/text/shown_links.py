"""Which words of two texts belong together: one alignment that has the numbers that were measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.measures.text.alignment_pair import Pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.measures.text.word_classes import Lexicon

__all__ = ["chunks_of", "common_words", "matched_words"]

MOST_CELLS = 1_000_000  # of a table of two texts
WIDEST = 20_000  # states behind one word
_STAGES = ("", "stem", "synonym")
Link = tuple[int, int, str]


def common_words(first: Sequence[object], second: Sequence[object], weight: float = 1.0) -> list[Link]:
    """A longest common subsequence; with a weight, one in which runs without gaps are worth more."""
    rows, columns = len(first), len(second)
    if rows * columns > MOST_CELLS:
        return []
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    runs = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i, word in enumerate(first, 1):
        for j, other in enumerate(second, 1):
            if word == other:
                run = runs[i - 1][j - 1]
                best[i][j] = best[i - 1][j - 1] + (run + 1) ** weight - run**weight
                runs[i][j] = run + 1
            else:
                best[i][j] = max(best[i - 1][j], best[i][j - 1])
    links: list[Link] = []
    i, j = rows, columns
    while i and j:
        if first[i - 1] == second[j - 1]:
            links.append((i - 1, j - 1, ""))
            i, j = i - 1, j - 1
        elif best[i - 1][j] >= best[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return links[::-1]


def matched_words(
    words: list[int], others: list[int], lexicon: Lexicon, matches: int, chunks: int
) -> list[Link] | None:
    """Links with so many matches in so few chunks; None where the search would take too long.

    A state is the set of reference words that are taken and the one that the last word is linked to. What cannot reach
    the numbers that are known is dropped.
    """
    if len(words) * len(others) > MOST_CELLS:
        return None
    pair = Pair(words, others, lexicon)
    unit = len(words) + 1
    worth = (unit**3, unit**2, unit)  # the same word counts before stems, these before synonyms, then neighbours
    target = pair.exact * worth[0] + pair.by_stem * worth[1] + (matches - pair.exact - pair.by_stem) * unit
    target += matches - chunks
    links = pair.links()
    hope = [0] * (len(links) + 1)
    useful = [0] * (len(links) + 1)
    for row in range(len(links) - 1, -1, -1):
        hope[row] = hope[row + 1] + max((worth[stage] + 1 for _, stage in links[row]), default=0)
        useful[row] = useful[row + 1]
        for column, _ in links[row]:
            useful[row] |= 1 << column
    states: dict[tuple[int, int], tuple[int, object]] = {(0, -2): (0, None)}
    for row, choices in enumerate(links):
        reached: dict[tuple[int, int], tuple[int, object]] = {}
        for (taken, last), (total, way) in states.items():
            steps = [(taken & useful[row + 1], -2, total, way)]
            for column, stage in choices:
                if not taken >> column & 1:
                    gained = total + worth[stage] + (column == last + 1)
                    kept = (taken | 1 << column) & useful[row + 1]
                    steps.append((kept, column, gained, (way, (row, column, _STAGES[stage]))))
            for kept, column, gained, found in steps:
                if gained + hope[row + 1] < target:
                    continue
                held = reached.get((kept, column))
                if held is None or held[0] < gained:
                    reached[kept, column] = gained, found
        if len(reached) > WIDEST:
            reached = dict(sorted(reached.items(), key=lambda item: -item[1][0])[:WIDEST])
        states = reached
    total, way = max(states.values(), key=lambda each: each[0], default=(-1, None))
    return _unrolled(way) if total == target else None


def _unrolled(way: object) -> list[Link]:
    links: list[Link] = []
    while isinstance(way, tuple):
        way, link = way
        links.append(link)
    return links[::-1]


def chunks_of(links: Sequence[Link]) -> list[list[Link]]:
    """Runs of links that are in order on both sides."""
    runs: list[list[Link]] = []
    for link in sorted(links):
        if runs and (link[0], link[1]) == (runs[-1][-1][0] + 1, runs[-1][-1][1] + 1):
            runs[-1].append(link)
        else:
            runs.append([link])
    return runs
