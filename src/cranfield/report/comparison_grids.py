"""The tables of a comparison: values with intervals and marks, and differences with their tests."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cranfield.report.grid import UNDEFINED, Cell, Grid, Row, number
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.compared import Compared, Contest, Estimate, Pair

__all__ = [
    "beaten_by", "best_of", "difference_grids", "interval_of", "letters_of", "lists_pairs", "shown_p", "values_grid",
]  # fmt: skip

LETTERS = "abcdefghijklmnoprstuvwxyz"  # there is no raised q
LONGEST = 22  # of the name of a pair
MANY = 8  # systems; of more, all pairs are counted and not listed


def _winner(pair: Pair, contest: Contest) -> str:
    """The system that a pair says is better."""
    better = (pair.difference > 0) != (contest.better == "lower")
    return pair.system if better else pair.baseline


def letters_of(found: Compared) -> dict[str, str]:
    """A letter for each system that others can be marked with; none where nobody could read so many."""
    few = len(found.systems) <= MANY
    named = found.systems if few else () if found.settings.pairs == "all" else found.baselines
    return dict(zip(named, LETTERS, strict=False))


def values_grid(found: Compared, digits: int, language: str) -> Grid:
    """Each system by each measure: value, interval, and the letters of the systems that it is better than."""
    letters = letters_of(found)
    counted = found.settings.pairs == "all" and not letters
    ordered = _in_order(found)
    columns: list[list[Cell]] = []
    names = []
    for name, contest in found.items():
        by_system = {each.system: each for each in contest.estimates}
        best = best_of(contest)
        names.append(name)
        columns.append([_value(by_system[each], contest, best, letters, digits) for each in ordered])
        if counted:
            names.append(say("head-told-apart", {}, language=language))
            columns.append([Cell(_told_apart(each, contest)) for each in ordered])
    lettered = {each: f"{letters[each]} {each}" if each in letters else each for each in ordered}
    rows = tuple(Row(lettered[each], tuple(column[at] for column in columns)) for at, each in enumerate(ordered))
    title = say("values-title", {"percent": found.settings.confidence * 100}, language=language)
    grid = Grid(title, say("head-system", {}, language=language), tuple(names), rows, "column")
    return _turned(grid, language) if len(ordered) == 2 else grid


def _turned(grid: Grid, language: str) -> Grid:
    """Measures as rows: two systems fit beside each other, whatever the number of measures."""
    rows = tuple(Row(name, tuple(row.cells[at] for row in grid.rows)) for at, name in enumerate(grid.columns))
    heads = tuple(row.label for row in grid.rows)
    return Grid(grid.title, say("head-measure", {}, language=language), heads, rows, "row")


def _in_order(found: Compared) -> list[str]:
    """As they were given; many of them from the best by the first measure to the worst."""
    if len(found.systems) <= MANY:
        return list(found.systems)
    first = next(iter(found.values()))
    sign = 1 if first.better == "lower" else -1
    return [
        each.system
        for each in sorted(first.estimates, key=lambda each: (math.isnan(each.value), sign * each.value))
    ]  # fmt: skip


def best_of(contest: Contest) -> float | None:
    """The best value, if there is one and not all are the same."""
    values = [each.value for each in contest.estimates if not math.isnan(each.value)]
    if contest.better is None or len(set(values)) < 2:
        return None
    return min(values) if contest.better == "lower" else max(values)


def _value(
    each: Estimate, contest: Contest, best: float | None, letters: Mapping[str, str], digits: int
) -> Cell:  # fmt: skip
    text = f"{number(contest.measure, each.value, digits)} {interval_of(each.low, each.high, digits)}".rstrip()
    return Cell(text, each.value == best, beaten_by(each.system, contest, letters))


def beaten_by(system: str, contest: Contest, letters: Mapping[str, str]) -> str:
    """The letters of the systems that a system is better than, as far as that is shown."""
    mine = [pair for pair in contest.pairs if pair.significant and system in (pair.system, pair.baseline)]
    beaten = [
        letters.get(pair.baseline if pair.system == system else pair.system, "")
        for pair in mine
        if _winner(pair, contest) == system
    ]
    return "".join(sorted(beaten))


def interval_of(low: float | None, high: float | None, digits: int) -> str:
    """The ends with a digit less than the value, as they are known less well."""
    if low is None or high is None or math.isnan(low) or math.isnan(high):
        return ""
    short = max(digits - 1, 0)
    return f"[{low:.{short}f}, {high:.{short}f}]"


def _told_apart(system: str, contest: Contest) -> str:
    """Over how many systems it is better, from how many it cannot be told, and over how many it is worse."""
    mine = [pair for pair in contest.pairs if system in (pair.system, pair.baseline)]
    won = sum(pair.significant and _winner(pair, contest) == system for pair in mine)
    lost = sum(pair.significant and _winner(pair, contest) != system for pair in mine)
    return f"{won}/{len(mine) - won - lost}/{lost}"


def lists_pairs(found: Compared) -> bool:
    """Whether pairs are listed one by one."""
    any_pair = any(contest.pairs for contest in found.values())
    return any_pair and not (found.settings.pairs == "all" and len(found.systems) > MANY)


def difference_grids(found: Compared, digits: int, language: str) -> list[Grid]:
    """The pairs: of two systems all measures in one table, of more a table for each measure."""
    place = {name: at for at, name in enumerate(_in_order(found))}
    pairs = [
        (name, contest, pair)
        for name, contest in found.items()
        for pair in sorted(contest.pairs, key=lambda each: (found.systems.index(each.baseline), place[each.system]))
    ]
    names = {(pair.baseline, pair.system) for _, _, pair in pairs}
    if not lists_pairs(found):
        return []
    if len(names) == 1:
        baseline, system = next(iter(names))
        title = say("difference-title", {"system": system, "baseline": baseline}, language=language)
        return [_differences(title, "head-measure", pairs, [each[0] for each in pairs], found, digits, language)]
    baselines = {pair.baseline for _, _, pair in pairs}
    made = []
    for name in found:
        mine = [each for each in pairs if each[0] == name]
        if len(baselines) == 1:
            labels = [pair.system for _, _, pair in mine]
            title = say("differences-from", {"measure": name, "baseline": mine[0][2].baseline}, language=language)
        else:
            labels = _pair_names([pair for _, _, pair in mine], letters_of(found))
            title = say("differences-of", {"measure": name}, language=language)
        made.append(_differences(title, "head-system", mine, labels, found, digits, language))
    return made


def _pair_names(pairs: Sequence[Pair], letters: Mapping[str, str]) -> list[str]:
    """Names of pairs; where they would push numbers off the line, the letters of the table above."""
    names = [f"{pair.system} − {pair.baseline}" for pair in pairs]
    if max(map(len, names)) <= LONGEST or not all({pair.system, pair.baseline} <= letters.keys() for pair in pairs):
        return names
    return [f"{letters[pair.system]} − {letters[pair.baseline]}" for pair in pairs]


def _differences(
    title: str, corner: str, pairs: Sequence[tuple[str, Contest, Pair]], labels: Sequence[str], found: Compared,
    digits: int, language: str,
) -> Grid:  # fmt: skip
    settings = found.settings
    corrected = settings.correction != "none" and any(contest.comparisons > 1 for _, contest, _ in pairs)
    heads = [
        say("head-difference", {}, language=language),
        say("head-interval", {"percent": settings.confidence * 100}, language=language),
        say("head-p-corrected", {"correction": settings.correction}, language=language) if corrected else "p",
        "d",
        say("head-wins", {}, language=language),
    ]
    bayes = settings.rope is not None
    if bayes:
        heads += [say("head-better", {}, language=language), say("head-negligible", {}, language=language)]
    rows, reaches = [], [_reach(pair) for _, _, pair in pairs]
    for at, (label, (_, contest, pair)) in enumerate(zip(labels, pairs, strict=True)):
        cells = [
            Cell(UNDEFINED if math.isnan(pair.difference) else f"{pair.difference:+.{digits}f}"),
            Cell(interval_of(pair.low, pair.high, digits) or UNDEFINED),
            Cell(shown_p(pair.adjusted), mark="†" if pair.significant else ""),
            Cell(UNDEFINED if pair.d is None else f"{pair.d:.2f}"),
            Cell(UNDEFINED if pair.wins is None else f"{pair.wins}/{pair.ties}/{pair.losses}"),
        ]
        if bayes:
            cells += [Cell(_share(pair.probability_better)), Cell(_share(pair.probability_negligible))]
        # measures have scales of their own, and systems share that of their measure
        reach = reaches[at] if corner == "head-measure" else max(reaches)
        rows.append(Row(_measure(label, contest, corner), tuple(cells), span=_span(pair, reach)))
    return Grid(title, say(corner, {}, language=language), tuple(heads), tuple(rows))


def _reach(pair: Pair) -> float:
    """How far an interval goes from 0."""
    return max((abs(each) for each in (pair.low, pair.high) if each is not None and math.isfinite(each)), default=0.0)


def _span(pair: Pair, reach: float) -> tuple[float, float, float, float] | None:
    if pair.low is None or pair.high is None or not all(map(math.isfinite, (pair.low, pair.difference, pair.high))):
        return None
    return (pair.low, pair.difference, pair.high, reach) if reach > 0 else None


def _measure(label: str, contest: Contest, corner: str) -> str:
    """A measure that is better when it is lower says so, as its differences are read the other way round."""
    return f"{label} ↓" if corner == "head-measure" and contest.better == "lower" else label


def _share(share: float | None) -> str:
    return UNDEFINED if share is None else f"{share:.3f}"


def shown_p(p: float | None) -> str:
    """A p-value, never as 0."""
    if p is None or math.isnan(p):
        return UNDEFINED
    return "<0.0001" if p < 0.00005 else f"{p:.4f}"
